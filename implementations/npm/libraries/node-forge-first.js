// node-forge, asked for the first subidentifier as well.

"use strict";

module.exports = require("./node-forge.js").first;
