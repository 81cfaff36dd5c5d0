// asn1: Ber.Writer's writeOID and Ber.Reader's readOID. The writer wants four arcs or more.

"use strict";

const { Ber } = require("asn1");
const { arcs } = require("./arcs.js");

function encode(dotted) {
  const writer = new Ber.Writer();
  writer.writeOID(dotted);
  return new Ber.Reader(writer.buffer).readString(Ber.OID, true);
}

function decode(contents) {
  const writer = new Ber.Writer();
  writer.writeBuffer(contents, Ber.OID);
  return new Ber.Reader(writer.buffer).readOID();
}

module.exports = {
  package: "asn1",
  codecs: { "kim-count": arcs("1.3.0.0", encode, decode) },
  rejects: (error) => error.name === "InvalidAsn1Error",
  chunks: false,
};
