"use strict";

const Parser = require("jsonparse");
const { serve, Unsupported } = require("./protocol.js");
const { codecOfStrings } = require("./strings.js");

/** The parser's error for ill-formed input. */
class IllFormed extends Error {}

const QUOTE = Buffer.from('"');

/** Characters that a JSON string may not have as they are, and the backslash, are escaped. No other code has such bytes. */
const escaped = (byte) =>
  byte < 0x20 || byte === 0x22 || byte === 0x5c ? Buffer.from(`\\u00${byte.toString(16).padStart(2, "0")}`) : Buffer.from([byte]);

function decode(pieces) {
  const parser = new Parser();
  let text;
  parser.onValue = (value) => (text = value);
  parser.onError = (error) => {
    throw new IllFormed(error.message);
  };
  for (const piece of [QUOTE, ...pieces, QUOTE]) {
    const bytes = piece === QUOTE ? piece : Buffer.concat(Array.from(piece, escaped));
    if (bytes.length) parser.write(bytes);
  }
  if (text === undefined) throw new IllFormed("there is no value");
  return text;
}

function encode() {
  throw new Unsupported("there is no encoder");
}

serve({ codecs: { "utf-8": codecOfStrings({ encode, decode }) }, rejects: (error) => error instanceof IllFormed, chunks: true });
