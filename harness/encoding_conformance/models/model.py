"""The interface of the forms that tables have, and of the models that execute them.

A definition in `encodings.yaml` states its tables under the key of their form. Each form is a module of this package, with a
`Form` that reads a definition, and a `Model` that executes and explains it. `forms.py` lists all forms. Callers use a model
without knowing the form of its tables; it returns an empty result for anything that its form does not have.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, ClassVar, NamedTuple, Self

from encoding_conformance.core.encoding import ENCODINGS_KEPT, Encoding, Length, Tables
from encoding_conformance.core.operation import Encode, Kind, Operation
from encoding_conformance.core.outcome import Decoded, Encoded, Rejection
from encoding_conformance.core.ranges import SURROGATES, RangeSet
from encoding_conformance.core.vector import WORDS, PermittedDecoded, PermittedEncoded
from encoding_conformance.models.parts import Explanation, Part, Role, number, sentence, split
from encoding_conformance.models.pattern import Row

Data = Mapping[str, Any]
"""The definition of an encoding, as plain data from its file that conforms to the JSON Schema."""


class Problem(NamedTuple):
    """An error in a definition, with the keys and indexes that lead to the wrong part."""

    message: str
    path: tuple[str | int, ...]


@dataclass(frozen=True)
class Implied:
    """What the tables imply about an encoding, so that its definition need not state it. None if they do not imply it."""

    values: RangeSet | None = None
    absent_bytes: RangeSet | None = None
    lengths: tuple[Length, ...] = ()


class Form(Tables, ABC):
    """The tables of a definition in one form.

    `key` is the key of the definition that has the tables, and `uses` are the keys of other tables that the form needs. `model`
    executes them. `in_steps` says whether it goes value by value. Only such encodings can be parts of others or agree with
    others.
    """

    key: ClassVar[str]
    uses: ClassVar[tuple[str, ...]] = ()
    model: ClassVar[type[Model]]
    in_steps: ClassVar[bool] = True

    @classmethod
    @abstractmethod
    def of(cls, definition: Data, others: Mapping[str, Encoding]) -> Self:
        """Returns the tables of a definition without problems. `others` are the encodings that it may refer to, by id."""

    @classmethod
    def problems(cls, definition: Data, in_steps: Collection[str]) -> Iterator[Problem]:
        """Yields the errors in the tables of a definition. `in_steps` are the ids of the encodings that it may refer to."""
        yield from ()

    def implied(self) -> Implied:
        """Returns everything that the definition need not state."""
        return Implied()


class IllFormed(Exception):
    """The value or sequence is ill-formed. `reason` is one of WORDS. If `is_open`, nothing says where the fault begins."""

    def __init__(self, reason: str, is_open: bool = False):
        super().__init__(reason)
        self.reason = reason
        self.is_open = is_open


class Step(NamedTuple):
    """The result of reading one byte sequence: its value, or None if it has none, such as a reset; its end, and the state there.
    If `silent`, the specification does not say whether the sequence is well-formed, so an implementation may also reject it."""

    value: int | None
    end: int
    state: Any = None
    silent: bool = False


class Walked(NamedTuple):
    """One step of a model through an input: a byte sequence that it reads, or a value that it writes.

    `model` took the step. `start` and `end` are the part of the input that it takes: offsets of bytes for decode, indexes of
    values for encode. `before` and `after` are the states. A step with a `reason` is the last one. In decode, its `sequence` is
    ill-formed: it ends with the byte that shows this, or with the input if that is truncated. In encode, its `value` cannot be
    encoded, and its `sequence` is empty. `is_count` marks the count before the items, which is not one of the values.
    """

    model: Model
    start: int
    end: int
    sequence: bytes
    value: int | None
    before: Any = None
    after: Any = None
    silent: bool = False
    reason: str = ""
    is_count: bool = False

    def parts(self, patterns: Sequence[str] = (), unit: int = 1) -> tuple[Part, ...]:
        """Returns the bytes of the sequence one by one. The first code unit, which has `unit` bytes, leads the others. If a
        single byte is at fault, it is the last one. The other bytes have bits if there are patterns, as `split` takes them."""
        size = len(self.sequence)
        lead: Role = "single" if size == unit and self.reason != "truncated" else "lead"
        roles: list[Role] = ["trail"] * size
        roles[:unit] = [lead] * min(unit, size)
        if self.reason in BY_A_BYTE:
            roles[-1] = "fault"
        rows = zip(self.sequence, roles, [*patterns, *[""] * size])
        return tuple(Part(bytes([byte]), role, () if role == "fault" else split(byte, bits)) for byte, role, bits in rows)


BY_A_BYTE = ("bad-lead", "bad-trail", "too-long", "bad-length")
"""The reasons for which one byte, the last of the ill-formed sequence, is at fault."""


class States(NamedTuple):
    """Values that lead to the states of an encoding. `fixed` has one value for each state that follows a whole set of
    values. `calculated` has the first and last of the values from which the state is calculated."""

    fixed: tuple[int, ...] = ()
    calculated: tuple[int, ...] = ()


class StateRun(NamedTuple):
    """Consecutive values that lead to the same state. A `state` of None means that they leave it as it is."""

    state: Any
    values: Sequence[int]


class Model(ABC):
    """Executes the tables of an encoding, and explains how they lead from bytes to values.

    `reach` is the number of bytes of the longest sequence, which is also the most that one step looks at. It is 0 if there is no
    limit. `initial` is the state at the beginning, or None if there is no state. `rows` are the rows of bit patterns, if the
    tables have any. `listed` has all values in the order of the table, if the table lists them one by one.
    """

    reach = 0
    initial: Any = None
    rows: Sequence[Row] = ()
    listed: Sequence[int] = ()

    def __init__(self, encoding: Encoding):
        self.encoding = encoding
        self.tables: Any = encoding.tables

    @abstractmethod
    def encode(self, values: Sequence[int]) -> tuple[PermittedEncoded, ...]:
        """Returns the permitted outcomes of encoding these values. The offset of a rejection is an index."""

    @abstractmethod
    def decode(self, data: bytes) -> tuple[PermittedDecoded, ...]:
        """Returns the permitted outcomes of decoding these bytes. The offset of a rejection counts bytes."""

    def walk(self, operation: Operation) -> Iterator[Walked]:
        """Yields the steps in which the input of an operation is encoded or decoded."""
        return self.writing(operation.input) if isinstance(operation, Encode) else self.reading(operation.input)

    @abstractmethod
    def reading(self, data: bytes) -> Iterator[Walked]:
        """Yields the steps in which these bytes are decoded."""

    @abstractmethod
    def writing(self, values: Sequence[int]) -> Iterator[Walked]:
        """Yields the steps in which these values are encoded."""

    @property
    def prefix_free(self) -> bool:
        """Whether no sequence of a value is the beginning of another one."""
        return True

    def joined(self, values: Sequence[int]) -> tuple[int, ...]:
        """Returns the values that the bytes of these values decode to: others if the tables join some. All must be encodable."""
        return tuple(values)

    def edges(self) -> set[int]:
        """Returns the values at the boundaries of the tables, without the boundaries of the sets that every definition states."""
        return set()

    def states(self) -> States:
        """Returns values that lead to the states of the encoding."""
        return States()

    def runs(self) -> Iterator[StateRun]:
        """Yields all values in ascending order, in runs that lead to the same state; nothing if there is no state."""
        yield from ()

    def texts(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Yields texts for which the tables behave differently, each with a name for the ids of edge cases."""
        yield from ()

    def length_units(self) -> list[bytes]:
        """Returns bytes that store a sequence's length: the first and last of each kind, the byte above, and a leading zero."""
        return []

    def with_a_zero(self, sizes: Iterable[int]) -> list[bytes]:
        """Returns a sequence for each number of digits in `sizes`, whose first digit is an unnecessary zero."""
        return []

    def explain(self, step: Walked, kind: Kind) -> Explanation:
        """Explains how a step of an operation of this kind leads from bytes to a value, or the other way round. If the step is
        ill-formed, the last line says why."""
        if not step.reason:
            result = self.explain_read(step) if kind == Kind.DECODE else self.explain_written(step)
            return result._replace(parts=tuple(part._replace(role="count") for part in result.parts)) if step.is_count else result
        result = self.explain_ill_formed(step) if step.value is None else self.explain_unencodable(step)
        return result._replace(lines=(*result.lines, sentence(result.brief)))

    def explain_read(self, step: Walked) -> Explanation:
        """Explains how a well-formed sequence gives its value. By default, it only shows lead and trail bytes."""
        return Explanation(step.parts())

    def explain_written(self, step: Walked) -> Explanation:
        """Explains how a value gives its byte sequence."""
        return self.explain_read(step)

    def explain_ill_formed(self, step: Walked) -> Explanation:
        """Explains why a sequence is ill-formed."""
        return Explanation(step.parts(), (), WORDS[step.reason].fault)

    def explain_unencodable(self, step: Walked) -> Explanation:
        """Explains why a value cannot be encoded."""
        return self.explain_lacking((), (), step.value or 0)

    def explain_lacking(self, parts: tuple[Part, ...], lines: Iterable[str], value: int) -> Explanation:
        """Explains, after these lines, that the encoding does not have a value."""
        values, brief = self.encoding.values, f"{number(value)} is not a value of the encoding"
        if value in SURROGATES:
            brief = f"{value:X} is a surrogate, which is not a value of the encoding"
        elif value < 0:
            brief = f"{number(value)} is below zero"
        elif value > values.last:
            brief = f"{number(value)} is above {values.last:X}, the largest value"
        return Explanation(parts, (*lines, f"The values of the encoding are {values}."), brief)


