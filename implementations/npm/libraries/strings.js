// Values as strings of JavaScript, which are UTF-16, and the other way round.

const { Unsupported } = require("./unsupported.js");

// Throws Unsupported where no string holds the values: above 10FFFF, or with surrogates that a string would join.
function stringOf(values) {
  if (values.some((value) => value > 0x10ffffn)) throw new Unsupported("value above U+10FFFF");
  const string = values.map((value) => String.fromCodePoint(Number(value))).join("");
  if (Array.from(string).length < values.length) throw new Unsupported("surrogates that UTF-16 joins");
  return string;
}

const valuesOf = (string) => Array.from(string, (character) => character.codePointAt(0));

module.exports = { stringOf, valuesOf };
