"""Asks billions of cases: every string of some bytes, and each value behind each state.

A loop in C, or numpy, asks a shared library, and says only which block of cases has a difference. The cases of that block are
then asked as those of any sweep, so that a failure looks like all others. An implementation that is no shared library is asked a
few blocks that depend on the seed.
"""

from __future__ import annotations

import pickle
import random
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from itertools import chain
from operator import add
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from encoding_conformance.adapters.child import SessionFailed
from encoding_conformance.adapters.every_string import WAYS, compiled, words
from encoding_conformance.adapters.slices import failing_block, library_of, lines_about
from encoding_conformance.checks.catalogue import ASKED_BY, EVERY_STRING, ON_REQUEST, TRANSITIONS, Check
from encoding_conformance.checks.law import Counterexample, Found
from encoding_conformance.checks.sweep import SweepPart, Workload, strings
from encoding_conformance.checks.transitions import all_transitions
from encoding_conformance.core.notation import failure_text
from encoding_conformance.core.operation import BOTH, Kind
from encoding_conformance.core.text import counted
from encoding_conformance.models import model_of
from encoding_conformance.runner.laws import Sweep, Tell
from encoding_conformance.runner.plan import Unit
from encoding_conformance.specification.faults import HarnessFault, UsageFault

_WORKER = "encoding_conformance.adapters.transitions_worker"

_BLOCKS = 16
"""The number of blocks that an implementation is asked that is no shared library."""

_LINE = 1 << 14
"""The most blocks between two lines of a process."""

_SURE = 2.0
"""The seconds after which it is estimated how long a sweep takes."""

_EXCUSED = 1 << 10
"""The most blocks that are asked one by one, because an answer that differs may be excused."""


class NotPossible(HarnessFault):
    """Something is missing that an option needs. The message says what, and how to get it."""


class NothingFits(UsageFault):
    """None of the implementations can be asked what an option wants. The message says why."""


class Unconfirmed(NamedTuple):
    """Something differs in bulk that did not differ when it was asked again, in words."""

    text: str


class _Failed(Exception):
    """The process that asks has failed, such as by a crash of the implementation. `found` is what is wrong."""

    def __init__(self, found: Found | Unconfirmed):
        super().__init__()
        self.found = found


class InBulk(NamedTuple):
    """What asking a check in bulk gave: what is wrong, and in words what it held on, or how much is wrong."""

    found: Found | Unconfirmed
    told: str = ""


def why_not(check: Check, unit: Unit) -> str:
    """Returns why an implementation cannot be asked a check on request; empty if it can."""
    implementation, limits = unit.registered.implementation, unit.limits
    if reason := check.applies(unit.encoding):
        return reason
    if limits.max_value is not None and limits.max_value < unit.encoding.values.last:
        return f"the implementation has no values beyond {limits.max_value:X}"
    if check.name == TRANSITIONS:
        return ""
    if not (implementation.library or implementation.in_bulk):
        return "the manifest names no shared library, and nothing else is fast enough"
    if Kind.DECODE not in limits.operations:
        return limits.lacks
    return "the implementation replaces what is ill-formed" if limits.replacing.decode else ""


def prepare(names: Iterable[str], units: Iterable[Unit]) -> None:
    """Looks for what the checks of these names need. Raises NothingFits and NotPossible."""
    for name in names:
        reasons = [(unit, why_not(ON_REQUEST[name], unit)) for unit in units]
        fitting = [unit for unit, reason in reasons if not reason]
        if not fitting:
            unit, reason = reasons[0]
            raise NothingFits(f"{ASKED_BY[name]} does not fit {unit.name} in {unit.encoding.id}: {reason}")
        in_bulk = [unit for unit in fitting if name == EVERY_STRING or _goes_both_ways(unit)]
        for unit in in_bulk:
            if not (library := library_of(unit.registered.implementation)).is_file():
                raise NotPossible(f"{ASKED_BY[name]} needs {library}, which is not there; `make -C {library.parent}` builds it")
        if name == TRANSITIONS and in_bulk and not find_spec("numpy"):
            raise NotPossible("--transitions of a shared library needs numpy: pip install 'encoding-conformance[bulk]'")
        if name == EVERY_STRING:
            with tempfile.TemporaryDirectory() as folder:
                compiled(Path(folder))


def _goes_both_ways(unit: Unit) -> bool:
    """Returns whether a shared library encodes and decodes."""
    implementation = unit.registered.implementation
    return bool(implementation.library or implementation.in_bulk) and unit.limits.operations == BOTH


