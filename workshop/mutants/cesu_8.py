"""Mutants of CESU-8."""

from collections.abc import Sequence

from mutants import calls, general, pieces
from mutants.code_points import ENCODER_RULE, noncharacters_refused_when_read, pairs_joined, sees_only
from mutants.general import reduced_when_encoded, truncated_end_dropped_of, wrapped_when_encoded
from mutants.methods import Decode, Encode
from mutants.mutant import Planted
from mutants.pieces import feeding
from mutants.planting import altered, exchanged, rewritten
from mutants.utf_8 import nul_in_two_bytes, nul_read_from_two_bytes
from reference_codecs import CODECS, Rejection

ID = "cesu-8"
THREE_FORMS = "forms = FORMS[:3]"
LOW_ALONE = "if value in LOW_SURROGATES:"
HIGH = "if high is None:"
LOW = "low = LOW_HALF_OF.get(data[middle:end])"
NO_LOW = "if low is None:"
HIGH_FIRST = "HIGHS[beyond >> HALF] + LOWS[beyond & LOW_HALF]"


def forms(length: int, first: int = 0, last: int = 0) -> tuple[str, str]:
    """Returns an edit that adds `first` and `last` to the first and last code unit of the form with this number of bytes."""
    changed = f"type(form)(form.first + {first}, form.last + {last}, form.pattern) if form.trails == {length - 1} else form"
    return THREE_FORMS, f"forms = [{changed} for form in FORMS[:3]]"


def as_utf_8(_: Encode, values: Sequence[int]) -> bytes:
    return CODECS["utf-8"].encode(values)


def from_utf_8(_: Decode, data: bytes) -> list[int]:
    return CODECS["utf-8"].decode(data)


def rejected_at_the_low_surrogate(decode: Decode, data: bytes) -> list[int]:
    """Reports the offset of a broken pair at its low surrogate."""
    try:
        return decode(data)
    except Rejection as rejection:
        raise rejection.moved_by(3 if rejection.end - rejection.start > 3 else 0) from None


