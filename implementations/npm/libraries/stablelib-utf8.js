// @stablelib/utf8, an ECMAScript module.

const { stringOf, valuesOf } = require("./strings.js");

const codec = (utf8) => ({
  encode: (values) => utf8.encode(stringOf(values)),
  decode: (bytes) => valuesOf(utf8.decode(bytes)),
});

module.exports = import("@stablelib/utf8").then((utf8) => ({
  package: "@stablelib/utf8",
  codecs: { "utf-8": codec(utf8) },
  rejects: (error) => error.constructor === Error,
}));
