"""The answers of a codec object, as plain data that `codec.perform` gives, and as outcomes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from encoding_conformance.adapters.codec import CRASH, MALFORMED, OK, REJECT, UNSUPPORTED, perform
from encoding_conformance.core.outcome import Crash, Decoded, Encoded, Malformed, Outcome, Rejection, Unsupported

_OTHERS: dict[str, Callable[..., Outcome]] = {
    REJECT: Rejection,
    UNSUPPORTED: Unsupported,
    CRASH: Crash,
    MALFORMED: Malformed,
}


def outcome_in_this_process(
    codec: Any, kind: str, data: Any, cuts: tuple[int, ...] = (), told: Callable[[BaseException], str] | None = None
) -> Outcome:
    """The outcome of an operation that a codec object performs in this process; `told` is as in `codec.perform`."""
    return outcome_of(*perform(codec, kind, data, cuts, told))


def outcome_of(kind: str, *parts: Any) -> Outcome:
    """The outcome for an answer of this kind with these parts. Raises LookupError, TypeError or ValueError if it is not an
    answer."""
    if kind != OK:
        return _OTHERS[kind](*parts)
    (value,) = parts
    return Encoded(value) if isinstance(value, bytes) else Decoded(value)
