// Early versions of Bun lose a part of what a program writes to standard output at once. Here, it is written until all is.

"use strict";

const { writeSync } = require("fs");

const STANDARD_OUTPUT = 1;

process.stdout.write = (text) => {
  let bytes = Buffer.from(text);
  while (bytes.length > 0) bytes = bytes.subarray(writeSync(STANDARD_OUTPUT, bytes));
  return true;
};
