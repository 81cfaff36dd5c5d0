"use strict";

const { StringDecoder } = require("string_decoder");
const { serve } = require("./old.js");

const decoder = new StringDecoder("utf8");
const encode = (text) => Buffer.from(text, "utf8");
const decode = (pieces) => pieces.map((piece) => decoder.write(piece)).join("") + decoder.end();

serve(encode, decode);
