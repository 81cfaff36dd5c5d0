"use strict";

const iconv = require("iconv-lite");
const { serve } = require("./protocol/protocol.js");
const { codecOfStrings } = require("./protocol/strings.js");

const ENCODING = "utf-16-le";
const AS_IS = { addBOM: false, stripBOM: false };

function decode(pieces) {
  const decoder = iconv.getDecoder(ENCODING, AS_IS);
  return [...pieces.map((piece) => decoder.write(piece)), decoder.end() || ""].join("");
}

const codec = codecOfStrings({ encode: (text) => iconv.encode(text, ENCODING, AS_IS), decode });

serve({ codecs: { [ENCODING]: codec }, rejects: () => false, chunks: true });
