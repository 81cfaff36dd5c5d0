"""Statements about inputs: which parts an implementation gets wrong, and in which context."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from math import inf
from typing import Any, NamedTuple

from encoding_conformance.causes.kinds import above, kinds_of_values, of_range
from encoding_conformance.causes.part import InputPart
from encoding_conformance.causes.prediction import FEWEST
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Kind
from encoding_conformance.core.ranges import HIGH_SURROGATES, LOW_SURROGATES, SURROGATES, RangeSet
from encoding_conformance.core.text import counted
from encoding_conformance.core.vector import WORDS

ANY_INPUT, ANY_VALUE, EMPTY = "any input", "any value", "the empty input"

ILL_FORMED = {Kind.DECODE: "what is ill-formed", Kind.ENCODE: "a value that the encoding lacks"}
"""The words for any input that an operation must reject."""

_NOT_CUT = ", but not input that ends inside a value"


Attribute = Callable[[InputPart], Hashable]
"""Returns an attribute of a part; None if the part does not have it."""


class Condition(NamedTuple):
    """A condition on an attribute of a part, in words. The plainer it is, the lower its `cost`."""

    words: str
    attribute: Attribute
    takes: Callable[[Any], bool]
    cost: int = 0

    def holds(self, part: InputPart) -> bool:
        return self.takes(self.attribute(part))


class Statement(NamedTuple):
    """Conditions on a part of an input that an implementation gets wrong, and on its context."""

    part: Condition
    context: Condition

    def covers(self, part: InputPart) -> bool:
        return self.part.holds(part) and self.context.holds(part)

    @property
    def words(self) -> str:
        return f"{self.part.words} {self.context.words}".rstrip().replace("any input in input of", "any input of")

    @property
    def cost(self) -> int:
        return self.part.cost + self.context.cost


def _nothing(part: InputPart) -> None:
    return None


def _always(value: object) -> bool:
    return True


def _reason(part: InputPart) -> str:
    return part.reason


def _value(part: InputPart) -> int | None:
    return None if part.reason else part.value


def _if_well_formed(get: Attribute) -> Attribute:
    return lambda part: None if part.reason else get(part)


def _is(wanted: object) -> Callable[[object], bool]:
    return lambda value: value == wanted


def _not_in(*others: object) -> Callable[[object], bool]:
    return lambda value: value not in others


def _in(values: RangeSet) -> Callable[[int | None], bool]:
    return lambda value: value is not None and value in values


def _from(least: int) -> Callable[[int | None], bool]:
    return lambda number: number is not None and number >= least


ANYWHERE = Condition("", _nothing, _always)


class Conditions:
    """The conditions that may separate the failed parts of inputs from those that passed, the plainest first."""

    def __init__(self, encoding: Encoding, kind: Kind, failed: Collection[InputPart], passed: Collection[InputPart]):
        self._encoding, self._kind, self._unit = encoding, kind, encoding.code_unit
        self._failed, self._passed = failed, passed
        self._highest = max((each.value for each in (*failed, *passed) if each.value is not None), default=0)

    def of_inputs(self) -> Iterator[Condition]:
        """Yields conditions on whole inputs, on well-formed parts, and on parts that are ill-formed for each reason."""
        reasons = {part.reason for part in self._failed}
        if "" in reasons:
            yield Condition(ANY_INPUT, *((_nothing, _always) if len(reasons) > 1 else (_reason, _is(""))))
        if len(reasons - {""}) > 1:
            yield Condition(ILL_FORMED[self._kind], _reason, bool, 1)
            if "truncated" in reasons:
                yield Condition(f"{ILL_FORMED[self._kind]}{_NOT_CUT}", _reason, _not_in("", "truncated"), 2)
        yield Condition(EMPTY, lambda part: part.size, _is(0), 1)
        if "" in reasons:
            yield from self._of_values()
        for reason in sorted(reasons - {""}):
            yield from self._of_a_reason(reason)

    def _of_values(self) -> Iterator[Condition]:
        unit, order = self._unit, self._encoding.byte_order
        yield Condition(ANY_VALUE, lambda part: not part.reason and part.value is not None, bool, 1)
        for words, kind in kinds_of_values(self._encoding).items():
            yield Condition(words, _value, _in(kind), 3)
        yield from self._at_least("a value whose sequence has", "byte", _if_well_formed(lambda part: len(part.sequence)), 3, True)
        first = _if_well_formed(lambda part: part.sequence[0] if len(part.sequence) > 1 else None)
        yield from self._ranges(first, lambda values: f"a value whose sequence begins with {_hex(values)}", 4)
        yield from self._ranges(_value, lambda values: of_range(self._open(values)), 5)
        last = _if_well_formed(lambda part: int.from_bytes(part.sequence[-unit:], order) if len(part.sequence) > unit else None)
        yield from self._ranges(last, lambda values: f"a value whose sequence ends with {_hex(values, unit)}", 6)

    def _of_a_reason(self, reason: str) -> Iterator[Condition]:
        words, unit = in_words(self._encoding, self._kind, reason), self._unit

        def of(get: Attribute) -> Attribute:
            return lambda part: get(part) if part.reason == reason else None

        yield Condition(words, _reason, _is(reason), 2)
        value = of(lambda part: part.value)
        if reason == "surrogate":
            yield Condition("a high surrogate", value, _in(HIGH_SURROGATES), 3)
            yield Condition("a low surrogate", value, _in(LOW_SURROGATES), 3)
        if self._kind == Kind.ENCODE or reason == "out-of-range":
            yield from self._ranges(value, lambda values: of_range(self._open(values)), 5)
        elif reason in ("overlong", "surrogate"):
            yield from self._ranges(value, lambda values: f"{words}, for {of_range(values)}", 5)
        if self._kind == Kind.ENCODE:
            return
        if reason == "truncated":
            for missing in range(1, FEWEST):
                lacks = f"input that lacks the last {'byte' if missing == 1 else counted(missing, 'byte')} of a value"
                yield Condition(lacks, of(lambda part: part.missing), _is(missing), 3)
        yield from self._at_least(f"{words}, in", "byte", of(lambda part: len(part.sequence)), 4, True)
        for sequence in list(dict.fromkeys(part.sequence for part in self._failed if part.reason == reason))[:FEWEST]:
            yield Condition(f"{words}: {sequence.hex(' ').upper()}", of(lambda part: part.sequence), _is(sequence), 6)
        if unit == 1:
            is_single = all(len(part.sequence) == 1 for part in self._failed if part.reason == reason)
            name = "{} ({})" if is_single else "{}, in a sequence that begins with {}"
            yield from self._ranges(
                of(lambda part: part.sequence[:1] and part.sequence[0]), lambda values: name.format(words, _hex(values)), 4
            )
        if reason == "bad-trail" and unit < 3:
            order = self._encoding.byte_order
            at_fault = of(lambda part: int.from_bytes(part.sequence[-unit:], order))
            yield from self._ranges(at_fault, lambda values: f"{words} ({_hex(values, unit)})", 4)

    def of_contexts(self) -> Iterator[Condition]:
        """Yields conditions on the context of a part."""
        yield ANYWHERE
        yield Condition("when the input comes in chunks", lambda part: part.in_chunks, bool, 3)
        yield Condition("at the beginning of the input", lambda part: part.ordinal, _is(0), 4)
        yield Condition("at the end of the input", lambda part: part.after, _is(0), 4)
        yield Condition("alone", lambda part: (part.start, part.after), _is((0, 0)), 4)
        yield Condition("after another value", lambda part: part.ordinal, bool, 4)
        at_end = "at the end of the input, after another value"
        yield Condition(at_end, lambda part: part.ordinal and not part.after, bool, 5)
        yield Condition("before more input", lambda part: part.after, bool, 4)
        yield Condition("directly after NUL", lambda part: part.previous, _is(0), 5)
        for words, values in kinds_of_values(self._encoding).items():
            yield Condition(f"directly after {words}", lambda part: part.previous, _in(values), 6)
        yield from self._at_least("after", "value", lambda part: part.ordinal, 5)
        yield from self._at_least("after", "byte", lambda part: part.start, 6)
        yield from self._at_least("in input of", "value" if self._kind == Kind.ENCODE else "byte", lambda part: part.size, 6)
        yield from self._ranges(lambda part: part.state, lambda values: f"where the state is {values}", 4)

    def _open(self, values: RangeSet) -> RangeSet:
        """Returns a range, without its end if that is the highest value that was tried."""
        return RangeSet(((values.first, inf),)) if values.last == self._highest > values.first else values

    def _ranges(self, attribute: Attribute, words: Callable[[RangeSet], str], cost: int) -> Iterator[Condition]:
        """Yields conditions that an attribute is in a range in which parts failed and none passed."""
        for first, last in runs(_numbers(attribute, self._failed), _numbers(attribute, self._passed)):
            values = RangeSet(((first, last),))
            yield Condition(words(values), attribute, _in(self._open(values) if attribute is _value else values), cost)

    def _at_least(self, words: str, noun: str, attribute: Attribute, cost: int, or_just: bool = False) -> Iterator[Condition]:
        """Yields conditions that an attribute is at least a number at which parts failed, if parts passed at the number before;
        with `or_just`, also that it is the number."""
        wrong, right = _numbers(attribute, self._failed), _numbers(attribute, self._passed)
        for number in sorted(wrong - {0}):
            name = f"{words} {counted(number, noun)}"
            if number - 1 in right or (or_just and number > min(wrong)):
                yield Condition(f"{name} or more", attribute, _from(number), cost)
            if or_just:
                yield Condition(name, attribute, _is(number), cost)


def _hex(values: RangeSet, unit: int = 1) -> str:
    first, last = (f"{int(end):0{2 * unit}X}" for end in (values.first, values.last))
    return first if first == last else f"{first}..{last}"


def _numbers(attribute: Attribute, input_parts: Iterable[InputPart]) -> set[int]:
    return {number for each in input_parts if isinstance(number := attribute(each), int)}


def runs(wrong: Collection[int], right: Collection[int]) -> list[tuple[int, int]]:
    """Returns the ranges of `wrong` numbers that have no `right` number between them."""
    ranges: list[tuple[int, int]] = []
    is_open = False
    for number, is_wrong in sorted({*((each, True) for each in wrong), *((each, False) for each in set(right) - set(wrong))}):
        if is_wrong and is_open:
            ranges[-1] = ranges[-1][0], number
        elif is_wrong:
            ranges.append((number, number))
        is_open = is_wrong
    return ranges


def in_words(encoding: Encoding, kind: Kind, reason: str) -> str:
    """Returns the words for a part that is ill-formed for a reason."""
    if reason == "out-of-range":
        gaps = encoding.values.complement().difference(SURROGATES).ranges
        is_above = kind == Kind.ENCODE or encoding.claims("stateless")  # a difference may also lead below 0
        limit = gaps[0][0] - 1 if len(gaps) == 1 and is_above else 0
        return above(limit) if limit > 0 else "a value beyond those of the encoding"
    words = WORDS.get(reason)
    if words is None:
        return ILL_FORMED[kind]
    return (words.input if kind == Kind.DECODE else words.value) or words.input
