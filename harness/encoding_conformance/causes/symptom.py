"""What is wrong with an outcome, in the few words by which causes are told apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, get_args

from encoding_conformance.core.fault import Fault
from encoding_conformance.core.operation import Kind, Operation

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

EFFECT: Mapping[Fault, Effect] = {
    Fault.CRASH: "crash",
    Fault.TIMEOUT: "time-out",
    Fault.BROKEN_PROTOCOL: "broken reply",
    Fault.MALFORMED: "malformed",
    Fault.REPLACED: "replaces",
    Fault.ACCEPTED: "accepts",
    Fault.OFFSET_TOO_LARGE: "accepts",
    Fault.REFUSED: "refuses",
    Fault.OFFSET_TOO_SMALL: "refuses",
    Fault.UNSUPPORTED: "unsupported",
    Fault.WRONG: "wrong result",
    Fault.TOO_SHORT: "wrong result",
    Fault.TOO_LONG: "wrong result",
}


LIMITS = {"too-long", "out-of-range"}
"""The reasons that an implementation ignores if it does not look how large a value becomes."""


class Symptom(NamedTuple):
    """What an implementation does wrong in one operation. `reason` is why it must reject the input that it accepts; it is
    empty if the effect is another."""

    kind: Kind
    effect: Effect
    reason: str


def symptom(operation: Operation, reason: str, how: Fault) -> Symptom:
    """Returns the symptom of an outcome that is wrong in this way. `reason` is why the input is ill-formed, or empty."""
    effect = EFFECT[how]
    return Symptom(operation.kind, effect, reason if effect in ("accepts", "replaces") else "")
