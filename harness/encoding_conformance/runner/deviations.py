"""Known deviations, which are declared failures, and stale declarations, whose failures no longer occur."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import NamedTuple

from encoding_conformance.adapters.installation import bare, is_of, version_of
from encoding_conformance.adapters.manifest import Declaration, IdPattern, Implementation
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import Id, IdKind, Location, check_id, read_id
from encoding_conformance.core.judge import matches
from encoding_conformance.core.outcome import BrokenProtocol, Crash, Outcome, Rejection, Timeout
from encoding_conformance.core.vector import Permitted
from encoding_conformance.core.verdict import Ground, Pointers, Status, Verdict
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.models.known_outcome import IN_FILE, covers
from encoding_conformance.runner.plan import id_texts


class StalePattern(NamedTuple):
    """A stale pattern, and the ids that it matches. `otherwise` means that one of them fails with another outcome than the
    declared one."""

    pattern: IdPattern
    matched: Sequence[Id]
    otherwise: bool


class Declared:
    """The known deviations of one implementation in a run."""

    def __init__(self, implementation: Implementation, suite: Suite):
        self._implementation = implementation
        self._suite = suite
        self._seen: set[Id] = set()
        self._failed: dict[Id, Sequence[Declaration]] = {}

    def remember(self, verdict: Verdict) -> None:
        """Records a verdict of the run, before or after `judged`, if there are declarations."""
        if not self._implementation.deviations:
            return  # there may be millions of verdicts
        if verdict.ground != Ground.NOT_RUN:
            self._seen.add(verdict.id)
        if verdict.status == Status.FAIL or verdict.ground == Ground.DEVIATION:
            self._failed[verdict.id] = excusing(self._implementation.deviations, self._suite.encodings, verdict)

    def judged(self, verdict: Verdict) -> Verdict:
        """Returns a verdict of the run, changed if a known deviation excuses it."""
        self.remember(verdict)
        if verdict.id.kind == IdKind.INPUT and verdict.status == Status.FAIL:
            return self._judged_input(verdict)
        return with_deviation(self._implementation.deviations, self._suite.encodings, verdict)

    def _judged_input(self, verdict: Verdict) -> Verdict:
        """Returns the verdict on an input, excused if a deviation names the check that the input breaks. If the deviation also
        names vectors, one of them must be rejected for the same reason as the input, or be well-formed like it."""
        on_check = verdict._replace(id=check_id(verdict.encoding, verdict.pointers.broken))
        deviations = self._implementation.deviations
        describing = [each for each in deviations if self._describes(each, verdict) and declared([each], on_check.id)]
        judged = with_deviation(describing, self._suite.encodings, on_check)
        return judged._replace(id=verdict.id, declared="")

    def _describes(self, declaration: Declaration, verdict: Verdict) -> bool:
        named = [each for each in self._suite.vectors_of(verdict.encoding) if declared([declaration], each.id)]
        if not named or not verdict.operation or any(matches(each, verdict.got) for each in verdict.expected if verdict.got):
            return True
        kind, demand = verdict.operation.kind, _demand(verdict.expected)
        return any(each.operation.kind == kind and _demand(each.permitted) == demand for each in named)

    def stale_patterns(self) -> Iterator[tuple[Declaration, Sequence[StalePattern]]]:
        """Yields the declarations with stale patterns, and these patterns. Call it after all verdicts were recorded."""
        offered = (read_id(each, text) for each in self._implementation.encodings for text in id_texts(self._suite, each))
        return stale_patterns(self._implementation.deviations, offered, self._seen, self._failed)

    def stale(self) -> Iterator[Verdict]:
        """Yields the verdicts on stale declarations. Call it after all verdicts were recorded."""
        return stale(self._implementation, self.stale_patterns())


UNEXPLAINED = (Crash, Timeout, BrokenProtocol)
"""The outcomes that the harness never declares or records by itself: a person must look at them first."""


def declared(declarations: Sequence[Declaration], id: Id) -> Declaration | None:
    """Returns the first entry for this vector or check, or None."""
    return next(_about(declarations, id), None)


def excusing(declarations: Sequence[Declaration], encodings: Mapping[str, Encoding], verdict: Verdict) -> list[Declaration]:
    """Returns the entries for this vector or check that state the outcome of this verdict. A recorded outcome overrides the rules
    of other entries. `encodings` has all encodings by id."""

    def is_known(entry: Declaration) -> bool:
        if entry.got == IN_FILE and verdict.id.kind == IdKind.CHECK:
            is_named = verdict.operation.kind in entry.varies if verdict.operation else bool(entry.varies)
            return is_named and not isinstance(verdict.got, Crash | Timeout)
        known = entry.known(verdict.id)
        if known is None or verdict.operation is None or verdict.got is None:
            return False
        return covers(known, encodings[verdict.encoding], verdict.operation, verdict.got)

    known = [each for each in _about(declarations, verdict.id) if is_known(each)]
    return known if any(map(is_known, _deciding(declarations, verdict.id))) else []


def _demand(expected: Sequence[Permitted]) -> tuple[bool, str]:
    """Returns whether an input must be rejected, and the reason if it is known."""
    first = next(iter(expected), None)
    return (True, first.text) if isinstance(first, Rejection) else (False, "")


def _about(declarations: Sequence[Declaration], id: Id) -> Iterator[Declaration]:
    """Yields the entries for this vector or check."""
    text = str(id)
    return (each for each in declarations if any(fnmatchcase(text, pattern.text) for pattern in each.ids))


def _deciding(declarations: Sequence[Declaration], id: Id) -> list[Declaration]:
    """Returns the entries that decide about a vector or check: those with a recorded outcome, or else all."""
    entries = list(_about(declarations, id))
    return [each for each in entries if each.got == IN_FILE and each.known(id)] or entries


def to_record(declarations: Sequence[Declaration], verdict: Verdict) -> Outcome | None:
    """Returns the outcome of a test vector to record in the file beside the manifest, or None. It is recorded if the vector fails
    with an outcome outside UNEXPLAINED, an entry for it refers to the file, and no earlier entry excuses the failure."""
    entry = declared([each for each in declarations if each.got == IN_FILE], verdict.id)
    if entry is None or verdict.id.kind == IdKind.CHECK or verdict.got is None or isinstance(verdict.got, UNEXPLAINED):
        return None
    before = [each.deviation for each in declarations[: declarations.index(entry)]]
    fails = verdict.status == Status.FAIL or verdict.ground == Ground.DEVIATION
    return verdict.got if fails and verdict.deviation not in before else None


def with_deviation(declarations: Sequence[Declaration], encodings: Mapping[str, Encoding], verdict: Verdict) -> Verdict:
    """Returns the verdict. A failure with a declared outcome becomes a skip; another failure mentions the declaration."""
    if verdict.status != Status.FAIL:
        return verdict
    if excuses := excusing(declarations, encodings, verdict):
        deviation = excuses[0].deviation
        return verdict._replace(status=Status.SKIP, reason=str(deviation), ground=Ground.DEVIATION, deviation=deviation)
    if not (otherwise := _deciding(declarations, verdict.id)):
        return verdict
    return verdict._replace(declared=_known_text(otherwise[0], verdict))


def _known_text(entry: Declaration, verdict: Verdict) -> str:
    """Returns the text about an entry for a vector or check that fails with another outcome."""
    if entry.got == IN_FILE and verdict.id.kind == IdKind.CHECK:
        named = f" to {' and '.join(entry.varies)}" if entry.varies else ""
        return f"the known deviation is: any answer{named}" if named else "the entry in the manifest lacks `varies`"
    known = entry.known(verdict.id)
    missing = f"{IN_FILE} beside the manifest has no outcome for this test; --write-deviations records it"
    return missing if known is None else f"the known deviation is: {known}"


def stale_patterns(
    declarations: Sequence[Declaration], ids: Iterable[Id], seen: Collection[Id], failed: Mapping[Id, Sequence[Declaration]]
) -> Iterator[tuple[Declaration, Sequence[StalePattern]]]:
    """Yields the declarations with stale patterns, and these patterns. A pattern is stale if all tests that it matches were run
    and none of them failed with the declared outcome.

    `ids` has the ids of all possible verdicts on the implementation and is read only if there are declarations. `seen` has the
    ids of the verdicts in this run, and `failed` the ids of the failures, with the declarations that excuse each.
    """
    texts = [(id, str(id)) for id in ids] if declarations else []
    for declaration in declarations:
        patterns = []
        for pattern in declaration.ids:
            matched = [id for id, text in texts if fnmatchcase(text, pattern.text)]
            if all(id in seen and declaration not in failed.get(id, ()) for id in matched):
                patterns.append(StalePattern(pattern, matched, any(id in failed for id in matched)))
        if declaration.got == IN_FILE:
            patterns = [each for each in patterns if not each.otherwise]  # the others fail because the file lacks their outcome
        if patterns:
            yield declaration, patterns


def stale(implementation: Implementation, entries: Iterable[tuple[Declaration, Sequence[StalePattern]]]) -> Iterator[Verdict]:
    """Yields a verdict for each stale pattern, or one for the whole declaration if all of its patterns are stale. It is a
    failure, or a skip if the deviations in the manifest are for another version than the installed one."""
    outdated = list(entries)
    other = _other_version(implementation) if outdated else ""
    for declaration, patterns in outdated:
        if len(patterns) == len(declaration.ids):
            yield _verdict(implementation, patterns, declaration.location, "known deviation", other)
        else:
            for each in patterns:
                yield _verdict(implementation, [each], each.pattern.location, "pattern of a known deviation", other)


def _other_version(implementation: Implementation) -> str:
    """Returns the end of a reason, which names both versions if the deviations are for another version than the installed one;
    otherwise empty."""
    stated = implementation.deviations_of
    installed = version_of(implementation) if stated else ""
    if not installed or is_of(installed, stated):
        return ""
    return f"; the known deviations are for {stated}, but {bare(installed)} is installed"


def _verdict(
    implementation: Implementation, patterns: Sequence[StalePattern], location: Location, subject: str, other: str
) -> Verdict:
    """Returns the verdict on a stale declaration or pattern. Its id is the first pattern. Its encoding is empty if the patterns
    match several, or one that the implementation does not offer."""
    encodings = {id.encoding for each in patterns for id in each.matched}
    offered = implementation.encodings
    encodings = encodings or {id for id in offered for each in patterns if each.pattern.text.startswith(f"{id}/")}
    encoding = encodings.pop() if len(encodings) == 1 else ""
    fails = "fails with another outcome" if any(each.otherwise for each in patterns) else "no longer fails"
    how = fails if any(each.matched for each in patterns) else "matches no vector or check"
    return Verdict(
        implementation=implementation.name,
        encoding=encoding,
        id=Id(encoding, IdKind.DECLARATION, patterns[0].pattern.text),
        requirements=(),
        status=Status.SKIP if other else Status.FAIL,
        reason=f"stale: this {subject} {how}{other or '; remove it'}",
        ground=Ground.STALE,
        pointers=Pointers(location),
    )
