"use strict";

const { serve } = require("./protocol/protocol.js");
const { codecOfStrings } = require("./protocol/strings.js");

/** The beginning of the library's errors for ill-formed input. */
const ITS_OWN = "CBOR decode error:";

/** The contents of a CBOR string, after its head. */
function contents(message) {
  const size = { 24: 2, 25: 3, 26: 5 }[message[0] & 0x1f] ?? 1;
  return message.subarray(size);
}

/** A CBOR string with a length of 32 bits. */
function message(bytes) {
  const head = Buffer.from([0x7a, 0, 0, 0, 0]);
  head.writeUInt32BE(bytes.length, 1);
  return Uint8Array.from(Buffer.concat([head, bytes]));
}

import("cborg").then(({ decode, encode }) => {
  const codec = codecOfStrings({
    encode: (text) => contents(encode(text)),
    decode: ([bytes]) => decode(message(bytes), { strict: false }),
  });
  serve({ codecs: { "utf-8": codec }, rejects: (error) => error.message.startsWith(ITS_OWN), chunks: false });
});
