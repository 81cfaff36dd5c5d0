// Checks a codec with exported test vectors: node loader.mjs DIR ascii
import { readFileSync } from "node:fs";

class Rejection extends Error {
  constructor(offset) {
    super();
    this.offset = offset;
  }
}

// Your codec goes here; this one is ASCII. Bytes and values are lists of BigInt.
function decode(bytes) {
  const offset = bytes.findIndex((byte) => byte > 0x7F);
  if (offset >= 0) throw new Rejection(offset);
  return bytes;
}

const encode = decode;

function quit(message) {
  console.error(message);
  process.exit(2);
}

const [folder, encoding] = process.argv.slice(2);
if (!encoding) quit("usage: node loader.mjs DIR ENCODING");

function read(file) {
  try {
    return readFileSync(`${folder}/${file}`, "utf-8");
  } catch {
    quit(`cannot read ${folder}/${file}`);
  }
}

// The numbers of an input or result, in the notation of the test vectors.
const sequence = (text, file) =>
  (file ? read(file) : text).split(/\s+/).filter(Boolean).flatMap((token) => {
    const [digits, times = 1] = token.split("*");
    return Array(Number(times)).fill(BigInt("0x" + digits.replace(/(.)\{(\d+)\}/g, (_, digit, count) => digit.repeat(count))));
  });

function outcome(vector) {
  try {
    const input = sequence(vector.input, vector.input_file);
    return { result: vector.operation === "decode" ? decode(input) : encode(input) };
  } catch (error) {
    if (error instanceof Rejection) return { offset: error.offset };
    throw error;
  }
}

// Whether the codec does what a test vector permits.
function passes(vector) {
  const came = outcome(vector);
  if (!came.result && vector.may_refuse) return true;
  return vector.permitted.some((due) => {
    if (due.outcome === "reject") return !came.result && [null, came.offset].includes(due.offset);
    const result = sequence(due.result, due.result_file);
    return came.result?.length === result.length && result.every((number, i) => number === came.result[i]);
  });
}

const vectors = read(`${encoding}.jsonl`).trim().split("\n").map((line) => JSON.parse(line));
const failed = vectors.filter((vector) => !passes(vector));
for (const vector of failed) console.log("FAIL", vector.id, vector.operation, vector.input ?? vector.input_file);
console.log(`${vectors.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;
