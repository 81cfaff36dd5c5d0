// Checks a codec of ASCII with the package: node ascii.mjs ENCODING LARGEST
import { load } from "encoding-conformance-vectors";

const [encoding, largest] = process.argv.slice(2);
const { decode, encode } = load(encoding);
const vectors = [...decode, ...encode];
const failed = vectors.filter((vector) => {
  const fault = vector.input.findIndex((number) => number > Number(largest));
  return !(fault < 0 ? vector.permitsResult(vector.input) : vector.permitsRejection(fault));
});
for (const vector of failed) console.log("FAIL", vector.id);
console.log(`${vectors.length - failed.length} passed, ${failed.length} failed, 0 beyond 64 bits`);
process.exitCode = failed.length > 0 ? 1 : 0;
