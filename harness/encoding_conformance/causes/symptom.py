"""What is wrong with an outcome, in the few words by which causes are told apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, get_args

from encoding_conformance.core.operation import Kind, Operation
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

How = Literal[
    "crash",
    "time-out",
    "broken reply",
    "malformed",
    "replaced",
    "accepted",
    "offset too large",
    "refused",
    "offset too small",
    "unsupported",
    "wrong",
    "too short",
    "too long",
]
"""The ways in which an outcome can be wrong. `accepted` means that ill-formed input gave a result, and `refused` that
well-formed input was rejected. A result is `too short` or `too long` if it has fewer or more bytes or values than the
permitted one, and otherwise `wrong`."""
HOWS: tuple[How, ...] = get_args(How)

Effect = Literal[
    "crash",
    "time-out",
    "broken reply",
    "malformed",
    "replaces",
    "accepts",
    "refuses",
    "unsupported",
    "wrong result",
]
"""Ways that come from the same mistakes, the worst first. An offset that is too small shows that the implementation
refused something before the fault, and one that is too large that it accepted the fault."""
EFFECTS: tuple[Effect, ...] = get_args(Effect)

EFFECT: Mapping[How, Effect] = {
    "crash": "crash",
    "time-out": "time-out",
    "broken reply": "broken reply",
    "malformed": "malformed",
    "replaced": "replaces",
    "accepted": "accepts",
    "offset too large": "accepts",
    "refused": "refuses",
    "offset too small": "refuses",
    "unsupported": "unsupported",
    "wrong": "wrong result",
    "too short": "wrong result",
    "too long": "wrong result",
}


_REPLACEMENT = 0xFFFD
_REPLACED = (b"?", b"\x1a")
"""U+FFFD, and what encoders write in its place."""


LIMITS = {"too-long", "out-of-range"}
"""The reasons that an implementation ignores if it does not look how large a value becomes."""


class Symptom(NamedTuple):
    """What an implementation does wrong in one operation. `reason` is why it must reject the input that it accepts; it is
    empty if the effect is another."""

    kind: Kind
    effect: Effect
    reason: str


def symptom(operation: Operation, reason: str, how: How) -> Symptom:
    """Returns the symptom of an outcome that is wrong in this way. `reason` is why the input is ill-formed, or empty."""
    effect = EFFECT[how]
    return Symptom(operation.kind, effect, reason if effect in ("accepts", "replaces") else "")


def how_wrong(permitted: Sequence[Permitted], outcome: Outcome) -> How:
    """Returns how an outcome differs from the permitted ones, of which the first counts if there are several. Raises
    ValueError if the operation was not asked."""
    expected = permitted[0]
    match outcome:
        case Crash():
            return "crash"
        case Timeout():
            return "time-out"
        case BrokenProtocol():
            return "broken reply"
        case Malformed():
            return "malformed"
        case Unsupported():
            return "unsupported"
        case Rejection(offset):
            if not isinstance(expected, Rejection):
                return "refused"
            return "offset too small" if (offset or 0) < (expected.offset or 0) else "offset too large"
        case NotAsked():
            raise ValueError("what was not asked is not wrong")
        case Encoded(value) | Decoded(value):
            if isinstance(expected, Rejection):
                return "replaced" if _has_replacement(outcome) else "accepted"
            if len(value) == len(expected.value):
                return "wrong"
            return "too short" if len(value) < len(expected.value) else "too long"


def _has_replacement(result: Encoded | Decoded) -> bool:
    if isinstance(result, Decoded):
        return _REPLACEMENT in result.value
    return any(byte in result.value for byte in _REPLACED)
