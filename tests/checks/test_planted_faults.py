"""No check without a planted fault that it finds, none that nothing finds, and nothing found elsewhere."""

from __future__ import annotations

import pytest
from planted import PLANTED, Planted
from planted.liberties import LIBERTIES
from reference_codecs import CODECS
from testbench import broken_by, broken_laws, failed_vectors, law_id, library

from harness.checks.catalogue import CHECKS
from harness.checks.law import Check, Law, Violation
from harness.core.judge import difference
from harness.core.operation import DECODE
from harness.core.outcome import FAILURES, Rejection, Result

LAWS = [
    pytest.param(check, kind, law, id=law_id(check, kind, law))
    for check in CHECKS.values()
    for kind, law in check.laws
]

ISO = [id for id in CODECS if id.startswith("iso-8859-")]
QUICK = [id for id in CODECS if id not in ISO] + ["iso-8859-1", "iso-8859-3"]

REFUSED = difference([Result(())], Rejection())

FEW = len(PLANTED) // 50
"""Faults at a single edge among thousands, which the laws need not be fed."""


@pytest.mark.parametrize("fault", PLANTED, ids=str)
def test_a_planted_fault_is_found(fault: Planted) -> None:
    assert failed_vectors(fault.encoding, fault.codec) or any(broken_laws(fault.encoding, fault.codec))


@pytest.mark.parametrize(("check", "kind", "law"), LAWS)
def test_a_law_finds_a_planted_fault(check: Check, kind: str, law: Law) -> None:
    bound = [fault for fault in PLANTED if not check.applies(library().encodings[fault.encoding])]
    found = (broken_by(law, kind, fault.encoding, fault.codec) for fault in bound)

    assert any(each and is_of_the_law(check, each[1]) for each in found)


def is_of_the_law(check: Check, violation: Violation) -> bool:
    """Does a violation show what the law is about, not that what it begins with was refused or crashed?"""
    if check.name == "damage":
        return violation.operation.kind == DECODE
    return not isinstance(violation.outcome, FAILURES) and violation.reason != REFUSED


@pytest.mark.parametrize(
    "encoding", [pytest.param(id, marks=[] if id in QUICK else pytest.mark.slow) for id in CODECS]
)
def test_nothing_is_found_in_the_reference(encoding: str) -> None:
    assert failed_vectors(encoding, CODECS[encoding]) == []
    assert list(broken_laws(encoding, CODECS[encoding])) == []


@pytest.mark.parametrize("name", LIBERTIES)
def test_nothing_is_found_where_the_specification_leaves_it_open(name: str) -> None:
    encoding, codec = name.partition("/")[0], LIBERTIES[name]

    assert failed_vectors(encoding, codec) == []
    assert list(broken_laws(encoding, codec)) == []


@pytest.mark.slow
def test_checks_without_vectors_find_all_but_a_few() -> None:
    """With `pytest -s` it shows what finds each fault: vectors (how many), and which checks."""
    unseen = []
    for fault in PLANTED:
        vectors = len(failed_vectors(fault.encoding, fault.codec))
        checks = dict.fromkeys(broken.check for broken in broken_laws(fault.encoding, fault.codec))
        print(f"{fault}: {vectors} vectors; {', '.join(checks) or 'no check'}")
        if not checks:
            unseen.append(str(fault))

    assert len(unseen) <= FEW, unseen
