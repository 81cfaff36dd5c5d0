"""Asks billions of cases: every string of some bytes, and each value behind each state.

A loop in C, or numpy, asks a shared library, and says only which segment of cases has a difference. The cases of that segment are
then asked as in any sweep, so that a failure looks like all others. An implementation that is no shared library is asked a
few segments that depend on the seed.
"""

import pickle
import random
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from operator import add
from pathlib import Path
from typing import NamedTuple

from encoding_conformance.adapters.child import SessionFailed
from encoding_conformance.adapters.every_string import WAYS, compiled, words
from encoding_conformance.adapters.slice_process import failing_segment, library_of, lines_about
from encoding_conformance.checks.catalogue import ASKED_BY, EVERY_STRING, ON_REQUEST, TRANSITIONS, Check
from encoding_conformance.checks.law import Counterexample, Found, Wrong
from encoding_conformance.checks.sweep import SweepPart, strings
from encoding_conformance.checks.transitions import all_transitions
from encoding_conformance.core.notation import failure_text
from encoding_conformance.core.operation import BOTH, Kind
from encoding_conformance.core.text import counted
from encoding_conformance.data_files.problems import HarnessError, WrongUsage
from encoding_conformance.runner.laws import Sweep
from encoding_conformance.runner.plan import Unit
from encoding_conformance.runner.slicing import AskSlice, Progress, Slice, Sliced, Tell, cut

_WORKER = "encoding_conformance.adapters.transitions_worker"

_SEGMENTS = 16
"""The number of segments that an implementation is asked that is no shared library."""

_LINE = 1 << 14
"""The most segments between two lines of a process."""

_STRINGS, _TEXTS = 1 << 20, 1 << 12
"""The number of segments of strings and of texts in a slice, which take seconds."""

_EXCUSED = 1 << 10
"""The most segments that are asked one by one, because an answer that differs may be excused."""


class InBulk(NamedTuple):
    """What asking a check in bulk gave: what is wrong, and in words what it held on, or how much is wrong."""

    found: Found | Wrong
    told: str = ""


def why_not(check: Check, unit: Unit) -> str:
    """Returns why an implementation cannot be asked a check on request; empty if it can."""
    implementation, limits = unit.implementation, unit.limits
    if reason := check.why_not(unit.encoding):
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
    """Looks for what the checks of these names need. Raises WrongUsage and HarnessError."""
    for name in names:
        reasons = [(unit, why_not(ON_REQUEST[name], unit)) for unit in units]
        fitting = [unit for unit, reason in reasons if not reason]
        if not fitting:
            unit, reason = reasons[0]
            raise WrongUsage(f"{ASKED_BY[name]} does not fit {unit.name} in {unit.encoding.id}: {reason}")
        in_bulk = [unit for unit in fitting if name == EVERY_STRING or _goes_both_ways(unit)]
        for unit in in_bulk:
            if not (library := library_of(unit.implementation)).is_file():
                raise HarnessError(f"{ASKED_BY[name]} needs {library}, which is not there; `make -C {library.parent}` builds it")
        if name == TRANSITIONS and in_bulk and not find_spec("numpy"):
            raise HarnessError("--transitions of a shared library needs numpy: pip install 'encoding-conformance[bulk]'")
        if name == EVERY_STRING:
            with tempfile.TemporaryDirectory() as folder:
                compiled(Path(folder))


def _goes_both_ways(unit: Unit) -> bool:
    """Returns whether a shared library encodes and decodes."""
    implementation = unit.implementation
    return bool(implementation.library or implementation.in_bulk) and unit.limits.operations == BOTH


