"""Mutants of modified UTF-8. CESU-8 has the mutants of surrogate pairs."""

from collections.abc import Sequence

from mutants import calls, general
from mutants.cesu_8 import as_utf_8, from_utf_8
from mutants.methods import Decode, Encode
from mutants.mutant import Planted
from mutants.planting import altered, exchanged, rewritten
from reference_codecs import CODECS, Rejection

ID = "modified-utf-8"
NUL_WRITTEN = "return TWO_BYTES if value == NUL else super().encode_value(value)"
BYTE_00 = "if data[position] == NUL:"
NUL_READ = "if data.startswith(TWO_BYTES, position):"


def as_cesu_8(_: Encode, values: Sequence[int]) -> bytes:
    return CODECS["cesu-8"].encode(values)


def from_cesu_8(_: Decode, data: bytes) -> list[int]:
    return CODECS["cesu-8"].decode(data)


def nul_left_out(encode: Encode, values: Sequence[int]) -> bytes:
    return encode([value for value in values if value])


def overlong_read(decode: Decode, data: bytes) -> list[int]:
    """Accepts two bytes for any value below 80, as Java's streams do."""
    for byte in range(1, 0x80):
        data = data.replace(bytes((0xC0 + (byte >> 6), 0x80 + (byte & 0x3F))), bytes((byte,)))
    return decode(data)


def read_with_replacements(decode: Decode, data: bytes) -> list[int]:
    """Reads a surrogate that is not in a pair as U+FFFD."""
    try:
        return decode(data)
    except Rejection as rejection:
        if rejection.reason != "surrogate":
            raise
        start = rejection.start
        return [*decode(data[:start]), 0xFFFD, *read_with_replacements(decode, data[start + 3 :])]


PLANTED = {
    # NUL
    "cesu-8-both-ways": Planted(altered(ID, encode=as_cesu_8, decode=from_cesu_8), "utf-8-variants/nul"),
    "nul-in-one-byte-when-encoded": Planted(altered(ID, encode=as_cesu_8), "utf-8-variants/nul"),
    "nul-left-out": Planted(altered(ID, encode=nul_left_out), "utf-8-variants/nul"),
    "nul-ends-the-text": Planted(altered(ID, decode=general.nul_ends_the_text), "utf-8-variants/nul"),
    "nul-in-two-bytes-refused": Planted(rewritten(ID, (NUL_READ, "if False:")), "utf-8-variants/nul"),
    "byte-00-read-too": Planted(
        rewritten(ID, (BYTE_00, f"if data[position] == NUL:\n    return NUL, position + 1\n{BYTE_00}")), "utf-8-variants/nul"
    ),
    "nul-read-from-c0-alone": Planted(
        rewritten(ID, (NUL_READ, "if data.startswith(TWO_BYTES[:1], position):")),
        "utf-8-variants/nul",
        "utf-8-variants/trail-bytes",
    ),
    # Lengths, pairs, and the four bytes of UTF-8
    "overlong-read-in-two-bytes": Planted(altered(ID, decode=overlong_read), "utf-8-variants/shortest-form"),
    "80-and-7f-exchanged": Planted(exchanged(ID, 0x80, 0x7F), "utf-8-variants/one-byte", "utf-8-variants/two-bytes"),
    "800-and-7ff-exchanged": Planted(exchanged(ID, 0x800, 0x7FF), "utf-8-variants/three-bytes", "utf-8-variants/same-as-utf-8"),
    "utf-8-both-ways": Planted(
        altered(ID, encode=as_utf_8, decode=from_utf_8), "utf-8-variants/six-bytes", "utf-8-variants/code-units"
    ),
    "four-bytes-read-too": Planted(
        altered(ID, decode=lambda decode, data: decode(data.replace(b"\xf0\x9f\x91\xa9", b"\xed\xa0\xbd\xed\xb1\xa9"))),
        "utf-8-variants/no-four-bytes",
    ),
    "plane-0-only": Planted(altered(ID, **general.refused_beyond(16)), "utf-8-variants/six-bytes"),
    # Surrogates, which may be refused, but not changed
    "surrogates-read-as-fffd": Planted(altered(ID, decode=read_with_replacements), "utf-8-variants/surrogates"),
    "surrogates-written-as-fffd": Planted(altered(ID, encode=general.surrogates_replaced), "utf-8-variants/surrogates"),
    # Trail bytes and values
    "truncated-end-dropped": Planted(altered(ID, decode=general.truncated_end_dropped), "utf-8-variants/trail-bytes"),
    "5c-and-yen-exchanged": Planted(exchanged(ID, 0x5C, 0xA5), "utf-8-variants/ascii"),
    # From one call or chunk to the next
    "rejection-remembered": Planted(calls.RejectionRemembered(ID), "common/initial-state"),
}

MUTANTS = {ID: PLANTED}
