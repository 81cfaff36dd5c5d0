// Version 1 of the plug-in protocol, for codecs whose texts are strings of JavaScript.
//
// A codec has encode(text), which returns bytes, and decode(pieces), which takes a list of byte arrays and returns a
// string; a RangeError or TypeError that it throws is a rejection. Strings are UTF-16: values that none holds are
// answered with "unsupported".

"use strict";

const MAX_CODE_POINT = 0x10ffff;

class Unsupported extends Error {}

const isLead = (unit) => unit >= 0xd800 && unit <= 0xdbff;
const isTrail = (unit) => unit >= 0xdc00 && unit <= 0xdfff;

/** The string of a VALUES field. */
function parseText(field) {
  if (field === "-") return "";
  const parts = [];
  let before = 0;
  for (const digits of field.split(",")) {
    if (!/^[0-9A-Fa-f]+$/.test(digits)) throw new Unsupported("field");
    const value = parseInt(digits, 16);
    if (value > MAX_CODE_POINT) throw new Unsupported("value above U+10FFFF");
    if (isLead(before) && isTrail(value)) throw new Unsupported("surrogates that UTF-16 joins");
    parts.push(String.fromCodePoint(value));
    before = value;
  }
  return parts.join("");
}

/** The pieces of a BYTES field, or its one piece. */
function parsePieces(field) {
  if (field === "-") return [Buffer.alloc(0)];
  return field.split("/").map((piece) => {
    if (piece.length % 2 || !/^[0-9A-Fa-f]*$/.test(piece)) throw new Unsupported("field");
    return Buffer.from(piece, "hex");
  });
}

const formatBytes = (bytes) => Buffer.from(bytes).toString("hex").toUpperCase() || "-";

const formatText = (text) =>
  Array.from(text, (character) => character.codePointAt(0).toString(16).toUpperCase()).join(",") || "-";

function ask(codec, operation, field) {
  try {
    if (operation === "encode") return "ok " + formatBytes(codec.encode(parseText(field)));
    if (operation === "decode") return "ok " + formatText(codec.decode(parsePieces(field)));
    return "unsupported operation";
  } catch (fault) {
    if (fault instanceof Unsupported) return "unsupported " + fault.message;
    if (fault instanceof TypeError || fault instanceof RangeError) return "reject - " + fault.message;
    throw fault;
  }
}

/** The reply to a line, with its end; nothing where there is no id to reply to. */
function answer(line, codecs, features) {
  const [id, operation, encoding, field, ...rest] = line.split(" ");
  if (!/^[0-9]+$/.test(id) || operation === undefined) {
    process.stderr.write(`no request: ${line.slice(0, 80)}\n`);
    return "";
  }
  const request = field !== undefined && rest.length === 0;
  if (line === `${id} hello 1`) return `${id} ok 1 ${[[...codecs.keys()].join(","), ...features].join(" ")}\n`;
  if (!request) return `${id} unsupported request\n`;
  if (!codecs.has(encoding)) return `${id} unsupported encoding\n`;
  return `${id} ${ask(codecs.get(encoding), operation, field)}\n`;
}

/** Answers each block of input in one go, so that no reply waits while no input does. */
function serve(codecs, features = []) {
  let unfinished = [];
  process.stdin.setEncoding("latin1").on("data", (block) => {
    const lines = block.split("\n");
    unfinished.push(lines.shift());
    if (lines.length === 0) return;
    lines.unshift(unfinished.join(""));
    unfinished = [lines.pop()];
    process.stdout.write(lines.map((line) => answer(line, codecs, features)).join(""));
  });
}

module.exports = { serve, Unsupported };
