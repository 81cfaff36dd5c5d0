"""Exhaustive sweeps: every code point, every byte, every pair, and every triple if that shows more.

A sweep consists of parts, and a part consists of segments. The cases of a segment that must be accepted are joined into one
input, so that a part takes few operations. This loses nothing: the joined cases do not affect each other, so a segment holds
if each of its cases does, and a fault in one case shows in the segment. `halved` then finds the case. A case that must be
rejected, or that may be, is an input by itself. No value is above the last of Unicode: the edge cases have larger ones.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple

from encoding_conformance.checks.inputs.long_inputs import admits
from encoding_conformance.checks.inputs.placed import (
    LETTER,
    Complete,
    CompletePlaces,
    Passage,
    Place,
    bytes_of_row,
    long_texts,
    placed_values,
    places,
    text_of,
)
from encoding_conformance.checks.law import Counterexample, Found
from encoding_conformance.checks.round_trips import holds_a_pair, table_gives
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.operation import BOTH, Decode, Encode, Kind, Operation
from encoding_conformance.core.outcome import Decoded, Encoded, Rejection
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.core.text import LAST_CHARACTER
from encoding_conformance.core.vector import Permitted, as_answered
from encoding_conformance.models import bytes_of, goes_alone, joined, model_of
from encoding_conformance.models.model import after, goes_in_steps

SEGMENT = 256
"""The most cases in a segment."""

_ENCODES, _DECODES = frozenset({Kind.ENCODE}), frozenset({Kind.DECODE})

_EACH_BYTE = [bytes((byte,)) for byte in range(0x100)]

Questions = list[tuple[Operation, Permitted]]
"""Operations and their expected outcomes."""


class CaseGroup(NamedTuple):
    """Cases that are asked as one input of a law, which `join` makes of them. `questions` are the operations that the law asks
    about this input, with their expected outcomes; None if no table gives these. An implementation that answers as expected
    keeps the law."""

    cases: Sequence[Any]
    join: Callable[[Sequence[Any]], Any]
    questions: Questions | None = None

    @property
    def input(self) -> Any:
        """The cases as one input."""
        return self.join(self.cases)


@dataclass(frozen=True)
class SweepPart:
    """A number of cases in a number of segments. `segment` gives the groups of one; if the part is `told`, they have questions.
    A part with `always` belongs to every run. Its laws ask operations of these `kinds`."""

    cases: int
    segments: int
    segment: Callable[[int], Iterator[CaseGroup]]
    told: bool
    always: bool = False
    kinds: frozenset[Kind] = BOTH

    def groups(self, indexes: Iterable[int]) -> Iterator[CaseGroup]:
        """Returns the groups of the segments at these indexes, in order."""
        return chain.from_iterable(map(self.segment, indexes))


def halved(found: Counterexample, ask: Callable[[CaseGroup], Found]) -> Counterexample:
    """Returns a counterexample with as few consecutive cases as possible. `found` has a group of cases as its input.

    A half that fails is halved again. If neither half fails, the fault needs cases of both. Then smaller and smaller
    parts are removed from both ends, until nothing more can be removed.
    """
    cases = found.input.cases
    step = len(cases) // 2
    while step:
        for rest in (cases[: len(cases) - step], cases[step:]):
            again = ask(CaseGroup(rest, found.input.join))
            if isinstance(again, Counterexample):
                cases, found = rest, again
                step = min(step, len(cases) // 2)
                break
        else:
            step //= 2
    return found


def sweep(kind: str, encoding: Encoding, limits: Limits) -> list[SweepPart]:
    """Returns the parts of a sweep of all inputs of a kind; empty for kinds that have no end."""
    match kind:
        case "values":  # from the initial state, and after each of the values that lead to the other states
            anchors = [value for value in anchors_of(encoding) if limits.hold([value])]
            behind_each = [_behind(before, encoding, limits) for before in ((), *((value,) for value in anchors))]
            return [*behind_each, *placed_sweep(kind, encoding, limits)]
        case "unencodable":
            return _unencodable(encoding)
        case "bytes":
            # If each byte is a value, pairs are enough, because they show that a byte does not change the meaning of the next
            # one. Forms of two and three bytes begin and end within triples. There are too many strings for longer forms.
            longest = 3 if model_of(encoding).reach in (2, 3) else 2
            short = [_strings(encoding, size) for size in range(1, longest + 1)]
            return [*short, *_forms(encoding), *placed_sweep(kind, encoding, limits)]
        case _:
            return []


def placed_sweep(kind: str, encoding: Encoding, limits: Limits) -> list[SweepPart]:
    """Returns the parts of a sweep that show what happens at a place of a block, and in a long text."""
    match kind:
        case "values" if admits(encoding, limits, (LETTER,)):
            return [_placed_values(encoding, limits), _long(encoding, limits)]
        case "bytes" if goes_in_steps(encoding):
            return [_at_places(encoding, found := list(places(encoding)), sum(len(place.codes) for place in found))]
        case _:
            return []


def complete_sweep(kind: str, encoding: Encoding, complete: Complete) -> list[SweepPart]:
    """Returns the part of a sweep that has all words of a complete suite for the machine of an encoding."""
    if kind != "bytes" or not goes_in_steps(encoding):
        return []
    found = CompletePlaces(encoding, complete)
    return [_at_places(encoding, found, found.words)]


def anchors_of(encoding: Encoding) -> list[int]:
    """Returns values after which the state is one of each kind, where tables have states."""
    return list(chain(*model_of(encoding).states()))


def _behind(before: tuple[int, ...], encoding: Encoding, limits: Limits) -> SweepPart:
    """Returns a part of all values, each after the same `before`. Those of a segment that must be accepted are one input, if they
    can be joined. Each of the others, which may be refused, is an input by itself."""
    last = LAST_CHARACTER if limits.max_value is None else min(LAST_CHARACTER, limits.max_value)
    values = encoding.values.intersection(RangeSet(((0, last),)))
    sure, optional = values.difference(encoding.optional.values), values.intersection(encoding.optional.values)
    reset = encoding.resets.first if encoding.resets else None
    # A value among many meets the same conditions as alone if there is no state or one that can be reset, and in a whole text,
    # in which only the frame depends on the other values.
    joins = goes_alone(encoding) or reset is not None or encoding.whole

    def join(cases: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
        """Joins cases so that each begins in the initial state: after a value that resets it, if there is a state."""
        between = () if reset is None else (reset,)
        first, *rest = cases
        return (*first, *(value for case in rest for value in between + case))

    def segment(index: int) -> Iterator[CaseGroup]:
        values = _segment(sure, index)
        cases = [(*before, value) for value in values]
        if joins and cases:
            text = join(cases)
            if joined(encoding, text) == text:
                yield CaseGroup(cases, join, both_ways(encoding, text, bytes_of(encoding, text)))
            else:
                yield from (CaseGroup([case], join, both_ways(encoding, case, bytes_of(encoding, case))) for case in cases)
        else:
            yield from (CaseGroup([case], join) for case in cases)
        for value in _segment(optional, index):
            case = (*before, value)
            yield CaseGroup([case], join, both_ways(encoding, case, bytes_of(encoding, case)) if joins else None)

    return SweepPart(_size(values), _segments(last + 1), segment, told=joins, always=not before)


def both_ways(encoding: Encoding, values: tuple[int, ...], data: bytes) -> Questions:
    """Returns the questions whether these values have these bytes, and the other way round."""
    return [(Encode(encoding.id, values), Encoded(data)), (Decode(encoding.id, data), Decoded(values))]


def _unencodable(encoding: Encoding) -> list[SweepPart]:
    """Returns a part of every code point that the encoding does not have."""
    unencodable = encoding.values.complement().intersection(RangeSet(((0, LAST_CHARACTER),)))
    if not unencodable:
        return []

    def segment(index: int) -> Iterator[CaseGroup]:
        for value in _segment(unencodable, index):
            yield CaseGroup([((), value)], itemgetter(0), [(Encode(encoding.id, (value,)), Rejection(0))])

    return [SweepPart(_size(unencodable), _segments(LAST_CHARACTER + 1), segment, told=True, kinds=_ENCODES)]


def _strings(encoding: Encoding, size: int) -> SweepPart:
    """Returns a part of all strings of `size` bytes. Each single byte and each pair is a separate input, because there
    are few of them. Of longer strings, those that must be accepted in any context are one input."""
    joins, told = size > 2 and encoding.claims("stateless"), _is_told(encoding)

    def segment(index: int) -> Iterator[CaseGroup]:
        head = index.to_bytes(size - 1, "big")
        each = [head + last for last in _EACH_BYTE]
        if not (joins or told):
            yield from (CaseGroup([string], b"".join) for string in each)
            return
        expected = {string: model_of(encoding).decode(string) for string in each}
        sure: dict[bytes, tuple[int, ...]] = {}  # the values of strings that must be accepted in any context
        for string, (first, *others) in expected.items():
            if joins and isinstance(first, Decoded) and not others and not encoding.takes_optional(first.value):
                sure[string] = first.value
        if sure:
            joined = Decode(encoding.id, b"".join(sure)), Decoded(tuple(chain(*sure.values())))
            yield CaseGroup(list(sure), b"".join, [joined] if told else None)
        for string in each:
            if string not in sure:
                questions: Questions = [(Decode(encoding.id, string), as_answered(expected[string]))]
                yield CaseGroup([string], b"".join, questions if told else None)

    return SweepPart(0x100**size, 0x100 ** (size - 1), segment, told, kinds=_DECODES)


def _is_told(encoding: Encoding) -> bool:
    """Returns whether the tables give one expected outcome for any bytes. They do not if two consecutive values may be joined."""
    return "unsupported" not in encoding.optional.outcomes


def _forms(encoding: Encoding) -> list[SweepPart]:
    """Returns a part of the bytes of code points that an implementation may or must reject. The bytes come from each row
    that has room for the code point, or from the table if it has no rows."""
    outside = RangeSet.of([*encoding.values.complement().ranges, *encoding.optional.values.ranges])
    code_points = outside.intersection(RangeSet(((0, LAST_CHARACTER),)))
    if rows := model_of(encoding).rows:
        forms = [row.write(value) for row in rows for value in code_points.intersection(row.room)]
    else:
        forms = [bytes_of(encoding, (value,)) for value in encoding.optional.values]
    told = _is_told(encoding)

    def segment(index: int) -> Iterator[CaseGroup]:
        for form in forms[index * SEGMENT : (index + 1) * SEGMENT]:
            questions: Questions = [(Decode(encoding.id, form), as_answered(table_gives(encoding, form)))]
            yield CaseGroup([form], itemgetter(0), questions if told else None)

    return [SweepPart(len(forms), _segments(len(forms)), segment, told, kinds=_DECODES)] if forms else []


def _at_places(encoding: Encoding, found: Sequence[Place] | CompletePlaces, size: int) -> SweepPart:
    """Returns a part of so many codes at places of a block of bytes."""
    outcome, joins = partial(table_gives, encoding), goes_alone(encoding)
    letter = text_of(encoding, LETTER)

    def segment(index: int) -> Iterator[CaseGroup]:
        before, codes, size = found[index]
        cases = (code + letter.up_to(size - len(code)).data for code in codes)
        whole = {}  # the cases that can be one text, in which each code has the same place
        for case in (case for case in cases if not holds_a_pair(encoding, case)):
            expected, *others = outcome(case)
            if joins and size and isinstance(expected, Decoded) and not others:
                whole[case] = expected.value
            else:
                answered = as_answered([after(before.values, len(before.data), expected)])
                yield _behind_text(encoding, before, [case], answered)
        if whole:
            yield _behind_text(encoding, before, list(whole), Decoded(tuple(chain(before.values, *whole.values()))))

    return SweepPart(size, len(found), segment, told=True, always=True, kinds=_DECODES)


def _placed_values(encoding: Encoding, limits: Limits) -> SweepPart:
    """Returns a part of values of each length at each place of a block of values."""
    found = list(placed_values(encoding, limits))

    def segment(index: int) -> Iterator[CaseGroup]:
        values = _in_a_row(found[index])
        yield CaseGroup(found[index], _in_a_row, both_ways(encoding, values, bytes_of(encoding, values)))

    return SweepPart(sum(map(len, found)), len(found), segment, told=True, always=True)


def _long(encoding: Encoding, limits: Limits) -> SweepPart:
    """Returns a part of long texts."""
    texts = long_texts(encoding, limits)

    def segment(index: int) -> Iterator[CaseGroup]:
        values = _in_a_row(texts[index])
        yield CaseGroup(texts[index], _in_a_row, both_ways(encoding, values, bytes_of_row(encoding, texts[index])))

    return SweepPart(sum(map(len, texts)), len(texts), segment, told=True, always=True)


def _in_a_row(cases: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(chain(*cases))


def _behind_text(encoding: Encoding, before: Passage, cases: Sequence[bytes], expected: Permitted) -> CaseGroup:
    """Returns a group of bytes that follow a text."""

    def join(cases: Sequence[bytes]) -> bytes:
        return b"".join((before.data, *cases))

    return CaseGroup(cases, join, [(Decode(encoding.id, join(cases)), expected)])


def _segments(cases: int) -> int:
    return -(-cases // SEGMENT)


def _segment(values: RangeSet, index: int) -> RangeSet:
    """Returns the members of `values` in a segment of code points."""
    return values.intersection(RangeSet(((index * SEGMENT, (index + 1) * SEGMENT - 1),)))


def _size(values: RangeSet) -> int:
    return sum(int(last) - first + 1 for first, last in values.ranges)