class _Progress:
    """Tells how far a sweep under this name is, whose cases have so many bytes. How long it takes is estimated when some blocks
    have been asked; before the first are asked, much is made that is kept."""

    def __init__(self, name: str, part: SweepPart, size: int, tell: Tell):
        self._name = name
        self._part = part
        self._size = size
        self._tell = tell
        self._first: tuple[int, float] | None = None
        self._whole: Workload | None = None

    def tell(self, done: int) -> None:
        """Is called with the number of blocks that have been asked."""
        cases, blocks, now = self._part.cases, self._part.blocks, perf_counter()
        if self._first is None:
            self._first = (done, now) if done else None
            return
        before, since = self._first
        if self._whole is None and now - since > _SURE:
            self._whole = Workload(cases, cases * self._size, (now - since) * blocks / (done - before))
            self._tell(self._name, 0, self._whole)
        if self._whole:
            self._tell(self._name, cases * done // blocks, self._whole)


class BulkRun:
    """Asks a unit a check on request. `sweep` asks single blocks, and `tell` is called with the progress under this name."""

    def __init__(self, unit: Unit, check: Check, sweep: Sweep, name: str, tell: Tell):
        self.unit = unit
        self._law = check.laws[0][1]
        self._sweep = sweep
        self._name = name
        self._tell = tell

    def every_string(self, most: int) -> InBulk:
        """Asks every string of whole code units that has at most so many bytes. The counts of a failure are those of all strings,
        and its example is the first one of the fewest bytes."""
        encoding = self.unit.encoding
        sizes = range(encoding.code_unit, most + 1, encoding.code_unit)
        counts, found = [0] * len(WAYS), list[Found | Unconfirmed]()
        with tempfile.TemporaryDirectory() as folder:
            program = str(compiled(Path(folder)))
            for size in sizes:
                part = strings(encoding, size, alone=True)
                try:
                    *_, last = self._lines([program, str(self._library), encoding.id, str(size)], words(encoding), part, size)
                except _Failed as failed:
                    return InBulk(failed.found)
                counts = list(map(add, counts, last[::2]))
                firsts = [first for count, first in zip(last[::2], last[1::2]) if count]
                if firsts and not found:
                    found.append(self._confirmed(part, min(firsts) >> 8, f"a string of {counted(size, 'byte')} differs"))
        asked_of = f"{sum(0x100**size for size in sizes):,} strings of at most {counted(sizes[-1], 'byte')}"
        if not found:
            return InBulk(None, f"held on {asked_of}")
        ways = ", ".join(f"{count:,} {way}" for count, way in zip(counts, WAYS) if count)
        return InBulk(found[0], f"of {asked_of}: {ways}")

    def transitions(self, seed: int) -> InBulk:
        """Asks each value behind each state, or as many as depend on the seed if the implementation is no shared library."""
        part, encoding = all_transitions(self.unit.encoding), self.unit.encoding
        if not _goes_both_ways(self.unit):
            indexes = sorted(random.Random(seed).sample(range(part.blocks), min(_BLOCKS, part.blocks)))
            found = self._first(part, indexes)
            return InBulk(found, f"held on {len(indexes):,} of {part.blocks:,} texts with {part.cases:,} transitions")
        command = [sys.executable, "-P", "-m", _WORKER, str(self._library)]
        try:
            differing = list(chain.from_iterable(self._lines(command, pickle.dumps(encoding), part, model_of(encoding).reach)))
        except _Failed as failed:
            return InBulk(failed.found)
        if isinstance(wrong := self._first(part, differing[:_EXCUSED]), Counterexample):
            return InBulk(wrong, f"{len(differing):,} of {part.blocks:,} texts with {part.cases:,} transitions differ")
        if len(differing) > _EXCUSED:
            return InBulk(Unconfirmed(f"{len(differing):,} of {part.blocks:,} texts differ, too many to ask each again"))
        excused = f"; {counted(len(differing), 'text')} with values that may be refused differed" if differing else ""
        return InBulk(wrong, f"held on {part.cases:,} transitions{excused}")

    @property
    def _library(self) -> Path:
        return library_of(self.unit.registered.implementation)

    def _lines(self, command: Sequence[str], job: bytes, part: SweepPart, size: int) -> Iterator[list[int]]:
        """Yields what a process writes about a part behind the number of the next block. The cases have so many bytes. Raises
        _Failed if the process fails."""
        progress, done, implementation = _Progress(self._name, part, size, self._tell), 0, self.unit.registered.implementation
        try:
            for done, *numbers in lines_about(command, job, implementation, range(part.blocks)):
                progress.tell(done)
                yield numbers
        except SessionFailed as failed:
            some = range(done, min(done + _LINE, part.blocks))
            block = failing_block(command, job, implementation, some)
            raise _Failed(self._confirmed(part, block, failure_text(failed.failure))) from None

    def _first(self, part: SweepPart, indexes: Iterable[int]) -> Found:
        """Returns the first failure in these blocks, each of which is asked by itself."""
        found: Found = None
        for index in indexes:
            found = self._sweep.found_in(self._law, part, [index])
            if isinstance(found, Counterexample):
                break
        return found

    def _confirmed(self, part: SweepPart, block: int | None, text: str) -> Found | Unconfirmed:
        """Returns the failure in a block, or that there is none, with the text of what differed in bulk."""
        found = self._first(part, [] if block is None else [block])
        return found if isinstance(found, Counterexample) else Unconfirmed(f"{text} in bulk, but not when it is asked alone")
