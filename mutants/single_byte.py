"""Faults of ASCII and of the code pages."""

from mutants import general
from mutants.fault import Planted
from mutants.general import wrapped_when_encoded
from mutants.planting import altered, exchanged
from reference_codecs import CODECS
from reference_codecs.single_byte import SingleByte, table

C1 = range(0x80, 0xA0)


def page(id: str, changes: dict[int, int | None]) -> SingleByte:
    """A code page with other characters for some bytes; None leaves one out."""
    characters = {**table(id), **changes}
    return SingleByte({byte: character for byte, character in characters.items() if character is not None})


def vendor_page(id: str) -> SingleByte:
    """The page of a vendor that goes by the name of another."""
    return SingleByte(table(id))


def absent_read(id: str) -> SingleByte:
    """A page whose absent bytes are read as the characters of the same number."""
    codec = SingleByte(table(id))
    codec.characters = {byte: codec.characters.get(byte, byte) for byte in range(0x100)}
    return codec


FAULTS = {
    "ascii": {
        "eighth-bit-stripped": Planted(
            altered("ascii", decode=lambda decode, data: decode(bytes(byte & 0x7F for byte in data)))
        ),
        "upper-half-read": Planted(altered("ascii", decode=lambda decode, data: list(data))),
        "upper-half-written": Planted(CODECS["iso-8859-1"]),
        "7f-refused": Planted(page("ascii", {0x7F: None})),
        "foreign-made-question-marks": Planted(altered("ascii", encode=general.foreign_made_question_marks)),
        "ignorables-dropped": Planted(altered("ascii", encode=general.ignorables_dropped)),
        "7-bit-wrap-when-encoded": Planted(wrapped_when_encoded("ascii", 7)),
        "8-bit-wrap-when-encoded": Planted(wrapped_when_encoded("ascii", 8)),
        "cr-lf-made-lf": Planted(altered("ascii", decode=general.line_ends_made_one)),
        "replaced-by-fffd": Planted(altered("ascii", decode=general.ill_formed_replaced)),
        "last-line-end-stripped": Planted(altered("ascii", decode=general.last_line_end_stripped)),
        "backslash-and-tilde-of-a-national-set": Planted(page("ascii", {0x5C: 0xA5, 0x7E: 0x203E})),
    },
    "ascii-parity": {
        "parity-ignored": Planted(
            altered("ascii-parity", decode=lambda decode, data: [byte & 0x7F for byte in data])
        ),
        "parity-left-out": Planted(CODECS["ascii"]),
        "parity-odd": Planted(
            altered(
                "ascii-parity",
                encode=lambda encode, values: bytes(byte ^ 0x80 for byte in encode(values)),
                decode=lambda decode, data: decode(bytes(byte ^ 0x80 for byte in data)),
            )
        ),
        "parity-of-zero-odd": Planted(
            altered("ascii-parity", encode=lambda encode, values: encode(values).replace(b"\x00", b"\x80"))
        ),
        "bad-parity-dropped": Planted(altered("ascii-parity", decode=general.ill_formed_skipped)),
        "7-bit-wrap-when-encoded": Planted(wrapped_when_encoded("ascii-parity", 7)),
        "last-foreign-not-seen": Planted(altered("ascii-parity", encode=general.last_foreign_not_seen)),
    },
    "cp437": {
        "pictures-for-controls": Planted(page("cp437", {0x01: 0x263A, 0x02: 0x263B})),
        "beta-for-sharp-s": Planted(page("cp437", {0xE1: 0x03B2})),
        "another-page": Planted(vendor_page("cp850")),
        "two-lines-exchanged": Planted(exchanged("cp437", 0x2551, 0x2550)),
        "foreign-made-question-marks": Planted(altered("cp437", encode=general.foreign_made_question_marks)),
        "8-bit-wrap-when-encoded": Planted(wrapped_when_encoded("cp437", 8)),
        "remembered-by-too-short-a-key": Planted(general.RememberedByLength("cp437")),
    },
    "iso-8859-1": {
        "vendor's-c1": Planted(vendor_page("cp1252")),
        "c1-absent": Planted(page("iso-8859-1", {byte: None for byte in C1})),
        "ignorables-dropped": Planted(altered("iso-8859-1", encode=general.ignorables_dropped)),
        "lookalikes-of-foreign-letters": Planted(altered("iso-8859-1", encode=general.lookalike_written)),
        "8-bit-wrap-when-encoded": Planted(wrapped_when_encoded("iso-8859-1", 8)),
    },
    "iso-8859-2": {"as-part-1": Planted(CODECS["iso-8859-1"])},
    "iso-8859-3": {
        "absent-byte-read": Planted(absent_read("iso-8859-3")),
        "absent-byte-dropped": Planted(altered("iso-8859-3", decode=general.ill_formed_skipped)),
    },
    "iso-8859-4": {"two-letters-exchanged": Planted(exchanged("iso-8859-4", 0x104, 0x138))},
    "iso-8859-5": {"off-by-one-in-a-row": Planted(exchanged("iso-8859-5", 0x410, 0x411))},
    "iso-8859-6": {
        "absent-byte-read": Planted(absent_read("iso-8859-6")),
        "absent-byte-replaced": Planted(altered("iso-8859-6", decode=general.ill_formed_replaced)),
        "digits-of-its-language": Planted(
            page("iso-8859-6", {0x30 + digit: 0x660 + digit for digit in range(10)})
        ),
    },
    "iso-8859-7": {"of-1987": Planted(page("iso-8859-7", {0xA4: None, 0xA5: None, 0xAA: None}))},
    "iso-8859-8": {
        "of-1988": Planted(page("iso-8859-8", {0xFD: None, 0xFE: None})),
        "absent-byte-read": Planted(absent_read("iso-8859-8")),
    },
    "iso-8859-9": {"as-part-1": Planted(CODECS["iso-8859-1"])},
    "iso-8859-10": {"two-letters-exchanged": Planted(exchanged("iso-8859-10", 0x14A, 0x14B))},
    "iso-8859-11": {
        "vendor's-page": Planted(vendor_page("cp874")),
        "a0-absent": Planted(page("iso-8859-11", {0xA0: None})),
    },
    "iso-8859-13": {"vendor's-page": Planted(vendor_page("cp1257"))},
    "iso-8859-14": {"as-part-1": Planted(CODECS["iso-8859-1"])},
    "iso-8859-15": {
        "as-part-1": Planted(CODECS["iso-8859-1"]),
        "without-the-euro": Planted(page("iso-8859-15", {0xA4: 0xA4})),
    },
    "iso-8859-16": {"as-part-2": Planted(CODECS["iso-8859-2"])},
}
