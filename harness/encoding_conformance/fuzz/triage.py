"""Sorts findings: which of them have the same cause, and which known deviation of a manifest covers one. It is pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import NamedTuple

from encoding_conformance.adapters.manifest import Declaration
from encoding_conformance.causes.examined import examined
from encoding_conformance.causes.symptom import Symptom
from encoding_conformance.causes.vector_index import reason_of
from encoding_conformance.checks.catalogue import LEAKS
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.fault import matches
from encoding_conformance.core.identity import Id, check_id
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import FAILURES, Decoded, Encoded, Outcome, Rejection
from encoding_conformance.core.vector import Permitted, Vector
from encoding_conformance.core.verdict import Deviation
from encoding_conformance.fuzz.finding import CrashBucket, Finding
from encoding_conformance.models import permitted
from encoding_conformance.models.replacement import covers


class _Setting(StrEnum):
    """Where an operation goes wrong."""

    ALONE = "whenever it is asked"
    IN_PIECES = "only if its input comes in pieces"
    AFTER_OTHERS = "only after other operations"


class _Group(NamedTuple):
    """What all findings of one cause have in common."""

    implementation: str
    encoding: str
    setting: _Setting
    known: Deviation | None


class _Code(NamedTuple):
    """Values and bytes that stand for each other, or that the implementation takes for each other."""

    values: tuple[int, ...]
    code: bytes


Mark = CrashBucket | Symptom | _Code


class FindingCauses:
    """Findings with their causes. Each finding is either the first with its cause or explained by an earlier one."""

    def __init__(self, encodings: Mapping[str, Encoding]):
        self._encodings = encodings
        self._first: dict[tuple[_Group, Mark], Finding] = {}

    def add(self, finding: Finding) -> Finding:
        """Adds a finding. Returns the finding that explains it, which is the finding itself if no earlier one does.

        A finding explains another one of the same implementation and encoding if both have the same symptom, or if one
        encodes the values that the other decodes. A failure such as a crash neither explains nor is explained by a finding
        with another crash bucket. Neither does one that a new process did not show.
        """
        group = _Group(*finding.bucket[:2], _setting(finding), finding.known)
        marks = [(group, mark) for mark in _marks(self._encodings.get(finding.bucket.encoding), finding)]
        first = next((self._first[mark] for mark in marks if mark in self._first), finding)
        for mark in marks:
            self._first.setdefault(mark, first)
        return first


def _setting(finding: Finding) -> _Setting:
    leaks = finding.reproducer.law.check == LEAKS and finding.permitted  # they are what the same operation gave before
    if finding.reproducer.before or leaks:
        return _Setting.AFTER_OTHERS
    operation = finding.operation
    return _Setting.IN_PIECES if isinstance(operation, Decode) and operation.cuts else _Setting.ALONE


def _marks(encoding: Encoding | None, finding: Finding) -> Iterator[Mark]:
    """Yields what the findings of the same mistake have as well."""
    yield finding.bucket
    operation, outcome = finding.operation, finding.outcome
    if encoding is None or isinstance(outcome, FAILURES) or not finding.repeats:
        return
    if not (expected := _expected(encoding, finding)):
        return
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
    check = check_id(encoding.id, finding.reproducer.law.check)
    for declaration in declarations:
        known = declaration.known(check)
        if known is not None and _names(declaration, check) and covers(known, encoding, finding.operation, finding.outcome):
            named = [vector for vector in vectors if _names(declaration, vector.id)]
            if not named or _describes(named, encoding, finding):
                return declaration.deviation
    return None


def _names(declaration: Declaration, id: Id) -> bool:
    text = str(id)
    return any(fnmatchcase(text, pattern.text) for pattern in declaration.ids)


def _describes(named: Sequence[Vector], encoding: Encoding, finding: Finding) -> bool:
    if not (expected := _expected(encoding, finding)):
        return True
    same = [vector for vector in named if vector.operation.kind == finding.operation.kind]
    reasons = {_reason(encoding, vector.operation, vector.permitted) for vector in same}
    return _reason(encoding, finding.operation, expected) in reasons


def _expected(encoding: Encoding, finding: Finding) -> Sequence[Permitted]:
    """Returns the permitted outcomes of the operation of a finding. They are empty if they are unknown, or if the outcome is one
    of them, because then the law broke on another operation."""
    expected = permitted(encoding, finding.operation) if encoding.tables else finding.permitted
    return () if any(matches(each, finding.outcome) for each in expected) else expected


def _reason(encoding: Encoding, operation: Operation, expected: Sequence[Permitted]) -> tuple[bool, str]:
    """Whether an operation must reject its input, and why if that is known."""
    return isinstance(expected[0], Rejection), reason_of(encoding, operation, expected)
