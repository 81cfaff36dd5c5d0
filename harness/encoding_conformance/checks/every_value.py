"""Every value up to the last of Unicode, encoded and decoded; and what a thorough run adds: from each state, and all short
strings.

Values that must be accepted are joined into one text of a segment. This loses nothing, because they do not affect each other: a
fault in one of them shows in the text.
"""

from collections.abc import Iterator
from itertools import chain, product

from encoding_conformance.checks.check import Groups, both_ways
from encoding_conformance.checks.inputs import Inputs, Text
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Decoded
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.core.text import LAST_CHARACTER
from encoding_conformance.core.vector import Case
from encoding_conformance.models import bytes_of, case_of, goes_alone, joined, model_of

_TOGETHER = 256
"""The number of consecutive code points that are one text."""


def every_value(inputs: Inputs) -> Groups:
    """Yields every value from the initial state."""
    return _after((), inputs)


def from_each_state(inputs: Inputs) -> Groups:
    """Yields every value after each of the values that lead to the other states."""
    for value in chain(*model_of(inputs.encoding).states()):
        if inputs.limits.hold([value]):
            yield from _after((value,), inputs)


def short_strings(inputs: Inputs) -> Groups:
    """Yields all strings of one and two bytes; and of three, where code unit sequences begin and end within them."""
    encoding = inputs.encoding
    longest = 3 if model_of(encoding).reach in (2, 3) else 2
    for size in range(1, longest + 1):
        joins = size > 2 and encoding.claims("stateless")
        for head in product(range(0x100), repeat=size - 1):
            sure: dict[bytes, Text] = {}  # strings that must be accepted in any context, with their values
            for string in (bytes((*head, last)) for last in range(0x100)):
                case = case_of(encoding, Decode(encoding.id, string))
                first = case.permitted[0] if len(case.permitted) == 1 else None
                if joins and isinstance(first, Decoded) and not encoding.takes_optional(first.value):
                    sure[string] = first.value
                else:
                    yield (case,)
            if sure:
                yield (Case(Decode(encoding.id, b"".join(sure)), (Decoded(tuple(chain(*sure.values()))),)),)


def forms_of_others(inputs: Inputs) -> Groups:
    """Yields the bytes of code points that an implementation may or must reject, in each row that has room for the code point, or
    in the table if it has no rows."""
    encoding = inputs.encoding
    outside = RangeSet.of([*encoding.values.complement().ranges, *encoding.optional.values.ranges])
    code_points = outside.intersection(_code_points(LAST_CHARACTER))
    if rows := model_of(encoding).rows:
        forms = (row.write(value) for row in rows for value in code_points.intersection(row.room))
    else:
        forms = (bytes_of(encoding, (value,)) for value in encoding.optional.values)
    for form in forms:
        yield (case_of(encoding, Decode(encoding.id, form)),)


def _after(before: Text, inputs: Inputs) -> Groups:
    """Yields every code point of the encoding after the same values."""
    encoding, declared = inputs.encoding, inputs.limits.max_value
    last = LAST_CHARACTER if declared is None else min(LAST_CHARACTER, declared)
    for first in range(0, last + 1, _TOGETHER):
        values = encoding.values.intersection(RangeSet(((first, min(last, first + _TOGETHER - 1)),)))
        sure = values.difference(encoding.optional.values)
        for text in _texts(encoding, before, sure):
            yield from both_ways(encoding, text)
        for value in values.intersection(encoding.optional.values):
            yield from both_ways(encoding, (*before, value))


def _texts(encoding: Encoding, before: Text, values: RangeSet) -> Iterator[Text]:
    """Yields these values, each after `before`: in one text if each of them meets there the state that it meets alone. That is so
    without a state, after a reset, and in a whole text, in which only the frame depends on the other values."""
    reset = encoding.resets.first if encoding.resets else None
    cases = [(*before, value) for value in values]
    if cases and (goes_alone(encoding) or reset is not None or encoding.whole):
        between = () if reset is None else (reset,)
        text = (*cases[0], *(value for case in cases[1:] for value in between + case))
        if joined(encoding, text) == text:
            yield text
            return
    yield from cases


def _code_points(last: int) -> RangeSet:
    return RangeSet(((0, last),))
