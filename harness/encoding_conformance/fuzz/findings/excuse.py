"""Which known deviation of a manifest covers a finding. It is pure."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase

from encoding_conformance.adapters.manifest import Declaration
from encoding_conformance.causes.vector_index import reason_of
from encoding_conformance.core.deviation import Deviation
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import Id, check_id
from encoding_conformance.core.judge import matches
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.core.vector import Permitted, Vector
from encoding_conformance.fuzz.findings.finding import Finding, Seen
from encoding_conformance.models import permitted
from encoding_conformance.models.lax import covers


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
