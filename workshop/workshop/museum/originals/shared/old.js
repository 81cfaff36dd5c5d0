// The plug-in protocol for programs of JavaScript that are older than BigInt, for codecs of strings in UTF-8.

"use strict";

const MAX_CODE_POINT = 0x10ffff;

/** The answer to values that no string holds: above 10FFFF, or with surrogates that a string would join. */
class Unsupported extends Error {}

function stringOf(field) {
  const values = field === "-" ? [] : field.split(",").map((digits) => parseInt(digits, 16));
  if (values.some((value) => value > MAX_CODE_POINT)) throw new Unsupported("value above U+10FFFF");
  const string = values.map((value) => String.fromCodePoint(value)).join("");
  if (Array.from(string).length < values.length) throw new Unsupported("surrogates that UTF-16 joins");
  return string;
}

const hexadecimal = (bytes) => bytes.toString("hex").toUpperCase() || "-";
const valuesOf = (string) => Array.from(string, (each) => each.codePointAt(0).toString(16).toUpperCase()).join(",") || "-";
const piecesOf = (field) => (field === "-" ? [""] : field.split("/")).map((piece) => Buffer.from(piece, "hex"));

/** Answers requests with an encoder of strings, and a decoder of a list of chunks, which never rejects. */
function serve(encode, decode) {
  function answer(line) {
    const words = line.split(" ");
    if (words[1] === "hello") return "ok 1 utf-8 chunks";
    try {
      return `ok ${words[1] === "encode" ? hexadecimal(encode(stringOf(words[3]))) : valuesOf(decode(piecesOf(words[3])))}`;
    } catch (error) {
      if (error instanceof Unsupported) return `unsupported ${error.message}`;
      throw error;
    }
  }

  // Blocks without the end of a line are kept apart until there is one, so that a long line is put together once.
  let unfinished = [];
  process.stdin.setEncoding("utf8").on("data", (block) => {
    const lines = block.split("\n");
    unfinished.push(lines.shift());
    if (lines.length === 0) return;
    lines.unshift(unfinished.join(""));
    unfinished = [lines.pop()];
    process.stdout.write(lines.map((line) => `${line.split(" ")[0]} ${answer(line)}\n`).join(""));
  });
}

module.exports = { serve };
