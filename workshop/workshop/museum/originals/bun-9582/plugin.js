"use strict";

require("./protocol/whole_writes.js");
const { serve } = require("./protocol/protocol.js");
const { codecOfStrings } = require("./protocol/strings.js");
const { decodePieces } = require("./protocol/web.js");

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();
const codec = codecOfStrings({
  encode: (text) => encoder.encode(text),
  decode: (pieces) => decodePieces(decoder, pieces),
});

serve({ codecs: { "utf-8": codec }, rejects: () => false, chunks: true });
