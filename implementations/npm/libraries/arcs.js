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

// The same without arcs before the counts. The first subidentifier stands for the first two arcs (X.690, 8.19.4), so the first
// count is split into them and put together again. No identifier has no arcs, so no count is asked behind 1.3.
function subidentifiers(encode, decode) {
  const none = arcs("1.3", encode, decode);
  return {
    encode: ([first, ...rest]) => {
      if (first === undefined) return none.encode([]);
      const root = first < 80n ? first / 40n : 2n;
      return Buffer.from(encode([root, first - root * 40n, ...rest].join(".")));
    },
    decode: ([bytes]) => {
      if (bytes.length === 0) return none.decode([bytes]);
      const [root, second, ...rest] = decode(bytes).split(".").map(count);
      return [root * 40n + second, ...rest];
    },
  };
}

// What is no number of digits, such as a negative one, is neither a value nor a rejection: it ends the program.
function count(arc) {
  if (!/^[0-9]+$/.test(arc)) throw new NoCount(arc);
  return BigInt(arc);
}

module.exports = { arcs, subidentifiers };
