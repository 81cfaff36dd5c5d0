"""The outcomes of operations.

A result, a rejection and "unsupported" are answers. The other three outcomes are failures of the implementation or its
adapter, and never count as a rejection.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Encoded:
    """The bytes that an encode operation returned."""

    value: bytes


@dataclass(frozen=True, slots=True)
class Decoded:
    """The values that a decode operation returned."""

    value: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rejection:
    """The implementation reported that the input is ill-formed. `offset` is the number of bytes before the fault, or the
    index of the value that cannot be encoded. It is None if the implementation did not report it. `text` is free
    text, or one of REASONS in an expected rejection."""

    offset: int | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Unsupported:
    """The implementation reported that it cannot do this. This is expected only beyond the limits that it declares."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class Crash:
    """The implementation raised an exception that is not a rejection, was ended by a signal, or exited.

    `frame` is the innermost function of the implementation's own code, if it is known. `complaint` is the last line on
    standard error, in this and the other failures. It is a separate field because the same failure may come with
    different lines.
    """

    text: str
    frame: str = ""
    complaint: str = ""


@dataclass(frozen=True, slots=True)
class Timeout:
    """The implementation did not answer in time."""

    text: str
    complaint: str = ""


@dataclass(frozen=True, slots=True)
class BrokenProtocol:
    """The reply is not an answer. The adapter is at fault."""

    text: str
    complaint: str = ""


Result = Encoded | Decoded
Failure = Crash | Timeout | BrokenProtocol
Outcome = Result | Rejection | Unsupported | Crash | Timeout | BrokenProtocol
FAILURES = (Crash, Timeout, BrokenProtocol)
