// Version 1 of the plug-in protocol, for codecs of values.
//
// A codec has encode(values), which takes BigInts and gives bytes, and decode(pieces), which takes a list of byte arrays
// and gives values, as numbers or BigInts. strings.js makes one of a library whose texts are strings.

"use strict";

/** What a library cannot hold, or cannot be asked. */
class Unsupported extends Error {}

function parseValues(field) {
  if (field === "-") return [];
  return field.split(",").map((digits) => {
    if (!/^[0-9A-Fa-f]+$/.test(digits)) throw new Unsupported("field");
    return BigInt(`0x${digits}`);
  });
}

function parsePieces(field) {
  if (field === "-") return [Buffer.alloc(0)];
  return field.split("/").map((piece) => {
    if (piece.length % 2 || !/^[0-9A-Fa-f]*$/.test(piece)) throw new Unsupported("field");
    return Buffer.from(piece, "hex");
  });
}

const hexadecimal = (value) => value.toString(16).toUpperCase();

const formatValues = (values) => Array.from(values, hexadecimal).join(",") || "-";
const formatBytes = (bytes) => Buffer.from(bytes).toString("hex").toUpperCase() || "-";

/**
 * Answers on standard output what is asked on standard input.
 *
 * `codecs` has the codecs by the ids of their encodings. An error of which `rejects` says that it is the library's word
 * on what is ill-formed is a rejection; any other ends the program, as a crash. Where `chunks` is false, decode is only
 * given one piece.
 */
function serve({ codecs, rejects, chunks }) {
  const hello = `ok 1 ${Object.keys(codecs)}${chunks ? " chunks" : ""}`;

  function perform(codec, operation, field) {
    if (operation === "encode") return formatBytes(codec.encode(parseValues(field)));
    if (operation !== "decode") throw new Unsupported("operation");
    const pieces = parsePieces(field);
    if (pieces.length > 1 && !chunks) throw new Unsupported("pieces");
    return formatValues(codec.decode(pieces));
  }

  function reply(words) {
    if (words.join(" ") === "hello 1") return hello;
    const [operation, encoding, field] = words;
    if (words.length !== 3) return "unsupported request";
    if (!Object.hasOwn(codecs, encoding)) return "unsupported encoding";
    try {
      return `ok ${perform(codecs[encoding], operation, field)}`;
    } catch (error) {
      const text = String(error.message).replace(/[^ -~]/g, "?");
      if (error instanceof Unsupported) return `unsupported ${text}`;
      if (rejects(error)) return `reject - ${text}`;
      throw error;
    }
  }

  /** The reply to a line, with its end; nothing where there is no id to reply to. */
  function answer(line) {
    const [id, ...words] = line.split(" ");
    if (/^[0-9]+$/.test(id)) return `${id} ${reply(words)}\n`;
    process.stderr.write(`no request: ${line.slice(0, 80)}\n`);
    return "";
  }

  // Each block of input is answered in one go, so that no reply waits while no input does.
  let unfinished = [];
  process.stdin.setEncoding("latin1").on("data", (block) => {
    const lines = block.split("\n");
    unfinished.push(lines.shift());
    if (lines.length === 0) return;
    lines.unshift(unfinished.join(""));
    unfinished = [lines.pop()];
    process.stdout.write(lines.map(answer).join(""));
  });
}

module.exports = { serve, Unsupported };
