#!/usr/bin/env node
// TextDecoder, told to be fatal, and TextEncoder, asked through version 1 of the plug-in protocol.
//
//     plugin.js [LABEL]...   with what the program that runs it has beside what all have, such as iso-8859-16

"use strict";

const { serve } = require("../protocol/javascript/protocol.js");
const { web } = require("../protocol/javascript/web.js");

serve(web(process.argv.slice(2)));
