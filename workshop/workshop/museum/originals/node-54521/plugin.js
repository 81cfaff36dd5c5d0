"use strict";

const { serve } = require("./protocol/protocol.js");
const { codecOfStrings } = require("./protocol/strings.js");

const codec = codecOfStrings({
  encode: (text) => Buffer.from(text, "utf8"),
  decode: ([bytes]) => bytes.toString("utf8"),
});

serve({ codecs: { "utf-8": codec }, rejects: () => false, chunks: false });
