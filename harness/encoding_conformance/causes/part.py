"""The parts of an input: values with their code unit sequences, up to the first ill-formed one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import FAILURES, Encoded, Outcome, Rejection, Result
from encoding_conformance.core.vector import Permitted
from encoding_conformance.models import model_of
from encoding_conformance.models.model import Model, Walked, step_model_of
from encoding_conformance.models.replacement import begins, can_be_replaced
from encoding_conformance.models.spans import first_difference, last_step

LARGE = 1 << 14
"""The number of bytes or values above which an input is not read step by step."""


class InputPart(NamedTuple):
    """One value of an input with its byte `sequence`, or an ill-formed sequence.

    `reason` says why a sequence is ill-formed. Its `value` is the value that a decoder without checks reads, or None, and its
    `sequence` is as much as the input has of the bytes that such a decoder reads. `missing` bytes are absent, and the byte at the
    offset `noticed` shows the fault. `is_cut` says that the input ends inside the sequence, or that it has another fault too, so
    that the reason of a rejection is uncertain. `start` and `after` count the bytes or values before and after it, `ordinal` the
    values before it, and `size` those of the input. `previous` is the value before it, and `state` the state of the encoding.
    """

    value: int | None
    sequence: bytes
    reason: str
    start: int
    after: int
    ordinal: int
    size: int
    previous: int | None = None
    state: int | None = None
    in_chunks: bool = False
    is_cut: bool = False
    missing: int = 0
    noticed: int = 0

    @property
    def identity(self) -> tuple[str, object]:
        """The same for equal parts of any input."""
        return self.reason, self.sequence if self.reason else self.value


@lru_cache(1 << 13)  # without it, the causes of ten composed codecs cost 13.2 s of CPU; with it, 11.2 s
def parts(encoding: Encoding, operation: Operation, longest: int = LARGE) -> tuple[InputPart, ...]:
    """Returns the parts of an input up to the first ill-formed one; none if the input is longer. An empty input is one part."""
    return tuple(_parts(encoding, operation)) if len(operation.input) <= longest else ()


def all_parts(encoding: Encoding, operation: Operation) -> Iterator[InputPart]:
    """Yields the parts of an input, including those after ill-formed ones."""
    rest = operation.input
    while whole := parts(encoding, with_input(operation, rest)) if rest else ():
        yield from whole
        last = whole[-1]
        rest = rest[last.start + max(1, len(last.sequence)) :] if last.reason else rest[:0]


def first_part(encoding: Encoding, operation: Operation) -> tuple[InputPart, ...]:
    """Returns the first part of an input, however long it is."""
    return tuple(islice(_parts(encoding, operation), 1))


def _parts(encoding: Encoding, operation: Operation) -> Iterator[InputPart]:
    model, size = model_of(encoding), len(operation.input)
    in_chunks = bool(operation.cuts)
    if not size:
        yield InputPart(None, b"", "", 0, 0, 0, 0, in_chunks=in_chunks)
    previous, index = None, 0
    for step in model.walk(operation):
        if step.is_count and not step.reason:
            continue
        state = step.before if isinstance(step.before, int) else None
        fields = step.start, size - step.end, index, size, previous, state, in_chunks
        if step.reason and isinstance(operation, Decode):
            yield _ill_formed(encoding, model, operation, step, InputPart(None, step.sequence, step.reason, *fields))
        else:
            yield InputPart(step.value, step.sequence, step.reason, *fields)
        index += step.value is not None
        previous = step.value


def _ill_formed(encoding: Encoding, model: Model, operation: Decode, step: Walked, part: InputPart) -> InputPart:
    """Returns an ill-formed part with the sequence and the value that a decoder without checks reads there."""
    rest = operation.input[step.start :]
    full = sizes_by_lead(encoding).get(rest[0], len(step.sequence)) if rest else 0
    part = part._replace(
        noticed=step.end - 1, missing=max(0, full - len(rest)), is_cut=len(rest) < full and step.reason != "truncated"
    )
    unit = encoding.code_unit
    if can_be_replaced(encoding):
        model_in_steps, ends = step_model_of(encoding), range(unit, len(step.sequence) + 1, unit)
        shown = next((end for end in ends if not begins(model_in_steps, step.sequence[:end])), 0)
        part = part._replace(noticed=step.start + (shown or len(step.sequence)) - 1)
        part = part._replace(is_cut=part.is_cut or (step.reason == "truncated" and shown > 0))
    for row in model.rows:
        sequence = rest[: row.size]
        if len(sequence) == row.size and row.matches(sequence):
            after = part.after + len(step.sequence) - len(sequence)
            value = row.read(sequence)
            is_longer = step.reason != "overlong" and any(each.size < row.size and value in each.room for each in model.rows)
            return part._replace(value=value, sequence=sequence, after=max(0, after), is_cut=is_longer)
    if unit > 2 and len(rest) >= unit:
        return part._replace(value=int.from_bytes(rest[:unit], encoding.byte_order))
    # the rest of the sequence does not fit any row, so a decoder that overlooks the first fault may see another one
    return part._replace(is_cut=part.is_cut or (step.reason in ("overlong", "surrogate", "out-of-range") and unit == 1))


@lru_cache
def sizes_by_lead(encoding: Encoding) -> dict[int, int]:
    """Returns the sizes of sequences by their lead byte, if the tables have bit patterns."""
    sizes: dict[int, int] = {}
    for row in model_of(encoding).rows if encoding.code_unit == 1 else ():
        for lead in range(0x100):
            if row.patterns[0].matches(lead):
                sizes.setdefault(lead, row.size)
    return sizes


def at_fault(encoding: Encoding, operation: Operation, expected: Permitted, outcome: Outcome) -> tuple[InputPart, ...]:
    """Returns the part of an input that an implementation got wrong, or every part that this may be. For a long input, that is
    the first part."""
    whole, offset = parts(encoding, operation), outcome.offset if isinstance(outcome, Rejection) else None
    every = iter(whole) if whole else _parts(encoding, operation)
    if isinstance(outcome, FAILURES) and whole:
        return (whole[-1], *_after_the_fault(operation, encoding, whole[-1])) if whole[-1].reason else whole
    if isinstance(outcome, Result) and isinstance(expected, Result):
        return _of_a_result(every, expected, outcome)
    for each in every if offset is not None or isinstance(expected, Rejection) else ():
        if each.reason or (offset is not None and offset < each.start + max(1, len(each.sequence))):
            return (each,)
    return whole or first_part(encoding, operation)


def _of_a_result(whole: Iterator[InputPart], expected: Result, got: Result) -> tuple[InputPart, ...]:
    """Returns the part at which a result begins to differ from the expected one; the last part if the result is only longer. If
    one of several equal parts is lost, returns the first of them."""
    wrong, end = first_difference(expected.value, got.value), 0
    is_lost = len(got.value) < len(expected.value) and expected.value[:wrong] != got.value
    first: InputPart | None = None
    for each in whole:
        units = len(each.sequence) if isinstance(got, Encoded) else each.value is not None
        if first is None or (units and not (is_lost and first.value == each.value)):
            first = each
        end += units
        if end > wrong:
            break
    return (first,) if first else ()


def _after_the_fault(operation: Operation, encoding: Encoding, fault: InputPart) -> Iterator[InputPart]:
    """Yields the parts after an ill-formed one. An implementation that accepts that one may fail there."""
    start = len(operation.input) - fault.after
    for each in parts(encoding, with_input(operation, operation.input[start:])) if fault.after else ():
        yield each._replace(start=each.start + start, ordinal=each.ordinal + fault.ordinal, size=len(operation.input))


def as_taken(encoding: Encoding, part: InputPart, result: Sequence[int]) -> InputPart:
    """Returns an ill-formed part as decode read it. If decode gave a value that the encoding lacks, and the part begins with the
    bytes that the tables would write for it, then the part is ill-formed for the reason of that value."""
    model, value = model_of(encoding), next(iter(result), -1)
    if value in encoding.values or value < 0:
        return part
    refused = last_step(model, Encode(encoding.id, (value,)))
    sequences = [row.write(value) for row in model.rows if value in row.room]
    if len({row.size for row in model.rows}) == 1:
        sequences.append(part.sequence)  # all sequences have the same size, so any bytes are read in the same way
    begun = next((sequence for sequence in sequences if sequence and part.sequence.startswith(sequence)), b"")
    if not refused or not begun:
        return part
    return part._replace(value=value, sequence=begun, reason=refused.reason, after=part.after + len(part.sequence) - len(begun))


def readings(encoding: Encoding, input_parts: Iterable[InputPart]) -> tuple[InputPart, ...]:
    """Returns the parts, and then the ill-formed ones as read by a decoder that gives their first code unit as a value."""
    unit, whole = encoding.code_unit, tuple(input_parts)
    faults = (part for part in whole if part.reason and unit > 1 and len(part.sequence) >= unit)
    values = ((part, int.from_bytes(part.sequence[:unit], encoding.byte_order)) for part in faults)
    return (*whole, *(as_taken(encoding, part, (value,)) for part, value in values))


def with_input(operation: Operation, input: Sequence[int]) -> Operation:
    """Returns an operation of the same kind with another input, which is not cut into chunks."""
    is_decode = isinstance(operation, Decode)
    return Decode(operation.encoding, bytes(input)) if is_decode else Encode(operation.encoding, tuple(input))
