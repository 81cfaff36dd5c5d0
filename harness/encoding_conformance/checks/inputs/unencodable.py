"""Thousands of values that an encoding does not have: those that look like its own, and those that become its own when they are
cut to fewer bits."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from encoding_conformance.checks.inputs.singular import ALIKE, SINGULAR
from encoding_conformance.checks.inputs.walk import short_and_long
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import NO_LIMITS
from encoding_conformance.models import boundaries, model_of

_PLANES = 17
_BLOCK = 0x100
_LAST = _PLANES * 0x10000

_POWERS = range(7, 261)
"""The exponents of powers of two. For each, a value is tried that turns into a valid value when it is cut to that number
of bits."""

_HUGE = 8000
"""The number of bits of a value that is larger than any number type."""

_PLACES = [*range(72), *(near for power in range(7, 14) for near in ((1 << power) - 1, 1 << power, (1 << power) + 1))]
"""The places in a text at which a fast path, a block or a buffer may end."""


def unencodable_in_texts(encoding: Encoding) -> list[tuple[tuple[int, ...], int]]:
    """Pairs of a sequence of values and the unencodable value that follows it. Each unencodable value stands alone, and one of
    them also after various numbers of values."""
    alone = [((), value) for value in dict.fromkeys(_candidates(encoding)) if value not in encoding.values]
    if not alone:
        return []
    small, _ = short_and_long(encoding, NO_LIMITS)
    _, unencodable = alone[0]
    return [*alone, *(((small,) * place, unencodable) for place in _PLACES)]


def _candidates(encoding: Encoding) -> Iterator[int]:
    listed = model_of(encoding).listed if encoding.tables else ()
    own = listed or boundaries(encoding)
    return chain(
        encoding.values.complement().edges(),
        ALIKE,
        SINGULAR,
        range(0, _LAST, _BLOCK),
        range(_BLOCK - 1, _LAST, _BLOCK),
        (value ^ 1 << bit for value in own for bit in range(_LAST.bit_length())),
        (value + (plane << 16) for value in own for plane in range(1, _PLANES + 1)),
        (value + (1 << power) for value in (0, 0x41, max(own)) for power in _POWERS),
        ((1 << _HUGE) + 0x41,),
    )
