"""Mutants of UTF-32."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mutants import calls, general
from mutants.code_points import (
    DECODER_RULE,
    ENCODER_RULE,
    RULES,
    limits_off_by_one,
    of_code_points,
    order_by_mark,
    order_by_mark_anywhere,
    pairs_joined,
    pairs_read,
    pairs_written,
    sees_only,
)
from mutants.general import truncated_end_dropped_of, when_decoded, when_encoded, wrapped_when_encoded
from mutants.methods import Encode
from mutants.mutant import Planted
from mutants.planting import altered, exchanged, rewritten
from reference_codecs import CODECS
from reference_codecs.codec import Codec

SURROGATES_WRITTEN = sees_only("out-of-range", ENCODER_RULE)
SURROGATES_READ = sees_only("out-of-range", DECODER_RULE)
TRUNCATED = 'raise Rejection("truncated", data[position:], position)'
LIMITS = {
    (0xD7FF, 0xD800): "utf-32/code-space",
    (0xD800, 0xD7FF): "utf-32/surrogates",
    (0xDFFF, 0xE000): "utf-32/surrogates",
    (0xE000, 0xDFFF): "utf-32/code-space",
    (0x10FFFF, 0x110000): "utf-32/code-space",
    (0x110000, 0x10FFFF): "utf-32/code-space",
}


def as_utf_16_units(id: str) -> Codec[Any]:
    """Returns a codec that writes each code unit of UTF-16 in four bytes."""
    faulty = rewritten(id, SURROGATES_WRITTEN, SURROGATES_READ)

    def written(encode: Encode, values: Sequence[int]) -> bytes:
        encode(values)
        return pairs_written(faulty.encode, values)

    return altered(id, encode=written, decode=lambda decode, data: pairs_read(faulty.decode, data))


def pairs_joined_when_read(id: str) -> Codec[Any]:
    faulty = rewritten(id, SURROGATES_READ)
    return altered(id, decode=lambda decode, data: pairs_read(faulty.decode, data))


def of_order(id: str, other: str, required: str) -> dict[str, Planted]:
    """Returns the mutants of UTF-32 in one byte order. Mutants that use the `other` order break `required`."""
    return {
        **of_code_points(id, "utf-32"),
        **limits_off_by_one(id, LIMITS, RULES),
        # Four bytes
        "three-bytes": Planted(rewritten(id, ("LENGTH = 32 // 8", "LENGTH = 3")), "utf-32/four-bytes"),
        "eight-bytes": Planted(rewritten(id, ("LENGTH = 32 // 8", "LENGTH = 8")), "utf-32/four-bytes"),
        "units-of-utf-16-in-four-bytes": Planted(as_utf_16_units(id), "utf-32/four-bytes", "utf-32/fixed-width"),
        "16-bit-wrap-when-encoded": Planted(wrapped_when_encoded(id, 16), "utf-32/value-itself"),
        "d7ff-and-e000-exchanged": Planted(exchanged(id, 0xD7FF, 0xE000), "utf-32/value-itself"),
        "eight-upper-bits-not-looked-at": Planted(
            rewritten(id, (DECODER_RULE, f"value &= 0xFFFFFF\n{DECODER_RULE}")), "utf-32/leading-zeros"
        ),
        "eleven-upper-bits-not-looked-at": Planted(
            rewritten(id, (DECODER_RULE, f"value &= 0x1FFFFF\n{DECODER_RULE}")), "utf-32/leading-zeros"
        ),
        "highest-bit-taken-for-a-sign": Planted(
            rewritten(id, (DECODER_RULE, f"value = abs(value - (value >> 31 << 32))\n{DECODER_RULE}")), "utf-32/leading-zeros"
        ),
        # Surrogates, and values above 10FFFF
        "surrogates-let-through-both-ways": Planted(rewritten(id, SURROGATES_WRITTEN, SURROGATES_READ), "utf-32/surrogates"),
        "surrogates-written": Planted(rewritten(id, SURROGATES_WRITTEN), "utf-32/surrogates"),
        "surrogates-read": Planted(rewritten(id, SURROGATES_READ), "utf-32/surrogates"),
        "surrogates-made-fffd": Planted(altered(id, encode=general.surrogates_replaced), "utf-32/surrogates"),
        "pairs-of-surrogates-joined-when-encoded": Planted(altered(id, encode=pairs_joined), "utf-32/surrogates"),
        "pairs-of-surrogates-joined-when-read": Planted(pairs_joined_when_read(id), "utf-32/surrogates"),
        "beyond-10ffff-read": Planted(rewritten(id, sees_only("surrogate", DECODER_RULE)), "utf-32/code-space"),
        "beyond-10ffff-written": Planted(rewritten(id, sees_only("surrogate", ENCODER_RULE)), "utf-32/code-space"),
        # Text
        "cr-lf-made-lf": Planted(altered(id, decode=general.line_ends_made_one), "utf-32/sequence-kept"),
        "last-space-stripped": Planted(altered(id, decode=general.spaces_stripped), "utf-32/sequence-kept"),
        "5c-and-yen-exchanged": Planted(exchanged(id, 0x5C, 0xA5), "utf-32/ascii-values"),
        # Byte orders
        "other-byte-order": Planted(CODECS[other], required),
        "other-byte-order-when-encoded": Planted(when_encoded(id, CODECS[other]), required),
        "other-byte-order-when-read": Planted(when_decoded(id, CODECS[other]), required),
        "halves-in-turned-order": Planted(
            altered(
                id,
                encode_value=lambda encode, value: encode(value)[2:] + encode(value)[:2],
                decode_value=lambda decode, data, at: decode(data[:at] + data[at + 2 : at + 4] + data[at : at + 2], at),
            ),
            required,
        ),
        "mark-turns-the-order": Planted(altered(id, decode=order_by_mark(other)), "utf-32/no-byte-order-mark"),
        "mark-turns-the-order-anywhere": Planted(altered(id, decode=order_by_mark_anywhere(other)), "utf-32/no-byte-order-mark"),
        "mark-turns-the-order-of-later-calls": Planted(
            calls.ByteOrderMarkRemembered(id, other), "utf-32/value-itself", "common/initial-state"
        ),
        # Whole inputs and chunks
        "truncated-end-dropped": Planted(
            altered(id, decode=general.truncated_end_dropped), "utf-32/whole-units", "common/incomplete-input"
        ),
        **{
            f"truncated-end-dropped-of-{size}": Planted(altered(id, decode=truncated_end_dropped_of(size)), "utf-32/whole-units")
            for size in (1, 2, 3)
        },
        "truncated-end-read": Planted(rewritten(id, (TRUNCATED, "end = len(data)")), "utf-32/whole-units"),
        "repeated-value-lost": Planted(altered(id, encode=general.repeated_value_lost), "utf-32/sequence-kept"),
    }


MUTANTS = {
    "utf-32-be": {
        **of_order("utf-32-be", "utf-32-le", "utf-32/big-endian"),
        "ffff-and-10000-exchanged": Planted(exchanged("utf-32-be", 0xFFFF, 0x10000), "utf-32/order"),
    },
    "utf-32-le": of_order("utf-32-le", "utf-32-be", "utf-32/little-endian"),
}
