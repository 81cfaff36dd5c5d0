"""The interface of the forms that tables have, and of the models that execute them.

A definition in `encodings.yaml` states its tables under the key of their form. Each form is a module of this package, with a
`Form` that reads what a definition states, and a `Model` that executes it and tells how. `forms.py` lists all forms. Callers
ask a model without knowing the form of its tables; it returns an empty result for anything that its form does not have.
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
from encoding_conformance.models.parts import Part, Role, Told, number, sentence, split
from encoding_conformance.models.pattern import Row

Data = Mapping[str, Any]
"""The definition of an encoding, as plain data from its file that conforms to the JSON Schema."""


class Problem(NamedTuple):
    """What is wrong with a definition, and the keys and indexes that lead to the part that is wrong."""

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
        """Yields what is wrong with the tables of a definition. `in_steps` are the ids of the encodings that it may refer to."""
        yield from ()

    @classmethod
    def made_of(cls, definition: Data) -> tuple[str, ...]:
        """Returns the ids of the encodings that the tables refer to."""
        return ()

    def implied(self) -> Implied:
        """Returns what the definition need not state."""
        return Implied()


class IllFormed(Exception):
    """The value or sequence is ill-formed. `reason` is one of REASONS. If `is_open`, nothing says where the fault begins."""

    def __init__(self, reason: str, is_open: bool = False):
        super().__init__(reason)
        self.reason = reason
        self.is_open = is_open


class Step(NamedTuple):
    """The result of reading one code: its value, or None if it stands for none, as a reset does; its end, and the state there. If
    `silent`, the specification does not say whether the code is well-formed, so that an implementation may also reject it."""

    value: int | None
    end: int
    state: Any = None
    silent: bool = False


class Walked(NamedTuple):
    """One step of a model through an input: a code that it reads, or a value that it writes.

    `model` took the step. `start` and `end` are the part of the input that it takes: offsets of bytes for decode, indexes of
    values for encode. `before` and `after` are the states. A step with a `reason` is the last one. In decode, its `code` is
    ill-formed: it ends with the byte that shows this, or with the input if that is truncated. In encode, its `value` cannot be
    encoded, and its `code` is empty. `is_count` marks the number of items before them, which takes no part of the values.
    """

    model: Model
    start: int
    end: int
    code: bytes
    value: int | None
    before: Any = None
    after: Any = None
    silent: bool = False
    reason: str = ""
    is_count: bool = False

    def parts(self, patterns: Sequence[str] = (), unit: int = 1) -> tuple[Part, ...]:
        """Returns the bytes of the code one by one. Those of the first code unit, which has `unit` bytes, lead the others. If a
        single byte is at fault, it is the last one. The other bytes have bits if there are patterns, as `split` takes them."""
        size = len(self.code)
        lead: Role = "single" if size == unit and self.reason != "truncated" else "lead"
        roles: list[Role] = ["trail"] * size
        roles[:unit] = [lead] * min(unit, size)
        if self.reason in BY_A_BYTE:
            roles[-1] = "fault"
        each = zip(self.code, roles, [*patterns, *[""] * size])
        return tuple(Part(bytes([byte]), role, () if role == "fault" else split(byte, bits)) for byte, role, bits in each)


BY_A_BYTE = ("bad-lead", "bad-trail", "too-long", "bad-length")
"""The reasons for which one byte, the last of the ill-formed code, is at fault."""


class States(NamedTuple):
    """Values that lead to the states of an encoding. `fixed` has one value for each state that follows a whole set of
    values. `calculated` has the first and last of the values from which the state is calculated."""

    fixed: tuple[int, ...] = ()
    calculated: tuple[int, ...] = ()


class StateRun(NamedTuple):
    """Values that follow each other and lead to the same state. It is None if they leave the state as it is."""

    state: Any
    values: Sequence[int]


class Model(ABC):
    """Executes the tables of an encoding, and tells how they lead from bytes to values.

    `reach` is the number of bytes of the longest code, which is also the most that one step looks at. It is 0 if there is no such
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
        """Whether no code of a value is the beginning of another code."""
        return True

    def joined(self, values: Sequence[int]) -> tuple[int, ...]:
        """Returns the values of which encode gives the bytes: these, unless the tables join some. The encoding must have them."""
        return tuple(values)

    def edges(self) -> set[int]:
        """Returns the values at the boundaries of the tables, without those of the sets that every definition states."""
        return set()

    def states(self) -> States:
        """Returns values that lead to the states of the encoding."""
        return States()

    def runs(self) -> Iterator[StateRun]:
        """Yields all values in ascending order, in runs that lead to the same state; nothing if there is no state."""
        yield from ()

    def texts(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Yields sequences of values at which the tables behave differently. Each has a name for the ids of edge cases."""
        yield from ()

    def length_units(self) -> list[bytes]:
        """Returns bytes that store the length of a code: the first and last of each kind, the byte above, and a leading zero."""
        return []

    def with_a_zero(self, sizes: Iterable[int]) -> list[bytes]:
        """Returns a code for each number of digits in `sizes`, whose first digit is an unnecessary zero."""
        return []

    def told(self, step: Walked, kind: Kind) -> Told:
        """Returns how a step of an operation of this kind leads from a code to its value, or the other way round. If the step is
        ill-formed, the last line says what is wrong."""
        if not step.reason:
            told = self.told_read(step) if kind == Kind.DECODE else self.told_written(step)
            return told._replace(parts=tuple(part._replace(role="count") for part in told.parts)) if step.is_count else told
        told = self.told_ill_formed(step) if step.value is None else self.told_unencodable(step)
        return told._replace(lines=(*told.lines, sentence(told.brief)))

    def told_read(self, step: Walked) -> Told:
        """Tells how a well-formed code gives its value; unless a form tells more, which bytes lead and which trail."""
        return Told(step.parts())

    def told_written(self, step: Walked) -> Told:
        """Tells how a value gives its code."""
        return self.told_read(step)

    def told_ill_formed(self, step: Walked) -> Told:
        """Tells what is wrong with a code."""
        return Told(step.parts(), (), WORDS[step.reason].fault)

    def told_unencodable(self, step: Walked) -> Told:
        """Tells why a value cannot be encoded."""
        return self.told_lacking((), (), step.value or 0)

    def told_lacking(self, parts: tuple[Part, ...], lines: Iterable[str], value: int) -> Told:
        """Tells that the encoding does not have a value, with these parts and lines."""
        values, brief = self.encoding.values, f"{number(value)} is not a value of the encoding"
        if value in SURROGATES:
            brief = f"{value:X} is a surrogate, which is not a value of the encoding"
        elif value < 0:
            brief = f"{number(value)} is below zero"
        elif value > values.last:
            brief = f"{number(value)} is above {values.last:X}, the largest value"
        return Told(parts, (*lines, f"The values of the encoding are {values}."), brief)


class Reading(NamedTuple):
    """The values of codes that were read, the offset at which they end, whether one of them is silent, and the fault in the code
    that follows, if there is one."""

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
        """Reads one code at `start`, where there is a byte. Raises IllFormed."""

    def steps(self, data: bytes, start: int = 0) -> Iterator[Step]:
        """Yields each code from an offset on, where the state is the initial one. Raises IllFormed at an ill-formed code."""
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
            code = self._to_the_fault(data[start:], before)
            yield Walked(self, start, start + len(code), code, None, before, before, reason=fault.reason)

    def _to_the_fault(self, data: bytes, state: Any) -> bytes:
        """Returns an ill-formed code up to the first byte that nothing after it can mend."""

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
                code, after = self.write(value, state)
            except IllFormed as fault:
                yield Walked(self, index, index + 1, b"", value, state, state, reason=fault.reason)
                return
            yield Walked(self, index, index + 1, code, value, state, after)
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
        """Returns the outcome of encoding values of which each has the bytes that it has alone. Long texts have few different
        ones."""
        codes: dict[int, bytes] = {}
        for value in dict.fromkeys(values):
            try:
                codes[value], _ = self.write(value, None)
            except IllFormed as fault:
                return Rejection(list(values).index(value), fault.reason)
        return Encoded(b"".join(map(codes.__getitem__, values)))

    @property
    def single(self) -> Mapping[int, int]:
        """The value of each byte that is a whole code wherever a code begins, and leaves the state as it is."""
        return {}

    @cached_property
    def _read_single(self) -> Callable[[bytes, int], re.Match[bytes] | None]:
        """Finds the bytes from an offset on that are codes of one byte. Most bytes of texts are, and are read many times
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
        """Reads from an offset on, where the state is the initial one, to the first ill-formed code, or silent code unless
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


def after(values: Sequence[int], position: int, permitted: PermittedDecoded) -> PermittedDecoded:
    """Returns the outcome of some bytes if they follow codes that end at this position and have these values."""
    match permitted:
        case Decoded(more):
            return Decoded((*values, *more))
        case Rejection(offset, reason):
            return Rejection(None if offset is None else position + offset, reason)


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
