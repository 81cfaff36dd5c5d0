"""Sorts findings: which cause each of them has, and which known deviation of a manifest covers one."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from encoding_conformance.adapters.manifest import Declaration
from encoding_conformance.causes.causes import causes
from encoding_conformance.causes.collecting import ask_units
from encoding_conformance.checks.catalogue import served_by
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import Id, IdKind
from encoding_conformance.core.judge import matches
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import BrokenProtocol, Rejection
from encoding_conformance.core.vector import Permitted, Vector
from encoding_conformance.core.verdict import Cause, Deviation, Pointers, Status, Verdict
from encoding_conformance.explain.explanation import explained
from encoding_conformance.fuzz.finding import Finding, FindingState, state_after_rerun
from encoding_conformance.fuzz.rerun import Rerun
from encoding_conformance.models import permitted
from encoding_conformance.runner.deviations import declared, excusing
from encoding_conformance.runner.plan import Unit
from encoding_conformance.runner.unit import fitting_first


def rerun(unit: Unit, old: Finding) -> tuple[FindingState, Finding]:
    """Returns the state of an old finding after a rerun, and the finding that it shows, or else the old one. Raises CannotAsk."""
    now = Rerun(unit.implementation, unit.encoding, unit.limits).ask(old.reproducer)
    return state_after_rerun(old, now), with_known_deviation(unit, now) if now else old


def with_known_deviation(unit: Unit, finding: Finding) -> Finding:
    """Returns a finding with the deviation of the manifest that covers it, if one does."""
    known = covering(unit.implementation.deviations, unit.encoding, unit.all_vectors, finding)
    return replace(finding, known=known)


def causes_of(unit: Unit, findings: Mapping[Path, Finding]) -> list[Cause]:
    """Returns the causes of the findings of a unit that count. They are found as in a run: the implementation is asked again.
    `findings` has them by their folders, by which a cause names what it explains."""
    failed = [_verdict(unit, folder, finding) for folder, finding in findings.items() if finding.counts]
    if not failed:
        return []
    with ask_units([unit])(unit.name, unit.encoding.id) as asked:
        return causes(asked, unit.suite.encodings.values(), unit.all_vectors, unit.suite.requirements, failed)


def _verdict(unit: Unit, folder: Path, finding: Finding) -> Verdict:
    """Returns a finding as a failure of a run. It has the requirements of a test vector that asks it, or of its check."""
    encoding, known, operation = unit.encoding, unit.suite.requirements, finding.operation
    asked = (vector.requirements for vector in unit.all_vectors if vector.operation == operation)
    requirements = next(asked, None) or served_by(finding.reproducer.check, encoding.id, known)
    rule = explained(encoding, operation, known).rule
    fitting = fitting_first(requirements, known, encoding, operation, permitted(encoding, operation)[0])
    requirements = tuple(dict.fromkeys([*([rule.id] if rule else []), *fitting]))
    id = Id(encoding.id, IdKind.FINDING, str(folder))
    pointers = Pointers(rerun=shlex.join(["conform", "replay", str(folder)]))
    status = Status.ERROR if isinstance(finding.outcome, BrokenProtocol) else Status.FAIL
    return finding.failure._replace(id=id, requirements=requirements, status=status, pointers=pointers)


def covering(
    declarations: Sequence[Declaration], encoding: Encoding, vectors: Sequence[Vector], finding: Finding
) -> Deviation | None:
    """Returns the first deviation that names the check of a finding, knows its outcome and describes its input, or None if there
    is none. `vectors` are all vectors of the encoding.

    A deviation describes inputs by the test vectors that it names: an input is described if it must be rejected for the
    reason for which one of them must be, or if it and one of them are well-formed. A deviation that names checks alone
    describes every input, and so does every deviation where the tables do not say which operation is at fault.
    """
    operation = finding.operation
    for declaration in excusing(declarations, {encoding.id: encoding}, finding.failure):
        named = [vector for vector in vectors if declared([declaration], vector.id)]
        expected = _expected(encoding, finding) if named else ()
        if not expected or _demand(encoding, operation, expected) in {
            _demand(encoding, vector.operation, vector.permitted) for vector in named if vector.operation.kind == operation.kind
        }:
            return declaration.deviation
    return None


def _demand(encoding: Encoding, operation: Operation, expected: Sequence[Permitted]) -> tuple[bool, str]:
    """Returns whether an operation must reject its input, and why if that is known."""
    if not isinstance(expected[0], Rejection):
        return False, ""
    by_tables = permitted(encoding, operation)[0]
    return True, expected[0].text or (by_tables.text if isinstance(by_tables, Rejection) else "")


def _expected(encoding: Encoding, finding: Finding) -> Sequence[Permitted]:
    """Returns the permitted outcomes of the operation of a finding. They are empty if the outcome is one of them, because
    then the check broke on another operation."""
    expected = permitted(encoding, finding.operation)
    return () if any(matches(each, finding.outcome) for each in expected) else expected
