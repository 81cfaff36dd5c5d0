"""Mutants of UTF-16."""

from mutants import calls, general, pieces
from mutants.code_points import (
    ENCODER_RULE,
    RULES,
    limits_off_by_one,
    of_code_points,
    order_by_mark,
    order_by_mark_anywhere,
    pairs_joined,
    sees_only,
    takes,
)
from mutants.general import truncated_end_dropped_of, when_decoded, when_encoded, wrapped_when_decoded, wrapped_when_encoded
from mutants.methods import Decode, EncodeValue
from mutants.mutant import Planted
from mutants.pieces import feeding
from mutants.planting import altered, exchanged, rewritten
from reference_codecs import CODECS, Rejection

ONE_UNIT = "return value.to_bytes(UNIT, self.byte_order)"
ONE_UNIT_RULE = "if value < PLANE:"
LESS_10000 = "beyond = value - PLANE"
PLUS_10000 = "return PLANE + beyond, pair_end"
HIGH_WRITTEN = "high = HIGH_SURROGATES.start + (beyond >> HALF)"
LOW_WRITTEN = "low = LOW_SURROGATES.start + (beyond & LOW_HALF)"
FIRST_READ = "first, end = self.code_unit(data, position, position)"
LONE_LOW_RULE = "if first in LOW_SURROGATES:"
HIGH_RULE = "if first not in HIGH_SURROGATES:"
NO_LOW_RULE = "if second not in LOW_SURROGATES:"
NO_LOW = f'{NO_LOW_RULE}\n    raise Rejection("surrogate", data[position:end], position)'
HALVES_EXCHANGED = [
    (HIGH_WRITTEN, HIGH_WRITTEN.replace("beyond >> HALF", "beyond & LOW_HALF")),
    (LOW_WRITTEN, LOW_WRITTEN.replace("beyond & LOW_HALF", "beyond >> HALF")),
    (
        "(first - HIGH_SURROGATES.start << HALF) + (second - LOW_SURROGATES.start)",
        "(second - LOW_SURROGATES.start << HALF) + (first - HIGH_SURROGATES.start)",
    ),
]
ROLES_EXCHANGED = (
    "from reference_codecs.code_points import HIGH_SURROGATES, LOW_SURROGATES, PLANE, utf_fault",
    "from reference_codecs.code_points import "
    "HIGH_SURROGATES as LOW_SURROGATES, LOW_SURROGATES as HIGH_SURROGATES, PLANE, utf_fault",
)
LOW_BEFORE_HIGH_READ = (
    FIRST_READ,
    f"{FIRST_READ}\n"
    "if first in LOW_SURROGATES and end + UNIT <= len(data):\n"
    "    second, pair_end = self.code_unit(data, position, end)\n"
    "    if second in HIGH_SURROGATES:\n"
    "        return PLANE + (second - 0xD800 << HALF) + first - 0xDC00, pair_end",
)
LIMITS = {
    (0xD7FF, 0xD800): "utf-16/code-space",
    (0xD800, 0xD7FF): "utf-16/surrogate-code-points",
    (0xDFFF, 0xE000): "utf-16/surrogate-code-points",
    (0xE000, 0xDFFF): "utf-16/code-space",
    (0x10FFFF, 0x110000): "utf-16/code-space",
    (0x110000, 0x10FFFF): "utf-16/code-space",
}
ENCODER_ONLY = {"when-encoded": RULES["when-encoded"]}


def where_not_low(instead: str) -> tuple[str, str]:
    """Returns an edit of the branch for a high surrogate that no low one follows."""
    return NO_LOW, f"{NO_LOW_RULE}\n    {instead}"


def unit_taken_for(unit: int, other: int, rule: str) -> tuple[str, str]:
    """Returns an edit after which a rule of the decoder treats one code unit as if it were another."""
    name = "second" if "second" in rule else "first"
    return rule, rule.replace(name, f"({other} if {name} == {unit} else {name})")


