"use strict";

const { serve } = require("./protocol/protocol.js");
const { codecOfStrings } = require("./protocol/strings.js");
const ByteBuffer = require("bytebuffer");

const codec = codecOfStrings({
  encode: (text) => Buffer.from(new ByteBuffer().writeUTF8String(text).flip().toHex(), "hex"),
  decode: ([bytes]) => {
    const buffer = ByteBuffer.wrap(bytes);
    return buffer.toUTF8();
  },
});

serve({ codecs: { "utf-8": codec }, rejects: () => false, chunks: false });
