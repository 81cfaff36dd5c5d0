"""The implementations are asked, and each vector is audited with what they answer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing

from harness.audit.count import Answer, Audited, audit
from harness.audit.roster import Roster
from harness.core.verdict import ERROR, Verdict
from harness.runner.plan import Unit
from harness.runner.run import run
from harness.specification.library import Library


class Asked:
    """The answers to the vectors of these units."""

    def __init__(self, library: Library, units: Sequence[Unit]):
        self._library = library
        self._units = units
        self._answers: dict[str, dict[str, Answer]] = defaultdict(dict)
        self.errors: list[Verdict] = []
        """What is no answer: the harness, a vector or an adapter is at fault."""

    def ask(self, jobs: int, asked: Callable[[], None]) -> None:
        """Ask everything, on so many processes; `asked` is called for each answer."""
        vectors = self._library.vectors
        with closing(run(self._library, self._units, seed=0, jobs=jobs, exhaustive=False)) as verdicts:
            for verdict in verdicts:
                if verdict.judgement.verdict == ERROR:
                    self.errors.append(verdict)
                elif verdict.outcome is not None and verdict.id in vectors:  # not so, a declaration that is stale
                    self._answers[verdict.id][verdict.implementation] = Answer(verdict.outcome, verdict.judgement)
                    asked()

    def audited(self, roster: Roster, present: Collection[str]) -> Iterator[Audited]:
        """Each vector that was asked, in the order of the library; `present` are the names of all implementations
        that could be, of this encoding or another."""
        wanted = {vector.id for unit in self._units for vector in unit.vectors}
        for vector in self._library.vectors.values():
            if vector.id in wanted:
                encoding = self._library.encodings[vector.operation.encoding]
                yield audit(vector, encoding, roster, self._answers[vector.id], present)
