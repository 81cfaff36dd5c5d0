"""Finds the part of an input that an outcome is about."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, chain, islice, pairwise, takewhile
from typing import NamedTuple

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import FAILURES, Decoded, Encoded, Outcome, Rejection, Result
from encoding_conformance.core.vector import Permitted
from encoding_conformance.models import bytes_of, model_of, permitted
from encoding_conformance.models.model import Model, StepModel, Walked
from encoding_conformance.models.spans import first_difference, last_step

LARGE = 2048
"""The number of bytes or values above which an input is not read step by step."""

_MOST = 64
"""The most subjects of an operation of which it is not known which one the outcome is about."""


class StateAt(NamedTuple):
    """The state of an encoding at a part of an input, and the value that set it: None at the beginning and after a reset.
    `kept` is whether values behind that one have left it as it was, `before` is the state before a reset if that
    was another one, `reset_by` the value that reset it, and `by_byte` whether a byte did so that stands for no value."""

    value: object
    setter: int | None = None
    kept: bool = False
    before: object = None
    reset_by: int | None = None
    by_byte: bool = False


class Subject(NamedTuple):
    """The part of an input that an outcome is about: one value with its code, or one ill-formed code.

    `value` of an ill-formed code is what a decoder without checks reads there, or None, and `reason` is empty for a well-formed
    one. `before` and `behind` count the bytes or values on either side, `values_before` counts the values before, and `previous`
    and `following` are the well-formed values directly before and behind. `after_nul` says whether a NUL stands somewhere before,
    and `after_long` whether a code of several bytes does. `state` is None in an encoding without a state.
    """

    value: int | None
    code: bytes
    reason: str
    before: int
    behind: int
    previous: int | None = None
    after_nul: bool = False
    after_long: bool = False
    state: StateAt | None = None
    values_before: int = 0
    following: int | None = None


def right_ones(whole: Sequence[Subject]) -> tuple[Subject, ...]:
    """Returns the parts of an input that came out right, given all of them. Of ill-formed input, it is the ill-formed code."""
    return tuple(whole[-1:] if whole and whole[-1].reason else whole[:_MOST])


def earlier_ones(encoding: Encoding, operation: Operation, whole: Sequence[Subject], subject: Subject) -> tuple[Subject, ...]:
    """Returns the parts of an input before this one. `whole` are all parts, or none if the input is long."""
    begun: Iterable[Subject] = whole or islice(_subjects(encoding, operation), _MOST)
    return tuple(each for each in begun if each.before < subject.before)[:_MOST]


def later_ones(whole: Sequence[Subject], subject: Subject, expected: Result, got: Result) -> tuple[Subject, ...]:
    """Returns the parts of an input behind this one if nothing is lost, and they came out right. Parts like this one tell
    nothing. If encode wrote too many bytes, a part behind may have them, unless they stand before this part."""
    later = [each for each in whole if each.before > subject.before]
    some = (*later, subject) if isinstance(got, Encoded) and len(got.value) > len(expected.value) else later
    size = sum(len(each.code) for each in some) if isinstance(expected, Encoded) else len(some)
    right = later and len(got.value) >= len(expected.value) and got.value[-size:] == expected.value[-size:]
    return tuple(each for each in later[:_MOST] if each.value != subject.value) if right else ()


def parts(encoding: Encoding, operation: Operation) -> tuple[Subject, ...]:
    """Returns the parts of an input, as far as the first ill-formed one; none if it is long."""
    return () if len(operation.input) > LARGE else tuple(_subjects(encoding, operation))


def all_parts(encoding: Encoding, operation: Operation) -> tuple[Subject, ...]:
    """Returns the parts of an input, as far as the first ill-formed one, however long it is. Of those that are alike, the first
    and the last are enough."""
    first: dict[tuple[int | None, bytes, str], Subject] = {}
    last = dict(first)
    for each in _subjects(encoding, operation):
        first.setdefault(each[:3], each)
        last[each[:3]] = each
    return (*first.values(), *last.values())


def given_for(encoding: Encoding, operation: Operation, whole: Sequence[Subject], subject: Subject, got: Result) -> Sequence[int]:
    """Returns what a result has from the place of a part of the input on, or from where it is wrong before. `whole` are all
    parts, or none if the input is long."""
    if not whole:
        return got.value[_given_before(encoding, operation.input[: subject.before]) :]
    earlier = [each for each in whole if each.before < subject.before]
    if isinstance(got, Encoded):
        return got.value[first_difference(b"".join(each.code for each in earlier), got.value) :]
    return got.value[first_difference([each.value for each in earlier if each.value is not None], got.value) :]


@lru_cache(8)
def _given_before(encoding: Encoding, first: tuple[int, ...] | bytes) -> int:
    """Returns the size of the result for the beginning of an input."""
    operation = Decode(encoding.id, first) if isinstance(first, bytes) else Encode(encoding.id, first)
    before = permitted(encoding, operation)[0]
    return len(before.value) if isinstance(before, Result) else 0


def as_taken(encoding: Encoding, subject: Subject, given: Sequence[int]) -> Subject:
    """Returns an ill-formed code as decode took it. If it gave a value that the encoding lacks, and the code begins as the tables
    would write this value, then the code is ill-formed for the value's reason, whatever follows."""
    model, value = model_of(encoding), next(iter(given), -1)
    if value in encoding.values or value < 0:
        return subject
    refused = last_step(model, Encode(encoding.id, (value,)))
    codes = [row.write(value) for row in model.rows if value in row.room]
    if len({size for length in encoding.lengths for size in (length.least, length.most)}) == 1:
        codes.append(subject.code)  # all codes have the same size, so bytes that no code has are read like others
    code = next((code for code in codes if subject.code.startswith(code)), b"")
    if not refused or not code:
        return subject
    return subject._replace(value=value, code=code, reason=refused.reason, behind=subject.behind + len(subject.code) - len(code))


