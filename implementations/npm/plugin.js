#!/usr/bin/env node
// A library of npm, asked through version 1 of the plug-in protocol.
//
//     plugin LIBRARY             answer requests
//     plugin LIBRARY --version   tell the library's version
//
// libraries/LIBRARY.js has, or promises, the package's name and what the protocol's `serve` is given.

"use strict";

const path = require("path");
const { serve } = require("../protocol/javascript/protocol.js");

function version(library) {
  const { name, version } = require(path.join(__dirname, "node_modules", library.package, "package.json"));
  return `${name} ${version}`;
}

async function main(name, option) {
  const library = await require(path.join(__dirname, "libraries", `${name}.js`));
  if (option === "--version") console.log(version(library));
  else serve(library);
}

main(...process.argv.slice(2));
