"use strict";

const { serve } = require("./protocol/protocol.js");
const { codecOfStrings } = require("./protocol/strings.js");
const utf8 = require("@protobufjs/utf8");

/** The bytes of a text, in a buffer of the length that the library calculates. */
function write(text) {
  const bytes = Buffer.alloc(utf8.length(text));
  utf8.write(text, bytes, 0);
  return bytes;
}

const codec = codecOfStrings({
  encode: write,
  decode: ([bytes]) => utf8.read(bytes, 0, bytes.length),
});

serve({ codecs: { "utf-8": codec }, rejects: () => false, chunks: false });
