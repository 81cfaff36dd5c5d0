"""Gives the units of a run to processes, which can do shares of them in any order: of a long run, its slices as well.

A long unit names the slices that it has had no time to ask itself, and gives its verdicts when it is run again with what they
gave. So the short part of a long unit is run twice, and what is slow is run once, wherever there is room.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

from encoding_conformance.adapters.jobs import Jobs
from encoding_conformance.runner.plan import Unit
from encoding_conformance.runner.slicing import Done, Progress, Share, Slice, Sliced, Tell

if TYPE_CHECKING:
    from encoding_conformance.adapters.cluster import Cluster

_MOST = 1000
"""The most shares that are asked for at a time."""


class Scheduler:
    """Asks workers for the shares of these units. `sliced` has what slices of each unit gave, and grows; `note` is called with
    each of them, and `tell` with the progress of sweeps."""

    def __init__(
        self,
        units: Mapping[int, Unit],
        workers: Jobs | Cluster,
        sliced: Callable[[Unit], dict[Slice, Sliced]],
        note: Callable[[Unit, Slice, Sliced], None],
        tell: Tell,
    ):
        """Asks for the first shares."""
        self._units = units
        self._workers = workers
        self._known = {index: sliced(unit) for index, unit in units.items()}
        self._note = note
        self._tell = tell
        self._todo = deque(Share(index, None, known) for index, known in self._known.items())
        self._waiting: dict[int, set[Slice]] = {}
        self._futures: dict[tuple[int, Slice | None], Any] = {}
        self._progress: dict[tuple[int, str], tuple[Progress, int]] = {}
        self._ended: SimpleQueue[tuple[Share, Any]] = SimpleQueue()
        self._done: dict[int, Done | None] = {}
        self._ask()

    def results(self) -> Iterator[Done | None]:
        """Yields what each unit gives, in their order; None if a share of the unit was lost."""
        for index in self._units:
            while index not in self._done:
                share, future = self._ended.get()
                if self._futures.get((share.unit, share.slice)) is future:
                    del self._futures[share.unit, share.slice]
                    self._take(share, self._workers.result(future))
                    self._ask()
            yield self._done.pop(index)

    def _ask(self) -> None:
        while self._todo and len(self._futures) < _MOST:
            share = self._todo.popleft()
            unit, check = self._units[share.unit], [share.slice.check] if share.slice else []
            future = self._workers.submit(" ".join([unit.name, unit.encoding.id, *check]), share)
            self._futures[share.unit, share.slice] = future
            future.add_done_callback(lambda future, share=share: self._ended.put((share, future)))

    def _take(self, share: Share, given: Done | Sliced | None) -> None:
        index, slice = share.unit, share.slice
        if isinstance(given, Sliced) and slice:
            self._take_slice(index, slice, given)
        elif isinstance(given, Done) and given.wanted:
            for each, gave in given.sliced.items():
                self._keep(index, each, gave)
            self._waiting[index] = set(given.wanted)
            self._todo += [Share(index, each) for each in given.wanted]
            for check in dict.fromkeys(each.check for each in given.wanted):
                cases = sum(each.cases for each in given.wanted if each.check == check)
                self._progress[index, check] = Progress(self._units[index].told(check), cases, self._tell, long=True), 0
        else:
            if waiting := self._waiting.get(index):
                self._drop(index, waiting)
            self._done[index] = given if isinstance(given, Done) else None

    def _take_slice(self, index: int, slice: Slice, given: Sliced) -> None:
        """Takes what a slice gave. If something is wrong, the slices behind it in the same check need not be asked."""
        waiting = self._waiting[index]
        self._keep(index, slice, given)
        progress, done = self._progress[index, slice.check]
        self._progress[index, slice.check] = progress, done + slice.cases
        progress.tell(done + slice.cases)
        waiting.discard(slice)
        if given.text:
            self._drop(index, {each for each in waiting if each.check == slice.check and each > slice})
        if not self._waiting[index]:
            self._todo.appendleft(Share(index, None, self._known[index]))

    def _keep(self, index: int, slice: Slice, given: Sliced) -> None:
        self._known[index][slice] = given
        self._note(self._units[index], slice, given)

    def _drop(self, index: int, slices: set[Slice]) -> None:
        """Asks for slices of a unit no longer."""
        self._waiting[index] = self._waiting[index] - slices
        self._todo = deque(share for share in self._todo if share.unit != index or share.slice not in slices)
        for slice in slices:
            if future := self._futures.pop((index, slice), None):
                future.cancel()
