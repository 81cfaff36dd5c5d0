"""Known deviations, which are failures that a manifest declares, and stale declarations, which no longer come true."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fnmatch import fnmatchcase
from typing import NamedTuple

from harness.adapters.manifest import Declaration, Implementation, Pattern
from harness.core.identity import DECLARATION, Id
from harness.core.location import Location
from harness.core.verdict import DEVIATION, FAIL, SKIP, STALE, Judgement, Pointers, Verdict


def declared(declarations: Sequence[Declaration], id: Id) -> Declaration | None:
    """The first that is of the vector or check of this id."""
    text = str(id)
    return next((each for each in declarations if any(fnmatchcase(text, pattern.text) for pattern in each.ids)), None)


def with_deviation(declarations: Sequence[Declaration], verdict: Verdict) -> Verdict:
    """The verdict, or, if it is a failure that is declared, a skip that says so."""
    if verdict.judgement.verdict == FAIL and (declaration := declared(declarations, verdict.id)):
        deviation = declaration.deviation
        return verdict._replace(judgement=Judgement(SKIP, str(deviation), ground=DEVIATION, deviation=deviation))
    return verdict


class _Gone(NamedTuple):
    """A pattern that is stale, and the ids that it matches."""

    pattern: Pattern
    meant: Sequence[Id]


def stale(implementation: Implementation, ids: Collection[Id], seen: Collection[Id], failed: Collection[Id]) -> Iterator[Verdict]:
    """Yields a failure for each pattern of a declaration that is stale: all ids that it matches were asked, and none of them
    failed. If all patterns of a declaration are stale, one failure tells so of the declaration as a whole.

    `ids` are the ids of all possible verdicts on the implementation, `seen` those of the verdicts in this run, and
    `failed` those of the failures.
    """
    texts = [(id, str(id)) for id in ids] if implementation.deviations else []
    for declaration in implementation.deviations:
        gone = []
        for pattern in declaration.ids:
            meant = [id for id, text in texts if fnmatchcase(text, pattern.text)]
            if all(id in seen and id not in failed for id in meant):
                gone.append(_Gone(pattern, meant))
        if len(gone) == len(declaration.ids):
            yield _verdict(implementation, gone, declaration.place, "known deviation")
        else:
            yield from (_verdict(implementation, [each], each.pattern.place, "pattern of a known deviation") for each in gone)


def _verdict(implementation: Implementation, gone: Sequence[_Gone], place: Location, what: str) -> Verdict:
    """The failure of a declaration or of one of its patterns. Its id is the pattern, or the first of several."""
    encoding = _encoding_of(implementation, gone)
    how = "no longer fails" if any(each.meant for each in gone) else "matches the id of no vector or check"
    return Verdict(
        implementation=implementation.name,
        encoding=encoding,
        id=Id(encoding, DECLARATION, gone[0].pattern.text),
        requirements=(),
        judgement=Judgement(FAIL, f"stale: this {what} {how}; remove it", ground=STALE),
        pointers=Pointers(place),
    )


def _encoding_of(implementation: Implementation, gone: Sequence[_Gone]) -> str:
    """The encoding that the patterns are of; empty if they are of several, or of none that the implementation offers."""
    found = {id.encoding for each in gone for id in each.meant}
    found = found or {id for id in implementation.encodings for each in gone if each.pattern.text.startswith(f"{id}/")}
    return found.pop() if len(found) == 1 else ""