def in_one_unit(encode: EncodeValue, value: int) -> bytes:
    """Writes U+10000 as one code unit, which loses its highest bit."""
    return encode(value & 0xFFFF if value == 0x10000 else value)


def half_units_dropped(decode: Decode, data: bytes) -> list[int]:
    return decode(data[: len(data) // 2 * 2])


def high_surrogate_at_the_end_dropped(decode: Decode, data: bytes) -> list[int]:
    try:
        return decode(data)
    except Rejection as rejection:
        if rejection.reason != "truncated" or len(data) % 2:
            raise
        return decode(data[: rejection.start])


def utf_8_guessed(decode: Decode, data: bytes) -> list[int]:
    """Reads an input that begins with the byte-order mark of UTF-8 as UTF-8."""
    mark = CODECS["utf-8"].encode([general.BYTE_ORDER_MARK])
    return CODECS["utf-8"].decode(data[len(mark) :]) if data.startswith(mark) else decode(data)


def ascii_guessed(decode: Decode, data: bytes) -> list[int]:
    """Reads an input of ASCII bytes without NUL as ASCII."""
    return list(data) if data.isascii() and 0 not in data else decode(data)


def of_units(id: str) -> dict[str, Planted]:
    """Returns the mutants that both byte orders have."""
    return {
        **of_code_points(id, "utf-16"),
        **limits_off_by_one(id, LIMITS, ENCODER_ONLY),
        # One unit or two
        "leading-zero-byte-left-out": Planted(
            rewritten(id, (ONE_UNIT, ONE_UNIT.replace("UNIT", "UNIT if value > 0xFF else 1"))), "utf-16/one-or-two-units"
        ),
        "ffff-in-two-units": Planted(
            rewritten(id, (ONE_UNIT_RULE, "if value < PLANE - 1:"), (LESS_10000, f"{LESS_10000} & 0xFFFFF")), "utf-16/plane-0"
        ),
        "ffff-refused": Planted(rewritten(id, takes(0xFFFF, 0xD800, ENCODER_RULE)), "utf-16/plane-0", "utf-16/noncharacters"),
        "10000-in-one-unit": Planted(altered(id, encode_value=in_one_unit), "utf-16/other-planes"),
        "ffff-and-10000-exchanged": Planted(exchanged(id, 0xFFFF, 0x10000), "utf-16/plane-0"),
        "16-bit-wrap-when-encoded": Planted(wrapped_when_encoded(id, 16), "utf-16/other-planes"),
        "16-bit-wrap-when-decoded": Planted(wrapped_when_decoded(id, 16), "utf-16/other-planes"),
        # The two halves
        "10000-not-subtracted-both-ways": Planted(
            rewritten(
                id,
                (LESS_10000, "beyond = value & 0xFFFFF"),
                (PLUS_10000, "return beyond + (beyond < PLANE) * 0x100000, pair_end"),
            ),
            "utf-16/subtract-10000",
        ),
        "10000-not-added": Planted(rewritten(id, (PLUS_10000, "return beyond, pair_end")), "utf-16/subtract-10000"),
        "10000-set-and-not-added": Planted(
            rewritten(id, (PLUS_10000, "return PLANE | beyond, pair_end")), "utf-16/subtract-10000"
        ),
        "halves-of-eleven-bits": Planted(rewritten(id, ("HALF = 20 // 2", "HALF = 11")), "utf-16/low-surrogate"),
        "high-half-of-nine-bits": Planted(
            rewritten(id, (HIGH_WRITTEN, HIGH_WRITTEN.replace("HALF", "HALF & 0x1FF"))), "utf-16/high-surrogate"
        ),
        "low-half-of-nine-bits": Planted(
            rewritten(id, (LOW_WRITTEN, LOW_WRITTEN.replace("LOW_HALF", "0x1FF"))), "utf-16/low-surrogate"
        ),
        "halves-exchanged-both-ways": Planted(rewritten(id, *HALVES_EXCHANGED), "utf-16/high-surrogate", "utf-16/low-surrogate"),
        "both-halves-from-d800": Planted(
            rewritten(id, (LOW_WRITTEN, LOW_WRITTEN.replace("LOW_", "HIGH_", 1))), "utf-16/disjoint-ranges"
        ),
        "low-before-high-read": Planted(rewritten(id, LOW_BEFORE_HIGH_READ), "utf-16/high-before-low"),
        "low-before-high-both-ways": Planted(rewritten(id, ROLES_EXCHANGED), "utf-16/high-before-low"),
        # Unpaired surrogates
        "lone-low-surrogate-read": Planted(rewritten(id, (LONE_LOW_RULE, "if False:")), "utf-16/unpaired-surrogates"),
        "lone-high-surrogate-read": Planted(rewritten(id, where_not_low("return first, end")), "utf-16/unpaired-surrogates"),
        "lone-high-surrogate-dropped": Planted(
            rewritten(id, where_not_low("return second, pair_end")), "utf-16/unpaired-surrogates"
        ),
        "lone-high-surrogate-takes-the-next-unit": Planted(
            rewritten(id, where_not_low("return 0xFFFD, pair_end")), "utf-16/unpaired-surrogates"
        ),
        "two-high-surrogates-taken-for-a-pair": Planted(
            rewritten(id, (NO_LOW_RULE, "if second not in LOW_SURROGATES and second not in HIGH_SURROGATES:")),
            "utf-16/unpaired-surrogates",
        ),
        "any-unit-taken-for-the-second-half": Planted(rewritten(id, (NO_LOW_RULE, "if False:")), "utf-16/unpaired-surrogates"),
        "high-surrogate-at-the-end-dropped": Planted(altered(id, decode=high_surrogate_at_the_end_dropped), "utf-16/whole-units"),
        "surrogates-written": Planted(rewritten(id, sees_only("out-of-range", ENCODER_RULE)), "utf-16/surrogate-code-points"),
        "surrogates-made-fffd": Planted(altered(id, encode=general.surrogates_replaced), "utf-16/surrogate-code-points"),
        "pairs-of-surrogates-joined-when-encoded": Planted(altered(id, encode=pairs_joined), "utf-16/surrogate-code-points"),
        "d7ff-taken-for-a-high-surrogate": Planted(
            rewritten(id, unit_taken_for(0xD7FF, 0xD800, HIGH_RULE)), "utf-16/disjoint-ranges"
        ),
        "d800-taken-for-plane-0": Planted(rewritten(id, unit_taken_for(0xD800, 0xD7FF, HIGH_RULE)), "utf-16/disjoint-ranges"),
        "dbff-taken-for-a-low-surrogate": Planted(
            rewritten(id, unit_taken_for(0xDBFF, 0xDC00, LONE_LOW_RULE)), "utf-16/disjoint-ranges"
        ),
        "dc00-taken-for-plane-0": Planted(rewritten(id, unit_taken_for(0xDC00, 0xE000, LONE_LOW_RULE)), "utf-16/disjoint-ranges"),
        "dfff-taken-for-plane-0": Planted(rewritten(id, unit_taken_for(0xDFFF, 0xE000, LONE_LOW_RULE)), "utf-16/disjoint-ranges"),
        "e000-taken-for-a-low-surrogate": Planted(
            rewritten(id, unit_taken_for(0xE000, 0xDFFF, LONE_LOW_RULE)), "utf-16/disjoint-ranges"
        ),
        "dc00-no-second-half": Planted(rewritten(id, unit_taken_for(0xDC00, 0xDBFF, NO_LOW_RULE)), "utf-16/low-surrogate"),
        "dfff-no-second-half": Planted(rewritten(id, unit_taken_for(0xDFFF, 0xE000, NO_LOW_RULE)), "utf-16/low-surrogate"),
        "dbff-taken-for-a-second-half": Planted(
            rewritten(id, unit_taken_for(0xDBFF, 0xDC00, NO_LOW_RULE)), "utf-16/unpaired-surrogates"
        ),
        "e000-taken-for-a-second-half": Planted(
            rewritten(id, unit_taken_for(0xE000, 0xDFFF, NO_LOW_RULE)), "utf-16/unpaired-surrogates"
        ),
        "beyond-10ffff-written": Planted(
            rewritten(id, (ENCODER_RULE, ENCODER_RULE.replace("utf_fault(value)", "utf_fault(value & 0xFFFFF)"))),
            "utf-16/code-space",
        ),
        # Text
        "cr-lf-made-lf": Planted(altered(id, decode=general.line_ends_made_one), "utf-16/sequence-kept"),
        "last-space-stripped": Planted(altered(id, decode=general.spaces_stripped), "utf-16/sequence-kept"),
        "5c-and-yen-exchanged": Planted(exchanged(id, 0x5C, 0xA5), "utf-16/plane-0"),
        # Guesses
        "utf-8-guessed-by-its-mark": Planted(altered(id, decode=utf_8_guessed), "utf-16/not-utf-8"),
        "ascii-guessed": Planted(altered(id, decode=ascii_guessed), "utf-16/not-utf-8"),
        # Whole inputs, calls and chunks
        "half-a-unit-dropped": Planted(altered(id, decode=half_units_dropped), "utf-16/whole-units"),
        "truncated-end-dropped": Planted(
            altered(id, decode=general.truncated_end_dropped), "utf-16/whole-units", "common/incomplete-input"
        ),
        **{
            f"truncated-end-dropped-of-{size}": Planted(altered(id, decode=truncated_end_dropped_of(size)), "utf-16/whole-units")
            for size in (1, 2, 3)
        },
        "replaced-by-fffd": Planted(altered(id, decode=general.ill_formed_replaced), "utf-16/unpaired-surrogates"),
        "repeated-value-lost": Planted(altered(id, encode=general.repeated_value_lost), "utf-16/sequence-kept"),
        "leftover-kept-for-the-next-call": Planted(calls.LeftoverKept(id), "utf-16/stateless", "common/initial-state"),
        "buffer-not-cleared-after-a-rejection": Planted(calls.BufferNotCleared(id), "utf-16/stateless", "common/initial-state"),
        "each-piece-a-whole": Planted(feeding(id, pieces.EachPieceAWhole), "common/pieces"),
        "mark-swallowed-in-each-piece": Planted(feeding(id, pieces.MarkSwallowedInEachPiece), "common/pieces"),
    }


def of_order(id: str, other: str, required: str) -> dict[str, Planted]:
    """Returns the mutants of UTF-16 in one byte order. Mutants that use the `other` order break `required`."""
    return {
        **of_units(id),
        "other-byte-order": Planted(CODECS[other], required),
        "other-byte-order-when-encoded": Planted(when_encoded(id, CODECS[other]), required),
        "other-byte-order-when-read": Planted(when_decoded(id, CODECS[other]), required),
        "other-byte-order-in-pairs": Planted(
            altered(id, encode_value=lambda encode, value: CODECS[other].encode([value]) if value > 0xFFFF else encode(value)),
            required,
        ),
        "units-of-a-pair-turned-round-with-their-bytes": Planted(
            altered(id, encode_value=lambda encode, value: CODECS[other].encode([value])[::-1]), required
        ),
        "mark-turns-the-order": Planted(altered(id, decode=order_by_mark(other)), "utf-16/no-byte-order-mark"),
        "mark-turns-the-order-anywhere": Planted(altered(id, decode=order_by_mark_anywhere(other)), "utf-16/stateless"),
        "mark-turns-the-order-of-later-calls": Planted(
            calls.ByteOrderMarkRemembered(id, other), "utf-16/stateless", "common/initial-state"
        ),
    }


MUTANTS = {
    "utf-16-be": of_order("utf-16-be", "utf-16-le", "utf-16/big-endian"),
    "utf-16-le": of_order("utf-16-le", "utf-16-be", "utf-16/little-endian"),
}
