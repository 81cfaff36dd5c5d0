// What uses all types of the package, so that tsc checks them.
import { encodings, load, version, type Encoding, type Ok, type Reject, type Vector } from "encoding-conformance-vectors";

const utf8: Encoding = load("utf-8");
const vectors: readonly Vector<Uint8Array, bigint[]>[] = utf8.decode;
const passes: boolean[] = vectors.map((each) => each.permitsResult([0x41]) || each.permitsResult([0x41n]) || each.permitsRejection(0));
const permitted: readonly (Ok<Uint8Array> | Reject)[] = utf8.encode[0].permitted;
const offsets: (number | null)[] = permitted.map((each) => (each.outcome === "ok" ? each.result.length : each.offset));
const words: string[] = [version, ...encodings(), utf8.title, ...vectors[0].requirements.map((each) => each.sentence)];
// @ts-expect-error: encode gets values
const bytes: Uint8Array = utf8.encode[0].input;
console.log(passes, offsets, words, bytes, vectors[0].mayRefuse || vectors[0].permitsRejection());
