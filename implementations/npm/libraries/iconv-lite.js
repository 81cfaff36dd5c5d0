// iconv-lite. The ids name the byte order, so a byte-order mark is neither added nor taken away.

"use strict";

const iconv = require("iconv-lite");
const { codecOfStrings } = require("../../protocol/javascript/strings.js");

const AS_IS = { addBOM: false, stripBOM: false };
const NAMES = [
  "ascii", "cp437",
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16].map((part) => `iso-8859-${part}`),
  "utf-8", "utf-16-be", "utf-16-le", "utf-32-be", "utf-32-le",
];

function decode(name, pieces) {
  const decoder = iconv.getDecoder(name, AS_IS);
  return [...pieces.map((piece) => decoder.write(piece)), decoder.end() || ""].join("");
}

const codec = (name) =>
  codecOfStrings({ encode: (text) => iconv.encode(text, name, AS_IS), decode: (pieces) => decode(name, pieces) });

module.exports = {
  package: "iconv-lite",
  codecs: Object.fromEntries(NAMES.map((name) => [name, codec(name)])),
  rejects: () => false, // it throws for no text and no bytes
  chunks: true,
};
