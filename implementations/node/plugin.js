#!/usr/bin/env node
// TextDecoder, told to be fatal, and TextEncoder, asked through version 1 of the plug-in protocol.
//
// The names are those that the Encoding Standard keeps: it has windows-1252 for iso-8859-1, windows-1254 for
// iso-8859-9 and windows-874 for iso-8859-11, and its one encoder is that of UTF-8.

"use strict";

const { serve, Unsupported } = require("../protocol/javascript/protocol.js");

const DECODER_NAMES = new Map([
  ["iso-8859-2", "iso-8859-2"],
  ["iso-8859-3", "iso-8859-3"],
  ["iso-8859-4", "iso-8859-4"],
  ["iso-8859-5", "iso-8859-5"],
  ["iso-8859-6", "iso-8859-6"],
  ["iso-8859-7", "iso-8859-7"],
  ["iso-8859-8", "iso-8859-8"],
  ["iso-8859-10", "iso-8859-10"],
  ["iso-8859-13", "iso-8859-13"],
  ["iso-8859-14", "iso-8859-14"],
  ["iso-8859-15", "iso-8859-15"],
  ["utf-8", "utf-8"],
  ["utf-16-be", "utf-16be"],
  ["utf-16-le", "utf-16le"],
]);

function encode(name, text) {
  const encoder = new TextEncoder();
  if (encoder.encoding !== name) throw new Unsupported("encoding: there is no encoder of it");
  return encoder.encode(text);
}

// A byte-order mark is a character like others where the encoding's name tells the byte order: "ignore" is "leave".
function decode(name, pieces) {
  const decoder = new TextDecoder(name, { fatal: true, ignoreBOM: true });
  const last = pieces.pop();
  return pieces.map((piece) => decoder.decode(piece, { stream: true })).join("") + decoder.decode(last);
}

const codecs = new Map();
for (const [encoding, name] of DECODER_NAMES)
  codecs.set(encoding, { encode: (text) => encode(name, text), decode: (pieces) => decode(name, pieces) });

serve(codecs, ["chunks"]);
