#!/usr/bin/env node
// A library of npm, asked through version 1 of the plug-in protocol.
//
//     plugin LIBRARY             answer requests
//     plugin LIBRARY --version   tell the library's version
//
// libraries/LIBRARY.js has (or promises) the package's name, the codecs by their encoding ids, and what of the library's errors is a
// rejection. A codec's encode takes values as BigInts and gives bytes; its decode takes bytes and gives values. Where
// it also has decodePieces, which takes the bytes in pieces, the plug-in offers "chunks".

const path = require("path");
const { Unsupported } = require("./libraries/unsupported.js");

const [LIBRARY, option] = process.argv.slice(2);
let library;

const parsers = {
  encode: (field) => (field === "-" ? [] : field.split(",").map((digits) => BigInt(`0x${digits}`))),
  decode: (field) => (field === "-" ? [""] : field.split("/")).map((digits) => Buffer.from(digits, "hex")),
};

const operations = {
  encode: (codec, values) => Buffer.from(codec.encode(values)).toString("hex"),
  decode: (codec, pieces) => hexadecimal(pieces.length > 1 ? codec.decodePieces(pieces) : codec.decode(pieces[0])),
};

const hexadecimal = (values) => Array.from(values, (value) => value.toString(16)).join(",");

function hello() {
  const codecs = Object.values(library.codecs);
  const chunks = codecs.every((codec) => codec.decodePieces) ? " chunks" : "";
  return `ok 1 ${Object.keys(library.codecs)}${chunks}`;
}

// The reply to a request, without the id. What the library throws is its verdict, or a crash.
function answer(operation, encoding, field) {
  if (operation === "hello") return hello();
  const codec = library.codecs[encoding];
  if (!codec) return "unsupported encoding";
  try {
    return `ok ${operations[operation](codec, parsers[operation](field)) || "-"}`;
  } catch (error) {
    const text = String(error.message).replace(/[^ -~]/g, "?");
    if (error instanceof Unsupported) return `unsupported ${text}`;
    if (library.rejects(error)) return `reject - ${text}`;
    throw error;
  }
}

// Reads as much as there is and answers it in one go, so that no reply waits while no input does.
function serve() {
  let unfinished = "";
  process.stdin.setEncoding("latin1").on("data", (input) => {
    const lines = (unfinished + input).split("\n");
    unfinished = lines.pop();
    const replies = lines.map((line) => {
      const [id, ...request] = line.split(" ");
      return `${id} ${answer(...request)}\n`;
    });
    process.stdout.write(replies.join(""));
  });
}

function version() {
  const { name, version } = require(path.join(__dirname, "node_modules", library.package, "package.json"));
  return `${name} ${version}`;
}

async function main() {
  library = await require(path.join(__dirname, "libraries", `${LIBRARY}.js`));
  if (option === "--version") console.log(version());
  else serve();
}

main();
