// bocu-stream, which decodes only: its readBocuString.

"use strict";

const { BocuPullStream, BufferPullStream } = require("bocu-stream");
const { Unsupported } = require("../../protocol/javascript/protocol.js");
const { codecOfStrings } = require("../../protocol/javascript/strings.js");

const codec = codecOfStrings({
  encode: () => {
    throw new Unsupported("there is no encoder");
  },
  decode: ([bytes]) => new BocuPullStream(new BufferPullStream(bytes)).readBocuString(),
});

module.exports = {
  package: "bocu-stream",
  codecs: { "bocu-1": codec },
  rejects: (error) => error.message.startsWith("malformed BOCU-1"),
  chunks: false,
};
