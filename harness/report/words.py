"""Says outcomes, reasons and values in words for people."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from harness.core.notated import notated_result
from harness.core.outcome import Decoded, Encoded, Outcome, Rejection, Unsupported
from harness.core.wire import outcome_text

REASON_WORDS = {
    "truncated": "the input ends inside a value",
    "overlong": "a longer form than needed",
    "bad-lead": "no value begins like this",
    "bad-trail": "the last byte marked cannot stand here",
    "out-of-range": "a value that the encoding does not reach",
    "surrogate": "a surrogate, which is no character",
    "bad-length": "a length that contradicts what it measures",
    "bad-padding": "bits that must be zero are not",
    "parity": "the parity bit is wrong",
    "unassigned": "the table does not have this",
}
"""What is wrong at the place of a rejection, by its reason."""

_CATEGORIES = {"Cc": "control character", "Co": "private use", "Cs": "surrogate"}
_LAST = 0x10FFFF


def character(value: int) -> str:
    """Returns the name of a character, or what else is known about a code point: `LATIN SMALL LETTER A`, `surrogate`."""
    if value > _LAST:
        return "beyond 10FFFF"
    if value & 0xFFFE == 0xFFFE or 0xFDD0 <= value <= 0xFDEF:
        return "noncharacter"
    return unicodedata.name(chr(value), _CATEGORIES.get(unicodedata.category(chr(value)), "no name"))


def characters(values: Sequence[int]) -> str:
    """Returns the names of characters in a row."""
    return ", ".join(map(character, values))


def outcome_words(outcome: Outcome) -> str:
    """Returns an outcome as people read it, such as `ok: 41 C4`, `ok, no values` or `reject at 0 (truncated)`."""
    match outcome:
        case Encoded() | Decoded():
            return f"ok: {notated_result(outcome)}" if outcome.value else nothing(outcome)
        case Rejection(offset, text):
            place = "" if offset is None else f" at {offset}"
            return f"reject{place} ({text})" if text else f"reject{place}"
        case Unsupported(text):
            return f"unsupported ({text})" if text else "unsupported"
        case _:
            return outcome_text(outcome)


def nothing(result: Encoded | Decoded) -> str:
    """Returns the words for an empty result."""
    return "ok, no bytes" if isinstance(result, Encoded) else "ok, no values"
