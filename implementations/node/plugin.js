#!/usr/bin/env node
// TextDecoder, told to be fatal, and TextEncoder, asked through version 1 of the plug-in protocol.
//
// The Encoding Standard has windows-1252 for the label iso-8859-1, windows-1254 for iso-8859-9 and windows-874 for
// iso-8859-11, and its one encoder is that of UTF-8.

"use strict";

const { serve, Unsupported } = require("../protocol/javascript/protocol.js");
const { codecOfStrings } = require("../protocol/javascript/strings.js");

const LABELS = {
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15].map((part) => [`iso-8859-${part}`, `iso-8859-${part}`])),
  "utf-8": "utf-8",
  "utf-16-be": "utf-16be",
  "utf-16-le": "utf-16le",
};

function encode(label, text) {
  const encoder = new TextEncoder();
  if (encoder.encoding !== label) throw new Unsupported("encoding: there is no encoder of it");
  return encoder.encode(text);
}

// A byte-order mark is a character like others where the encoding's name tells the byte order: "ignore" is "leave".
function decode(label, pieces) {
  const decoder = new TextDecoder(label, { fatal: true, ignoreBOM: true });
  const last = pieces.pop();
  return pieces.map((piece) => decoder.decode(piece, { stream: true })).join("") + decoder.decode(last);
}

const codec = (label) =>
  codecOfStrings({ encode: (text) => encode(label, text), decode: (pieces) => decode(label, pieces) });

serve({
  codecs: Object.fromEntries(Object.entries(LABELS).map(([encoding, label]) => [encoding, codec(label)])),
  rejects: (error) => error.code === "ERR_ENCODING_INVALID_ENCODED_DATA",
  chunks: true,
});
