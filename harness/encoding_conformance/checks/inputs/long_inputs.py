"""Texts, and values that an encoding does not have, by the thousand, for laws that ask one or two operations about each."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, islice, product
from unicodedata import ucd_3_2_0

from encoding_conformance.checks import spread
from encoding_conformance.core.encoding import ENCODINGS_KEPT, Encoding
from encoding_conformance.core.limits import NO_LIMITS, Limits
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.core.text import LAST_CHARACTER
from encoding_conformance.models import boundaries, bytes_of, joined, model_of
from encoding_conformance.models.state_machine import LARGEST

SINGULAR = RangeSet(
    (
        (0x80, 0x9F), (0xAD, 0xAD), (0xD7, 0xDF), (0x378, 0x379), (0x3D8, 0x3D8), (0x115F, 0x1160),
        (0x180E, 0x180E), (0x200B, 0x200F), (0x2028, 0x202E), (0x2060, 0x206F), (0x20D8, 0x20DF), (0x212A, 0x212B),
        (0x2FE0, 0x2FE0), (0x3000, 0x3000), (0x41D8, 0x41DF), (0xD7A3, 0xD7A3), (0xE000, 0xE001), (0xF8FF, 0xF902),
        (0xFDD0, 0xFDEF), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFF9, 0xFFFF),
        *((plane + 0xFFFD, plane + 0x10000) for plane in range(0x10000, 0x100000, 0x10000)),
        (0x10FFFD, 0x10FFFF),
    )
)  # fmt: skip
"""Code points that programs refuse, drop, join or change: controls, joiners and marks of direction, variation selectors, those
that normalize to others, unassigned and private ones, and noncharacters. Also those whose bytes look like surrogates."""

SIMILAR = RangeSet(
    (
        (0x80, 0x6FF), (0xE00, 0xE7F), (0x1E00, 0x1EFF), (0x2000, 0x22FF), (0x2300, 0x27BF), (0x3000, 0x30FF),
        (0xD800, 0xDFFF), (0xFB00, 0xFB4F), (0xFE50, 0xFE6F), (0xFF00, 0xFFEF), (0x1F300, 0x1F64F),
    )
)  # fmt: skip
"""Ranges with characters that converters replace by others that look or sound similar, and the surrogates."""

DROPPED = (0xAD, 0x34F, 0x200D, 0xFEFF, 0xE0001)
"""Default ignorable code points."""

LOOKALIKES = (0xB5, 0x161, 0x3B2, 0x2013, 0x2019, 0x2026, 0x20AC, 0x2126, 0xFF21)
"""Code points that converters write as another that looks alike, or as several."""

TEXTUAL = (0x00, 0x09, 0x0A, 0x0D, 0x1A, 0x1B, 0x20, 0x5C, 0x7F, 0x85, 0xA0, 0x2028, 0xFDD0, 0xFEFF, 0xFFFD, 0xFFFE)
"""Code points that programs are known to treat specially in texts: the ends of texts, files and lines, white space that is
stripped, marks, and noncharacters."""

_BLOCK = 0x80
_BITS = LAST_CHARACTER.bit_length()

_MOST_BITS = 2000
"""The most bits of values, if an encoding has no largest one, so that there are codes of more than 256 bytes."""

_STRIDE = 256
"""The most values of a walk."""

_RUNS, _LONGEST_RUN = (8, 16, 17, 32, 33), 130

_ROUND = [*(1 << power for power in range(4, 14)), 100, 1000]
_SIZES = sorted(number + step for number in _ROUND for step in (-1, 0, 1))
_LONG_SIZES = [1 << 14, 1 << 15, (1 << 16) - 1, 1 << 16, (1 << 16) + 1]

_FEW = 128
"""The largest number of characters outside ASCII for which every pair is tried."""

_ESCAPE, _DOLLAR = 0x1B, 0x24
_SHIFTS = (0x0E, 0x0F)
_FINAL, _INTERMEDIATE, _GRAPHIC_SET = range(0x30, 0x7F), range(0x20, 0x30), range(0x28, 0x30)
"""The last, middle and, behind a dollar sign, second bytes of the escape sequences of ISO/IEC 2022 (ECMA-35, section 13)."""

_EVERY_SYLLABLE = 99
"""The distance between the Hangul syllables that are tried in parts."""

_OTHER_NOTATIONS = r"""
+AGE- ~{VP~} ~~ &#65; &#x41; &amp; &eacute; %41 %C3%A9 =41 =?utf-8?Q?=C3=A9?= ??= \u0041 \x41 \101 \n \ "" ^A U+0041 <U+0041>
"""
"""Characters that stand for others in UTF-7, HZ, HTML, addresses, mail and programming languages."""

_WRAPPED = 60
"""The most unencodable values that equal a value of the encoding when they are cut to fewer bits."""

_REFUSED = 6
"""The largest number of unencodable values that are tried at each place of a block."""

_IN_STRINGS = (0x100, 0x800, 0xD800, 0x10000)
"""A value of each kind that strings of bytes, of UTF-8 or of UTF-16 in memory tell apart, beyond ASCII."""

VALUE_ENDS = (8, 16, 32, 64)
"""The numbers of values of blocks at whose ends pairs of values are tried."""

_PAGE, _CODE_SPACE = 0x100, LAST_CHARACTER + 1

_POWERS = range(7, 261)
"""The numbers of bits for which a value is tried that turns into a valid value when it is cut to them."""

_HUGE = 8000
"""The number of bits of a value that is larger than any number type."""

_LENGTHS = [*range(_LONGEST_RUN), *(size for size in _SIZES if size > _LONGEST_RUN)]
"""The lengths of a text at which a fast path, a block or a buffer may end."""


def admits(encoding: Encoding, limits: Limits, values: Sequence[int]) -> bool:
    """Returns whether these values can be used for any law. Values that may be refused have their own law, and of values that the
    tables join, decode gives others back."""
    own = all(value in encoding.values and value not in encoding.optional.values for value in values)
    return limits.hold(values) and own and joined(encoding, values) == tuple(values)


def of_each_length(encoding: Encoding, limits: Limits) -> list[int]:
    """Returns the first and last value at a boundary whose code has each length, as far as all laws admit them."""
    found = dict[int, list[int]]()
    for value in boundaries(encoding):
        if value <= LARGEST and admits(encoding, limits, (value,)):
            found.setdefault(len(bytes_of(encoding, (value,))), []).append(value)
    return list(dict.fromkeys(chain(*((values[0], values[-1]) for values in found.values()))))


def walks(encoding: Encoding, limits: Limits) -> list[tuple[int, ...]]:
    """Returns some values of every block of Unicode in order, in texts of at most `_STRIDE` values. Each meets the state that the
    one before left."""
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


def in_a_row(encoding: Encoding, limits: Limits) -> list[tuple[int, ...]]:
    """Returns texts with values that programs are known to join or to confuse when they stand one after another: each pair of
    special characters and of values at boundaries, or of all characters outside ASCII if there are few; letters behind each
    escape sequence; and the characters of which others are composed."""
    outside_ascii = list(islice((value for value in encoding.values if value > 0x7F), _FEW + 1))
    values = outside_ascii if len(outside_ascii) <= _FEW else [value for value in boundaries(encoding) if value <= LARGEST]
    some = [value for value in dict.fromkeys((*TEXTUAL, *values, 0x41)) if admits(encoding, limits, (value,))]
    texts = [*_composing(), *_escapes(max(some)), tuple(map(ord, _OTHER_NOTATIONS))]
    joined = (*_each_pair(some), *chain(*(text for text in texts if admits(encoding, limits, text))))
    return [joined[start : start + _STRIDE] for start in range(0, len(joined), _STRIDE - 1)]


def _each_pair(values: Sequence[int]) -> Iterator[int]:
    """Yields values so that each stands directly before each, and before itself."""
    for index, value in enumerate(values):
        yield value
        for other in values[index + 1 :]:
            yield from (value, other)
    yield from values[:1]


def _escapes(behind: int) -> Iterator[tuple[int, ...]]:
    """Yields a letter and another value behind each escape sequence."""
    sequences = chain(product(_FINAL), product(_INTERMEDIATE, _FINAL), product((_DOLLAR,), _GRAPHIC_SET, _FINAL))
    yield from ((_ESCAPE, *sequence, 0x41, behind) for sequence in sequences)
    yield from ((shift, 0x41, behind) for shift in _SHIFTS)


@cache
def _composing() -> list[tuple[int, ...]]:
    """Returns the characters of which each code point is composed, by Unicode 3.2, which does not change with Python."""
    syllables = range(0xAC00, 0xD7A4)
    some = [value for value in range(0x30000) if value not in syllables or value % _EVERY_SYLLABLE == 0]
    apart = (ucd_3_2_0.normalize("NFKD", chr(value)) for value in some if not 0xD800 <= value <= 0xDFFF)
    return [tuple(map(ord, each)) for each in dict.fromkeys(apart) if len(each) > 1]


def runs(encoding: Encoding, limits: Limits) -> list[tuple[int, ...]]:
    """Returns runs of a value of the shortest form, for fast paths: of each size, and with a longer value at each index."""
    small, long = _short_and_long(encoding, limits)
    mixed = ((small,) * index + (long,) + (small,) * (size - index - 1) for size in _RUNS for index in range(size))
    return [*((small,) * size for size in range(_LONGEST_RUN)), *mixed]


def sizes(encoding: Encoding, limits: Limits) -> list[tuple[int, ...]]:
    """Returns texts of as many values as buffers and counters have, and texts of as many bytes with a long value at the end."""
    small, long = _short_and_long(encoding, limits)
    width = len(bytes_of(encoding, (long,)))
    many = ((small,) * (size % width) + (long,) * (size // width) for size in _SIZES)
    texts = [(small,) * size for size in (*_SIZES, *_LONG_SIZES)]
    return list(dict.fromkeys([*texts, *many]))


def _short_and_long(encoding: Encoding, limits: Limits) -> tuple[int, int]:
    """Returns a value of the shortest form (U+0041 if it is one), and the last code point at an edge."""
    held = [value for value in (0x41, *boundaries(encoding)) if admits(encoding, limits, (value,))]
    return held[0], max(value for value in held if value <= LAST_CHARACTER)


@lru_cache(ENCODINGS_KEPT)
def unencodable_values(encoding: Encoding) -> list[int]:
    """Returns values that the encoding does not have: the neighbours of its set, values that become its own when they are cut to
    fewer bits, and characters that converters are known to drop or to replace by others."""
    wrapped = [value + (1 << bits) for value in boundaries(encoding) for bits in (7, 8, 16, 21, 31, 32, 64)]
    outside = encoding.values.complement()
    found = sorted({value for value in (*outside.edges(), *spread(wrapped, _WRAPPED)) if value in outside})
    return [*found, *(value for value in (*DROPPED, *LOOKALIKES) if value in outside)]


def unencodable_in_texts(encoding: Encoding) -> list[tuple[tuple[int, ...], int]]:
    """Returns unencodable values with the values before them. Each stands alone. One at each edge and of each kind stands at each
    place of a block of values, and before the end of a block also between values of each length."""
    own = model_of(encoding).listed or boundaries(encoding)
    candidates = chain(
        encoding.values.complement().edges(),
        SIMILAR,
        SINGULAR,
        range(0, _CODE_SPACE, _PAGE),
        range(_PAGE - 1, _CODE_SPACE, _PAGE),
        (value ^ 1 << bit for value in own for bit in range(_BITS)),
        (value + (plane << 16) for value in own for plane in range(1, (_CODE_SPACE >> 16) + 1)),
        (value + (1 << power) for value in (0, 0x41, max(own)) for power in _POWERS),
        ((1 << _HUGE) + 0x41,),
    )
    alone = [((), value) for value in dict.fromkeys(candidates) if value not in encoding.values]
    small, _ = _short_and_long(encoding, NO_LIMITS)
    lengths = (((small,) * length, value) for _, value in alone[:1] for length in _LENGTHS)
    outside = encoding.values.complement()
    edges = spread([value for value in outside.edges() if value <= _CODE_SPACE], _REFUSED)
    edges = list(dict.fromkeys([*edges, *(value for value in _IN_STRINGS if value in outside)]))
    placed = (((small,) * place, value) for value in edges for place in range(max(VALUE_ENDS)))
    neighbours = product(of_each_length(encoding, NO_LIMITS), VALUE_ENDS, edges)
    between = (((other, *(small,) * (end - 3), other), value) for other, end, value in neighbours)
    return list(dict.fromkeys([*alone, *lengths, *placed, *between]))
