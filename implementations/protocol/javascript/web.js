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

const encoder = new TextEncoder();

function encode(label, text) {
  if (encoder.encoding !== label) throw new Unsupported("encoding: there is no encoder of it");
  return encoder.encode(text);
}

/**
 * The text that a decoder makes of the pieces. The last one is given even after a rejection: only decode without `stream`
 * ends a text, so that the next one begins anew.
 */
function decodePieces(decoder, pieces) {
  const last = pieces.pop();
  let text = "", end;
  try {
    for (const piece of pieces) text += decoder.decode(piece, { stream: true });
  } finally {
    end = decoder.decode(last);
  }
  return text + end;
}

// Given bytes and options that are right, the standard's decode throws a TypeError only for ill-formed bytes.
function decode(decoder, pieces) {
  try {
    return decodePieces(decoder, pieces);
  } catch (error) {
    throw error instanceof TypeError ? new IllFormed(error.message) : error;
  }
}

// A byte-order mark is a character like others where the encoding's name tells the byte order: "ignore" is "leave".
function codec(label) {
  const decoder = new TextDecoder(label, { fatal: true, ignoreBOM: true });
  return codecOfStrings({ encode: (text) => encode(label, text), decode: (pieces) => decode(decoder, pieces) });
}

/** What the protocol's `serve` is given, with these labels beside those that all have. */
function web(moreLabels) {
  const labels = { ...LABELS, ...Object.fromEntries(moreLabels.map((label) => [label, label])) };
  return {
    codecs: Object.fromEntries(Object.entries(labels).map(([encoding, label]) => [encoding, codec(label)])),
    rejects: (error) => error instanceof IllFormed,
    chunks: true,
  };
}

module.exports = { decodePieces, web };
