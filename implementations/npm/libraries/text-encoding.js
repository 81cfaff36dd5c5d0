// text-encoding, a polyfill of the Encoding Standard, with the option "fatal" and with its own for encoding into more
// than UTF-8. The ids name the byte order, so a byte-order mark is not taken away.

"use strict";

const { TextDecoder, TextEncoder } = require("text-encoding");
const { codecOfStrings } = require("../../protocol/javascript/strings.js");
const { decodePieces } = require("../../protocol/javascript/web.js");

const FATAL = { fatal: true, ignoreBOM: true };
const LEGACY = { fatal: true, NONSTANDARD_allowLegacyEncoding: true };

// The Encoding Standard's labels; iso-8859-1, -9 and -11 are labels of other encodings, and 12 there is none.
const PARTS = [2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16];
const LABELS = {
  ...Object.fromEntries(PARTS.map((part) => [`iso-8859-${part}`, `iso-8859-${part}`])),
  "utf-8": "utf-8",
  "utf-16-be": "utf-16be",
  "utf-16-le": "utf-16le",
};

function codec(label) {
  const encoder = new TextEncoder(label, LEGACY);
  const decoder = new TextDecoder(label, FATAL);
  return codecOfStrings({ encode: (text) => encoder.encode(text), decode: (pieces) => decodePieces(decoder, pieces) });
}

module.exports = {
  package: "text-encoding",
  codecs: Object.fromEntries(Object.entries(LABELS).map(([encoding, label]) => [encoding, codec(label)])),
  rejects: (error) => error.message === "Decoder error" || error.message.endsWith(" could not be encoded."),
  chunks: true,
};
