"""Says what is wrong with one failure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from encoding_conformance.causes.naming import Seen
from encoding_conformance.causes.symptom import Symptom, symptom
from encoding_conformance.causes.vector_index import LARGE, reason_of
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.fault import fault_of
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import Outcome, Rejection, Result
from encoding_conformance.core.vector import Permitted
from encoding_conformance.models import permitted


class Examined(NamedTuple):
    """A failure in words for people, and its symptom."""

    seen: Seen
    symptom: Symptom


def examined(encoding: Encoding, operation: Operation, outcome: Outcome, expected: Sequence[Permitted]) -> Examined:
    """Returns what is wrong with an outcome that is not among those that are due, of which there must be one. Raises
    ValueError if the operation was not asked.

    If the outcome that is due replaces what is ill-formed, the reason why others reject it tells causes apart, and a result
    is wrong in the way in which it would be of a codec that rejects.
    """
    strict = permitted(encoding, operation) if encoding.tables and len(operation.input) <= LARGE else expected
    replaces = isinstance(strict[0], Rejection) and not isinstance(expected[0], Rejection)
    reason = reason_of(encoding, operation, strict if replaces else expected)
    how = fault_of((strict if replaces and isinstance(outcome, Result) else expected)[:1], outcome)
    return Examined(Seen(operation, expected[0], outcome, how, reason), symptom(operation, reason, how))
