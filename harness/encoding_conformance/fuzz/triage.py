"""Sorts findings: which of them have the same cause, and which known deviation of a manifest covers one. It is pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Literal, NamedTuple

from encoding_conformance.adapters.manifest import Declaration
from encoding_conformance.causes.examined import examined
from encoding_conformance.causes.symptom import Symptom
from encoding_conformance.causes.vector_index import reason_of
from encoding_conformance.checks.catalogue import LEAKS
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import Id, check_id
from encoding_conformance.core.judge import matches
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import FAILURES, Decoded, Encoded, Outcome, Rejection
from encoding_conformance.core.vector import Permitted, Vector
from encoding_conformance.core.verdict import Deviation
from encoding_conformance.fuzz.crash_bucket import CrashBucket
from encoding_conformance.fuzz.finding import Finding, Seen
from encoding_conformance.models import permitted
from encoding_conformance.models.lenient import covers

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


Mark = CrashBucket | Symptom | _Code


class Causes:
    """Findings with their causes. Each finding is either the first with its cause or explained by an earlier one."""

    def __init__(self, encodings: Mapping[str, Encoding]):
        self._encodings = encodings
        self._first: dict[tuple[_Place, Mark], Finding] = {}

    def add(self, finding: Finding) -> Finding:
        """Adds a finding. Returns the finding that explains it, which is the finding itself if no earlier one does.

        A finding explains another one of the same implementation and encoding if both have the same symptom, or if one
        encodes the values that the other decodes. A failure such as a crash neither explains nor is explained by a finding
        with another crash bucket. Neither does one that a new process did not show again.
        """
        place = _Place(*finding.bucket[:2], _setting(finding), finding.known)
        marks = [(place, mark) for mark in _marks(self._encodings.get(finding.bucket.encoding), finding)]
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
    yield finding.bucket
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


def covering(
    declarations: Sequence[Declaration], encoding: Encoding, vectors: Sequence[Vector], finding: Finding
) -> Deviation | None:
    """Returns the first deviation that names the check of a finding, knows its outcome and describes its input, or None if there
    is none. `vectors` are those of the encoding.

    A deviation describes inputs by the test vectors that it names: an input is described if it must be rejected for the
    reason for which one of them must be, or if it and one of them are well-formed. A deviation that names checks alone
    describes every input, and so does every deviation where the tables do not say which operation is at fault.
    """
    check, seen = check_id(finding.case.encoding, finding.case.law.check), finding.seen
    for declaration in declarations:
        known = declaration.known(check)
        if known is not None and _names(declaration, check) and covers(known, encoding, seen.operation, seen.outcome):
            named = [vector for vector in vectors if _names(declaration, vector.id)]
            if not named or _describes(named, encoding, seen):
                return declaration.deviation
    return None


def _names(declaration: Declaration, id: Id) -> bool:
    text = str(id)
    return any(fnmatchcase(text, pattern.text) for pattern in declaration.ids)


def _describes(named: Sequence[Vector], encoding: Encoding, seen: Seen) -> bool:
    expected = permitted(encoding, seen.operation) if encoding.tables else seen.permitted
    if not expected or any(matches(each, seen.outcome) for each in expected):
        return True
    reasons = {
        _reason(encoding, vector.operation, vector.permitted) for vector in named if vector.operation.kind == seen.operation.kind
    }
    return _reason(encoding, seen.operation, expected) in reasons


def _reason(encoding: Encoding, operation: Operation, expected: Sequence[Permitted]) -> tuple[bool, str]:
    """Whether an operation must reject its input, and why if that is known."""
    return isinstance(expected[0], Rejection), reason_of(encoding, operation, expected)
