"""Collects the answers of implementations to vectors, so that they can be compared."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass

from encoding_conformance.core.identity import Id
from encoding_conformance.core.verdict import Status, Verdict
from encoding_conformance.runner.plan import Unit
from encoding_conformance.runner.run import run
from encoding_conformance.specification.suite import Suite


@dataclass(frozen=True)
class Answers:
    """`verdicts` by the ids of vectors and the names of implementations. `errors` are not answers: the harness, a vector or
    an adapter is at fault. `not_asked` are vectors that an implementation was not asked, because it had been given up."""

    verdicts: Mapping[Id, Mapping[str, Verdict]]
    errors: Sequence[Verdict]
    not_asked: Sequence[Verdict]


def ask(suite: Suite, units: Sequence[Unit], jobs: int, asked: Callable[[], None]) -> Answers:
    """Asks all vectors of the units in `jobs` processes, and returns the answers. `asked` is called after each answer."""
    answers: dict[Id, dict[str, Verdict]] = defaultdict(dict)
    errors: list[Verdict] = []
    not_asked: list[Verdict] = []
    with closing(run(suite, units, seed=0, jobs=jobs, exhaustive=False)) as verdicts:
        for verdict in verdicts:
            if verdict.status == Status.ERROR:
                errors.append(verdict)
            elif verdict.is_not_asked:
                not_asked.append(verdict)
                asked()
            elif verdict.got is not None:  # a stale declaration is not
                answers[verdict.id][verdict.implementation] = verdict
                asked()
    return Answers(dict(answers), errors, not_asked)
