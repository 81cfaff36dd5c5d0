"""Turns outcomes into numbers, so that a search finds what coverage does not show. For a black box, they are the only guide. It
is pure."""

from __future__ import annotations

from encoding_conformance.core.outcome import Crash, Decoded, Encoded, Outcome, Rejection

FEATURES = 4096
"""The number of different features."""

_FAILED, _UNSUPPORTED = 0, 1


def feature(data: bytes, outcome: Outcome) -> int:
    """Returns a number below FEATURES, which is the same for similar outcomes."""
    match outcome:
        case Encoded(value) | Decoded(value):
            last = value[-1] if value else 0
            return _number((2, min(len(value), 3), min(last.bit_length(), 80)))
        case Rejection(offset):
            place = len(data) if offset is None else offset
            return _number((3, min(place, 3), *data[place : place + 1]))
        case Crash(text, frame):
            return _number((_FAILED, *frame.encode()[-8:], *text.encode("utf-8", "replace")[:8]))
    return _number((_UNSUPPORTED, 0))


def _number(parts: tuple[int, ...]) -> int:
    """A number from integers. Python's hash of integers is the same in every process."""
    return hash(parts) % FEATURES
