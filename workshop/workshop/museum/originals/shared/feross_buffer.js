"use strict";

const { serve } = require("./protocol.js");
const { codecOfStrings } = require("./strings.js");
const { Buffer: Tested } = require("buffer/");

const codec = codecOfStrings({
  encode: (text) => new Tested(text, "utf8"),
  decode: ([bytes]) => new Tested(bytes).toString("utf8"),
});

serve({ codecs: { "utf-8": codec }, rejects: () => false, chunks: false });
