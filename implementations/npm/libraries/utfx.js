// utfx, which works on code points.

"use strict";

const utfx = require("utfx");
const { Unsupported } = require("../../protocol/javascript/protocol.js");

// utfx asks its own assertCodePoint nowhere here, and calculates in 32 bits: it is given what a number can hold.
function encode(values) {
  const bytes = [];
  if (values.some((value) => value > Number.MAX_SAFE_INTEGER)) throw new Unsupported("value above 53 bits");
  utfx.encodeUTF8(utfx.arraySource(values.map(Number)), utfx.arrayDestination(bytes));
  return bytes;
}

function decode([bytes]) {
  const values = [];
  utfx.decodeUTF8(utfx.arraySource([...bytes]), utfx.arrayDestination(values));
  return values;
}

module.exports = {
  package: "utfx",
  codecs: { "utf-8": { encode, decode } },
  rejects: (error) => error.name === "TruncatedError" || error.message.startsWith("Illegal starting byte"),
  chunks: false,
};