def _subjects(encoding: Encoding, operation: Operation) -> Iterator[Subject]:
    model, size = model_of(encoding), len(operation.input)
    if not size:
        yield Subject(None, b"", "", 0, 0)
    previous, after_nul, after_long, index = None, False, False, 0
    state = StateAt(model.initial) if isinstance(model, StepModel) and model.initial is not None else None
    for step, behind in pairwise(chain(model.walk(operation), (None,))):
        if step is None or (step.is_count and not step.reason):
            continue
        following = behind.value if behind and not behind.reason else None
        value = _taken(encoding, model, operation, step) if isinstance(operation, Decode) and step.reason else step.value
        place = step.start, size - step.end, previous, after_nul, after_long, state, index, following
        yield Subject(value, step.code, step.reason, *place)
        if state and isinstance(model, StepModel) and not step.reason:
            state = _state_after(encoding, model, step, state)
        index += step.value is not None
        previous = step.value
        after_nul = after_nul or step.value == 0
        after_long = after_long or len(step.code) > 1


def _taken(encoding: Encoding, model: Model, operation: Decode, step: Walked) -> int | None:
    """Returns the value that a decoder without checks reads where the tables find a code ill-formed; None if they have no row
    with such bits, unless all codes have the same size of several bytes."""
    codes = ((row, operation.input[step.start : step.start + row.size]) for row in model.rows)
    whole = [(row, code) for row, code in codes if len(code) == row.size]
    value = next((row.read(code) for row, code in whole if row.matches(code)), None)
    if value is None and whole and encoding.code_unit > 2:
        return int.from_bytes(whole[0][1], whole[0][0].byte_order)
    return value


