// @stablelib/utf8, an ECMAScript module.

"use strict";

const { codecOfStrings } = require("../../protocol/javascript/strings.js");

module.exports = import("@stablelib/utf8").then((utf8) => ({
  package: "@stablelib/utf8",
  codecs: { "utf-8": codecOfStrings({ encode: (text) => utf8.encode(text), decode: ([bytes]) => utf8.decode(bytes) }) },
  rejects: (error) => error.message.startsWith("utf8: invalid"),
  chunks: false,
}));
