"""Mutants of UTF-8."""

from collections.abc import Sequence

from mutants import calls, general, pieces
from mutants.code_points import (
    DECODER_RULE,
    ENCODER_RULE,
    RULES,
    limits_off_by_one,
    of_code_points,
    pairs_joined,
    pairs_read,
    sees_only,
)
from mutants.forms import (
    HIGH_BYTES_SIGN_EXTENDED,
    LEAD_LOOKED_UP,
    LONE_TRAIL_READ,
    MISSING_TRAILS_ZERO,
    NARROW_LEAD,
    SHORTEST,
    TRAIL_RULE,
    TRAILS_FROM_C0,
    TRAILS_NOT_LOOKED_AT,
    TRAILS_TURNED_ROUND,
    boundaries,
    taken_overlong_of,
    three_byte_form_left_out,
)
from mutants.general import truncated_end_dropped_of, wrapped_when_encoded
from mutants.methods import Decode, Encode
from mutants.mutant import Planted
from mutants.pieces import feeding
from mutants.planting import altered, as_surrogates, exchanged, rewritten
from reference_codecs import CODECS

ID = "utf-8"
FOUR_FORMS = "forms = FORMS[:4]"


def order_guessed_by_a_mark(decode: Decode, data: bytes) -> list[int]:
    """Reads an input that begins with a byte-order mark of UTF-16 as UTF-16."""
    for mark, id in (b"\xfe\xff", "utf-16-be"), (b"\xff\xfe", "utf-16-le"):
        if data.startswith(mark):
            return CODECS[id].decode(data[len(mark) :])
    return decode(data)


def in_six_bytes(encode: Encode, values: Sequence[int]) -> bytes:
    """Writes each code point above U+FFFF as two surrogates of three bytes each."""
    encode(values)
    return CODECS["utf-8-31bit"].encode(as_surrogates(values))


def from_six_bytes(decode: Decode, data: bytes) -> list[int]:
    values = pairs_read(CODECS["utf-8-31bit"].decode, data)
    CODECS[ID].encode(values)
    return values


def nul_in_two_bytes(encode: Encode, values: Sequence[int]) -> bytes:
    return b"".join(encode([value]) if value else b"\xc0\x80" for value in values)


def nul_read_from_two_bytes(decode: Decode, data: bytes) -> list[int]:
    return decode(data.replace(b"\xc0\x80", b"\x00"))


