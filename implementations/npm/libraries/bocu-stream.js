// bocu-stream, which decodes only: its readBocuString.

const { BocuPullStream, BufferPullStream } = require("bocu-stream");
const { valuesOf } = require("./strings.js");
const { Unsupported } = require("./unsupported.js");

const codec = {
  encode: () => {
    throw new Unsupported("there is no encoder");
  },
  decode: (bytes) => valuesOf(new BocuPullStream(new BufferPullStream(bytes)).readBocuString()),
};

module.exports = {
  package: "bocu-stream",
  codecs: { "bocu-1": codec },
  rejects: (error) => error.message.startsWith("malformed BOCU-1"),
};
