"""Known deviations, which are failures that a manifest declares, and stale declarations, which no longer come true."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import NamedTuple

from encoding_conformance.adapters.manifest import Declaration, IdPattern, Implementation
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import Id, IdKind, Location, read_id
from encoding_conformance.core.outcome import BrokenProtocol, Crash, Outcome, Timeout
from encoding_conformance.core.verdict import Changed, ChangeKind, Ground, PatternIndex, Pointers, Status, Verdict
from encoding_conformance.models.known_outcome import IN_FILE, covers
from encoding_conformance.runner.plan import Unit, id_texts
from encoding_conformance.runner.registry import Outdated


class Declared:
    """The known deviations of one implementation in a run. `outdated` is given if they are of another version."""

    def __init__(self, unit: Unit, outdated: Outdated | None):
        """`unit` is any unit of the implementation."""
        self._implementation = unit.implementation
        self._suite = unit.suite
        self._outdated = outdated
        self._seen: set[Id] = set()
        self._failed: dict[Id, Sequence[Declaration]] = {}

    def remember(self, verdict: Verdict) -> None:
        """Takes note of a verdict of the run, also of one that was judged before, if anything is declared."""
        if not self._implementation.deviations:
            return  # there may be millions of verdicts
        if verdict.ground != Ground.NOT_ASKED:
            self._seen.add(verdict.id)
        if verdict.status == Status.FAIL or verdict.ground in (Ground.DEVIATION, Ground.CHANGED):
            self._failed[verdict.id] = excusing(self._implementation.deviations, self._suite.encodings, verdict)

    def judged(self, verdict: Verdict) -> Verdict:
        """Returns a verdict of the run, changed if a known deviation excuses it."""
        declarations, encodings = self._implementation.deviations, self._suite.encodings
        self.remember(verdict)
        return since_then(declarations, self._outdated, with_deviation(declarations, encodings, verdict))

    def stale(self) -> Iterator[Verdict]:
        """Yields the verdicts on declarations that did not come true. It is called at the end of the run."""
        offered = (read_id(each, text) for each in self._implementation.encodings for text in id_texts(self._suite, each))
        for verdict in stale(self._implementation, offered, self._seen, self._failed):
            yield since_then(self._implementation.deviations, self._outdated, verdict)


UNEXPLAINED = (Crash, Timeout, BrokenProtocol)
"""The outcomes that the harness never declares or records by itself: a person must look into them first."""


def declared(declarations: Sequence[Declaration], id: Id) -> Declaration | None:
    """Returns the first entry for this vector or check; None if there is none."""
    return next(_about(declarations, id), None)


def excusing(declarations: Sequence[Declaration], encodings: Mapping[str, Encoding], verdict: Verdict) -> list[Declaration]:
    """Returns the entries for this vector or check that state the outcome of this verdict. An outcome that is recorded for the
    vector is the only one that is known, also if the rule of another entry covers more. `encodings` has all by id."""

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


def _about(declarations: Sequence[Declaration], id: Id) -> Iterator[Declaration]:
    """Yields the entries for this vector or check."""
    text = str(id)
    return (each for each in declarations if any(fnmatchcase(text, pattern.text) for pattern in each.ids))


def _deciding(declarations: Sequence[Declaration], id: Id) -> list[Declaration]:
    """Returns the entries that decide about a vector or check: an entry with its recorded outcome, or else all."""
    entries = list(_about(declarations, id))
    return [each for each in entries if each.got == IN_FILE and each.known(id)] or entries


def to_record(declarations: Sequence[Declaration], verdict: Verdict) -> Outcome | None:
    """Returns the outcome of a test vector for the file beside the manifest; None if it is not to be recorded. It is recorded if
    the vector fails with one that is explained, an entry for it refers to the file, and no earlier entry excuses the failure."""
    entry = declared([each for each in declarations if each.got == IN_FILE], verdict.id)
    if entry is None or verdict.id.kind == IdKind.CHECK or verdict.got is None or isinstance(verdict.got, UNEXPLAINED):
        return None
    before = [each.deviation for each in declarations[: declarations.index(entry)]]
    fails = verdict.status == Status.FAIL or verdict.ground == Ground.DEVIATION
    return verdict.got if fails and verdict.deviation not in before else None


def with_deviation(declarations: Sequence[Declaration], encodings: Mapping[str, Encoding], verdict: Verdict) -> Verdict:
    """Returns the verdict. A failure with its declared outcome becomes a skip, and one with another outcome says so."""
    if verdict.status != Status.FAIL:
        return verdict
    if excuses := excusing(declarations, encodings, verdict):
        deviation = excuses[0].deviation
        return verdict._replace(status=Status.SKIP, reason=str(deviation), ground=Ground.DEVIATION, deviation=deviation)
    if not (otherwise := _deciding(declarations, verdict.id)):
        return verdict
    return verdict._replace(declared=_known_text(otherwise[0], verdict))


def _known_text(entry: Declaration, verdict: Verdict) -> str:
    """Returns what an entry knows of a vector or check that fails otherwise."""
    if entry.got == IN_FILE and verdict.id.kind == IdKind.CHECK:
        named = f" to {' and '.join(entry.varies)}" if entry.varies else ""
        return f"the known deviation is: any answer{named}" if named else "the entry of the manifest does not say what varies"
    known = entry.known(verdict.id)
    missing = f"{IN_FILE} beside the manifest has no outcome of this test; --write-deviations records it"
    return missing if known is None else f"the known deviation is: {known}"


def since_then(declarations: Sequence[Declaration], outdated: Outdated | None, verdict: Verdict) -> Verdict:
    """Returns the verdict. If the declarations are of another version, a failure becomes a change since that version, which fails
    the run or is skipped."""
    if outdated is None or verdict.status != Status.FAIL:
        return verdict
    how = ChangeKind.DIFFERENT if declared(declarations, verdict.id) else ChangeKind.NEW
    changed = Changed(ChangeKind.GONE if verdict.ground == Ground.STALE else how, outdated.since)
    status = Status.FAIL if outdated.fails else Status.SKIP
    return verdict._replace(status=status, ground=Ground.CHANGED, changed=changed)


class _Gone(NamedTuple):
    """A stale pattern, its indexes in the manifest, and the ids that it matches. `otherwise` says that one of them fails with
    another outcome than the declared one. The pattern is `needed` as long as no other entry declares that failure."""

    pattern: IdPattern
    indexes: PatternIndex
    meant: Sequence[Id]
    otherwise: bool
    needed: bool


def stale(
    implementation: Implementation, ids: Iterable[Id], seen: Collection[Id], failed: Mapping[Id, Sequence[Declaration]]
) -> Iterator[Verdict]:
    """Yields a failure for each stale pattern of a declaration: all ids that it matches were asked, and none of them failed with
    the declared outcome. If all patterns of a declaration are stale, there is one failure for the whole declaration.

    `ids` are the ids of all possible verdicts on the implementation, which are read only if it declares something; `seen` are
    those of the verdicts in this run, and `failed` those of the failures, with the declarations that excuse each.
    """
    texts = [(id, str(id)) for id in ids] if implementation.deviations else []
    for entry, declaration in enumerate(implementation.deviations):
        gone = []
        for index, pattern in enumerate(declaration.ids):
            meant = [id for id, text in texts if fnmatchcase(text, pattern.text)]
            if all(id in seen and declaration not in failed.get(id, ()) for id in meant):
                otherwise = any(id in failed for id in meant)
                needed = any(id in failed and not failed[id] for id in meant)
                gone.append(_Gone(pattern, PatternIndex(entry, index), meant, otherwise, needed))
        if declaration.got == IN_FILE:
            gone = [each for each in gone if not each.otherwise]  # the tests themselves tell that the file lacks their outcome
        if len(gone) == len(declaration.ids):
            yield _verdict(implementation, gone, declaration.location, "known deviation")
        else:
            yield from (_verdict(implementation, [each], each.pattern.location, "pattern of a known deviation") for each in gone)


def _verdict(implementation: Implementation, gone: Sequence[_Gone], place: Location, what: str) -> Verdict:
    """Returns the failure of a declaration or of one of its patterns. Its id is the pattern, or the first of several. It is in no
    encoding if the patterns have several, or one that the implementation does not offer."""
    encodings = {id.encoding for each in gone for id in each.meant}
    offered = implementation.encodings
    encodings = encodings or {id for id in offered for each in gone if each.pattern.text.startswith(f"{id}/")}
    encoding = encodings.pop() if len(encodings) == 1 else ""
    fails = "fails otherwise than it says" if any(each.otherwise for each in gone) else "no longer fails"
    how = fails if any(each.meant for each in gone) else "matches the id of no vector or check"
    return Verdict(
        implementation=implementation.name,
        encoding=encoding,
        id=Id(encoding, IdKind.DECLARATION, gone[0].pattern.text),
        requirements=(),
        status=Status.FAIL,
        reason=f"stale: this {what} {how}; remove it",
        ground=Ground.STALE,
        pointers=Pointers(place, stale=tuple(each.indexes for each in gone if not each.needed)),
    )
