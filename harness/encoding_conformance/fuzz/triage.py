"""Sorts findings: which of them have the same cause, and which known deviation of a manifest covers one. It is pure."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence

from encoding_conformance.adapters.manifest import Declaration
from encoding_conformance.causes.case import case_of, reason_of
from encoding_conformance.checks.catalogue import LEAKS
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.fault import matches
from encoding_conformance.core.identity import check_id
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import FAILURES, Decoded, Encoded, Rejection
from encoding_conformance.core.vector import Permitted, Vector
from encoding_conformance.core.verdict import Deviation, Status, Verdict
from encoding_conformance.fuzz.finding import Finding
from encoding_conformance.models import permitted
from encoding_conformance.runner.deviations import declared, excusing


class FindingCauses:
    """Findings with their causes. Each finding is either the first with its cause or explained by an earlier one."""

    def __init__(self, encodings: Mapping[str, Encoding]):
        self._encodings = encodings
        self._first: dict[Hashable, Finding] = {}

    def add(self, finding: Finding) -> Finding:
        """Adds a finding. Returns the finding that explains it, which is the finding itself if no earlier one does.

        A finding explains another one of the same implementation and encoding if both have the same symptom, or if one
        encodes the values that the other decodes. A failure such as a crash neither explains nor is explained by a finding
        with another crash bucket. Neither does one that a new process did not show.
        """
        group = (*finding.bucket[:2], _setting(finding), finding.known)
        marks = [(group, mark) for mark in _marks(self._encodings.get(finding.bucket.encoding), finding)]
        first = next((self._first[mark] for mark in marks if mark in self._first), finding)
        for mark in marks:
            self._first.setdefault(mark, first)
        return first


def _setting(finding: Finding) -> str:
    """Returns where an operation goes wrong."""
    leaks = finding.reproducer.law.check == LEAKS and finding.permitted  # they are what the same operation gave before
    if finding.reproducer.before or leaks:
        return "after others"
    return "in pieces" if finding.operation.cuts else "alone"


def _marks(encoding: Encoding | None, finding: Finding) -> Iterator[Hashable]:
    """Yields what the findings of the same mistake have as well: their crash bucket; the symptom; and values with the bytes that
    stand for them, or that the implementation takes for them."""
    yield finding.bucket
    operation, outcome = finding.operation, finding.outcome
    if encoding is None or isinstance(outcome, FAILURES) or not finding.repeats:
        return
    if not (expected := _expected(encoding, finding)):
        return
    case = case_of(encoding, operation, expected, outcome)
    if case and case.signature:
        yield case.signature
    for result in (expected[0], outcome):
        match operation, result:
            case (Encode(_, values), Encoded(code)) | (Decode(_, code), Decoded(values)):
                yield tuple(values), code


def counted(causes: int, findings: int) -> str:
    """Returns the words for a number of findings and the number of their causes."""
    return f"{causes} cause{'s' * (causes != 1)}, {findings} finding{'s' * (findings != 1)}"


def covering(
    declarations: Sequence[Declaration], encoding: Encoding, vectors: Sequence[Vector], finding: Finding
) -> Deviation | None:
    """Returns the first deviation that names the check of a finding, knows its outcome and describes its input, or None if there
    is none. `vectors` are those of the encoding.

    A deviation describes inputs by the test vectors that it names: an input is described if it must be rejected for the
    reason for which one of them must be, or if it and one of them are well-formed. A deviation that names checks alone
    describes every input, and so does every deviation where the tables do not say which operation is at fault.
    """
    operation, outcome = finding.operation, finding.outcome
    check = check_id(encoding.id, finding.reproducer.law.check)
    failed = Verdict(finding.bucket.implementation, encoding.id, check, (), Status.FAIL, operation=operation, got=outcome)
    for declaration in excusing(declarations, {encoding.id: encoding}, failed):
        named = [vector for vector in vectors if declared([declaration], vector.id)]
        expected = _expected(encoding, finding) if named else ()
        if not expected or _demand(encoding, operation, expected) in {
            _demand(encoding, vector.operation, vector.permitted) for vector in named if vector.operation.kind == operation.kind
        }:
            return declaration.deviation
    return None


def _demand(encoding: Encoding, operation: Operation, expected: Sequence[Permitted]) -> tuple[bool, str]:
    """Returns whether an operation must reject its input, and why if that is known."""
    return isinstance(expected[0], Rejection), reason_of(encoding, operation, expected)


def _expected(encoding: Encoding, finding: Finding) -> Sequence[Permitted]:
    """Returns the permitted outcomes of the operation of a finding. They are empty if they are unknown, or if the outcome is one
    of them, because then the law broke on another operation."""
    expected = permitted(encoding, finding.operation) if encoding.tables else finding.permitted
    return () if any(matches(each, finding.outcome) for each in expected) else expected
