"""Says outcomes and reasons in words for people."""

from __future__ import annotations

from encoding_conformance.core.notated import notated_result
from encoding_conformance.core.outcome import Decoded, Encoded, Outcome, Rejection, Unsupported
from encoding_conformance.core.wire import outcome_text


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
