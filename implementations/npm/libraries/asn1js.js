// asn1js, an ECMAScript module: its ObjectIdentifier, and for the tag and the length its OctetString with the tag of an
// object identifier.

"use strict";

const { arcs } = require("./arcs.js");
const { Unsupported } = require("../../protocol/javascript/protocol.js");

const OID_TAG = 0x06;
const STRING_TAG = 0x04;

class IllFormed extends Error {}

const tagged = (bytes, tag) => Buffer.from([tag, ...Buffer.from(bytes).subarray(1)]);

function codec({ fromBER, ObjectIdentifier, OctetString }) {
  // asn1js tells of an error in its result.
  function read(bytes) {
    const { offset, result } = fromBER(bytes);
    if (offset < 0) throw new IllFormed(result.error);
    return result.getValue();
  }

  function encode(dotted) {
    return Buffer.from(read(tagged(new ObjectIdentifier({ value: dotted }).toBER(), STRING_TAG)));
  }

  function decode(contents) {
    const dotted = read(tagged(new OctetString({ valueHex: contents }).toBER(), OID_TAG));
    if (dotted.includes("{")) throw new Unsupported("an arc of more bytes than it calculates with, given as hexadecimal");
    return dotted;
  }

  return arcs("1.3", encode, decode);
}

module.exports = import("asn1js").then((asn1js) => ({
  package: "asn1js",
  codecs: { "kim-count": codec(asn1js) },
  rejects: (error) => error instanceof IllFormed,
  chunks: false,
}));
