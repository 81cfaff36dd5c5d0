// utf8 (utf8.js), whose encoded strings have a character for each byte.

"use strict";

const utf8 = require("utf8");
const { codecOfStrings } = require("../../protocol/javascript/strings.js");

const codec = codecOfStrings({
  encode: (text) => Buffer.from(utf8.encode(text), "latin1"),
  decode: ([bytes]) => utf8.decode(bytes.toString("latin1")),
});

module.exports = {
  package: "utf8",
  codecs: { "utf-8": codec },
  rejects: (error) => error.constructor === Error,
  chunks: false,
};
