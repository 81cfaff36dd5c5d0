"""Damaged input: one byte lost or changed."""

from __future__ import annotations

from harness.checks.law import Check, Steps, always, taken
from harness.checks.sampling import spread
from harness.core.encoding import Encoding
from harness.core.operation import decode, encode

_PLACES = 6
_SUBSTITUTES = (0x00, 0x7F, 0x80, 0xFF)


def damage(encoding: Encoding, values: tuple[int, ...]) -> Steps:
    """Whatever decode says to input with one byte deleted or changed, it says something."""
    operation = encode(encoding.id, values)
    (outcome,) = yield [operation]
    data = taken(operation, outcome)
    damaged = [
        data[:place] + substitute + data[place + 1 :]
        for place in spread(range(len(data)), _PLACES)
        for substitute in (b"", bytes([data[place] ^ 1]), *map(bytes, zip(_SUBSTITUTES)))
    ]
    yield [decode(encoding.id, text) for text in damaged]


CHECKS = (
    Check("damage", "No deletion or change of one byte crashes decode.", (("values", damage),), always),
)
