"use strict";

const { Buffer: Tested } = require("buffer/");
const { serve } = require("./protocol/protocol.js");
const { codecOfStrings } = require("./protocol/strings.js");

const codec = codecOfStrings({
  encode: (text) => Tested.from(text, "utf16le"),
  decode: ([bytes]) => Tested.from(bytes).toString("utf16le"),
});

serve({ codecs: { "utf-16-le": codec }, rejects: () => false, chunks: false });
