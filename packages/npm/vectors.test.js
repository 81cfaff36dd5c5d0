import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { encodings, load, version } from "encoding-conformance-vectors";

const manifest = JSON.parse(readFileSync(new URL("data/export.json", import.meta.url), "utf-8"));
const own = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf-8"));

test("every test vector is loaded", () => {
  assert.equal(version, own.version);
  assert.deepEqual(encodings(), manifest.encodings.map((each) => each.id));
  for (const each of manifest.encodings) {
    const { decode, encode } = load(each.id);
    assert.equal(decode.length + encode.length, each.vectors);
  }
});

test("another encoding is an error that names those there are", () => {
  assert.throws(() => load("utf-9"), /no encoding "utf-9"; there are ascii, .*utf-8/);
});

test("TextDecoder and TextEncoder pass those of UTF-8", () => {
  const { decode, encode } = load("utf-8");
  for (const vector of decode) {
    let text;
    try {
      text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(vector.input);
    } catch {
      assert(vector.permitsRejection(), vector.id);
      continue;
    }
    assert(vector.permitsResult(Array.from(text, (char) => char.codePointAt(0))), vector.id);
  }
  // TextEncoder replaces a surrogate, so it rejects nothing.
  for (const vector of encode.filter((each) => each.permitted.every((outcome) => outcome.outcome === "ok"))) {
    const text = vector.input.map((value) => String.fromCodePoint(Number(value))).join("");
    assert(vector.permitsResult(new TextEncoder().encode(text)), vector.id);
  }
});

test("a decoder that replaces fails", () => {
  const failed = load("utf-8").decode.filter((vector) =>
    !vector.permitsResult(Array.from(new TextDecoder("utf-8", { ignoreBOM: true }).decode(vector.input), (char) => char.codePointAt(0))));
  assert(failed.some((vector) => vector.id === "utf-8/surrogate-first-high"));
  assert(failed.every((vector) => vector.permitted[0].outcome === "reject"));
});
