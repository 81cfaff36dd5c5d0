// asn1.js: its objid, and for the tag and the length its octstr with the tag of an object identifier.

"use strict";

const asn1 = require("asn1.js");
const { arcs } = require("./arcs.js");

const OID_TAG = 0x06;
const STRING_TAG = 0x04;

const Identifier = asn1.define("Identifier", function () { this.objid(); });
const Contents = asn1.define("Contents", function () { this.octstr(); });

const tagged = (bytes, tag) => Buffer.concat([Buffer.of(tag), bytes.subarray(1)]);

const encode = (dotted) => Contents.decode(tagged(Identifier.encode(dotted.split("."), "der"), STRING_TAG), "der");
const decode = (contents) => Identifier.decode(tagged(Contents.encode(contents, "der"), OID_TAG), "der").join(".");

module.exports = {
  package: "asn1.js",
  codecs: { "kim-count": arcs("1.3", encode, decode) },
  rejects: (error) => error.name === "ReporterError",
  chunks: false,
};
