"use strict";

require("./whole_writes.js");
const { serve } = require("./protocol.js");
const { codecOfStrings } = require("./strings.js");
const { decodePieces } = require("./web.js");

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();
const codec = codecOfStrings({
  encode: (text) => encoder.encode(text),
  decode: (pieces) => decodePieces(decoder, pieces),
});

serve({ codecs: { "utf-8": codec }, rejects: (error) => error instanceof TypeError, chunks: true });
