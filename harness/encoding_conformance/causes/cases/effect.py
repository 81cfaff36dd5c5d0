"""What an implementation does wrong with an operation, whatever the input."""

from collections.abc import Mapping
from enum import StrEnum

from encoding_conformance.core.judge import Fault


class Effect(StrEnum):
    """The effects of a mistake, the worst first."""

    CRASHES = "crashes"
    HANGS = "does not answer in time"
    BREAKS_THE_PROTOCOL = "breaks the protocol"
    MALFORMED = "gives a malformed reply"
    REPLACES = "replaces"
    ACCEPTS = "accepts"
    REFUSES = "refuses"
    UNSUPPORTED = "says that it does not support"
    WRONG = "gives a wrong result"
    OFFSET = "rejects at a wrong offset"


EFFECTS: Mapping[Fault, Effect] = {
    Fault.CRASH: Effect.CRASHES,
    Fault.TIMEOUT: Effect.HANGS,
    Fault.BROKEN_PROTOCOL: Effect.BREAKS_THE_PROTOCOL,
    Fault.MALFORMED: Effect.MALFORMED,
    Fault.REPLACED: Effect.REPLACES,
    Fault.ACCEPTED: Effect.ACCEPTS,
    Fault.REFUSED: Effect.REFUSES,
    Fault.UNSUPPORTED: Effect.UNSUPPORTED,
    Fault.WRONG: Effect.WRONG,
    Fault.TOO_SHORT: Effect.WRONG,
    Fault.TOO_LONG: Effect.WRONG,
    Fault.OFFSET_TOO_LARGE: Effect.OFFSET,
    Fault.OFFSET_TOO_SMALL: Effect.OFFSET,
}

FAILURES = (Effect.CRASHES, Effect.HANGS, Effect.BREAKS_THE_PROTOCOL, Effect.MALFORMED)
"""The effects that are no answer. A cause never holds one of them together with another effect."""

ANSWERS = (Effect.ACCEPTS, Effect.REPLACES, Effect.REFUSES, Effect.WRONG, Effect.OFFSET)
"""The effects of wrong answers, of which one may lead to another."""

ON_VALUES = (Effect.REFUSES, Effect.WRONG, Effect.UNSUPPORTED)
"""The effects that a mistake in what a value is written as can have on well-formed input."""
