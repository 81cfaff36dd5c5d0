"""What every model answers, and the loop that most of them share.

Callers ask a model, and never which form its tables have. What a form does not have is empty.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple, Protocol

from harness.core.encoding import Encoding
from harness.core.outcome import Decoded, Encoded, Rejection
from harness.core.ranges import RangeSet
from harness.core.vector import PermittedDecoded, PermittedEncoded

REMEMBERED = 1 << 15
"""Values, and sequences of bytes, whose other form a model remembers."""


class Fault(Exception):
    """The value or the sequence at hand is ill-formed, for one of REASONS."""

    def __init__(self, reason: str):
        super().__init__(reason)
        self.reason = reason


class Step(NamedTuple):
    """One value read: None where the bytes stood for no value (a reset). `silent`: the specification permits
    that it be refused as well."""

    value: int | None
    end: int
    state: Any = None
    silent: bool = False


class States(NamedTuple):
    """Values behind which an encoding is in its states. `fixed` has a value for each state that many values share.
    `calculated` has the first and the last of the values that the state is calculated from. Both are empty where there is
    no state."""

    fixed: tuple[int, ...] = ()
    calculated: tuple[int, ...] = ()


class PatternRow(Protocol):
    """A row of a table that writes values in a pattern. The pattern may have room for more values than the row's own."""

    @property
    def values(self) -> RangeSet:
        """The row's own."""

    @property
    def room(self) -> RangeSet:
        """The values for which the pattern has bits enough."""

    @property
    def size(self) -> int:
        """The bytes of a value."""

    def write(self, value: int) -> bytes:
        """The bytes of a value that the row has room for."""


class Model(ABC):
    """The tables of an encoding, executed."""

    reach = 0
    """The bytes of the longest code, and all that reading a code looks at; 0 where there is no such number."""

    rows: Sequence[PatternRow] = ()
    """The rows of patterns, where the tables have such."""

    listed: Sequence[int] = ()
    """Every value, in the order of the table, where it lists them one by one."""

    def __init__(self, encoding: Encoding):
        self.encoding = encoding

    @abstractmethod
    def encode(self, values: Sequence[int]) -> tuple[PermittedEncoded, ...]:
        """The outcomes that are permitted for these values, as a test vector has them."""

    @abstractmethod
    def decode(self, data: bytes) -> tuple[PermittedDecoded, ...]:
        """The outcomes that are permitted for these bytes, as a test vector has them."""

    @abstractmethod
    def codes(self, data: bytes) -> Iterator[tuple[bytes, int | None]]:
        """Each code in well-formed bytes, with its value; None where it has none."""

    @abstractmethod
    def one_by_one(self, before: Sequence[int], values: RangeSet, reset: int | None) -> tuple[tuple[int, ...], bytes]:
        """A text in which each of these values stands behind the values `before`, and the bytes of the text. `reset` is a value
        that resets the state, and stands between; it is None where there is no state. The bytes are written by rows of the
        table, which is faster than value by value."""

    def edges(self) -> set[int]:
        """Values at which the tables change their ways, besides the ends of the sets that every encoding states."""
        return set()

    def states(self) -> States:
        """Values behind which the encoding is in its states."""
        return States()

    def texts(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Sequences of values at which the tables change their ways, each with a name for the ids of edge cases."""
        yield from ()

    def length_units(self) -> list[bytes]:
        """Bytes that store the length of a code: the first and the last of each kind, the byte above them, and a leading
        zero. Empty where codes do not store their length."""
        return []

    def with_a_zero(self, sizes: Iterable[int]) -> list[bytes]:
        """A code for each number of digits in `sizes`, the first of which is a needless zero. Empty where codes do not store
        digits."""
        return []


class StepModel(Model):
    """A model that goes value by value; a subclass says how one is written and read."""

    initial: Any = None

    def __init__(self, encoding: Encoding):
        super().__init__(encoding)
        self._written = lru_cache(REMEMBERED)(self.write)
        self._read = lru_cache(REMEMBERED)(self.read)

    def write(self, value: int, state: Any) -> tuple[bytes, Any]:
        """The bytes of a value and the state after it. Raises Fault."""
        raise NotImplementedError

    def write_run(self, first: int, last: int, state: Any) -> list[bytes]:
        """The bytes of each of these values, all of which the encoding has, from the same state. A subclass may know a
        quicker way to the same."""
        return [self.write(value, state)[0] for value in range(first, last + 1)]

    def read(self, data: bytes, start: int, state: Any) -> Step:
        """Read one value at `start`, where there is a byte. Raises Fault."""
        raise NotImplementedError

    def write_runs(self, values: RangeSet, state: Any) -> list[bytes]:
        """The bytes of each of these values, all from one state."""
        return [data for first, last in values.ranges for data in self.write_run(first, int(last), state)]

    def one_by_one(self, before: Sequence[int], values: RangeSet, reset: int | None) -> tuple[tuple[int, ...], bytes]:
        head, state = b"", self.initial
        for value in before:
            data, state = self.write(value, state)
            head += data
        written = self.write_runs(values, state)
        if reset is None:
            return tuple(values), head + head.join(written)
        between = self.write(reset, self.initial)[0]
        text = tuple(chain.from_iterable((*before, value, reset) for value in values))[:-1]
        return text, head + (between + head).join(written)

    def codes(self, data: bytes) -> Iterator[tuple[bytes, int | None]]:
        position, state = 0, self.initial
        while position < len(data):
            step = self.read(data, position, state)
            yield data[position : step.end], step.value
            position, state = step.end, step.state

    def encode(self, values: Sequence[int]) -> tuple[PermittedEncoded, ...]:
        state = self.initial
        written = []
        for index, value in enumerate(values):
            try:
                data, state = self._written(value, state)
            except Fault as fault:
                return (Rejection(index, fault.reason),)
            written.append(data)
        return (Encoded(b"".join(written)),)

    def decode(self, data: bytes) -> tuple[PermittedDecoded, ...]:
        state, position, in_doubt, refusable = self.initial, 0, False, False
        values: list[int] = []
        reach, read, remembered = self.reach, self.read, self._read
        while position < len(data):
            start = position if reach else 0  # texts have the same sequences again and again: what they mean is remembered
            try:
                step = remembered(data[position : position + reach], 0, state) if reach else read(data, position, state)
            except Fault as fault:
                return (Rejection(None if in_doubt or refusable else position, fault.reason),)
            in_doubt |= step.silent
            if step.value is not None:
                values.append(step.value)
                refusable |= step.value in self.encoding.optional.values
            position, state = start + step.end, step.state
        result = Decoded(tuple(values))
        return (result, Rejection()) if in_doubt else (result,)
