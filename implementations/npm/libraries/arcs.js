// Counts as the arcs of an object identifier after the first ones, and the other way round.

"use strict";

class NoCount extends Error {}

// A codec from an encoder of dotted numbers into contents and a decoder of contents, both without tag and length. The
// arcs in `first` stand before the counts, in the bytes that the library itself makes of them.
function arcs(first, encode, decode) {
  const prefix = Buffer.from(encode(first));
  const skipped = first.split(".").length;
  return {
    encode: (values) => Buffer.from(encode([first, ...values].join("."))).subarray(prefix.length),
    decode: ([bytes]) => decode(Buffer.concat([prefix, bytes])).split(".").slice(skipped).map(count),
  };
}

// What is no number of digits, such as a negative one, is neither a value nor a rejection: it ends the program.
function count(arc) {
  if (!/^[0-9]+$/.test(arc)) throw new NoCount(arc);
  return BigInt(arc);
}

module.exports = { arcs };
