"""Mutants of the forms of one to six bytes. The original UTF-8 has all of them, UTF-8 has the first four, and UTF-∞-8
begins with all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from mutants.general import when_decoded, when_encoded
from mutants.methods import Decode
from mutants.mutant import Planted
from mutants.planting import rewritten
from reference_codecs import Rejection
from reference_codecs.codec import Codec
from reference_codecs.utf_8 import FORMS, TRAILS, Form

SHORTEST = "if value < form.first:"
TRAIL_RULE = "if byte not in TRAILS:"
TRAIL_COUNT_RULE = 'if end > len(data):\n    raise Rejection("truncated", data[position:], position)'
TRAIL_WRITTEN = "trail.insert(0, TRAILS.start | value & TRAIL_MASK)"
TRAILS_READ = "data[after_lead:end]"
LEAD_LOOKED_UP = "form = self.form_of_lead.get(lead)"
LEAD_READ = "lead - form.lead"

TRAILS_NOT_LOOKED_AT = TRAIL_RULE, "if False:"
TRAILS_TURNED_ROUND = [(TRAIL_WRITTEN, TRAIL_WRITTEN.replace("insert(0, ", "append(")), (TRAILS_READ, f"{TRAILS_READ}[::-1]")]
TRAILS_FROM_C0 = "range(0b10_000000, 0b10_111111 + 1)", "range(0b11_000000, 0b11_111111 + 1)"
TRAILS_WITHOUT_BIT_7 = "range(0b10_000000, 0b10_111111 + 1)", "range(0b00_000000, 0b00_111111 + 1)"
MISSING_TRAILS_ZERO = TRAIL_COUNT_RULE, "value <<= TRAIL_BITS * max(0, end - len(data))"
LONE_TRAIL_READ = (LEAD_LOOKED_UP, f"if lead in TRAILS:\n    return lead, position + 1\n{LEAD_LOOKED_UP}")
HIGH_BYTES_SIGN_EXTENDED = (LEAD_LOOKED_UP, f"if lead > 0x7F:\n    return 0xFFFFFF00 + lead, position + 1\n{LEAD_LOOKED_UP}")
NARROW_LEAD = LEAD_READ, f"(lead & 0xF if form.trails == 1 else {LEAD_READ})"


def row(form: Form) -> str:
    """Returns the source of a form's row in the table."""
    return f"Form({form.first:#x}, {form.last:#x}, {form.pattern!r})"


def table(forms: Iterable[Form]) -> str:
    """Returns the source of a table of these forms."""
    return f"[{', '.join(map(row, forms))}]"


def limits(length: int, first: int = 0, last: int = 0) -> tuple[str, str]:
    """Returns an edit that adds `first` and `last` to the first and last value of the form with this number of bytes."""
    form = FORMS[length - 1]
    return row(form), row(Form(form.first + first, form.last + last, form.pattern))


def taken_overlong_of(length: int) -> tuple[str, str]:
    return SHORTEST, f"if value < form.first and form.trails != {length - 1}:"


def off_by_one(id: str, breaks: dict[int, str]) -> Iterator[tuple[str, Codec[Any], str]]:
    """Yields the names and codecs of mutants whose forms begin or end off by one, with the requirements that they break.

    `breaks` has requirements by length.
    """
    for length in list(breaks)[1:]:
        last, first, shorter = FORMS[length - 2].last, FORMS[length - 1].first, breaks[length - 1]
        begins_early = rewritten(id, limits(length - 1, last=-1), limits(length, first=-1))
        begins_late = rewritten(id, limits(length, first=1))
        ends_late = rewritten(id, limits(length - 1, last=1))
        yield f"{last:x}-in-{length}-bytes-when-encoded", when_encoded(id, begins_early), shorter
        yield f"{last:x}-in-{length}-bytes-when-read", when_decoded(id, begins_early), shorter
        yield f"{last:x}-in-{length}-bytes-both-ways", begins_early, shorter
        yield f"{first:x}-in-{length - 1}-bytes-when-encoded", ends_late, breaks[length]
        yield f"{first:x}-refused-when-encoded", when_encoded(id, begins_late), breaks[length]
        yield f"{first:x}-refused-when-read", when_decoded(id, begins_late), breaks[length]
        yield f"{first:x}-refused-both-ways", begins_late, breaks[length]


def boundaries(id: str, breaks: dict[int, str]) -> dict[str, Planted]:
    """Returns the mutants of `off_by_one`."""
    return {name: Planted(codec, requirement) for name, codec, requirement in off_by_one(id, breaks)}


def three_byte_form_left_out(id: str) -> Codec[Any]:
    """Returns a codec that uses four bytes for the values of the form of three bytes."""
    one, two, three, four, *longer = FORMS
    return rewritten(id, (table(FORMS), table([one, two, Form(three.first, four.last, four.pattern), *longer])))


def lone_trail_dropped(decode: Decode, data: bytes) -> list[int]:
    """Drops a trail byte that has no lead byte."""
    try:
        return decode(data)
    except Rejection as rejection:
        start = rejection.start
        if rejection.reason != "bad-lead" or data[start] not in TRAILS:
            raise
        return lone_trail_dropped(decode, data[:start] + data[start + 1 :])
