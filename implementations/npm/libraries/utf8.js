// utf8 (utf8.js), whose encoded strings have a character for each byte.

const utf8 = require("utf8");
const { stringOf, valuesOf } = require("./strings.js");

const codec = {
  encode: (values) => Buffer.from(utf8.encode(stringOf(values)), "latin1"),
  decode: (bytes) => valuesOf(utf8.decode(bytes.toString("latin1"))),
};

module.exports = { package: "utf8", codecs: { "utf-8": codec }, rejects: (error) => error.constructor === Error };
