"""The deviations that the project's own manifests declare: each says of what kind it is, and which requirement it breaks.

A reason is one line: KIND: what the library does (REQUIREMENT, …); since VERSION; URL. The last two only where known.
"""

import fnmatch
from collections.abc import Iterator
from functools import lru_cache

from tables import each

from harness.adapters.manifest import Implementation
from harness.checks.catalogue import CHECKS, served_by
from harness.commands.results.reason import BUG, parse
from harness.core.identity import check_id
from harness.places import VECTORS
from harness.runner import libraries
from harness.runner.registry import own
from harness.specification.library import Library

REPORT = "REPORT.md"


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


def faults(implementation: Implementation, reason: str, ids: list[str]) -> Iterator[str]:
    """What is wrong with a reason that excuses these patterns."""
    parts = parse(reason)
    if not parts.kind:
        yield "not KIND: what it does (REQUIREMENT, …)[; since VERSION][; URL]"
        return
    excused = {id for each in ids for id in fnmatch.filter(served(), each)}
    if others := set(parts.requirements) - frozenset().union(*map(served().get, excused)):
        yield f"nothing that {' or '.join(ids)} matches serves {', '.join(sorted(others))}"
    if parts.kind == BUG and not parts.url and not (implementation.folder / REPORT).exists():
        yield "a bug has the address of a thread, or a report beside the manifest"


@each("implementation", [each.implementation for each in own()])
def test_deviations_tell_their_kind_and_requirements_that_what_is_excused_serves(implementation: Implementation) -> None:
    ids: dict[str, list[str]] = {}
    for deviation in implementation.deviations:
        ids.setdefault(deviation.reason, []).append(deviation.id)
    found = [f"{fault}; it is: {reason}" for reason in ids for fault in faults(implementation, reason, ids[reason])]
    assert found == []
