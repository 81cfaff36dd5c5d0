#!/usr/bin/env node
// Node's Buffer, asked through version 1 of the plug-in protocol. It never throws: it replaces, cuts and drops.
//
//     plugin.js [ENCODING]...   only with these encodings; without any, with all that it has

"use strict";

const { serve } = require("../protocol/javascript/protocol.js");
const { codecOfStrings } = require("../protocol/javascript/strings.js");

const NAMES = { ascii: "ascii", "iso-8859-1": "latin1", "utf-8": "utf8", "utf-16-le": "utf16le" };

const codec = (name) =>
  codecOfStrings({ encode: (text) => Buffer.from(text, name), decode: ([bytes]) => bytes.toString(name) });

const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(NAMES);

serve({
  codecs: Object.fromEntries(chosen.map((encoding) => [encoding, codec(NAMES[encoding])])),
  rejects: () => false,
  chunks: false,
});