class Reading(NamedTuple):
    """The values of the sequences that were read, the offset at which they end, whether one of them is silent, and the fault in
    the next sequence, if there is one."""

    values: list[int]
    end: int
    silent: bool
    fault: IllFormed | None = None


class StepModel(Model):
    """A model that works value by value. A subclass says how to write and read one value."""

    @abstractmethod
    def write(self, value: int, state: Any) -> tuple[bytes, Any]:
        """Returns the bytes of a value and the state after it. Raises IllFormed if the value cannot be encoded."""

    @abstractmethod
    def read(self, data: bytes, start: int, state: Any) -> Step:
        """Reads one sequence at `start`, where there is a byte. Raises IllFormed."""

    def steps(self, data: bytes, start: int = 0) -> Iterator[Step]:
        """Yields each sequence from an offset on, where the state is the initial one. Raises IllFormed at an ill-formed one."""
        state, read, size = self.initial, self.read, len(data)
        while start < size:
            step = read(data, start, state)
            yield step
            start, state = step.end, step.state

    def reading(self, data: bytes) -> Iterator[Walked]:
        start, before = 0, self.initial
        try:
            for value, end, after, silent in self.steps(data):
                yield Walked(self, start, end, data[start:end], value, before, after, silent)
                start, before = end, after
        except IllFormed as fault:
            sequence = self._to_the_fault(data[start:], before)
            yield Walked(self, start, start + len(sequence), sequence, None, before, before, reason=fault.reason)

    def _to_the_fault(self, data: bytes, state: Any) -> bytes:
        """Returns the shortest prefix of an ill-formed sequence that no bytes after it can make well-formed."""

        def is_broken(end: int) -> bool:
            try:
                self.read(data[:end], 0, state)
            except IllFormed as fault:
                return fault.reason != "truncated"
            return False

        return data[: bisect_left(range(len(data) + 1), True, lo=1, key=is_broken)]

    def writing(self, values: Sequence[int]) -> Iterator[Walked]:
        state = self.initial
        for index, value in enumerate(values):
            try:
                sequence, after = self.write(value, state)
            except IllFormed as fault:
                yield Walked(self, index, index + 1, b"", value, state, state, reason=fault.reason)
                return
            yield Walked(self, index, index + 1, sequence, value, state, after)
            state = after

    def encode(self, values: Sequence[int]) -> tuple[PermittedEncoded, ...]:
        if self.initial is None:
            return (self._encoded_alone(values),)
        state, written, write = self.initial, bytearray(), self.write
        for index, value in enumerate(values):
            try:
                data, state = write(value, state)
            except IllFormed as fault:
                return (Rejection(index, fault.reason),)
            written += data
        return (Encoded(bytes(written)),)

    def _encoded_alone(self, values: Sequence[int]) -> PermittedEncoded:
        """Returns the outcome of encoding values whose bytes do not depend on each other. Long texts have few distinct
        values."""
        sequences: dict[int, bytes] = {}
        for value in dict.fromkeys(values):
            try:
                sequences[value], _ = self.write(value, None)
            except IllFormed as fault:
                return Rejection(list(values).index(value), fault.reason)
        return Encoded(b"".join(map(sequences.__getitem__, values)))

    @property
    def single(self) -> Mapping[int, int]:
        """The value of each byte that is a complete sequence wherever one begins, and leaves the state as it is."""
        return {}

    @cached_property
    def _read_single(self) -> Callable[[bytes, int], re.Match[bytes] | None]:
        """Finds the bytes from an offset on that are sequences of one byte. Most bytes of texts are, and are read many times
        faster."""
        return re.compile(b"[%b]+" % re.escape(bytes(self.single)) if self.single else b"(?!)", re.DOTALL).match

    def decode(self, data: bytes) -> tuple[PermittedDecoded, ...]:
        values, end, silent, fault = self.read_from(data)
        optional = self.encoding.optional.values
        if fault:
            is_open = silent or fault.is_open or (optional and any(value in optional for value in values))
            return (Rejection(None if is_open else end, fault.reason),)
        result = Decoded(tuple(values))
        return (result, Rejection()) if silent else (result,)

    def read_from(self, data: bytes, start: int = 0, accept_silent: bool = True) -> Reading:
        """Reads from an offset on, where the state is the initial one, to the first ill-formed sequence, or silent one unless
        `accept_silent`."""
        values: list[int] = []
        state, size, silent = self.initial, len(data), False
        read, single, read_single = self.read, self.single, self._read_single
        try:
            while start < size:
                if run := read_single(data, start):
                    values.extend(map(single.__getitem__, run[0]))
                    start = run.end()
                    continue
                value, end, state, is_silent = read(data, start, state)
                if is_silent and not accept_silent:
                    return Reading(values, start, silent, IllFormed("silent"))
                start, silent = end, silent or is_silent
                if value is not None:
                    values.append(value)
        except IllFormed as fault:
            return Reading(values, start, silent, fault)
        return Reading(values, start, silent)


def after(values: Sequence[int], size: int, permitted: PermittedDecoded) -> PermittedDecoded:
    """Returns the outcome of bytes after `size` other bytes that decode to these values."""
    match permitted:
        case Decoded(more):
            return Decoded((*values, *more))
        case Rejection(offset, reason):
            return Rejection(None if offset is None else size + offset, reason)


@lru_cache(ENCODINGS_KEPT)
def model_of(encoding: Encoding) -> Model:
    """Returns the model of an encoding."""
    assert isinstance(encoding.tables, Form)  # a form is the only kind of tables; `core` does not know what it can do
    return encoding.tables.model(encoding)


def step_model_of(encoding: Encoding) -> StepModel:
    """Returns the model of an encoding whose model goes value by value. Raises LookupError if the encoding has no such model."""
    model = model_of(encoding)
    if not isinstance(model, StepModel):
        raise LookupError(f"{encoding.id} does not go value by value")
    return model


def goes_in_steps(encoding: Encoding) -> bool:
    """Returns whether an encoding has a model that goes value by value."""
    return isinstance(encoding.tables, Form) and encoding.tables.in_steps
