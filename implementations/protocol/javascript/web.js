// TextDecoder, told to be fatal, and TextEncoder, which the Encoding Standard gives to every JavaScript program.

"use strict";

const { Unsupported } = require("./protocol.js");
const { codecOfStrings } = require("./strings.js");

/**
 * The labels that stand for the encodings of these names: the Encoding Standard takes those of parts 1, 9 and 11 for
 * windows-1252, windows-1254 and windows-874.
 */
const LABELS = {
  ...Object.fromEntries([2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15].map((part) => [`iso-8859-${part}`, `iso-8859-${part}`])),
  "utf-8": "utf-8",
  "utf-16-be": "utf-16be",
  "utf-16-le": "utf-16le",
};

/** What the decoder says of ill-formed bytes. */
class IllFormed extends Error {}

// The one encoder is that of UTF-8.
function encode(label, text) {
  const encoder = new TextEncoder();
  if (encoder.encoding !== label) throw new Unsupported("encoding: there is no encoder of it");
  return encoder.encode(text);
}

// Given bytes and options that are right, the standard's decode throws a TypeError only for ill-formed bytes.
function decodePiece(decoder, piece, options) {
  try {
    return decoder.decode(piece, options);
  } catch (error) {
    throw error instanceof TypeError ? new IllFormed(error.message) : error;
  }
}

// A byte-order mark is a character like others where the encoding's name tells the byte order: "ignore" is "leave".
function decode(label, pieces) {
  const decoder = new TextDecoder(label, { fatal: true, ignoreBOM: true });
  const last = pieces.pop();
  const texts = pieces.map((piece) => decodePiece(decoder, piece, { stream: true }));
  return [...texts, decodePiece(decoder, last)].join("");
}

const codec = (label) =>
  codecOfStrings({ encode: (text) => encode(label, text), decode: (pieces) => decode(label, pieces) });

/** What the protocol's `serve` is given, with these labels beside those that all have. */
function web(moreLabels) {
  const labels = { ...LABELS, ...Object.fromEntries(moreLabels.map((label) => [label, label])) };
  return {
    codecs: Object.fromEntries(Object.entries(labels).map(([encoding, label]) => [encoding, codec(label)])),
    rejects: (error) => error instanceof IllFormed,
    chunks: true,
  };
}

module.exports = { web };
