"""The known deviations that the project's own manifests declare."""

import fnmatch
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from encoding_conformance.adapters.manifest import DEVIATIONS_FILE, Declaration, Implementation, deviations_text, read_outcomes
from encoding_conformance.checks.catalogue import CHECKS, served_by
from encoding_conformance.core.identity import check_id
from encoding_conformance.core.verdict import Deviation, DeviationKind
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.models.known_outcome import IN_FILE
from encoding_conformance.runner.registry import own


class Ids:
    """The ids that entries match, and the requirements that they serve."""

    def __init__(self, suite: Suite) -> None:
        self.suite = suite
        self.checks = {
            str(check_id(encoding, name)): frozenset(served_by(name, encoding, suite.requirements))
            for encoding in suite.encodings
            for name in CHECKS
        }
        self.served = {str(vector.id): frozenset(vector.requirements) for vector in suite.all_vectors} | self.checks
        self.of_encoding = cache(lambda encoding: [id for id in self.served if id.startswith(f"{encoding}/")])
        self.matched = cache(self._matched)

    def _matched(self, pattern: str) -> list[str]:
        encoding, _, _ = pattern.partition("/")
        return fnmatch.filter(self.of_encoding(encoding) if encoding in self.suite.encodings else self.served, pattern)

    def of(self, entry: Declaration) -> set[str]:
        return {id for pattern in entry.ids for id in self.matched(pattern.text)}

    def has_check(self, entry: Declaration) -> bool:
        return not self.checks.keys().isdisjoint(self.of(entry))


@pytest.fixture(scope="module")
def ids(suite: Suite) -> Ids:
    return Ids(suite)


@pytest.fixture(scope="module")
def all_own() -> list[Implementation]:
    return own()


def faults_of_entries(implementation: Implementation, ids: Ids) -> Iterator[str]:
    for entry in implementation.deviations:
        deviation, has_check = entry.deviation, ids.has_check(entry)
        if not deviation.requirements:
            yield f"{entry.location}: it names no requirement that it breaks"
        if others := set(deviation.requirements).difference(*map(ids.served.get, ids.of(entry))):
            yield f"{entry.location}: nothing that its ids match serves {', '.join(sorted(others))}"
        if deviation.kind == DeviationKind.BUG and not deviation.url and not entry.report:
            yield f"{entry.location}: a bug has the address of a thread, or a report beside the manifest"
        if has_check and entry.got == IN_FILE and not entry.varies:
            yield f"{entry.location}: a check that it matches may give anything"
        if entry.varies and not has_check:
            yield f"{entry.location}: nothing varies, because it matches no check"


def split_reasons(implementation: Implementation, ids: Ids) -> Iterator[str]:
    """Yields the entries that belong into an earlier one with the same reason: those with its outcome, and all but one of those
    that state no outcome of a check, because the file of outcomes has what their test vectors give."""
    found: dict[tuple[Deviation, str], set[str]] = {}
    reasons: set[Deviation] = set()
    for entry in implementation.deviations:
        outcomes = found.setdefault((entry.deviation._replace(requirements=()), entry.report), set())
        outcome = entry.got if entry.got != IN_FILE and ids.has_check(entry) else IN_FILE
        if outcome in outcomes or entry.deviation in reasons:
            yield f"{entry.location}: {entry.deviation.what}"
        outcomes.add(outcome)
        reasons.add(entry.deviation)


def needless_outcomes(implementation: Implementation, ids: Ids) -> Iterator[str]:
    """Yields the ids in the file of outcomes that no entry refers to, or that no test vector has."""
    patterns = [pattern.text for entry in implementation.deviations if entry.got == IN_FILE for pattern in entry.ids]
    for id in read_outcomes(implementation.folder):
        is_vector = id in ids.served and id not in ids.checks and id.partition("/")[0] in implementation.encodings
        if not is_vector or not any(fnmatch.fnmatchcase(id, pattern) for pattern in patterns):
            yield id


@pytest.mark.slow
@pytest.mark.parametrize("problems", [faults_of_entries, split_reasons, needless_outcomes])
def test_known_deviations_of_the_project_have_none_of_the(
    problems: Callable[[Implementation, Ids], Iterator[str]], ids: Ids, all_own: list[Implementation]
) -> None:
    found = {each.name: list(problems(each, ids)) for each in all_own}
    assert {name: faults for name, faults in found.items() if faults} == {}


def test_files_of_known_deviations_are_as_the_command_writes_them(all_own: list[Implementation]) -> None:
    for each in all_own:
        written = [entry for entry in each.deviations if entry.location.file.endswith(DEVIATIONS_FILE)]
        if written:
            assert (each.folder / DEVIATIONS_FILE).read_text(encoding="utf-8") == deviations_text(each.deviations_of, written)
