"use strict";

const { serve } = require("./protocol/protocol.js");
const { codecOfStrings } = require("./protocol/strings.js");
global.COMPILED = true;
const { BinaryReader, BinaryWriter } = require("google-protobuf");

const FIELD = 1;

/** The bytes of a string field, after its tag and its length, which begin at the first byte that is below 80. */
function write(text) {
  const writer = new BinaryWriter();
  writer.writeString(FIELD, text);
  const bytes = writer.getResultBuffer();
  return bytes.slice(bytes.subarray(1).findIndex((byte) => byte < 0x80) + 2);
}

function read([bytes]) {
  const writer = new BinaryWriter();
  writer.writeBytes(FIELD, Uint8Array.from(bytes));
  const reader = new BinaryReader(writer.getResultBuffer());
  return reader.nextField() ? reader.readString() : "";
}

const codec = codecOfStrings({
  encode: write,
  decode: read,
});

serve({ codecs: { "utf-8": codec }, rejects: () => false, chunks: false });
