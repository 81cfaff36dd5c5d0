"""Compares the learned machine of a decoder with the machine of its specification."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from encoding_conformance.core.ranges import EMPTY, RangeSet, indexes_of_each
from encoding_conformance.models.state_machine import COMPLETE, End, Machine, Target
from workshop.machines.learning import Learned


class Reaction(Enum):
    """The part of an outcome that shows the state of a decoder. `ACCEPTED` is the right result for well-formed input, and any
    result for ill-formed input. A replacement that the manifest declares is `REJECTED`."""

    ACCEPTED = "complete"
    REJECTED = "incomplete or ill-formed"
    OTHER = "a wrong result"
    EXCUSED = "beyond a limit"
    UNSUPPORTED = "unsupported"
    CRASH = "a crash"
    TIMEOUT = "a time-out"
    MALFORMED = "a malformed reply"


LearnedMachine = Learned[Reaction]

_ILL = {Reaction.REJECTED, Reaction.EXCUSED}
"""The answers to input that is or may be ill-formed."""

_WELL = {Reaction.ACCEPTED, Reaction.EXCUSED}
"""The answers to well-formed input."""

_NO_RESULT = {Reaction.UNSUPPORTED, Reaction.CRASH, Reaction.TIMEOUT, Reaction.MALFORMED}
"""The reactions that say nothing about the bytes after them."""


@dataclass(frozen=True)
class Met:
    """A state of the specification and one of an implementation to which the same bytes lead; `access` are the shortest. If it is
    `extra`, shorter bytes lead to the same state of the specification, but to another one of the implementation."""

    access: bytes
    state: int
    learned: int
    extra: bool


@dataclass(frozen=True)
class Difference:
    """The bytes `tried`, which an implementation treats differently from the specification. `met` has the states before the byte,
    `expected` is the target of the specification, and `got` the state of the implementation. `example` is a short input that
    shows it. The difference of the empty input has no bytes."""

    met: Met
    tried: RangeSet
    expected: Target
    got: int
    example: bytes


class Comparison:
    """The differences between a learned machine and the specification's, the shortest inputs first. The specification says
    nothing about bytes after a difference, so they are compared only if an input that ends there has no result, as in a crash."""

    def __init__(self, machine: Machine, learned: LearnedMachine):
        self.machine = machine
        self.learned = learned
        self.met = [Met(b"", 0, 0, False)]
        self.differences: list[Difference] = []
        if learned.answers[0] not in _WELL:
            self.differences.append(Difference(self.met[0], EMPTY, End.COMPLETE, 0, b""))
        for met in self.met:
            self._compare(met)

    @property
    def is_same(self) -> bool:
        """Whether the machine, as far as it is known, equals the specification's."""
        return not self.differences and self.learned.unexplained is None

    @property
    def distinct(self) -> list[Difference]:
        """The differences, each once, even if an extra state has it too."""
        first: dict[tuple[int, RangeSet, Target, int], Difference] = {}
        for each in self.differences:
            first.setdefault((each.met.state, each.tried, each.expected, each.got), each)
        return list(first.values())

    @cached_property
    def names(self) -> Mapping[int, bytes]:
        """Bytes that lead to each state of the implementation in which some input is not ill-formed. They lead there in the
        specification's machine as well, if possible; otherwise they are the shortest."""
        accesses = dict(_reached(0, self._learned_moves))
        accesses |= {met.learned: met.access for met in reversed(self.met)}
        return {state: access for state, access in sorted(accesses.items()) if self._shown(state) is not None}

    def _compare(self, met: Met) -> None:
        """Records the bytes that differ in a state, and the states to which the others lead."""
        both = zip(self.machine.targets[met.state], self.learned.targets[met.learned])
        for (target, got), tried in indexes_of_each(both).items():
            access, answer = met.access + bytes((tried.first,)), self.learned.answers[got]
            if (shown := self._mismatch(target, got)) is not None:
                self.differences.append(Difference(met, tried, target, got, access + shown))
            if isinstance(target, int) and self._goes_on(got) and (shown is None or answer in _NO_RESULT):
                self._meet(access, target, got)
            elif shown is None and target in COMPLETE and answer is Reaction.ACCEPTED:
                self._meet(access, 0, got)

    def _meet(self, access: bytes, state: int, learned: int) -> None:
        before = [met.learned for met in self.met if met.state == state]
        if learned not in before:
            self.met.append(Met(access, state, learned, extra=bool(before)))

    def _mismatch(self, target: Target, got: int) -> bytes | None:
        """Returns the shortest bytes that show that the state of the implementation does not fit this target; None if nothing
        shows it at once."""
        answer = self.learned.answers[got]
        if target is End.ILL_FORMED:
            return self._shown(got)
        if answer not in _permitted(target):
            return b""
        if not isinstance(target, int) or self._goes_on(got):
            return None
        return _shortest(target, self._moves, lambda state: state == 0)

    def _goes_on(self, state: int) -> bool:
        """Returns whether a text that the implementation accepts goes through a state."""
        return _shortest(state, self._learned_moves, lambda each: self.learned.answers[each] in _WELL) is not None

    def _shown(self, state: int) -> bytes | None:
        """Returns the shortest bytes after a state with which an input has a result, or else is neither rejected nor excused, or
        None."""
        shown = _shortest(state, self._learned_moves, lambda each: self.learned.answers[each] not in _ILL | _NO_RESULT)
        if shown is not None:
            return shown
        return _shortest(state, self._learned_moves, lambda each: self.learned.answers[each] not in _ILL)

    def _learned_moves(self, state: int) -> Iterable[tuple[int, int]]:
        return ((each[0], self.learned.targets[state][each[0]]) for each in self.learned.classes)

    def _moves(self, state: int) -> Iterable[tuple[int, int]]:
        """Yields the bytes that lead from a state of the specification to another. Completing a value leads to the first."""
        for byte, target in ((each[0], self.machine.targets[state][each[0]]) for each in self.machine.classes):
            if target is End.COMPLETE:
                yield byte, 0
            elif isinstance(target, int):
                yield byte, target


def _permitted(target: Target) -> set[Reaction]:
    """Returns the permitted answers to an input that ends at this target."""
    if target is End.SILENT:
        return _ILL | _WELL
    return _WELL if target is End.COMPLETE else _ILL


def _shortest(start: int, moves: Callable[[int], Iterable[tuple[int, int]]], wanted: Callable[[int], bool]) -> bytes | None:
    """Returns the shortest bytes that lead from a state to a wanted one, or None."""
    return next((access for state, access in _reached(start, moves) if wanted(state)), None)


def _reached(start: int, moves: Callable[[int], Iterable[tuple[int, int]]]) -> Iterator[tuple[int, bytes]]:
    """Yields each state that can be reached from this one, the nearest first, with the shortest bytes that lead there."""
    seen, waiting = {start}, deque([(start, b"")])
    while waiting:
        state, access = waiting.popleft()
        yield state, access
        for byte, target in moves(state):
            if target not in seen:
                seen.add(target)
                waiting.append((target, access + bytes((byte,))))
