// A plug-in for conform. It does ASCII: replace encode and decode with your codec. The code below them speaks
// the plug-in protocol, version 1 (docs/plug-ins.md), and can stay as it is.

"use strict";

const ENCODING = "ascii"; // the id, as in implementation.yaml

// Thrown if the input is ill-formed, with the offset of the first bad byte or the index of the first bad value.
// If your codec does not report the place, throw new Rejected().
class Rejected extends Error {
  constructor(offset = "-") {
    super("ill-formed");
    this.offset = offset;
  }
}

// YOUR CODEC. Takes an array of numbers, gives an array of bytes or a Uint8Array.
function encode(values) {
  const index = values.findIndex((value) => value > 0x7f);
  if (index >= 0) throw new Rejected(index);
  return values;
}

// YOUR CODEC. Takes a Uint8Array, gives an array of numbers.
function decode(bytes) {
  const offset = bytes.findIndex((byte) => byte > 0x7f);
  if (offset >= 0) throw new Rejected(offset);
  return Array.from(bytes);
}

// ---- The protocol.

// Numbers are exact up to 2^53; if your encoding's values are larger, write BigInt(`0x${digits}`).
const parseValues = (field) => (field === "-" ? [] : field.split(",").map((digits) => parseInt(digits, 16)));
const formatValues = (values) => values.map((value) => value.toString(16)).join(",") || "-";

const parseBytes = (field) => Buffer.from(field, "hex"); // a hyphen has none
const formatBytes = (bytes) => Buffer.from(bytes).toString("hex") || "-";

// With several encodings, hello names them all, separated by commas, and the third word says which is meant.
function reply(operation, encoding, field) {
  try {
    if (operation === "hello") return `ok 1 ${ENCODING}`;
    if (encoding !== ENCODING) return "unsupported encoding";
    if (operation === "encode") return `ok ${formatBytes(encode(parseValues(field)))}`;
    return `ok ${formatValues(decode(parseBytes(field)))}`;
  } catch (fault) {
    if (fault instanceof Rejected) return `reject ${fault.offset}`;
    throw fault;
  }
}

function answer(line) {
  const [id, ...request] = line.split(" ");
  return `${id} ${reply(...request)}\n`;
}

// Each block of input is answered in one go, so that no reply waits while no input does.
let unfinished = "";
process.stdin.setEncoding("latin1").on("data", (block) => {
  const lines = (unfinished + block).split("\n");
  unfinished = lines.pop();
  let replies = "";
  try {
    for (const line of lines) replies += answer(line);
  } finally {
    process.stdout.write(replies); // those that came before a crash tell what it came with
  }
});
