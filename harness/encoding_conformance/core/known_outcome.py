"""The outcome that a known deviation is known by: a certain one, or the one that a rule calculates for each input."""

from __future__ import annotations

from encoding_conformance.core.notation import NotationError, outcome_text, read_outcome
from encoding_conformance.core.operation import Kind
from encoding_conformance.core.outcome import FAILURES, BrokenProtocol, Crash, Outcome, Rejection, Timeout, Unsupported

SKIPPED = "ok, skips what is ill-formed"
NUMBERS = "ok, each code unit that is ill-formed is its number"
LOW_BITS = "ok, each code unit that is ill-formed is its low bits"
THROUGH_PAIRS = "ok, as if through surrogate pairs without a check"
RULES = (SKIPPED, NUMBERS, LOW_BITS, THROUGH_PAIRS)
"""The rules, as manifests state them. `encoding_conformance.models.replacement` calculates their outcomes."""

IN_FILE = "outcomes.jsonl"
"""The file beside a manifest that has the outcome of each test vector, as manifests state it."""

FORMS = (
    "ok with bytes or values, reject, reject OFFSET, unsupported, or crash:, time-out: or malformed: with its message; "
    f"{IN_FILE}; or " + " or ".join(f'"{rule}"' for rule in RULES)
)


def is_outcome(got: str) -> bool:
    """Returns whether a text is an outcome that can be known: any but a broken protocol, a failure with its message, and what
    a rule calculates."""
    return got in RULES or any(_is_outcome_of(kind, got) for kind in Kind)


def _is_outcome_of(kind: Kind, got: str) -> bool:
    try:
        known = read_outcome(kind, got)
    except NotationError:
        return False
    if isinstance(known, FAILURES):
        return bool(known.text) and not isinstance(known, BrokenProtocol)
    return True


def covers(got: str, kind: Kind, outcome: Outcome) -> bool:
    """Returns whether an outcome of an operation of this kind is the one that is known, which is not by a rule.

    Without one, every answer is, and only an outcome that says so covers a crash or a time-out. The text of a failure
    must begin with the known one. Offsets are compared only if one is known, and free text is never compared.
    """
    if not got:
        return not isinstance(outcome, Crash | Timeout)
    if isinstance(outcome, FAILURES):
        return outcome_text(outcome).startswith(got)
    try:
        known = read_outcome(kind, got)
    except NotationError:
        return False
    match known, outcome:
        case Rejection(offset), Rejection(seen):
            return offset is None or offset == seen
        case Unsupported(), Unsupported():
            return True
        case _:
            return known == outcome
