// node-forge: asn1.oidToDer and asn1.derToOid, which work on contents.

"use strict";

const { asn1 } = require("node-forge");
const { arcs } = require("./arcs.js");
const { Unsupported } = require("../../protocol/javascript/protocol.js");

// Runs a function of forge's; what it says of its limits is no rejection.
function limited(run) {
  try {
    return run();
  } catch (error) {
    throw /too large/.test(error.message) ? new Unsupported(error.message) : error;
  }
}

const codec = arcs(
  "1.3",
  (dotted) => limited(() => Buffer.from(asn1.oidToDer(dotted).getBytes(), "latin1")),
  (contents) => limited(() => asn1.derToOid(contents.toString("latin1"))),
);

module.exports = {
  package: "node-forge",
  codecs: { "kim-count": codec },
  rejects: (error) => error.constructor === Error,
  chunks: false,
};
