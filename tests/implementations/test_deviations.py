"""The deviations that the project's own manifests declare: each breaks requirements that what it excuses serves."""

import fnmatch
from collections.abc import Iterator
from functools import lru_cache

from tables import each

from harness.adapters.manifest import Declaration, Implementation
from harness.checks.catalogue import CHECKS, served_by
from harness.core.deviation import BUG
from harness.core.identity import check_id
from harness.places import VECTORS
from harness.runner import libraries, plan
from harness.runner.registry import own
from harness.specification.library import Library


@lru_cache
def library() -> Library:
    return libraries.load([VECTORS])


@lru_cache
def served() -> dict[str, frozenset[str]]:
    """Of each id of a vector or check, the requirements that it serves."""
    vectors = {str(vector.id): frozenset(vector.requirements) for vector in library().all_vectors}
    checks = {
        str(check_id(encoding, name)): frozenset(served_by(name, encoding, library().requirements))
        for encoding in library().encodings
        for name in CHECKS
    }
    return vectors | checks


def faults(declaration: Declaration) -> Iterator[str]:
    """What is wrong with an entry."""
    deviation = declaration.deviation
    excused = {id for pattern in declaration.ids for id in fnmatch.filter(served(), pattern.text)}
    if not deviation.requirements:
        yield "it names no requirement that it breaks"
    if others := set(deviation.requirements).difference(*map(served().get, excused)):
        yield f"nothing that its ids match serves {', '.join(sorted(others))}"
    if deviation.kind == BUG and not deviation.url and not declaration.report:
        yield "a bug has the address of a thread, or a report beside the manifest"


@lru_cache
def ids(encoding: str) -> list[str]:
    """The ids of all verdicts on an encoding."""
    return [str(id) for id in plan.ids(library(), encoding)]


def wide(implementation: Implementation) -> Iterator[str]:
    """The patterns without a known outcome that match more than a tenth of the ids of an encoding."""
    for declaration in implementation.deviations:
        for pattern in declaration.ids if not declaration.came else ():
            for encoding in implementation.encodings:
                matched = fnmatch.filter(ids(encoding), pattern.text)
                if len(matched) > len(ids(encoding)) / 10:
                    yield f"{pattern.place}: {pattern.text} matches {len(matched)} of {len(ids(encoding))} in {encoding}"


OWN = [each.implementation for each in own()]


@each("implementation", OWN)
def test_deviations_name_requirements_that_what_is_excused_serves(implementation: Implementation) -> None:
    found = [f"{declaration.place}: {fault}" for declaration in implementation.deviations for fault in faults(declaration)]
    assert found == []


@each("implementation", OWN)
def test_a_reason_has_one_entry(implementation: Implementation) -> None:
    reasons = [declaration.deviation for declaration in implementation.deviations]
    assert [reason for reason in set(reasons) if reasons.count(reason) > 1] == []


# Such a pattern would also excuse an implementation that answers with garbage.
@each("implementation", OWN)
def test_a_pattern_of_more_than_a_tenth_of_the_ids_has_a_known_outcome(implementation: Implementation) -> None:
    assert list(wide(implementation)) == []
