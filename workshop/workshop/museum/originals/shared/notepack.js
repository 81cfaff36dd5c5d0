"use strict";

const { serve } = require("./protocol.js");
const { codecOfStrings } = require("./strings.js");
const decode = require("notepack.io/browser/decode");
const encode = require("notepack.io/browser/encode");

/** A MessagePack string of 32 bits of length. */
function decodeString([bytes]) {
  const message = Buffer.alloc(5 + bytes.length);
  message[0] = 0xdb;
  message.writeUInt32BE(bytes.length, 1);
  message.set(bytes, 5);
  return decode(Uint8Array.from(message).buffer);
}

/** The contents of a MessagePack string, after its tag and its length. */
function encodeString(text) {
  const message = new Uint8Array(encode(text));
  const header = { 0xd9: 2, 0xda: 3, 0xdb: 5 }[message[0]] ?? 1;
  return message.subarray(header);
}

const codec = codecOfStrings({
  encode: encodeString,
  decode: decodeString,
});

serve({ codecs: { "utf-8": codec }, rejects: (error) => error.constructor === Error, chunks: false });
