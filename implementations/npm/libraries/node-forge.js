// node-forge: asn1.oidToDer and asn1.derToOid, which work on contents.
//
// node-forge-first.js asks the first subidentifier, with the same functions.

"use strict";

const { asn1 } = require("node-forge");
const { arcs, subidentifiers } = require("./arcs.js");
const { Unsupported } = require("../../protocol/javascript/protocol.js");

// Runs a function of forge's; what it says of its limits is no rejection.
function limited(run) {
  try {
    return run();
  } catch (error) {
    throw /too large/.test(error.message) ? new Unsupported(error.message) : error;
  }
}

const encode = (dotted) => limited(() => Buffer.from(asn1.oidToDer(dotted).getBytes(), "latin1"));
const decode = (contents) => limited(() => asn1.derToOid(contents.toString("latin1")));

const library = (codec) => ({
  package: "node-forge",
  codecs: { "kim-count": codec },
  rejects: (error) => error.constructor === Error,
  chunks: false,
});

module.exports = { ...library(arcs("1.3", encode, decode)), first: library(subidentifiers(encode, decode)) };
