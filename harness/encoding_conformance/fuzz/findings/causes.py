"""Groups findings by what causes them, in the order in which they are found. It is pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from encoding_conformance.causes.examined import examined
from encoding_conformance.causes.symptom import Symptom
from encoding_conformance.checks.state import LEAKS
from encoding_conformance.core.deviation import Deviation
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.judge import matches
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import FAILURES, Decoded, Encoded, Outcome
from encoding_conformance.core.vector import Permitted
from encoding_conformance.fuzz.asking.failure_key import FailureKey
from encoding_conformance.fuzz.findings.finding import Finding
from encoding_conformance.models import permitted

Setting = Literal["alone", "in pieces", "after others"]
"""Where an operation goes wrong: whenever it is asked, only if its input comes in pieces, or only after other operations."""


class _Place(NamedTuple):
    """What all findings of one cause have in common."""

    implementation: str
    encoding: str
    setting: Setting
    known: Deviation | None


class _Code(NamedTuple):
    """Values and bytes that stand for each other, or that the implementation takes for each other."""

    values: tuple[int, ...]
    code: bytes


Mark = FailureKey | Symptom | _Code


class Causes:
    """Findings with their causes. Each finding is either the first with its cause or explained by an earlier one."""

    def __init__(self, encodings: Mapping[str, Encoding]):
        self._encodings = encodings
        self._first: dict[tuple[_Place, Mark], Finding] = {}

    def add(self, finding: Finding) -> Finding:
        """Adds a finding. Returns the finding that explains it, which is the finding itself if no earlier one does.

        A finding explains another one of the same implementation and encoding if both have the same symptom, or if one
        encodes the values that the other decodes. A failure such as a crash neither explains nor is explained by a finding
        with another failure key. Neither does one that a new process did not show again.
        """
        place = _Place(*finding.failure_key[:2], _setting(finding), finding.known)
        marks = [(place, mark) for mark in _marks(self._encodings.get(finding.failure_key.encoding), finding)]
        first = next((self._first[mark] for mark in marks if mark in self._first), finding)
        for mark in marks:
            self._first.setdefault(mark, first)
        return first


def _setting(finding: Finding) -> Setting:
    """The law against leaks permits what came before, if it was the other operations that changed it."""
    if finding.case.before or (finding.case.law.check == LEAKS and finding.seen.permitted):
        return "after others"
    operation = finding.seen.operation
    return "in pieces" if isinstance(operation, Decode) and operation.cuts else "alone"


def _marks(encoding: Encoding | None, finding: Finding) -> Iterator[Mark]:
    """Yields what the findings of the same mistake have as well."""
    yield finding.failure_key
    operation, outcome = finding.seen.operation, finding.seen.outcome
    if encoding is None or isinstance(outcome, FAILURES) or not finding.repeats:
        return
    expected = permitted(encoding, operation) if encoding.tables else finding.seen.permitted
    if not expected or any(matches(each, outcome) for each in expected):
        return  # the law broke because of another operation
    yield examined(encoding, operation, outcome, expected).symptom
    for result in (expected[0], outcome):
        if code := _code(operation, result):
            yield code


def _code(operation: Encode | Decode, result: Permitted | Outcome) -> _Code | None:
    match operation, result:
        case Encode(_, values), Encoded(code):
            return _Code(tuple(values), code)
        case Decode(_, code), Decoded(values):
            return _Code(tuple(values), code)
    return None