PLANTED = {
    # Lengths and forms
    "overlong-taken": Planted(
        rewritten(ID, (THREE_FORMS, "forms = [type(form)(0, form.last, form.pattern) for form in FORMS[:3]]")),
        "utf-8-variants/shortest-form",
    ),
    **{
        f"overlong-taken-of-{length}-bytes": Planted(rewritten(ID, forms(length, first=-first)), "utf-8-variants/shortest-form")
        for length, first in ((2, 0x80), (3, 0x800))
    },
    "7f-refused": Planted(rewritten(ID, forms(1, last=-1)), "utf-8-variants/one-byte"),
    "80-refused": Planted(rewritten(ID, forms(2, first=1)), "utf-8-variants/two-bytes"),
    "7ff-refused": Planted(rewritten(ID, forms(2, last=-1)), "utf-8-variants/two-bytes"),
    "800-refused": Planted(rewritten(ID, forms(3, first=1)), "utf-8-variants/three-bytes"),
    "ffff-refused": Planted(rewritten(ID, forms(3, last=-1)), "utf-8-variants/three-bytes"),
    "nul-in-two-bytes-both-ways": Planted(
        altered(ID, encode=nul_in_two_bytes, decode=nul_read_from_two_bytes), "utf-8-variants/one-byte"
    ),
    "nul-read-from-two-bytes": Planted(altered(ID, decode=nul_read_from_two_bytes), "utf-8-variants/shortest-form"),
    # Pairs, and the four bytes of UTF-8
    "utf-8-both-ways": Planted(
        altered(ID, encode=as_utf_8, decode=from_utf_8),
        "utf-8-variants/six-bytes",
        "utf-8-variants/code-units",
        "utf-8-variants/order-of-utf-16",
    ),
    "four-bytes-written": Planted(altered(ID, encode=as_utf_8), "utf-8-variants/six-bytes"),
    "four-bytes-read-too": Planted(rewritten(ID, (THREE_FORMS, "forms = FORMS[:4]")), "utf-8-variants/no-four-bytes"),
    "plane-0-only": Planted(altered(ID, **general.refused_beyond(16)), "utf-8-variants/six-bytes"),
    "10000-not-taken-away-both-ways": Planted(
        rewritten(
            ID, ("beyond = value - PLANE", "beyond = value & 0xFFFFF"), ("PLANE + (high << HALF) + low", "(high << HALF) + low")
        ),
        "utf-8-variants/six-bytes",
    ),
    "low-surrogate-first-when-encoded": Planted(
        rewritten(ID, (HIGH_FIRST, "LOWS[beyond & LOW_HALF] + HIGHS[beyond >> HALF]")), "utf-8-variants/six-bytes"
    ),
    "surrogates-written": Planted(rewritten(ID, sees_only("out-of-range", ENCODER_RULE)), "utf-8-variants/pairs"),
    "pairs-of-surrogates-joined-when-encoded": Planted(altered(ID, encode=pairs_joined), "utf-8-variants/pairs"),
    "low-surrogate-read": Planted(rewritten(ID, (LOW_ALONE, "if False:")), "utf-8-variants/pairs"),
    "high-surrogate-read-at-the-end": Planted(
        rewritten(ID, (HIGH, f"{HIGH[:-1]} or middle == len(data):")), "utf-8-variants/pairs", "common/incomplete-input"
    ),
    "high-surrogate-read-before-others": Planted(
        rewritten(ID, (HIGH, f"{HIGH[:-1]} or middle < len(data) and data[middle] != 0xED:")), "utf-8-variants/pairs"
    ),
    "high-surrogate-read-before-another": Planted(
        rewritten(ID, (HIGH, f"{HIGH[:-1]} or data[middle:].startswith(b'\\xed\\xa0'):")), "utf-8-variants/pairs"
    ),
    "low-surrogate-not-looked-at": Planted(
        rewritten(ID, (LOW, "low = LOW_HALF_OF.get(data[middle:end], 0 if end <= len(data) else None)")),
        "utf-8-variants/trail-bytes",
    ),
    "low-surrogate-from-a0": Planted(
        rewritten(ID, (LOW, "low = {**LOW_HALF_OF, **HIGH_HALF_OF}.get(data[middle:end])")), "utf-8-variants/pairs"
    ),
    "truncated-pair-read": Planted(
        rewritten(ID, (NO_LOW, f"if low is None and middle == len(data):\n    return PLANE + (high << HALF), end\n{NO_LOW}")),
        "utf-8-variants/pairs",
    ),
    "rejected-at-the-low-surrogate": Planted(altered(ID, decode=rejected_at_the_low_surrogate), "common/first-fault"),
    # Trail bytes
    **{
        f"truncated-end-dropped-of-{size}": Planted(
            altered(ID, decode=truncated_end_dropped_of(size)), "utf-8-variants/trail-bytes"
        )
        for size in range(1, 6)
    },
    "ill-formed-skipped": Planted(altered(ID, decode=general.ill_formed_skipped), "utf-8-variants/no-four-bytes"),
    "replaced-by-fffd": Planted(altered(ID, decode=general.ill_formed_replaced), "utf-8-variants/trail-bytes"),
    # Values
    "800-and-7ff-exchanged": Planted(exchanged(ID, 0x800, 0x7FF), "utf-8-variants/same-as-utf-8"),
    "5c-and-yen-exchanged": Planted(exchanged(ID, 0x5C, 0xA5), "utf-8-variants/ascii"),
    "10000-and-e000-exchanged": Planted(exchanged(ID, 0x10000, 0xE000), "utf-8-variants/order-of-utf-16"),
    "16-bit-wrap-when-encoded": Planted(wrapped_when_encoded(ID, 16), "utf-8-variants/code-units"),
    "64-bit-wrap-when-encoded": Planted(wrapped_when_encoded(ID, 64), "utf-8-variants/code-space"),
    "beyond-10ffff-reduced": Planted(reduced_when_encoded(ID, 0x110000), "utf-8-variants/code-space"),
    "plane-16-left-out-both-ways": Planted(altered(ID, **general.refused_beyond(20)), "utf-8-variants/code-space"),
    "noncharacters-refused-when-read": Planted(
        altered(ID, decode=noncharacters_refused_when_read), "utf-8-variants/any-character"
    ),
    "mark-written": Planted(altered(ID, encode=general.mark_written), "utf-8-variants/any-character"),
    "normalized": Planted(altered(ID, decode=general.normalized), "utf-8-variants/sequence-kept"),
    "cr-lf-made-lf": Planted(altered(ID, decode=general.line_ends_made_one), "utf-8-variants/ascii"),
    "nul-ends-the-text": Planted(altered(ID, decode=general.nul_ends_the_text), "utf-8-variants/ascii"),
    # Whole inputs, and from one call or chunk to the next
    "last-value-dropped": Planted(altered(ID, decode=general.last_value_dropped), "common/map-both-ways"),
    "rejection-remembered": Planted(calls.RejectionRemembered(ID), "common/initial-state"),
    "emitted-early-at-a-cut": Planted(feeding(ID, pieces.EmittedEarly), "common/pieces"),
}

MUTANTS = {ID: PLANTED}