def _state_after(encoding: Encoding, model: StepModel, step: Walked, state: StateAt) -> StateAt:
    if step.value is None or step.value in encoding.resets:
        before = state.before if state.value == step.after else state.value
        return StateAt(step.after, before=before, reset_by=step.value, by_byte=step.value is None)
    return state._replace(kept=True) if _keeps_states(model, step.value) else StateAt(step.after, step.value)


@lru_cache(1 << 12)
def _keeps_states(model: StepModel, value: int) -> bool:
    """Returns whether a value leaves any state as it is."""
    fixed = model.states().fixed
    states = {model.initial, *(model.write(each, model.initial)[1] for each in fixed)}
    return all(model.write(value, state)[1] == state for state in states)


def concerned(
    encoding: Encoding, operation: Operation, whole: Sequence[Subject], expected: Permitted, outcome: Outcome
) -> tuple[Subject, ...]:
    """Returns the part of an input that a wrong outcome is about, or every part that it may be about. `whole` are all parts, or
    none if the input is long."""
    if not whole:
        return _of_a_long_one(encoding, operation, expected, outcome)
    subjects, last = tuple(whole), whole[-1]
    offset = outcome.offset if isinstance(outcome, Rejection) else None
    if last.reason and (offset is None or offset >= last.before):
        return (last, *_behind(encoding, operation, last)) if isinstance(outcome, FAILURES) else (last,)
    match outcome:
        case Rejection(offset) if offset is not None:
            at = [each for each in subjects if each.before <= offset < each.before + max(1, len(each.code))]
            fault = [each for each in subjects[-1:] if each.reason and each not in at]
            return (*at[-1:], *fault) or subjects[-1:]
        case Encoded() | Decoded() if isinstance(expected, Result):
            index = first_difference(expected.value, outcome.value)
            if isinstance(outcome, Encoded):
                ends = list(accumulate(len(each.code) for each in subjects))
                index = sum(end <= index for end in ends)
            else:
                subjects = tuple(each for each in subjects if each.value is not None)
            first = index
            stops = outcome.value == expected.value[: len(outcome.value)] and len({each.value for each in subjects[index:]}) > 1
            if len(outcome.value) < len(expected.value) and not stops:  # one of several equal values is missing
                while 0 < first < len(subjects) and subjects[first - 1].value == subjects[first].value:
                    first -= 1
            more = max(0, len(outcome.value) - len(expected.value))
            start = sum(len(_written(each, outcome)) for each in subjects[:index]) if more else 0
            added = outcome.value[start : start + more]
            while added and first and _written(subjects[first - 1], outcome) == added:  # it is one of several equal ones
                first -= 1
            empty = _without_values(whole, subjects[first : first + 1]) if more and isinstance(outcome, Decoded) else ()
            return empty or subjects[first : index + 1] or subjects[-1:] or (last,)
    return subjects[:_MOST]


def _without_values(whole: Sequence[Subject], behind: Sequence[Subject]) -> tuple[Subject, ...]:
    """Returns the first of the codes that stand for no value directly before a part of the input, or at its end; none if there is
    no such code there."""
    end = behind[0].before if behind else whole[-1].before + len(whole[-1].code)
    found = takewhile(lambda each: each.value is None, (each for each in reversed(whole) if each.before < end))
    return tuple(found)[-1:]


def _written(subject: Subject, outcome: Encoded | Decoded) -> bytes | tuple[int, ...]:
    """Returns what stands for a part of an input in a result of this type."""
    if isinstance(outcome, Encoded):
        return subject.code
    return () if subject.value is None else (subject.value,)


def _behind(encoding: Encoding, operation: Operation, fault: Subject) -> Iterator[Subject]:
    """Yields what stands behind what must be rejected. An implementation that accepts that may fail there."""
    start = len(operation.input) - fault.behind
    if isinstance(operation, Decode):
        rest: Operation = Decode(operation.encoding, operation.input[start:])
    else:
        rest = Encode(operation.encoding, operation.input[start:])
    for each in islice(_subjects(encoding, rest), _MOST) if fault.behind else ():
        yield each._replace(before=each.before + start, values_before=each.values_before + fault.values_before)


