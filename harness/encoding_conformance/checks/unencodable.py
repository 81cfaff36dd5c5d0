"""Values that an encoding does not have, alone and in texts."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, product

from encoding_conformance.checks import first_and_spread, spread
from encoding_conformance.checks.check import Group, Groups
from encoding_conformance.checks.inputs import MOST, Inputs, Text
from encoding_conformance.checks.special_values import LONGEST_RUN, SINGULAR, SIZES, VALUE_ENDS, of_each_length, short_and_long
from encoding_conformance.core.encoding import ENCODINGS_KEPT, Encoding
from encoding_conformance.core.limits import NO_LIMITS
from encoding_conformance.core.operation import Encode
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.core.text import LAST_CHARACTER
from encoding_conformance.models import boundaries, case_of, model_of

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
"""Code points that converters replace by another that looks alike, or by several."""

_WRAPPED = 60
"""The most unencodable values that equal a value of the encoding when they are cut to fewer bits."""

_REFUSED = 6
"""The largest number of unencodable values that are tried at each index of a block."""

_IN_STRINGS = (0x100, 0x800, 0xD800, 0x10000)
"""A value of each kind beyond ASCII that strings of bytes, of UTF-8 or of UTF-16 in memory distinguish."""

_BITS = LAST_CHARACTER.bit_length()

_PAGE, _FIRST_PLANES = 0x100, 2 << 16
"""The size of a page, of which both ends are tried, and the end of the planes whose pages are."""

_POWERS = range(7, 261)
"""The numbers of bits to which an unencodable value is cut that then turns into a valid one."""

_HUGE = 8000
"""The number of bits of a value that is larger than any number type."""

_LENGTHS = [*range(LONGEST_RUN), *(size for size in SIZES if size > LONGEST_RUN)]
"""The lengths of a text at which a fast path, a block or a buffer may end."""


_TEXTS_OF_EACH = 3
"""The number of texts into which each unencodable value is put."""


def around(inputs: Inputs) -> Groups:
    """Yields texts in which a value cannot be encoded, at the end and in the middle."""
    texts = spread(inputs.texts, _TEXTS_OF_EACH) or [()]
    pairs = [(values, value) for values in texts for value in unencodable_values(inputs.encoding)]
    for values, value in first_and_spread(list(dict.fromkeys(pairs)), MOST):
        for rest in [values, ()] if values else [()]:
            yield _rejected(inputs.encoding, values, value, rest)


def generated(inputs: Inputs) -> Groups:
    """Yields values that cannot be encoded, each alone, and some at each index of a block of values."""
    for values, value in _in_texts(inputs.encoding):
        for rest in [values, ()] if values else [()]:
            yield _rejected(inputs.encoding, values, value, rest)


def thorough(inputs: Inputs) -> Groups:
    """Yields every code point that the encoding does not have."""
    for value in inputs.encoding.values.complement().intersection(RangeSet(((0, LAST_CHARACTER),))):
        yield _rejected(inputs.encoding, (), value, ())


def _rejected(encoding: Encoding, before: Text, value: int, rest: Text) -> Group:
    """Returns the case of a text in which the value after `before` cannot be encoded."""
    return (case_of(encoding, Encode(encoding.id, (*before, value, *rest))),)


@lru_cache(ENCODINGS_KEPT)
def unencodable_values(encoding: Encoding) -> list[int]:
    """Returns values that the encoding does not have: the neighbours of its values, values that become valid when they are cut to
    fewer bits, and characters that converters are known to drop or to replace by others."""
    wrapped = [value + (1 << bits) for value in boundaries(encoding) for bits in (7, 8, 16, 21, 31, 32, 64)]
    outside = encoding.values.complement()
    near = sorted({value for value in (*outside.edges(), *spread(wrapped, _WRAPPED)) if value in outside})
    return [*near, *(value for value in (*DROPPED, *LOOKALIKES) if value in outside)]


def _in_texts(encoding: Encoding) -> Iterator[tuple[Text, int]]:
    """Yields unencodable values with the values before them. Each occurs alone. One at each edge and of each kind occurs at
    each index of a block of values, and before the end of a block also between values of each length."""
    own = model_of(encoding).listed or boundaries(encoding)
    candidates = chain(
        encoding.values.complement().edges(),
        SIMILAR,
        SINGULAR,
        range(0, _FIRST_PLANES, _PAGE),
        range(_PAGE - 1, _FIRST_PLANES, _PAGE),
        (value ^ 1 << bit for value in own for bit in range(_BITS)),
        (value + (1 << power) for value in (0, 0x41, max(own)) for power in _POWERS),
        ((1 << _HUGE) + 0x41,),
    )
    alone = [((), value) for value in dict.fromkeys(candidates) if value not in encoding.values]
    small, _ = short_and_long(encoding, NO_LIMITS)
    lengths = (((small,) * length, value) for _, value in alone[:1] for length in _LENGTHS)
    outside = encoding.values.complement()
    edges = spread([value for value in outside.edges() if value <= LAST_CHARACTER + 1], _REFUSED)
    edges = list(dict.fromkeys([*edges, *(value for value in _IN_STRINGS if value in outside)]))
    placed = (((small,) * index, value) for value in edges for index in range(max(VALUE_ENDS)))
    neighbours = product(of_each_length(encoding, NO_LIMITS), VALUE_ENDS, edges)
    between = (((other, *(small,) * (end - 3), other), value) for other, end, value in neighbours)
    yield from dict.fromkeys([*alone, *lengths, *placed, *between])
