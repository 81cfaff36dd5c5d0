#!/usr/bin/env node
// Node's Buffer, asked through version 1 of the plug-in protocol. It never throws: it replaces, cuts and drops. Of several
// pieces, it is asked through the module string_decoder, which keeps what a piece cuts off.
//
//     plugin.js [ENCODING]...   only with these encodings; without any, with all that it has

"use strict";

const { StringDecoder } = require("string_decoder");
const { serve } = require("../protocol/javascript/protocol.js");
const { codecOfStrings } = require("../protocol/javascript/strings.js");

const NAMES = { ascii: "ascii", "iso-8859-1": "latin1", "utf-8": "utf8", "utf-16-le": "utf16le" };

function codec(name) {
  const decoder = new StringDecoder(name); // which can be used again after end(), as Node says
  const decodePieces = (pieces) => pieces.map((piece) => decoder.write(piece)).join("") + decoder.end();
  return codecOfStrings({
    encode: (text) => Buffer.from(text, name),
    decode: (pieces) => (pieces.length === 1 ? pieces[0].toString(name) : decodePieces(pieces)),
  });
}

const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(NAMES);

serve({
  codecs: Object.fromEntries(chosen.map((encoding) => [encoding, codec(NAMES[encoding])])),
  rejects: () => false,
  chunks: true,
});
