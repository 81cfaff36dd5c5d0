"""Every value of the planes of Unicode that are most used, and some of the others, encoded and decoded; and what a thorough run
adds: all values, also from each state, and all short strings.

Consecutive values that must be accepted are joined into one text. This loses nothing, because they do not affect each other: a
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

EVERY_UP_TO, _TAGS = 0x1FFFF, 14
"""The last of the values that each run has without a gap, and the plane of tags, which it has as well. Programs treat characters
in these planes specially."""

_ONE_IN = 16
"""Each run has one of this many texts of other planes. No library is known to treat a single character there specially."""


def most_values(inputs: Inputs) -> Groups:
    """Yields every value of the planes that are most used, and some of the others, from the initial state."""
    for first in _firsts(inputs):
        if _is_in_each_run(first):
            yield from _consecutive((), inputs, first)


def other_values(inputs: Inputs) -> Groups:
    """Yields the values that `most_values` leaves out."""
    for first in _firsts(inputs):
        if not _is_in_each_run(first):
            yield from _consecutive((), inputs, first)


def from_each_state(inputs: Inputs) -> Groups:
    """Yields every value after each of the values that lead to the other states."""
    for value in chain(*model_of(inputs.encoding).states()):
        if inputs.limits.hold([value]):
            for first in _firsts(inputs):
                yield from _consecutive((value,), inputs, first)


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
    code_points = outside.intersection(RangeSet(((0, LAST_CHARACTER),)))
    if rows := model_of(encoding).rows:
        forms = (row.write(value) for row in rows for value in code_points.intersection(row.room))
    else:
        forms = (bytes_of(encoding, (value,)) for value in encoding.optional.values)
    for form in forms:
        yield (case_of(encoding, Decode(encoding.id, form)),)


def _firsts(inputs: Inputs) -> range:
    """Returns the first of each run of consecutive code points."""
    return range(0, _last(inputs) + 1, _TOGETHER)


def _last(inputs: Inputs) -> int:
    declared = inputs.limits.max_value
    return LAST_CHARACTER if declared is None else min(LAST_CHARACTER, declared)


def _is_in_each_run(first: int) -> bool:
    return first <= EVERY_UP_TO or first >> 16 == _TAGS or first // _TOGETHER % _ONE_IN == 0


def _consecutive(before: Text, inputs: Inputs, first: int) -> Groups:
    """Yields the code points of the encoding in the run that begins with `first`, after the same values."""
    encoding, last = inputs.encoding, min(_last(inputs), first + _TOGETHER - 1)
    values = encoding.values.intersection(RangeSet(((first, last),)))
    sure = values.difference(encoding.optional.values)
    for text in _texts(encoding, before, sure):
        yield from both_ways(encoding, text)
    for value in values.intersection(encoding.optional.values):
        yield from both_ways(encoding, (*before, value))


def _texts(encoding: Encoding, before: Text, values: RangeSet) -> Iterator[Text]:
    """Yields these values, each after `before`: as one text if each of them meets the same state there as alone. This holds
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