PLANTED = {
    **of_code_points(ID, "utf-8"),
    **limits_off_by_one(
        ID,
        {
            (0xD7FF, 0xD800): "utf-8/code-space",
            (0xD800, 0xD7FF): "utf-8/surrogates",
            (0xDFFF, 0xE000): "utf-8/surrogates",
            (0xE000, 0xDFFF): "utf-8/code-space",
            (0x10FFFF, 0x110000): "utf-8/code-space",
        },
        RULES,
    ),
    **boundaries(ID, {1: "utf-8/one-byte", 2: "utf-8/two-bytes", 3: "utf-8/three-bytes", 4: "utf-8/four-bytes"}),
    # Lengths and forms
    "overlong-taken": Planted(rewritten(ID, (SHORTEST, "if False:")), "utf-8/shortest-form"),
    "overlong-taken-of-two-bytes": Planted(rewritten(ID, taken_overlong_of(2)), "utf-8/shortest-form"),
    "overlong-taken-of-three-bytes": Planted(rewritten(ID, taken_overlong_of(3)), "utf-8/shortest-form"),
    "overlong-taken-of-four-bytes": Planted(rewritten(ID, taken_overlong_of(4)), "utf-8/shortest-form"),
    "shortest-form-off-by-one": Planted(rewritten(ID, (SHORTEST, "if value < form.first - 1:")), "utf-8/shortest-form"),
    "first-of-each-form-refused": Planted(
        rewritten(ID, (SHORTEST, "if value <= form.first and value:")), "utf-8/two-bytes", "utf-8/three-bytes", "utf-8/four-bytes"
    ),
    "nul-in-two-bytes-both-ways": Planted(altered(ID, encode=nul_in_two_bytes, decode=nul_read_from_two_bytes), "utf-8/one-byte"),
    "three-byte-form-left-out": Planted(three_byte_form_left_out(ID), "utf-8/three-bytes", "utf-8/compactness"),
    "plane-0-only": Planted(rewritten(ID, (FOUR_FORMS, "forms = FORMS[:3]")), "utf-8/four-bytes"),
    "pairs-of-surrogates-both-ways": Planted(
        altered(ID, encode=in_six_bytes, decode=from_six_bytes), "utf-8/length-bounds", "utf-8/order"
    ),
    "lead-of-two-bytes-read-with-four-bits": Planted(rewritten(ID, NARROW_LEAD), "utf-8/two-bytes"),
    "800-and-7ff-exchanged": Planted(exchanged(ID, 0x800, 0x7FF), "utf-8/order"),
    "10000-and-ffff-exchanged": Planted(exchanged(ID, 0x10000, 0xFFFF), "utf-8/order"),
    # Lead and trail bytes
    "five-and-six-bytes-read": Planted(
        rewritten(ID, (FOUR_FORMS, "forms = FORMS"), sees_only("surrogate", DECODER_RULE)), "utf-8/no-other-lead"
    ),
    "f8-to-ff-taken-for-four-bytes": Planted(
        rewritten(ID, (LEAD_LOOKED_UP, f"lead &= 0xF7 if lead > 0xF7 else 0xFF\n{LEAD_LOOKED_UP}")), "utf-8/no-other-lead"
    ),
    "high-bytes-sign-extended": Planted(rewritten(ID, HIGH_BYTES_SIGN_EXTENDED), "common/map-both-ways"),
    "missing-trail-bytes-zero": Planted(rewritten(ID, MISSING_TRAILS_ZERO), "utf-8/lead-tells-length", "common/incomplete-input"),
    "trail-bytes-not-looked-at": Planted(rewritten(ID, TRAILS_NOT_LOOKED_AT), "utf-8/trail-bytes"),
    "trail-bytes-to-ff-taken": Planted(rewritten(ID, (TRAIL_RULE, "if byte < 0x80:")), "utf-8/trail-bytes"),
    "bf-no-trail-byte": Planted(
        rewritten(ID, (TRAIL_RULE, "if byte not in TRAILS or byte == 0xBF:")), "utf-8/trail-byte-anywhere"
    ),
    "limit-behind-e0-kept-for-the-third-byte": Planted(
        rewritten(ID, (TRAIL_RULE, "if byte not in TRAILS or lead == 0xE0 and byte < 0xA0:")), "utf-8/trail-byte-anywhere"
    ),
    "trail-bytes-in-turned-order": Planted(rewritten(ID, *TRAILS_TURNED_ROUND), "utf-8/bits-in-order"),
    "trail-bytes-from-c0-both-ways": Planted(rewritten(ID, TRAILS_FROM_C0), "utf-8/prefixes-disjoint"),
    "lone-trail-byte-read": Planted(rewritten(ID, LONE_TRAIL_READ), "utf-8/trail-byte-not-first"),
    # Surrogates, and values above 10FFFF
    "surrogates-let-through-both-ways": Planted(
        rewritten(ID, sees_only("out-of-range", ENCODER_RULE), sees_only("out-of-range", DECODER_RULE)), "utf-8/surrogates"
    ),
    "surrogates-written": Planted(rewritten(ID, sees_only("out-of-range", ENCODER_RULE)), "utf-8/surrogates"),
    "surrogates-read": Planted(rewritten(ID, sees_only("out-of-range", DECODER_RULE)), "utf-8/surrogates"),
    "low-surrogates-read": Planted(
        rewritten(ID, (DECODER_RULE, DECODER_RULE.replace("utf_fault(", "not 0xDC00 <= value < 0xE000 and utf_fault("))),
        "utf-8/surrogates",
    ),
    "pairs-of-surrogates-read": Planted(altered(ID, decode=from_six_bytes), "utf-8/surrogates"),
    "pairs-of-surrogates-joined-when-encoded": Planted(altered(ID, encode=pairs_joined), "utf-8/surrogates"),
    "beyond-10ffff-read": Planted(rewritten(ID, sees_only("surrogate", DECODER_RULE)), "utf-8/out-of-range"),
    "beyond-10ffff-written": Planted(rewritten(ID, sees_only("surrogate", ENCODER_RULE)), "utf-8/code-space"),
    "16-bit-wrap-when-encoded": Planted(wrapped_when_encoded(ID, 16), "utf-8/four-bytes"),
    # Text
    "utf-16-guessed-by-its-mark": Planted(altered(ID, decode=order_guessed_by_a_mark), "utf-8/not-utf-16"),
    "5c-and-yen-exchanged": Planted(exchanged(ID, 0x5C, 0xA5), "utf-8/ascii-compatible"),
    "1a-ends-the-text": Planted(altered(ID, decode=general.substitute_ends_the_text), "utf-8/ascii-compatible"),
    "cr-made-lf": Planted(altered(ID, decode=general.carriage_return_made_line_feed), "utf-8/ascii-compatible"),
    "last-line-end-stripped": Planted(altered(ID, decode=general.last_line_end_stripped), "utf-8/ascii-compatible"),
    "last-space-stripped": Planted(altered(ID, decode=general.spaces_stripped), "utf-8/ascii-compatible"),
    # Ill-formed parts
    "ill-formed-skipped": Planted(altered(ID, decode=general.ill_formed_skipped), "utf-8/no-other-lead"),
    "fffd-taken-for-a-fault": Planted(altered(ID, decode=general.replacement_taken_for_a_fault), "common/map-both-ways"),
    **{
        f"truncated-end-dropped-of-{size}": Planted(altered(ID, decode=truncated_end_dropped_of(size)), "common/incomplete-input")
        for size in (1, 2, 3)
    },
    "rejected-at-the-byte-that-shows-it": Planted(altered(ID, decode=general.rejected_at_the_end), "common/first-fault"),
    "unencodable-counted-from-one": Planted(altered(ID, encode=general.unencodable_counted_from_one), "common/first-fault"),
    "crashes-where-unencodable": Planted(altered(ID, encode=general.crashes_where_unencodable), "common/values-of-the-encoding"),
    # Whole inputs
    "last-value-dropped": Planted(altered(ID, decode=general.last_value_dropped), "common/map-both-ways"),
    **{
        f"in-blocks-of-{size}-bytes": Planted(altered(ID, decode=general.in_blocks_of(size)), "common/any-length")
        for size in (64, 256, 1024, 4096, 8192)
    },
    **{f"cut-at-{size}-values": Planted(altered(ID, decode=general.cut_at(size)), "common/any-length") for size in (255, 1024)},
    # From one call or chunk to the next
    "buffer-not-cleared-after-a-rejection": Planted(calls.BufferNotCleared(ID), "common/initial-state"),
    "rejection-remembered": Planted(calls.RejectionRemembered(ID), "common/initial-state"),
    "each-piece-a-whole": Planted(feeding(ID, pieces.EachPieceAWhole), "common/pieces"),
    "emitted-early-at-a-cut": Planted(feeding(ID, pieces.EmittedEarly), "common/pieces"),
    "rest-of-piece-lost": Planted(feeding(ID, pieces.RestOfPieceLost), "common/pieces"),
    "fault-before-the-cut-forgotten": Planted(feeding(ID, pieces.FaultBeforeTheCutForgotten), "common/pieces"),
    "mark-swallowed-in-each-piece": Planted(feeding(ID, pieces.MarkSwallowedInEachPiece), "common/pieces"),
}

MUTANTS = {ID: PLANTED}
