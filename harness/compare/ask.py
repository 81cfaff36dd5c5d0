"""The implementations are asked the vectors of the encodings that they share."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing

from harness.compare.partition import Laid, lay
from harness.core.outcome import Outcome
from harness.core.verdict import ERROR, Verdict
from harness.runner.plan import Unit
from harness.runner.registry import UnknownName
from harness.runner.run import run
from harness.specification.library import Library


def shared(units: Sequence[Unit]) -> list[Unit]:
    """Those of encodings that two or more implementations offer. Raises UnknownName where there are none."""
    offers = Counter(unit.encoding.id for unit in units)
    found = [unit for unit in units if offers[unit.encoding.id] > 1]
    if not found:
        raise UnknownName("nothing to compare: no encoding is offered by two of the selected implementations")
    return found


class SideBySide:
    """The answers to the vectors of these units."""

    def __init__(self, library: Library, units: Sequence[Unit]):
        self._library = library
        self._units = units
        self._answers: dict[str, dict[str, Outcome]] = defaultdict(dict)
        self.errors: list[Verdict] = []
        """What is no answer: the harness, a vector or an adapter is at fault."""

    def ask(self, jobs: int, asked: Callable[[], None]) -> None:
        """Ask everything, on so many processes; `asked` is called for each answer."""
        with closing(run(self._library, self._units, seed=0, jobs=jobs, exhaustive=False)) as verdicts:
            for verdict in verdicts:
                if verdict.judgement.verdict == ERROR:
                    self.errors.append(verdict)
                elif verdict.outcome is not None:  # not so, a declaration that is stale
                    self._answers[verdict.id][verdict.implementation] = verdict.outcome
                    asked()

    def laid(self) -> Iterator[Laid]:
        """Each vector that any answered, in the order of the library."""
        for vector in self._library.vectors.values():
            if answers := self._answers.get(vector.id):
                yield lay(vector, answers)
