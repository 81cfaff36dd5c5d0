"""What an implementation does wrong with an operation, whatever the input."""

from collections.abc import Mapping
from enum import StrEnum

from encoding_conformance.core.judge import Manner


class Effect(StrEnum):
    """The effects of a mistake, the worst first."""

    CRASHES = "crashes on"
    HANGS = "does not answer in time on"
    BREAKS_THE_PROTOCOL = "breaks the protocol on"
    MALFORMED = "gives a malformed reply to"
    REPLACES = "replaces"
    ACCEPTS = "accepts"
    REFUSES = "refuses"
    UNSUPPORTED = "says that it does not support"
    WRONG = "gives a wrong result for"
    OFFSET = "reports a wrong offset for"


EFFECTS: Mapping[Manner, Effect] = {
    Manner.CRASHES: Effect.CRASHES,
    Manner.TIMES_OUT: Effect.HANGS,
    Manner.BREAKS_THE_PROTOCOL: Effect.BREAKS_THE_PROTOCOL,
    Manner.MALFORMED: Effect.MALFORMED,
    Manner.ACCEPTS_ILL_FORMED: Effect.ACCEPTS,
    Manner.REJECTS_WELL_FORMED: Effect.REFUSES,
    Manner.UNSUPPORTED: Effect.UNSUPPORTED,
    Manner.OTHER_RESULT: Effect.WRONG,
    Manner.OTHER_OFFSET: Effect.OFFSET,
}

FAILURES = (Effect.CRASHES, Effect.HANGS, Effect.BREAKS_THE_PROTOCOL, Effect.MALFORMED)
"""The effects without an answer. No cause has one of them together with another effect."""

ON_VALUES = (Effect.REFUSES, Effect.WRONG, Effect.UNSUPPORTED)
"""The effects that a mistake about a well-formed value can have."""


def grouped(effect: Effect | None) -> Effect | None:
    """Returns the effect by which trials are grouped: a refusal counts as a wrong result."""
    return Effect.WRONG if effect == Effect.REFUSES else effect
