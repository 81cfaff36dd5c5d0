"""Texts that a run encodes and decodes: some values of every block, values next to each other, runs, and many sizes."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, cycle, islice, product
from unicodedata import ucd_3_2_0

from encoding_conformance.checks import spread
from encoding_conformance.checks.inputs import Inputs, Text
from encoding_conformance.checks.special_values import (
    LETTER,
    LONGEST_RUN,
    SINGULAR,
    SIZES,
    TEXTUAL,
    admits,
    of_each_length,
    short_and_long,
)
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.text import LAST_CHARACTER
from encoding_conformance.models import boundaries, bytes_of, goes_alone, joined
from encoding_conformance.models.state_machine import LARGEST

_BLOCK = 0x80
_BITS = LAST_CHARACTER.bit_length()

_MOST_BITS = 2000
"""The most bits of a value, if an encoding has no largest one. Its byte sequence then has more than 256 bytes."""

_STRIDE = 256
"""The most values of a walk."""

_RUNS = (8, 16, 17, 32, 33)
"""The lengths of runs in which one value is longer."""

_LONG_SIZES = [1 << 15, 1 << 16]

_LONGER = 0x2100
"""The number of values of a text for buffers of up to 8 KiB."""

_FEW = 128
"""The largest number of characters outside ASCII for which every pair is tried."""

_IN_TABLE, _TABLED = 6, 4
"""The number of values that decoders look up in a table at once, and the most lengths of byte sequences that are combined."""

_ESCAPE, _DOLLAR = 0x1B, 0x24
_SHIFTS = (0x0E, 0x0F)
_FINAL, _INTERMEDIATE, _GRAPHIC_SET = range(0x30, 0x7F), range(0x20, 0x30), range(0x28, 0x30)
"""The last, middle and, after a dollar sign, second bytes of the escape sequences of ISO/IEC 2022 (ECMA-35, section 13)."""

_EVERY_SYLLABLE = 99
"""The distance between the Hangul syllables that are tried in parts."""

_OTHER_NOTATIONS = r"""
+AGE- ~{VP~} ~~ &#65; &#x41; &amp; &eacute; %41 %C3%A9 =41 =?utf-8?Q?=C3=A9?= ??= \u0041 \x41 \101 \n \ "" ^A U+0041 <U+0041>
"""
"""Characters that stand for others in UTF-7, HZ, HTML, addresses, mail and programming languages."""


def in_blocks_of_unicode(inputs: Inputs) -> list[Text]:
    """Returns texts of many blocks, texts with values that programs join, and runs in which all values but one take one byte."""
    return [
        *_walks(inputs.encoding, inputs.limits),
        *_in_a_row(inputs.encoding, inputs.limits),
        *_runs(inputs.encoding, inputs.limits),
    ]


def of_six_lengths(inputs: Inputs) -> list[Text]:
    """Returns a text for each combination of six lengths of byte sequences, with distinct values before letters; and all as one.
    Decoders look up such combinations in tables. Empty if the bytes of a value depend on earlier ones, or all have one length."""
    encoding, limits = inputs.encoding, inputs.limits
    ends: dict[int, list[int]] = {}
    for value in of_each_length(encoding, limits):
        ends.setdefault(len(bytes_of(encoding, (value,))), []).append(value)
    if len(ends) < 2 or not goes_alone(encoding):
        return []
    shortest = [_of_length(encoding, limits, length, ends[length]) for length in sorted(ends)[:_TABLED]]
    sequences = product(shortest, repeat=_IN_TABLE)
    texts = [(*(values[index] for index, values in enumerate(each)), *(LETTER,) * (_IN_TABLE - 1)) for each in sequences]
    return [*texts, tuple(chain(*texts))]


def _of_length(encoding: Encoding, limits: Limits, length: int, ends: Sequence[int]) -> list[int]:
    """Returns `_IN_TABLE` values whose byte sequences have this length, distinct if the range between the ends has enough."""
    tried = spread(range(ends[0], ends[-1] + 1), _IN_TABLE * 4)
    values = [value for value in tried if admits(encoding, limits, (value,)) and len(bytes_of(encoding, (value,))) == length]
    return list(islice(cycle(values), _IN_TABLE))


def of_many_sizes(inputs: Inputs) -> list[Text]:
    """Returns texts with more bytes than most buffers hold, and texts of as many values as buffers and counters have."""
    encoding, limits = inputs.encoding, inputs.limits
    edges = boundaries(encoding)
    # values of more than one byte, if there are any, so that the end of a buffer lies inside one of them
    among = [value for value in edges if 0x80 <= value < 1 << 21] or edges
    many = joined(encoding, tuple(islice(cycle(among), _LONGER)))
    long = [text for text in (many, (encoding.values.first, *many)) if admits(encoding, limits, text)]
    return [*long, *_sizes(encoding, limits)]


def _walks(encoding: Encoding, limits: Limits) -> list[Text]:
    """Returns some values of every block of Unicode in order, in texts of at most `_STRIDE` values. Each meets the state that the
    value before it left."""
    values = [value for value in _steps() if admits(encoding, limits, (value,))]
    return [tuple(values[start : start + _STRIDE]) for start in range(0, len(values), _STRIDE)]


def _steps() -> Iterator[int]:
    """Yields both ends, the second value and the middle of each block; then values of few bits, singular ones, powers of two."""
    for first in range(0, LAST_CHARACTER, _BLOCK):
        yield from (first, first + 1, first + _BLOCK // 2, first + _BLOCK - 1)
    yield from ((1 << high) | (1 << low) for high in range(_BITS) for low in range(high + 1))
    for value in SINGULAR:
        yield from (value, 0x41)
    for power in range(_BITS, _MOST_BITS):
        yield from ((1 << power) - 1, 1 << power)


def _in_a_row(encoding: Encoding, limits: Limits) -> list[Text]:
    """Returns texts with values that programs are known to join or to confuse when they follow each other: each pair of
    special characters and of values at boundaries, or of all characters outside ASCII if there are few; letters after each
    escape sequence; and the characters of which others are composed."""
    outside_ascii = list(islice((value for value in encoding.values if value > 0x7F), _FEW + 1))
    values = outside_ascii if len(outside_ascii) <= _FEW else [value for value in boundaries(encoding) if value <= LARGEST]
    admitted = [value for value in dict.fromkeys((*TEXTUAL, *values, 0x41)) if admits(encoding, limits, (value,))]
    texts = [*_composing(), *_escapes(max(admitted)), tuple(map(ord, _OTHER_NOTATIONS))]
    row = (*_each_pair(admitted), *chain(*(text for text in texts if admits(encoding, limits, text))))
    return [row[start : start + _STRIDE] for start in range(0, len(row), _STRIDE - 1)]


def _each_pair(values: Sequence[int]) -> Iterator[int]:
    """Yields values so that each directly precedes every value, also itself."""
    for index, value in enumerate(values):
        yield value
        for other in values[index + 1 :]:
            yield from (value, other)
    yield from values[:1]


def _escapes(other: int) -> Iterator[Text]:
    """Yields a letter and another value after each escape sequence."""
    sequences = chain(product(_FINAL), product(_INTERMEDIATE, _FINAL), product((_DOLLAR,), _GRAPHIC_SET, _FINAL))
    yield from ((_ESCAPE, *sequence, 0x41, other) for sequence in sequences)
    yield from ((shift, 0x41, other) for shift in _SHIFTS)


@cache
def _composing() -> list[Text]:
    """Returns the characters of which each code point is composed, by Unicode 3.2, which does not change with Python."""
    syllables = range(0xAC00, 0xD7A4)
    tried = [value for value in range(0x30000) if value not in syllables or value % _EVERY_SYLLABLE == 0]
    apart = (ucd_3_2_0.normalize("NFKD", chr(value)) for value in tried if not 0xD800 <= value <= 0xDFFF)
    return [tuple(map(ord, each)) for each in dict.fromkeys(apart) if len(each) > 1]


def _runs(encoding: Encoding, limits: Limits) -> list[Text]:
    """Returns runs of a value of the shortest form, for fast paths: of each size, and with a longer value at each index."""
    small, long = short_and_long(encoding, limits)
    mixed = ((small,) * index + (long,) + (small,) * (size - index - 1) for size in _RUNS for index in range(size))
    return [*((small,) * size for size in range(LONGEST_RUN)), *mixed]


def _sizes(encoding: Encoding, limits: Limits) -> list[Text]:
    """Returns texts of as many values as buffers and counters have, and texts of as many bytes with a long value at the end."""
    small, long = short_and_long(encoding, limits)
    width = len(bytes_of(encoding, (long,)))
    many = ((small,) * (size % width) + (long,) * (size // width) for size in SIZES)
    texts = [(small,) * size for size in (*SIZES, *_LONG_SIZES)]
    return list(dict.fromkeys([*texts, *many]))
