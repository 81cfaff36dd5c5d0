"""Compares the causes that are found for implementations with the known deviations that their manifests declare.
`python tests/causes/declared.py lua perl` prints the figures for each of their encodings as soon as they
are known, and then those for all of them."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from encoding_conformance.causes.collecting import Collector, ask_units
from encoding_conformance.core.identity import Id
from encoding_conformance.core.verdict import Cause, Ground, Status, Verdict
from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.runner import plan, registry
from encoding_conformance.runner.running import Running
from encoding_conformance.runner.unit import Parameters

JOBS, SEED = 1, 0


class Compared(NamedTuple):
    """The numbers of reasons and causes of one implementation in one encoding. A cause matches a reason if most of its
    failures have that reason, and a reason is told if a cause matches it."""

    reasons: int
    causes: int
    matching: int
    told: int


def compared(names: Sequence[str]) -> Iterator[tuple[str, str, Compared]]:
    """Yields an implementation, an encoding in which it has known deviations, and the figures, as soon as it has been asked."""
    suite = load_suite()
    units = plan.units(suite, registry.selected(names, suite.encodings), ())
    found = Collector(suite, ask_units(units))
    verdicts = Running(units, Parameters(SEED), JOBS).verdicts()
    for unit, of_unit in groupby(verdicts, key=attrgetter("implementation", "encoding")):
        declared: dict[Id, str] = {}
        for verdict in of_unit:
            if verdict.ground == Ground.DEVIATION:
                declared[verdict.id] = verdict.reason
            found.add(_as_a_failure(verdict))
        causes = found.rest()
        if declared:
            yield *unit, _figures(declared, causes)


def _as_a_failure(verdict: Verdict) -> Verdict:
    """The verdict as if nothing were declared."""
    return verdict._replace(status=Status.FAIL, ground=None, deviation=None) if verdict.ground == Ground.DEVIATION else verdict


def _figures(declared: Mapping[Id, str], causes: Sequence[Cause]) -> Compared:
    matched = [reason for cause in causes if (reason := _reason(declared, cause))]
    return Compared(len({*declared.values()}), len(causes), len(matched), len({*matched}))


def _reason(declared: Mapping[Id, str], cause: Cause) -> str:
    """The reason of most failures of a cause; empty if no reason has more than half of them."""
    reason, count = Counter(declared.get(id, "") for id in cause.explains).most_common(1)[0]
    return reason if 2 * count > len(cause.explains) else ""


if __name__ == "__main__":
    total = Compared(0, 0, 0, 0)
    for implementation, encoding, figures in compared(sys.argv[1:]):
        print(implementation, encoding, *(f"{name} {number}" for name, number in figures._asdict().items()), flush=True)
        total = Compared(*map(sum, zip(total, figures)))
    print("all", *(f"{name} {number}" for name, number in total._asdict().items()))
