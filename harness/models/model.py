"""What every model answers, and the loop that most of them share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from harness.core.encoding import Encoding
from harness.core.outcome import Decoded, Encoded, Rejection
from harness.core.vector import PermittedDecoded, PermittedEncoded

_REMEMBERED = 1 << 15
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


class Model(Protocol):
    """Each answer is the tuple of permitted outcomes, as in a vector."""

    def encode(self, values: Sequence[int]) -> tuple[PermittedEncoded, ...]: ...

    def decode(self, data: bytes) -> tuple[PermittedDecoded, ...]: ...


class StepModel:
    """A model that goes value by value; a subclass says how one is written and read."""

    initial: Any = None

    reach = 0
    """The bytes that `read` looks at, at most; 0 where there is no such number."""

    def __init__(self, encoding: Encoding):
        self.encoding = encoding
        self._written = lru_cache(_REMEMBERED)(self.write)
        self._read = lru_cache(_REMEMBERED)(self.read)

    def write(self, value: int, state: Any) -> tuple[bytes, Any]:
        """The bytes of a value and the state after it. Raises Fault."""
        raise NotImplementedError

    def write_run(self, first: int, last: int, state: Any) -> list[bytes]:
        """The bytes of each of these values, all of which the encoding has, from the same state. A subclass may know a
        quicker way to the same."""
        return [self.write(value, state)[0] for value in range(first, last + 1)]

    def read(self, data: bytes, start: int, state: Any) -> Step:
        """Read one value at `start`. Raises Fault."""
        raise NotImplementedError

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
