"""Values that implementations are known to treat differently from others."""

from collections.abc import Sequence
from itertools import chain

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.core.text import LAST_CHARACTER
from encoding_conformance.models import boundaries, bytes_of, joined
from encoding_conformance.models.state_machine import LARGEST

LETTER = 0x41

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

TEXTUAL = (0x00, 0x09, 0x0A, 0x0D, 0x1A, 0x1B, 0x20, 0x5C, 0x7F, 0x85, 0xA0, 0x2028, 0xFDD0, 0xFEFF, 0xFFFD, 0xFFFE)
"""Code points that programs are known to treat specially in texts: the ends of texts, files and lines, white space that is
stripped, marks, and noncharacters."""

VALUE_ENDS = (8, 16, 32, 64)
"""The numbers of values of blocks at whose ends pairs of values are tried."""

LONGEST_RUN = 130
"""The most values of a run of every length."""

_ROUND = [*(1 << power for power in range(4, 14)), 100, 1000]
SIZES = sorted(number + step for number in _ROUND for step in (-1, 0, 1))
"""Sizes of buffers and counters, and their neighbours."""


def admits(encoding: Encoding, limits: Limits, values: Sequence[int]) -> bool:
    """Returns whether these values can be used in any check. Values that may be refused have their own check, and decode gives
    other values back for those that the tables join."""
    own = all(value in encoding.values and value not in encoding.optional.values for value in values)
    return limits.hold(values) and own and joined(encoding, values) == tuple(values)


def of_each_length(encoding: Encoding, limits: Limits) -> list[int]:
    """Returns the first and last boundary value with each length of a byte sequence, of those that every check can use."""
    of_length = dict[int, list[int]]()
    for value in boundaries(encoding):
        if value <= LARGEST and admits(encoding, limits, (value,)):
            of_length.setdefault(len(bytes_of(encoding, (value,))), []).append(value)
    return list(dict.fromkeys(chain(*((values[0], values[-1]) for values in of_length.values()))))


def short_and_long(encoding: Encoding, limits: Limits) -> tuple[int, int]:
    """Returns a value of the shortest form (U+0041 if it is one), and the last code point at an edge."""
    held = [value for value in (0x41, *boundaries(encoding)) if admits(encoding, limits, (value,))]
    return held[0], max(value for value in held if value <= LAST_CHARACTER)
