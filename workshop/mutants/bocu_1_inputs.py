"""Mutants of BOCU-1 that treat a whole input wrongly."""

from collections.abc import Sequence

from mutants import general
from mutants.bocu_1 import ID
from mutants.general import wrapped_when_decoded, wrapped_when_encoded
from mutants.methods import Decode, Encode
from mutants.mutant import Planted
from mutants.planting import altered, as_surrogates, exchanged
from reference_codecs import CODECS, Rejection


def only_encoder_output(decode: Decode, data: bytes) -> list[int]:
    """Rejects well-formed bytes that the encoder would not write."""
    values = decode(data)
    if CODECS[ID].encode(values) != data:
        raise Rejection("overlong", data, 0)
    return values


def surrogates_refused(encode: Encode, values: Sequence[int]) -> bytes:
    for index, value in enumerate(values):
        if 0xD800 <= value <= 0xDFFF:
            raise Rejection("surrogate", [value], index)
    return encode(values)


def ascii_as_itself(encode: Encode, values: Sequence[int]) -> bytes:
    """Writes each visible ASCII character as its own byte."""
    return b"".join(bytes([value]) if 0x20 < value < 0x7F else encode([value]) for value in values)


def joined_pairs_lost(encode: Encode, values: Sequence[int]) -> bytes:
    """Writes two surrogates for each code point above U+FFFF."""
    return encode(as_surrogates(values))


PLANTED = {
    "written-as-utf-32": Planted(CODECS["utf-32-be"], "bocu-1/small-differences-short"),
    "only-what-encode-gives-read": Planted(altered(ID, decode=only_encoder_output), "bocu-1/reset-breaks-order"),
    "surrogates-refused": Planted(altered(ID, encode=surrogates_refused), "bocu-1/any-code-points"),
    "ill-formed-replaced": Planted(altered(ID, decode=general.ill_formed_replaced), "bocu-1/illegal-reported"),
    "ill-formed-skipped": Planted(altered(ID, decode=general.ill_formed_skipped), "bocu-1/illegal-reported"),
    "rejected-at-the-byte-that-shows-it": Planted(altered(ID, decode=general.rejected_at_the_end), "common/first-fault"),
    "truncated-end-dropped-of-two-bytes": Planted(altered(ID, decode=general.truncated_end_dropped_of(2)), "bocu-1/truncated"),
    "truncated-end-dropped-of-three-bytes": Planted(altered(ID, decode=general.truncated_end_dropped_of(3)), "bocu-1/truncated"),
    "16-bit-wrap-when-decoded": Planted(wrapped_when_decoded(ID, 16), "bocu-1/same-as-decoding"),
    "fffd-taken-for-a-fault": Planted(altered(ID, decode=general.replacement_taken_for_a_fault), "bocu-1/reverses-encoding"),
    "16-bit-wrap-when-encoded": Planted(wrapped_when_encoded(ID, 16), "bocu-1/any-code-points"),
    "21-bit-wrap-when-encoded": Planted(wrapped_when_encoded(ID, 21), "bocu-1/code-point-range"),
    "surrogates-written-for-higher-planes": Planted(altered(ID, encode=joined_pairs_lost), "bocu-1/supplementary-by-code-point"),
    "mark-written": Planted(altered(ID, encode=general.mark_written), "bocu-1/signature"),
    "written-as-utf-8": Planted(CODECS["utf-8"], "bocu-1/difference", "bocu-1/stateful", "bocu-1/boundaries-not-found"),
    "ascii-as-itself": Planted(altered(ID, encode=ascii_as_itself), "bocu-1/ascii-not-transparent", "bocu-1/r4-others"),
    "3040-and-303f-exchanged": Planted(exchanged(ID, 0x3040, 0x303F), "bocu-1/same-as-encoding"),
    "unencodable-dropped": Planted(altered(ID, encode=general.unencodable_dropped), "bocu-1/code-point-range"),
}

MUTANTS = {ID: PLANTED}
