"""Mutants of ASCII and code page 437, and mutants that any code page can have."""

import unicodedata
from collections.abc import Mapping, Sequence

from mutants import general
from mutants.general import wrapped_when_encoded
from mutants.methods import Decode, Encode
from mutants.mutant import Planted
from mutants.planting import altered, exchanged, mapped
from reference_codecs import CODECS, Rejection
from reference_codecs.ascii import with_parity
from reference_codecs.single_byte import SingleByte, table

CASES = {value: value ^ 0x20 for value in [*range(0x41, 0x5B), *range(0x61, 0x7B)]}
DIGITS_FROM_1 = {0x30 + digit: 0x30 + (digit + 1) % 10 for digit in range(10)}
TYPOGRAPHIC_MARKS = {0x2013: 0x2D, 0x2018: 0x27, 0x2019: 0x27, 0x201C: 0x22, 0x201D: 0x22, 0x2026: 0x2E}
PICTURES = {0x263A: 0x01, 0x263B: 0x02, 0x2665: 0x03}
"""The pictures that code page 437 shows on a screen for some control characters, with the bytes of these characters."""


def characters_of(id: str) -> dict[int, int]:
    """Returns the table of a code page of the reference, or of Python's."""
    codec = CODECS.get(id)
    return codec.characters if isinstance(codec, SingleByte) else table(id)


def page(id: str, changes: Mapping[int, int | None]) -> SingleByte:
    """Returns a code page with these characters for these bytes. A byte whose character is None becomes unassigned."""
    characters = {**characters_of(id), **changes}
    return SingleByte({byte: character for byte, character in characters.items() if character is not None})


def vendor_page(id: str) -> SingleByte:
    """Returns the code page of a vendor, for use under another name."""
    return SingleByte(table(id))


def read_across(id: str) -> SingleByte:
    """Returns a codec whose table was read by rows although it is printed by columns of sixteen bytes."""
    return SingleByte({(byte & 0xF) << 4 | byte >> 4: character for byte, character in characters_of(id).items()})


def rows_exchanged(id: str, one: int, other: int) -> SingleByte:
    """Returns a codec that exchanges two rows of sixteen bytes."""
    rows = {one: other, other: one}
    return SingleByte(
        {rows.get(byte & 0xF0, byte & 0xF0) | byte & 0xF: character for byte, character in characters_of(id).items()}
    )


def base_letters_written(encode: Encode, values: Sequence[int]) -> bytes:
    """Writes the first character of the decomposition of each character that cannot be encoded."""
    try:
        return encode(values)
    except Rejection as rejection:
        index = rejection.start
        unencodable = values[index]
        base = ord(unicodedata.normalize("NFKD", chr(unencodable))[0]) if unencodable <= 0x10FFFF else unencodable
        if base == unencodable:
            raise
        return base_letters_written(encode, [*values[:index], base, *values[index + 1 :]])


def typographic_marks_made_ascii(encode: Encode, values: Sequence[int]) -> bytes:
    """Writes the ASCII character for each dash, quotation mark or ellipsis that cannot be encoded."""
    try:
        return encode(values)
    except Rejection as rejection:
        index = rejection.start
        if values[index] not in TYPOGRAPHIC_MARKS:
            raise
        made = [*values[:index], TYPOGRAPHIC_MARKS[values[index]], *values[index + 1 :]]
        return typographic_marks_made_ascii(encode, made)


def of_any_page(id: str, one_byte: str, table_is: str, unencodable: str, ascii_half: str) -> dict[str, Planted]:
    """Returns the mutants that every code page can have, with the requirements that they break in this one. Two bytes for
    each character and a table read across also change the bytes of ASCII."""
    return {
        "written-in-two-bytes": Planted(CODECS["utf-16-be"], one_byte, ascii_half),
        "table-read-across": Planted(read_across(id), table_is, ascii_half),
        "rows-e0-and-f0-exchanged": Planted(rows_exchanged(id, 0xE0, 0xF0), table_is),
        "base-letters-of-unencodable-ones": Planted(altered(id, encode=base_letters_written), unencodable),
        "unencodable-made-question-marks": Planted(altered(id, encode=general.unencodable_made_question_marks), unencodable),
        "nul-ends-the-text": Planted(altered(id, decode=general.nul_ends_the_text), ascii_half),
        "typographic-marks-made-ascii": Planted(altered(id, encode=typographic_marks_made_ascii), unencodable),
        "empty-made-nul": Planted(altered(id, encode=general.empty_made_nul), one_byte),
        "empty-crashes": Planted(altered(id, decode=general.empty_crashes), "common/always-an-answer"),
    }


