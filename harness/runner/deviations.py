"""Known deviations, which are failures that a manifest declares, and stale declarations, which no longer come true."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fnmatch import fnmatchcase

from harness.adapters.manifest import Deviation, Implementation
from harness.core.identity import DECLARATION, Id
from harness.core.verdict import DEVIATION, FAIL, SKIP, STALE, Judgement, Pointers, Verdict


def declared(deviations: Sequence[Deviation], id: Id) -> Deviation | None:
    """The first that is of the vector or check of this id."""
    return next((deviation for deviation in deviations if fnmatchcase(str(id), deviation.id)), None)


def with_deviation(deviations: Sequence[Deviation], verdict: Verdict) -> Verdict:
    """The verdict, or, if it is a failure that is declared, a skip that says so."""
    if verdict.judgement.verdict == FAIL and (deviation := declared(deviations, verdict.id)):
        return verdict._replace(judgement=Judgement(SKIP, deviation.reason, ground=DEVIATION))
    return verdict


def stale(implementation: Implementation, ids: Collection[Id], seen: Collection[Id], failed: Collection[Id]) -> Iterator[Verdict]:
    """Yields a failure for each declaration that is stale: all ids that it matches were asked, and none of them failed.

    `ids` are the ids of all possible verdicts on the implementation, `seen` those of the verdicts in this run, and
    `failed` those of the failures.
    """
    texts = [(id, str(id)) for id in ids] if implementation.deviations else []
    for deviation in implementation.deviations:
        meant = [id for id, text in texts if fnmatchcase(text, deviation.id)]
        if any(id in failed for id in meant) or any(id not in seen for id in meant):
            continue
        what = "no longer fails" if meant else "is the id of no vector or check"
        encoding = _encoding_of(deviation, implementation, meant)
        yield Verdict(
            implementation=implementation.name,
            encoding=encoding,
            id=Id(encoding, DECLARATION, deviation.id),
            requirements=(),
            judgement=Judgement(FAIL, f"stale: this known deviation {what}; remove it", ground=STALE),
            pointers=Pointers(deviation.place),
        )


def _encoding_of(deviation: Deviation, implementation: Implementation, meant: Collection[Id]) -> str:
    """The encoding that a declaration is of; empty if its pattern is of several, or of none that the implementation
    offers."""
    named = [id for id in implementation.encodings if deviation.id.startswith(f"{id}/")]
    found = {id.encoding for id in meant} or set(named)
    return found.pop() if len(found) == 1 else ""
