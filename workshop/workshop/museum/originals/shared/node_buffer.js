"use strict";

const { serve } = require("./old.js");

const encode = (text) => Buffer.from(text, "utf8");
const decode = (pieces) => Buffer.concat(pieces).toString("utf8");

serve(encode, decode);