class BulkRun:
    """Asks a unit a check on request. `sweep` asks single segments, `ask` asks slices, and `tell` is called with the progress."""

    def __init__(self, unit: Unit, check: Check, sweep: Sweep, tell: Tell, ask: AskSlice):
        self.unit = unit
        self._check = check
        self._law = check.laws[0][1]
        self._sweep = sweep
        self._tell = tell
        self._ask = ask

    def every_string(self, most: int) -> InBulk:
        """Asks every string of whole code units that has at most so many bytes. A failure counts all strings that differ,
        and its example is the first one of the fewest bytes."""
        encoding = self.unit.encoding
        sizes = range(encoding.code_unit, most + 1, encoding.code_unit)
        counts, found = [0] * len(WAYS), list[Found | Wrong]()
        for size in sizes:
            part, firsts = strings(encoding, size, alone=True), list[int]()
            for given in self._slices(part, size, _STRINGS):
                if given.text:
                    return InBulk(self._confirmed(part, given.numbers, given.text))
                counts = list(map(add, counts, given.numbers[::2]))
                firsts += [first for count, first in zip(given.numbers[::2], given.numbers[1::2]) if count]
            if firsts and not found:
                found.append(self._confirmed(part, [min(firsts) >> 8], f"a string of {counted(size, 'byte')} differs"))
        asked_of = f"{sum(0x100**size for size in sizes):,} strings of at most {counted(sizes[-1], 'byte')}"
        if not found:
            return InBulk(None, f"held on {asked_of}")
        ways = ", ".join(f"{count:,} {way}" for count, way in zip(counts, WAYS) if count)
        return InBulk(found[0], f"of {asked_of}: {ways}")

    def transitions(self, seed: int) -> InBulk:
        """Asks each value behind each state, or as many as depend on the seed if the implementation is no shared library."""
        part = all_transitions(self.unit.encoding)
        if not _goes_both_ways(self.unit):
            indexes = sorted(random.Random(seed).sample(range(part.segments), min(_SEGMENTS, part.segments)))
            found = self._first(part, indexes)
            return InBulk(found, f"held on {len(indexes):,} of {part.segments:,} texts with {part.cases:,} transitions")
        differ, some = 0, list[int]()
        for given in self._slices(part, 0, _TEXTS):
            if given.text:
                return InBulk(self._confirmed(part, given.numbers, given.text))
            differ, some = differ + given.numbers[0], [*some, *given.numbers[1:]]
        if isinstance(wrong := self._first(part, some[:_EXCUSED]), Counterexample):
            return InBulk(wrong, f"{differ:,} of {part.segments:,} texts with {part.cases:,} transitions differ")
        if differ > _EXCUSED:
            return InBulk(Wrong(f"{differ:,} of {part.segments:,} texts differ, too many to ask each again"))
        excused = f"; {counted(differ, 'text')} with values that may be refused differed" if differ else ""
        return InBulk(wrong, f"held on {part.cases:,} transitions{excused}")

    def sliced(self, slice: Slice) -> Sliced:
        """Returns what a slice gives: of strings of so many bytes as its part says, what the loop writes; of texts, how many
        differ, and the first of these. If the process fails, its text has the failure, and a number the segment."""
        encoding, implementation, found = self.unit.encoding, self.unit.implementation, list[int]()
        done, numbers, is_strings = slice.first, list[int](), slice.check == EVERY_STRING
        with tempfile.TemporaryDirectory() as folder:
            if is_strings:
                task, command = words(encoding), [str(compiled(Path(folder))), str(self._library), encoding.id, str(slice.part)]
            else:
                task, command = pickle.dumps(encoding), [sys.executable, "-P", "-m", _WORKER, str(self._library)]
            try:
                for line in lines_about(command, task, implementation, range(slice.first, slice.last)):
                    done, *numbers = line
                    found += numbers
            except SessionFailed as failed:
                segment = failing_segment(command, task, implementation, range(done, min(done + _LINE, slice.last)))
                return Sliced(failure_text(failed.failure), () if segment is None else (segment,))
        return Sliced("", tuple(numbers) if is_strings else (len(found), *found[:_EXCUSED]))

    @property
    def _library(self) -> Path:
        return library_of(self.unit.implementation)

    def _slices(self, part: SweepPart, number: int, size: int) -> Iterator[Sliced]:
        """Yields what the slices of a part give. What is asked elsewhere is left out."""
        progress = Progress(self.unit.told(self._check.name), part.cases, self._tell, long=True)
        for segments in cut(range(part.segments), size):
            if given := self._ask(Slice.of(self._check.name, number, part, segments)):
                yield given
                progress.tell(part.cases * segments.stop // part.segments)

    def _first(self, part: SweepPart, indexes: Iterable[int]) -> Found:
        """Asks these segments one by one, and returns the first failure."""
        found: Found = None
        for index in indexes:
            found = self._sweep.found_in(self._law, part, [index])
            if isinstance(found, Counterexample):
                break
        return found

    def _confirmed(self, part: SweepPart, segments: Sequence[int], text: str) -> Found | Wrong:
        """Returns the failure in a segment, or that there is none, with the text of what differed in bulk."""
        found = self._first(part, segments)
        return found if isinstance(found, Counterexample) else Wrong(f"{text} in bulk, but not when it is asked alone")
