// Values as strings of JavaScript, which are UTF-16, and the other way round.

"use strict";

const { Unsupported } = require("./protocol.js");

const MAX_CODE_POINT = 0x10ffffn;

/** Throws Unsupported where no string holds the values: above 10FFFF, or with surrogates that a string would join. */
function stringOf(values) {
  if (values.some((value) => value > MAX_CODE_POINT)) throw new Unsupported("value above U+10FFFF");
  const string = values.map((value) => String.fromCodePoint(Number(value))).join("");
  if (Array.from(string).length < values.length) throw new Unsupported("surrogates that UTF-16 joins");
  return string;
}

const valuesOf = (string) => Array.from(string, (character) => character.codePointAt(0));

/** The codec of values that a codec of strings makes: its encode takes a string, its decode gives one. */
const codecOfStrings = ({ encode, decode }) => ({
  encode: (values) => encode(stringOf(values)),
  decode: (pieces) => valuesOf(decode(pieces)),
});

module.exports = { codecOfStrings };
