"use strict";

const { Effect, Stream } = require("effect");
const { serve } = require("./protocol/protocol.js");
const { codecOfStrings } = require("./protocol/strings.js");

const encoder = new TextEncoder();

const codec = codecOfStrings({
  encode: (text) => encoder.encode(text),
  decode: (pieces) => Effect.runSync(Stream.mkString(Stream.decodeText(Stream.fromIterable(pieces)))),
});

serve({ codecs: { "utf-8": codec }, rejects: () => false, chunks: true });
