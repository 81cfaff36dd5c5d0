"""Finds the values next to each boundary that an encoding's tables and sets of values state."""

from __future__ import annotations

from functools import lru_cache

from encoding_conformance.core.encoding import ENCODINGS_KEPT, Encoding
from encoding_conformance.core.ranges import SURROGATES
from encoding_conformance.models.form import model_of

POWERS = (64, 71, 72, 128, 256, 600)
"""The exponents of powers of two that are the sizes of number types. They are tried in encodings of unbounded values."""


@lru_cache(ENCODINGS_KEPT)
def boundaries(encoding: Encoding) -> tuple[int, ...]:
    """Returns the values next to the boundaries of an encoding, on both sides and in ascending order. Values that an
    implementation may refuse are left out."""
    edges = set(encoding.values.edges()) | set(encoding.optional.values.edges())
    if encoding.kind == "code points":
        edges |= set(SURROGATES.edges())
    for length in encoding.lengths:
        edges |= set(length.values.edges())
    if encoding.tables:
        edges |= model_of(encoding).edges()
    if encoding.values.last > 1 << max(POWERS):
        edges |= {1 << power for power in (*range(7, 75, 7), *range(4, 140, 4), *POWERS)}
    allowed = encoding.values.difference(encoding.optional.values)
    near = {edge + step for edge in edges for step in (-1, 0, 1)}
    return tuple(sorted(value for value in near if value >= 0 and value in allowed))
