import { readFileSync } from "node:fs";

const read = (file) => readFileSync(new URL(`data/${file}`, import.meta.url), "utf-8");

const manifest = JSON.parse(read("export.json"));

export const version = manifest.version;

export const encodings = () => manifest.encodings.map((encoding) => encoding.id);

export function load(encoding) {
  const found = manifest.encodings.find((each) => each.id === encoding);
  if (!found) throw new RangeError(`no encoding ${JSON.stringify(encoding)}; there are ${encodings().join(", ")}`);
  const stated = read(found.file).trimEnd().split("\n").map((line) => JSON.parse(line));
  const asked = (operation, ofInput, ofResult) =>
    stated.filter((each) => each.operation === operation).map((each) => new Vector(each, ofInput, ofResult));
  return { id: found.id, title: found.title, decode: asked("decode", bytes, values), encode: asked("encode", values, bytes) };
}

/** The numbers of a sequence in the notation of the test vectors; `stated` has it as `name`, or names the file that has it. */
function sequence(stated, name, number) {
  const numbers = [];
  for (const token of (stated[name] ?? read(stated[`${name}_file`])).split(/\s+/).filter(Boolean)) {
    const [digits, times = 1] = token.replace(/(.)\{(\d+)\}/g, (_, digit, count) => digit.repeat(count)).split("*");
    const found = number(`0x${digits}`);
    for (let left = Number(times); left > 0; left--) numbers.push(found);
  }
  return numbers;
}

const values = (stated, name) => sequence(stated, name, BigInt);

const bytes = (stated, name) => Uint8Array.from(sequence(stated, name, Number));

class Vector {
  constructor(stated, ofInput, ofResult) {
    this.id = stated.id;
    this.input = ofInput(stated, "input");
    this.permitted = stated.permitted.map((each) =>
      each.outcome === "ok" ? { outcome: "ok", result: ofResult(each, "result") } : each);
    this.mayRefuse = stated.may_refuse;
    this.note = stated.note;
    this.requirements = stated.requirements;
  }

  permitsResult(result) {
    return this.permitted.some((each) => each.outcome === "ok" && each.result.length === result.length
      && each.result.every((number, i) => number == result[i])); // a number may be a BigInt
  }

  permitsRejection(offset = null) {
    return this.mayRefuse || this.permitted.some((each) =>
      each.outcome === "reject" && (each.offset === null || offset === null || each.offset === offset));
  }
}
