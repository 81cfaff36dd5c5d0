"""The progress of a campaign: the sums of what its cores report. It is pure except for the clock that it gets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from encoding_conformance.fuzz.workers.supervisor import Pulse
from encoding_conformance.runner.plan import Unit

_WINDOW = 5.0
"""The seconds over which a rate is measured."""


@dataclass
class OfUnit:
    """The executions of all workers of a unit, and the covered edges and kinds of outcomes of the worker that has most."""

    executions: int = 0
    coverage: int = 0
    features: int = 0


@dataclass
class Tally:
    """The sums of a campaign. `clock` gives seconds. `classes` counts the findings that are new or still there, by class, and
    `causes` is the number of their causes."""

    units: tuple[Unit, ...]
    clock: Callable[[], float]
    of_units: dict[int, OfUnit] = field(default_factory=dict)
    classes: Counter[str] = field(default_factory=Counter)
    causes: int = 0
    busy: dict[int, int] = field(default_factory=dict)
    """The unit on which each core works."""

    def __post_init__(self) -> None:
        self._start = self._last_finding = self.clock()
        self._marks = [(self._start, 0)]

    def pulse(self, core: int, unit: int, pulse: Pulse) -> None:
        """Takes the progress of a worker."""
        self.busy[core] = unit
        of_unit = self.of_units.setdefault(unit, OfUnit())
        of_unit.executions += pulse.executions
        of_unit.coverage = max(of_unit.coverage, pulse.coverage)
        of_unit.features = max(of_unit.features, pulse.features)
        now = self.clock()
        self._marks.append((now, self.executions))
        while len(self._marks) > 2 and now - self._marks[1][0] > _WINDOW:
            self._marks.pop(0)

    def finding(self, kind: str, is_first: bool) -> None:
        """Counts one more finding of this class. `is_first` says that no earlier finding has the same cause."""
        self.classes[kind] += 1
        self.causes += is_first
        self._last_finding = self.clock()

    @property
    def executions(self) -> int:
        """The executions of all units."""
        return sum(unit.executions for unit in self.of_units.values())

    @property
    def seconds(self) -> float:
        """The seconds since the beginning."""
        return self.clock() - self._start

    @property
    def since_last(self) -> float:
        """The seconds since the last finding, or since the beginning."""
        return self.clock() - self._last_finding

    @property
    def rate(self) -> float:
        """The recent executions per second."""
        (then, before), (now, after) = self._marks[0], self._marks[-1]
        return (after - before) / (now - then) if now > then else 0.0

    @property
    def mean_rate(self) -> float:
        """The executions per second since the beginning."""
        return self.executions / self.seconds if self.seconds else 0.0
