"""Known deviations: failures that a manifest declares, and declarations that no longer come true."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fnmatch import fnmatchcase

from harness.adapters.manifest import Deviation, Implementation
from harness.core.verdict import DEVIATION, FAIL, SKIP, STALE, Judgement, Verdict


def declared(deviations: Sequence[Deviation], id: str) -> Deviation | None:
    """The first that is of the vector or check of this id."""
    return next((deviation for deviation in deviations if fnmatchcase(id, deviation.id)), None)


def excuse(deviations: Sequence[Deviation], verdict: Verdict) -> Verdict:
    """A failure that is declared becomes a skip that says so."""
    if verdict.judgement.verdict == FAIL and (deviation := declared(deviations, verdict.id)):
        return verdict._replace(judgement=Judgement(SKIP, deviation.reason, ground=DEVIATION))
    return verdict


def stale(
    implementation: Implementation, ids: Collection[str], seen: Collection[str], failed: Collection[str]
) -> Iterator[Verdict]:
    """A failure for each declaration none of whose ids failed, where all of them were asked.

    `ids` are those of all verdicts that there can be on the implementation; `seen` and `failed` those that there
    were, and those that failed.
    """
    for deviation in implementation.deviations:
        meant = [id for id in ids if fnmatchcase(id, deviation.id)]
        if any(id in failed for id in meant) or any(id not in seen for id in meant):
            continue
        what = "no longer fails" if meant else "is the id of no vector or check"
        yield Verdict(
            implementation=implementation.name,
            encoding=deviation.id.partition("/")[0],
            id=deviation.id,
            requirements=(),
            judgement=Judgement(FAIL, f"stale: this known deviation {what}; remove it", ground=STALE),
            details=(f"declared at {deviation.place}",),
        )
