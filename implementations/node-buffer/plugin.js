#!/usr/bin/env node
// Node's Buffer, asked through version 1 of the plug-in protocol. It never throws: it replaces, cuts and drops.

"use strict";

const { serve } = require("../protocol/javascript/protocol.js");

const NAMES = new Map([
  ["ascii", "ascii"],
  ["iso-8859-1", "latin1"],
  ["utf-8", "utf8"],
  ["utf-16-le", "utf16le"],
]);

const codecs = new Map();
for (const [encoding, name] of NAMES)
  codecs.set(encoding, { encode: (text) => Buffer.from(text, name), decode: ([bytes]) => bytes.toString(name) });

serve(codecs);
