"""The kinds of values that codecs treat alike, by which it is said of what a mistake is true."""

from collections.abc import Collection, Mapping
from functools import lru_cache
from itertools import pairwise
from math import inf

from encoding_conformance.core.encoding import ENCODINGS_KEPT, Encoding
from encoding_conformance.core.ranges import EVERY_NATURAL, HIGH_SURROGATES, LOW_SURROGATES, SURROGATES, RangeSet
from encoding_conformance.models import model_of

A_VALUE, ANY_VALUE, _ONE, _UP_TO = "a value", "any value", "the value ", "a value up to"

_NONCHARACTERS = RangeSet.of([(0xFDD0, 0xFDEF), *((plane << 16 | 0xFFFE, plane << 16 | 0xFFFF) for plane in range(0x11))])

_OF_CHARACTERS: Mapping[str, RangeSet] = {
    "NUL": RangeSet(((0, 0),)),
    "a control character (0..1F)": RangeSet(((0, 0x1F),)),
    "a control character (0..1F, 7F)": RangeSet(((0, 0x1F), (0x7F, 0x7F))),
    "a control character but NUL (1..1F, 7F)": RangeSet(((1, 0x1F), (0x7F, 0x7F))),
    "a control character (80..9F)": RangeSet(((0x80, 0x9F),)),
    "a surrogate": SURROGATES,
    "a high surrogate": HIGH_SURROGATES,
    "a low surrogate": LOW_SURROGATES,
    "U+FEFF": RangeSet(((0xFEFF, 0xFEFF),)),
    "U+FFFD": RangeSet(((0xFFFD, 0xFFFD),)),
    "a noncharacter": _NONCHARACTERS,
    "a noncharacter (FDD0..FDEF)": RangeSet(((0xFDD0, 0xFDEF),)),
    "a noncharacter (the last two of a plane)": _NONCHARACTERS.difference(RangeSet(((0xFDD0, 0xFDEF),))),
    "U+FFFE or U+FFFF": RangeSet(((0xFFFE, 0xFFFF),)),
    "a private-use character (E000..F8FF)": RangeSet(((0xE000, 0xF8FF),)),
    "a private-use character": RangeSet(((0xE000, 0xF8FF), (0xF0000, 0xFFFFD), (0x100000, 0x10FFFD))),
}

ENDS = (*(0x7F, 0xFF, 0x7FF, 0x3FFF, 0xFFFF, 0x10FFFF, 0x1FFFFF, 0x7FFFFFFF), *((1 << bits) - 1 for bits in (32, 53, 63, 64)))
"""Values beyond which codecs use other types, tables or forms."""

WIDTHS = (8, 16, 20, 21, 24, 31, 32, 53, 63, 64)
"""The numbers of bits to which programs cut numbers."""


@lru_cache(ENCODINGS_KEPT)
def kinds_of_values(encoding: Encoding) -> Mapping[str, RangeSet]:
    """Returns the kinds of values that an encoding has, from the most general to the narrowest, by their names. They come from
    its tables, and from what is special in Unicode if its values are characters. None of them is empty."""
    found = {ANY_VALUE: EVERY_NATURAL}
    last, homes = encoding.values.last, _homes(encoding)
    for end in sorted({*ENDS, *(int(each.last) for each in homes if each.last < inf)}):
        if end < last:
            found[f"a value above {end:X}"] = EVERY_NATURAL.difference(RangeSet(((0, end),)))
            found[f"{_UP_TO} {end:X}"] = RangeSet(((0, end),))
    found |= _OF_CHARACTERS
    model = model_of(encoding)
    edges = sorted(model.edges())
    rows = homes + [RangeSet((part,)) for home in homes for part in home.intersection(encoding.values).ranges]
    rows += [RangeSet(((first, next_ - 1),)) for first, next_ in pairwise(edges) if next_ > first]
    found |= {f"{_ONE}{row.first:X}" if row.size == 1 else f"{A_VALUE} of {row}": row for row in rows}
    found |= {f"{_ONE}{value:X}": RangeSet(((value, value),)) for edge in edges for value in (edge - 1, edge) if value >= 0}
    ends = {
        "the last value of each length": {int(each.last) for each in homes if each.last < inf},
        "the first value of each length but the shortest": {each.first for each in homes} - {encoding.values.first},
    }
    for name, some in ends.items():
        found[name if len(some) > 1 else f"{_ONE}{max(some, default=0):X}"] = RangeSet.of((end, end) for end in some)
    unique: dict[RangeSet, str] = {}
    for name, values in found.items():
        if here := values.intersection(encoding.values):
            unique.setdefault(here, name)
    return {name: values for values, name in unique.items()}


def with_gaps(encoding: Encoding, kind: RangeSet) -> RangeSet:
    """Returns a kind of values, with those that the encoding lacks between two values of the kind or beyond the last one."""
    gaps = [(first, last) for first, last in encoding.values.complement().ranges if first - 1 in kind]
    return RangeSet.of((*kind.ranges, *(each for each in gaps if each[1] == inf or int(each[1]) + 1 in kind)))


def narrowest_kind(encoding: Encoding, values: Collection[int]) -> str:
    """Returns the name of the narrowest kind of several values that has all these; that of any value if there is no other. Of a
    single value, a limit tells less than other kinds."""
    kinds, is_single = kinds_of_values(encoding), len(values) == 1
    found = [name for name in kinds if not name.startswith(_ONE) and all(value in kinds[name] for value in values)]
    return min(found, key=lambda name: (is_single and name.startswith(_UP_TO), kinds[name].size), default=ANY_VALUE)


def _homes(encoding: Encoding) -> list[RangeSet]:
    """Returns the values of each row of the tables, and of each length."""
    return [row.values for row in model_of(encoding).rows if row.values] + [length.values for length in encoding.lengths]