def parity_in_bit_0(encode: Encode, values: Sequence[int]) -> bytes:
    return bytes((byte << 1 & 0xFF) | byte >> 7 for byte in encode(values))


def parity_read_from_bit_0(decode: Decode, data: bytes) -> list[int]:
    return decode(bytes(byte >> 1 | (byte & 1) << 7 for byte in data))


def set_bit_taken(decode: Decode, data: bytes) -> list[int]:
    """Accepts a wrong parity bit if it is set."""
    return decode(bytes(with_parity(byte & 0x7F) if byte & 0x80 else byte for byte in data))


def clear_bit_taken(decode: Decode, data: bytes) -> list[int]:
    return decode(bytes(byte if byte & 0x80 else with_parity(byte) for byte in data))


def parity_of_six_bits(encode: Encode, values: Sequence[int]) -> bytes:
    """Calculates the parity without bit 6."""
    return bytes(byte ^ (byte & 0x40) << 1 for byte in encode(values))


MUTANTS = {
    "ascii": {
        "eighth-bit-stripped": Planted(
            altered("ascii", decode=lambda decode, data: decode(bytes(byte & 0x7F for byte in data))), "ascii/upper-half-absent"
        ),
        "upper-half-read": Planted(altered("ascii", decode=lambda decode, data: list(data)), "ascii/upper-half-absent"),
        "upper-half-written": Planted(CODECS["iso-8859-1"], "ascii/seven-bits"),
        "7f-refused": Planted(page("ascii", {0x7F: None}), "ascii/delete"),
        "base-letters-of-unencodable-ones": Planted(altered("ascii", encode=base_letters_written), "ascii/other-letters"),
        "ignorables-dropped": Planted(altered("ascii", encode=general.ignorables_dropped), "ascii/seven-bits"),
        "7-bit-wrap-when-encoded": Planted(wrapped_when_encoded("ascii", 7), "ascii/seven-bits"),
        "1a-ends-the-text": Planted(altered("ascii", decode=general.substitute_ends_the_text), "ascii/control-characters"),
        "last-line-end-stripped": Planted(altered("ascii", decode=general.last_line_end_stripped), "ascii/control-characters"),
        "backslash-and-tilde-of-a-national-set": Planted(
            page("ascii", {0x5C: 0xA5, 0x7E: 0x203E}), "ascii/symbols-between-cases", "ascii/symbols-after-letters"
        ),
        "number-sign-of-a-national-set": Planted(page("ascii", {0x23: 0xA3}), "ascii/symbols-before-digits"),
        "colon-and-semicolon-exchanged": Planted(exchanged("ascii", 0x3A, 0x3B), "ascii/symbols-after-digits"),
        "digits-from-1": Planted(page("ascii", DIGITS_FROM_1), "ascii/digits"),
        "cases-exchanged": Planted(page("ascii", CASES), "ascii/uppercase", "ascii/lowercase"),
        "table-read-across": Planted(read_across("ascii"), "ascii/plain-bytes"),
        "parity-written": Planted(CODECS["ascii-parity"], "ascii/plain-bytes"),
        "written-in-two-bytes": Planted(CODECS["utf-16-be"], "ascii/one-byte"),
        "cut-at-1024-values": Planted(altered("ascii", decode=general.cut_at(1024)), "common/any-length"),
        "empty-made-nul": Planted(altered("ascii", encode=general.empty_made_nul), "ascii/one-byte"),
        "empty-crashes": Planted(altered("ascii", decode=general.empty_crashes), "common/always-an-answer"),
    },
    "ascii-parity": {
        "parity-ignored": Planted(
            altered("ascii-parity", decode=lambda decode, data: [byte & 0x7F for byte in data]), "ascii/parity-checked"
        ),
        "set-bit-taken": Planted(altered("ascii-parity", decode=set_bit_taken), "ascii/parity-checked"),
        "clear-bit-taken": Planted(altered("ascii-parity", decode=clear_bit_taken), "ascii/parity-checked"),
        "parity-left-out": Planted(CODECS["ascii"], "ascii/parity-of-odd"),
        "parity-odd": Planted(
            altered(
                "ascii-parity",
                encode=lambda encode, values: bytes(byte ^ 0x80 for byte in encode(values)),
                decode=lambda decode, data: decode(bytes(byte ^ 0x80 for byte in data)),
            ),
            "ascii/parity-of-even",
            "ascii/parity-of-odd",
        ),
        "parity-of-zero-odd": Planted(
            altered("ascii-parity", encode=lambda encode, values: encode(values).replace(b"\x00", b"\x80")),
            "ascii/parity-of-even",
        ),
        "parity-of-six-bits": Planted(altered("ascii-parity", encode=parity_of_six_bits), "ascii/parity-of-odd"),
        "bit-7-always-set": Planted(
            altered("ascii-parity", encode=lambda encode, values: bytes(0x80 | byte for byte in encode(values))),
            "ascii/parity-of-even",
        ),
        "parity-in-bit-0-both-ways": Planted(
            altered("ascii-parity", encode=parity_in_bit_0, decode=parity_read_from_bit_0), "ascii/parity-bit-place"
        ),
        "bad-parity-dropped": Planted(altered("ascii-parity", decode=general.ill_formed_skipped), "ascii/parity-checked"),
        "cases-exchanged": Planted(
            mapped("ascii-parity", lambda value: CASES.get(value, value), lambda value: CASES.get(value, value)),
            "ascii/uppercase",
            "ascii/lowercase",
        ),
        "7-bit-wrap-when-encoded": Planted(wrapped_when_encoded("ascii-parity", 7), "ascii/seven-bits"),
        "lookalikes-of-unencodable-letters": Planted(
            altered("ascii-parity", encode=general.lookalike_written), "ascii/other-letters"
        ),
        "empty-made-nul": Planted(altered("ascii-parity", encode=general.empty_made_nul), "ascii/one-byte"),
        "empty-crashes": Planted(altered("ascii-parity", decode=general.empty_crashes), "common/always-an-answer"),
    },
    "cp437": {
        **of_any_page("cp437", "cp437/one-byte", "cp437/upper-half", "cp437/other-characters", "cp437/ascii-half"),
        "pictures-for-controls": Planted(page("cp437", {0x01: 0x263A, 0x02: 0x263B}), "cp437/controls"),
        "pictures-written-as-controls": Planted(
            altered("cp437", encode=lambda encode, values: encode([PICTURES.get(value, value) for value in values])),
            "cp437/pictures-not-encoded",
        ),
        "last-byte-unassigned": Planted(page("cp437", {0xFF: None}), "cp437/upper-half"),
        "backslash-of-a-national-set": Planted(page("cp437", {0x5C: 0xA5}), "cp437/ascii-half"),
        "beta-for-sharp-s": Planted(page("cp437", {0xE1: 0x03B2}), "cp437/upper-half"),
        "another-page": Planted(vendor_page("cp850"), "cp437/upper-half"),
        "two-lines-exchanged": Planted(exchanged("cp437", 0x2551, 0x2550), "cp437/box-drawing"),
    },
    "cp437-pictures": {
        **of_any_page(
            "cp437-pictures",
            "cp437-pictures/one-byte",
            "cp437-pictures/upper-half",
            "cp437-pictures/other-characters",
            "cp437-pictures/ascii",
        ),
        "controls-for-pictures": Planted(CODECS["cp437"], "cp437-pictures/pictures"),
        "triangles-for-pointers": Planted(page("cp437-pictures", {0x10: 0x25B6, 0x11: 0x25C0}), "cp437-pictures/pictures"),
        "line-end-kept": Planted(page("cp437-pictures", {0x0A: 0x0A}), "cp437-pictures/pictures"),
        "no-house": Planted(page("cp437-pictures", {0x7F: 0x7F}), "cp437-pictures/pictures"),
    },
}
