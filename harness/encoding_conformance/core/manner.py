"""What an implementation did with an operation, in a few words, whatever the input was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from encoding_conformance.core.judge import matches
from encoding_conformance.core.outcome import (
    BrokenProtocol,
    Crash,
    Decoded,
    Encoded,
    Malformed,
    NotAsked,
    Outcome,
    Rejection,
    Timeout,
    Unsupported,
)
from encoding_conformance.core.vector import Permitted

Manner = Literal[
    "crashes",
    "times out",
    "breaks the protocol",
    "gives a malformed reply",
    "says unsupported",
    "is not asked",
    "accepts ill-formed input",
    "rejects well-formed input",
    "rejects at another offset",
    "gives another result",
    "accepts",
    "rejects",
]
"""The last two are of outcomes that are permitted."""


def manner(permitted: Sequence[Permitted], outcome: Outcome) -> Manner:
    """Returns what an implementation did, given the permitted outcomes. If they are unknown, a result is another one, and the
    input of a rejection counts as well-formed."""
    is_permitted = any(matches(expected, outcome) for expected in permitted)
    rejections = [expected for expected in permitted if isinstance(expected, Rejection)]
    match outcome:
        case Encoded() | Decoded():
            if is_permitted:
                return "accepts"
            return "accepts ill-formed input" if permitted and len(rejections) == len(permitted) else "gives another result"
        case Rejection():
            if is_permitted:
                return "rejects"
            return "rejects at another offset" if rejections else "rejects well-formed input"
        case Unsupported():
            return "says unsupported"
        case Crash():
            return "crashes"
        case Timeout():
            return "times out"
        case BrokenProtocol():
            return "breaks the protocol"
        case Malformed():
            return "gives a malformed reply"
        case NotAsked():
            return "is not asked"
