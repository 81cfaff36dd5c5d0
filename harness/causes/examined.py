"""Says what is wrong with one failure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from harness.causes.naming import Seen
from harness.causes.suite import reason_of
from harness.causes.symptom import Symptom, how_wrong, symptom
from harness.core.encoding import Encoding
from harness.core.operation import Operation
from harness.core.outcome import Outcome
from harness.core.vector import Permitted


class Examined(NamedTuple):
    """A failure in words for people, and its symptom."""

    seen: Seen
    symptom: Symptom


def examined(encoding: Encoding, operation: Operation, outcome: Outcome, due: Sequence[Permitted]) -> Examined:
    """Returns what is wrong with an outcome that is not among those that are due, of which there must be one. Raises
    ValueError if the operation was not asked."""
    reason = reason_of(encoding, operation, due)
    how = how_wrong(due, outcome)
    return Examined(Seen(operation, due[0], outcome, how, reason), symptom(operation, reason, how))
