// asn1js, an ECMAScript module: its ObjectIdentifier, and for the tag and the length its OctetString with the tag of an
// object identifier.

"use strict";

const { arcs } = require("./arcs.js");
const { Unsupported } = require("../../protocol/javascript/protocol.js");

const OID_TAG = 0x06;
const STRING_TAG = 0x04;

class IllFormed extends Error {}

const tagged = (bytes, tag) => Buffer.concat([Buffer.of(tag), Buffer.from(bytes).subarray(1)]);

function codec({ fromBER, ObjectIdentifier, OctetString }) {
  // asn1js tells of an error in its result.
  function read(bytes) {
    const { offset, result } = fromBER(bytes);
    if (offset < 0) throw new IllFormed(result.error);
    return result;
  }

  function encode(dotted) {
    return Buffer.from(read(tagged(new ObjectIdentifier({ value: dotted }).toBER(), STRING_TAG)).getValue());
  }

  // It tells also of an arc that it does not make a number of, and gives its bytes.
  function decode(contents) {
    const identifier = read(tagged(new OctetString({ valueHex: contents }).toBER(), OID_TAG));
    const given = identifier.valueBlock.value.find(({ isHexOnly }) => isHexOnly);
    if (given) throw new Unsupported(given.warnings.join(", "));
    return identifier.getValue();
  }

  return arcs("1.3", encode, decode);
}

module.exports = import("asn1js").then((asn1js) => ({
  package: "asn1js",
  codecs: { "kim-count": codec(asn1js) },
  rejects: (error) => error instanceof IllFormed,
  chunks: false,
}));
