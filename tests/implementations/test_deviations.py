"""The deviations that the project's own manifests declare: each breaks requirements that what it excuses serves."""

import fnmatch
from collections.abc import Iterator
from functools import lru_cache

import pytest
from project import suite

from encoding_conformance.adapters.manifest import DEVIATIONS_FILE, Declaration, Implementation, deviations_text, read_outcomes
from encoding_conformance.checks.catalogue import CHECKS, served_by
from encoding_conformance.core.identity import Id, IdKind, check_id, read_id
from encoding_conformance.core.verdict import Deviation, DeviationKind
from encoding_conformance.models.known_outcome import IN_FILE
from encoding_conformance.runner import plan
from encoding_conformance.runner.registry import own


@lru_cache
def checks() -> dict[str, frozenset[str]]:
    """Of each id of a check, the requirements that it serves."""
    return {
        str(check_id(encoding, name)): frozenset(served_by(name, encoding, suite().requirements))
        for encoding in suite().encodings
        for name in CHECKS
    }


@lru_cache
def served() -> dict[str, frozenset[str]]:
    """Of each id of a vector or check, the requirements that it serves."""
    return {str(vector.id): frozenset(vector.requirements) for vector in suite().all_vectors} | checks()


def faults(declaration: Declaration) -> Iterator[str]:
    """What is wrong with an entry."""
    deviation = declaration.deviation
    excused = {id for pattern in declaration.ids for id in fnmatch.filter(served(), pattern.text)}
    if not deviation.requirements:
        yield "it names no requirement that it breaks"
    if others := set(deviation.requirements).difference(*map(served().get, excused)):
        yield f"nothing that its ids match serves {', '.join(sorted(others))}"
    if deviation.kind == DeviationKind.BUG and not deviation.url and not declaration.report:
        yield "a bug has the address of a thread, or a report beside the manifest"


@lru_cache
def ids(encoding: str) -> list[Id]:
    """The ids of all verdicts on an encoding."""
    return [read_id(encoding, text) for text in plan.id_texts(suite(), encoding)]


def not_pinned(implementation: Implementation) -> Iterator[str]:
    """The entries that match a check, and say neither what it gives nor what may vary."""
    for entry in implementation.deviations:
        asks = any(fnmatch.filter(checks(), pattern.text) for pattern in entry.ids)
        if asks and entry.got == IN_FILE and not entry.varies:
            yield f"{entry.location}: {entry.deviation.what}: a check that it matches may give anything"
        if entry.varies and not asks:
            yield f"{entry.location}: {entry.deviation.what}: nothing varies, because it matches no check"


def recorded_in_vain(implementation: Implementation) -> Iterator[str]:
    """The ids in the file of outcomes that no entry which refers to it matches, or that no test vector has."""
    entries = [entry for entry in implementation.deviations if entry.got == IN_FILE]
    vectors = {str(id) for encoding in implementation.encodings for id in ids(encoding) if id.kind != IdKind.CHECK}
    for id in read_outcomes(implementation.folder):
        if id not in vectors or not any(fnmatch.fnmatchcase(id, pattern.text) for entry in entries for pattern in entry.ids):
            yield id


def pins_a_check(declaration: Declaration) -> bool:
    """Whether an entry states the outcome of a check, which the file of outcomes does not have."""
    return declaration.got != IN_FILE and any(fnmatch.filter(checks(), pattern.text) for pattern in declaration.ids)


def split(implementation: Implementation) -> Iterator[str]:
    """The entries that belong into an earlier one with the same reason: those with its outcome, and all but one of those that
    pin no check, because the file of outcomes has what their test vectors give."""
    found: dict[tuple[Deviation, str], set[str]] = {}
    for each in implementation.deviations:
        outcomes = found.setdefault((each.deviation._replace(requirements=()), each.report), set())
        outcome = each.got if pins_a_check(each) else IN_FILE
        if outcome in outcomes:
            yield f"{each.location}: {each.deviation.what}"
        outcomes.add(outcome)


OWN = own()


@pytest.mark.parametrize("implementation", OWN)
def test_deviations_name_requirements_that_what_is_excused_serves(implementation: Implementation) -> None:
    found = [f"{declaration.location}: {fault}" for declaration in implementation.deviations for fault in faults(declaration)]
    assert found == []


@pytest.mark.parametrize("implementation", OWN)
def test_a_reason_has_one_entry(implementation: Implementation) -> None:
    reasons = [declaration.deviation for declaration in implementation.deviations]
    assert [reason for reason in set(reasons) if reasons.count(reason) > 1] == []


@pytest.mark.parametrize("implementation", OWN)
def test_a_reason_is_not_split(implementation: Implementation) -> None:
    assert list(split(implementation)) == []


@pytest.mark.parametrize("implementation", OWN)
def test_an_entry_says_what_its_checks_give_or_what_may_vary(implementation: Implementation) -> None:
    assert list(not_pinned(implementation)) == []


@pytest.mark.parametrize("implementation", OWN)
def test_outcomes_are_recorded_of_vectors_of_which_the_manifest_says_so(implementation: Implementation) -> None:
    assert list(recorded_in_vain(implementation)) == []


@pytest.mark.parametrize("name", [each.name for each in OWN if (each.folder / DEVIATIONS_FILE).exists()])
def test_the_file_of_known_deviations_is_as_the_command_writes_it(name: str) -> None:
    (own_one,) = [each for each in OWN if each.name == name]
    written = [entry for entry in own_one.deviations if entry.location.file.endswith(DEVIATIONS_FILE)]
    assert (own_one.folder / DEVIATIONS_FILE).read_text(encoding="utf-8") == deviations_text(own_one.deviations_of, written)
