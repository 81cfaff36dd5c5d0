"""Kinds of values that codecs treat alike, by name."""

from collections.abc import Collection, Mapping
from functools import lru_cache
from itertools import pairwise
from math import inf

from encoding_conformance.core.encoding import ENCODINGS_KEPT, Encoding
from encoding_conformance.core.ranges import EVERY_NATURAL, HIGH_SURROGATES, LOW_SURROGATES, SURROGATES, RangeSet
from encoding_conformance.models import model_of

WIDTHS = (8, 16, 20, 21, 24, 31, 32, 53, 63, 64)
"""The numbers of bits to which programs cut numbers."""

ENDS = (*(0x7F, 0xFF, 0x7FF, 0x3FFF, 0xFFFF, 0x10FFFF, 0x1FFFFF, 0x7FFFFFFF), *((1 << bits) - 1 for bits in (32, 53, 63, 64)))
"""Values above which codecs use other types, tables or forms."""

_NONCHARACTERS = RangeSet.of([(0xFDD0, 0xFDEF), *((plane << 16 | 0xFFFE, plane << 16 | 0xFFFF) for plane in range(0x11))])

_OF_CHARACTERS: Mapping[str, RangeSet] = {
    "NUL": RangeSet(((0, 0),)),
    "a control character (0..1F)": RangeSet(((0, 0x1F),)),
    "a control character (0..1F) except 9..A and D": RangeSet(((0, 8), (0xB, 0xC), (0xE, 0x1F))),
    "a control character (0..1F, 7F)": RangeSet(((0, 0x1F), (0x7F, 0x7F))),
    "a control character except NUL (1..1F, 7F)": RangeSet(((1, 0x1F), (0x7F, 0x7F))),
    "a control character (80..9F)": RangeSet(((0x80, 0x9F),)),
    "a surrogate": SURROGATES,
    "a high surrogate": HIGH_SURROGATES,
    "a low surrogate": LOW_SURROGATES,
    "U+FEFF": RangeSet(((0xFEFF, 0xFEFF),)),
    "U+FFFD": RangeSet(((0xFFFD, 0xFFFD),)),
    "a noncharacter": _NONCHARACTERS,
    "a noncharacter (FDD0..FDEF)": RangeSet(((0xFDD0, 0xFDEF),)),
    "a noncharacter (the last two of a plane)": _NONCHARACTERS.difference(RangeSet(((0xFDD0, 0xFDEF),))),
    "a private-use character (E000..F8FF)": RangeSet(((0xE000, 0xF8FF),)),
    "a private-use character": RangeSet(((0xE000, 0xF8FF), (0xF0000, 0xFFFFD), (0x100000, 0x10FFFD))),
}


@lru_cache(ENCODINGS_KEPT)
def kinds_of_values(encoding: Encoding) -> Mapping[str, RangeSet]:
    """Returns the kinds of values that an encoding has, the most general first, by name. They come from its tables, and from
    Unicode if its values are characters."""
    by_name: dict[str, RangeSet] = {}
    last, rows = encoding.values.last, rows_of(encoding)
    for end in sorted({*ENDS, *(int(each.last) for each in rows if each.last < inf)}):
        if end < last:
            by_name[above(end)] = EVERY_NATURAL.difference(RangeSet(((0, end),)))
            by_name[f"a value up to {end:X}"] = RangeSet(((0, end),))
    by_name |= _OF_CHARACTERS if encoding.has_characters else {}
    edges = sorted(model_of(encoding).edges())
    by_name |= {of_range(RangeSet((each,))): RangeSet((each,)) for row in rows for each in row.ranges}
    by_name |= {of_range(row): row for first, next_ in pairwise(edges) if (row := RangeSet(((first, next_ - 1),)))}
    unique: dict[RangeSet, str] = {}
    for name, values in by_name.items():
        if members := values.intersection(encoding.values):
            unique.setdefault(members, name)
    return {name: values for values, name in unique.items()}


def rows_of(encoding: Encoding) -> list[RangeSet]:
    """Returns the values of each row of the tables, and of each length."""
    ranges = [row.values for row in model_of(encoding).rows if row.values] + [length.values for length in encoding.lengths]
    return list(dict.fromkeys(ranges))


def of_range(values: RangeSet) -> str:
    """Returns values in words, such as `a value of 80..7FF` or `the value 41`."""
    if values.last == inf and len(values.ranges) == 1:
        return above(values.first - 1) if values.first else "any value"
    return f"the value {values.first:X}" if values.size == 1 else f"a value of {values}"


def above(end: int) -> str:
    return f"a value above {end:X}"


def narrowest(encoding: Encoding, values: Collection[int]) -> str:
    """Returns the name of the narrowest kind that has all these values; empty if no kind has."""
    kinds = kinds_of_values(encoding)
    names = [name for name, kind in kinds.items() if all(value in kind for value in values)]
    return min(names, key=lambda name: kinds[name].size, default="")