def _of_a_long_one(encoding: Encoding, operation: Operation, expected: Permitted, outcome: Outcome) -> tuple[Subject, ...]:
    """Returns the part of a long input that the outcome is about, as far as the outcomes alone tell."""
    if isinstance(outcome, Result) and isinstance(expected, Result):
        return tuple(_of_a_long_result(encoding, operation, expected, outcome))
    fault = expected.offset or 0 if isinstance(expected, Rejection) else len(operation.input)
    early = outcome.offset if isinstance(outcome, Rejection) and outcome.offset is not None else fault
    before = [each for each in _part_at(encoding, operation, early) if early < fault and not each.reason]
    return (*before, *(each for each in _part_at(encoding, operation, fault) if each.reason))


def _of_a_long_result(encoding: Encoding, operation: Operation, expected: Result, outcome: Result) -> Iterator[Subject]:
    """Yields the value at which the result for a long input begins to be wrong, unless the result only has more at its end. The
    whole input is slow to read, so the value is read behind the last one before it that sets the state, unless something before
    stands for no value."""
    wrong = index = first_difference(expected.value, outcome.value)
    if isinstance(operation, Encode):
        values, data = operation.input, bytes(expected.value)
        index = _values_of(encoding, data[:wrong])
    else:
        values, data = tuple(expected.value), operation.input
    if index >= len(values):
        return
    model = model_of(encoding)
    first = next((at for at in range(index - 1, 0, -1) if _tells_all(encoding, model, values[at])), 0)
    window = Encode(encoding.id, values[first : index + 2])
    begun = bytes_of(encoding, values[:index])
    for part in islice(_subjects(encoding, window), index - first, index - first + 1):
        before, size = (index, 1) if isinstance(operation, Encode) else (len(begun), len(part.code))
        is_there = isinstance(operation, Decode) or len(begun) <= wrong < len(begun) + len(part.code)
        if is_there and data.startswith(begun + part.code):
            yield part._replace(
                before=before,
                behind=len(operation.input) - before - size,
                after_nul=0 in values[:index],
                after_long=len(begun) > index,
                values_before=index,
            )
            return
    end = 0
    for each in _subjects(encoding, operation):
        end += len(each.code) if isinstance(outcome, Encoded) else each.value is not None
        if end > wrong:
            yield each
            return


def _values_of(encoding: Encoding, data: bytes) -> int:
    """Returns the number of values that bytes have codes of, without a code that they end in."""
    begun = permitted(encoding, Decode(encoding.id, data))[0]
    whole = permitted(encoding, Decode(encoding.id, data[: begun.offset or 0]))[0] if isinstance(begun, Rejection) else begun
    return len(whole.value) if isinstance(whole, Decoded) else 0


def _tells_all(encoding: Encoding, model: Model, value: int) -> bool:
    """Returns whether what stands before a value makes no difference to the state behind it."""
    has_state = isinstance(model, StepModel) and model.initial is not None
    return not has_state or not (value in encoding.resets or _keeps_states(model, value))


def _part_at(encoding: Encoding, operation: Operation, start: int) -> Iterator[Subject]:
    """Yields the part of a long input at a place, read by itself, unless what is wrong with it stands further behind."""
    size, reach, some = len(operation.input), model_of(encoding).reach or LARGE, operation
    if isinstance(operation, Encode):
        some = operation._replace(input=operation.input[start : start + 1])
    else:
        some = operation._replace(input=operation.input[start : start + reach])
    for each in islice(_subjects(encoding, some), 1):
        if each.reason != "truncated" or start + len(some.input) == size:
            units = start if isinstance(operation, Encode) else start // encoding.code_unit  # so many values, if they are short
            behind = each.behind + size - start - len(some.input)
            yield each._replace(before=start, behind=behind, values_before=units)
