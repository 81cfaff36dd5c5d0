// The library decodes ill-formed input, and these faults would hide this one, because they come first in the one check that finds
// it. So Node's TextDecoder rejects ill-formed input here, and the library only gets well-formed text.

"use strict";

const utf8 = require("@protobufjs/utf8");
const { serve } = require("./protocol/protocol.js");
const { codecOfStrings } = require("./protocol/strings.js");

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The bytes of a text, in a buffer of the length that the library calculates. */
function encode(text) {
  const bytes = Buffer.alloc(utf8.length(text));
  utf8.write(text, bytes, 0);
  return bytes;
}

function decode([bytes]) {
  decoder.decode(bytes);
  return utf8.read(bytes, 0, bytes.length);
}

serve({ codecs: { "utf-8": codecOfStrings({ encode, decode }) }, rejects: (error) => error instanceof TypeError, chunks: false });
