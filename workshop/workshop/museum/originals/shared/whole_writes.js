// Early versions of Bun lose a part of a large write to standard output. This module writes until everything is written.

"use strict";

const { writeSync } = require("fs");

const STANDARD_OUTPUT = 1;

process.stdout.write = (text) => {
  let bytes = Buffer.from(text);
  while (bytes.length > 0) bytes = bytes.subarray(writeSync(STANDARD_OUTPUT, bytes));
  return true;
};
