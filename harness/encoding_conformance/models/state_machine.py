"""The bytes of an encoding as a finite-state machine: how a byte sequence can go on, whatever its value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property, lru_cache
from itertools import combinations, pairwise

from encoding_conformance.core.encoding import ENCODINGS_KEPT, Encoding
from encoding_conformance.core.ranges import indexes_of_each
from encoding_conformance.models import boundaries, bytes_of
from encoding_conformance.models.model import IllFormed, step_model_of

LARGEST = 0x7FFFFFFF
"""The largest value whose sequence is distinguished from longer ones, in an encoding without a largest value."""


class End(Enum):
    """How a sequence ends with a byte. A sequence is silent if the specification does not say whether it is well-formed."""

    COMPLETE = "complete"
    SILENT = "complete, or ill-formed"
    ILL_FORMED = "ill-formed"


COMPLETE = {End.COMPLETE, End.SILENT}

Target = int | End
"""Where a byte leads: to the state with this index, or to the end of the sequence."""


@dataclass(frozen=True)
class Machine:
    """The smallest machine that reads one sequence, from the initial state of the encoding. `access` has the shortest bytes that
    lead to each state: none for the first state, in which a sequence begins. `targets` says for each state where each byte
    leads. Whatever can no longer become well-formed is ill-formed at once. For any two states, one of the `identifiers` of each
    completes the sequence from only one of them, and one of them completes it from this state. From each state but the first, one
    of `completions` completes the sequence. They distinguish an ill-formed sequence from one that goes on."""

    access: Sequence[bytes]
    targets: Sequence[Sequence[Target]]
    identifiers: Sequence[Sequence[bytes]]
    completions: Sequence[bytes]

    @cached_property
    def classes(self) -> list[bytes]:
        """The bytes that lead to the same targets from every state, in classes."""
        return list(map(bytes, indexes_of_each(zip(*self.targets)).values()))

    @cached_property
    def one_of_each(self) -> bytes:
        """A byte of each class."""
        return bytes(each[0] for each in self.classes)

    @cached_property
    def edges(self) -> bytes:
        """The first and last byte of each run of bytes of one class, in ascending order."""
        columns = list(zip(*self.targets))
        inner = {near for byte, near in pairwise(range(0x100)) if columns[byte] != columns[near]}
        return bytes(sorted({0, 0xFF, *inner, *(byte - 1 for byte in inner)}))

    @cached_property
    def longest(self) -> int | None:
        """The number of bytes of the longest sequence; None if sequences have no limit."""
        states, length = {0}, 0
        while states and length <= len(self.access):
            states = {target for state in states for target in self.targets[state] if isinstance(target, int)}
            length += 1
        return None if states else length

    def reading(self, data: bytes) -> Iterator[Target]:
        """Yields where each byte of a text leads, up to the first one that is ill-formed."""
        state = 0
        for byte in data:
            target = self.targets[state][byte]
            yield target
            if target is End.ILL_FORMED:
                return
            state = target if isinstance(target, int) else 0


@lru_cache(ENCODINGS_KEPT)
def machine_of(encoding: Encoding) -> Machine:
    """Returns the machine that the tables of an encoding give. Raises LookupError if the encoding does not go value by value."""
    return _Derivation(encoding).machine()


class _Derivation:
    """Distinguishes states by the suffixes that can follow them, as Angluin's algorithm does. The suffixes are those of
    sequences at the boundaries of the tables."""

    def __init__(self, encoding: Encoding):
        self._model = step_model_of(encoding)
        self._end = cache(self._ended)
        sequences = {bytes_of(encoding, (value,)) for value in boundaries(encoding) if value <= LARGEST}
        near = {byte + step for sequence in sequences for byte in sequence for step in (-1, 0, 1)}
        self._bytes = bytes(sorted(near.intersection(range(0x100))))
        tails = sorted({sequence[start:] for sequence in sequences for start in range(len(sequence))})
        begun_elsewhere = sorted({sequence[start:] for sequence in sequences for start in range(1, len(sequence))})
        of_each_length = {len(tail): tail for tail in (b"", *begun_elsewhere)}.values()
        begun = (bytes((byte,)) + tail for byte in self._bytes for tail in of_each_length)
        self._suffixes = sorted({b"", *tails, *begun}, key=lambda suffix: (len(suffix), suffix))

    def machine(self) -> Machine:
        """Returns the machine. The bytes at boundaries show which suffixes distinguish states. All bytes are tried with these."""
        futures, _ = self._explored(self._bytes, self._suffixes)
        needed = {_differing(one, other) for one, other in combinations(futures, 2)} | set(map(_completed, futures))
        suffixes = [self._suffixes[index] for index in sorted(needed)]
        futures, access = self._explored(range(0x100), suffixes)
        states = {future: state for state, future in enumerate(futures)}
        targets = [[self._target(sequence + bytes((byte,)), suffixes, states) for byte in range(0x100)] for sequence in access]
        needed_by_each = [{_completed(one), *(_differing(one, other) for other in futures if other != one)} for one in futures]
        identifiers = [[suffixes[index] for index in sorted(indexes)] for indexes in needed_by_each]
        return Machine(access, targets, identifiers, [suffixes[index] for index in sorted(set(map(_completed, futures[1:])))])

    def _explored(self, tried: Iterable[int], suffixes: Sequence[bytes]) -> tuple[list[_Future], list[bytes]]:
        """Returns the futures of all states that these bytes lead to, and the first bytes that lead to each."""
        futures, access = [self._future(b"", suffixes)], [b""]
        for sequence in access:
            for longer in (sequence + bytes((byte,)) for byte in tried):
                if self._end(longer) is not None:
                    continue
                future = self._future(longer, suffixes)
                if future not in futures and not COMPLETE.isdisjoint(future):
                    futures.append(future)
                    access.append(longer)
        return futures, access

    def _target(self, sequence: bytes, suffixes: Sequence[bytes], states: dict[_Future, int]) -> Target:
        if end := self._end(sequence):
            return end
        return states.get(self._future(sequence, suffixes), End.ILL_FORMED)

    def _future(self, sequence: bytes, suffixes: Sequence[bytes]) -> _Future:
        return tuple(self._end(sequence + suffix) or End.ILL_FORMED for suffix in suffixes)

    def _ended(self, sequence: bytes) -> End | None:
        """Returns how a sequence ends; None if more bytes must follow. A sequence that ends before its last byte is ill-formed,
        because the bytes after its end are not part of it."""
        if not sequence:
            return End.COMPLETE
        try:
            step = self._model.read(sequence, 0, self._model.initial)
        except IllFormed as fault:
            return None if fault.reason == "truncated" else End.ILL_FORMED
        if step.end < len(sequence) or self._ends_before(sequence):
            return End.ILL_FORMED
        return End.SILENT if step.silent else End.COMPLETE

    def _ends_before(self, sequence: bytes) -> bool:
        """Returns whether a sequence begins with a shorter one. The machine then reads the rest as another one."""
        return not self._model.prefix_free and any(self._end(sequence[:end]) for end in range(1, len(sequence)))


_Future = tuple[End, ...]
"""Whether each suffix completes the sequence. A sequence that goes on counts as ill-formed, because decode rejects both."""


def _completed(future: _Future) -> int:
    """Returns the index of the first suffix that completes the sequence."""
    return next(index for index, end in enumerate(future) if end in COMPLETE)


def _differing(one: _Future, other: _Future) -> int:
    """Returns the index of the first suffix that distinguishes two states."""
    return next(index for index, (a, b) in enumerate(zip(one, other)) if a != b)
