"""What an implementation did with an operation.

A result, a rejection and "unsupported" are answers. The other three are failures, whatever was asked, and never count as
a rejection.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Encoded:
    """The bytes that encode gave."""

    value: bytes


@dataclass(frozen=True, slots=True)
class Decoded:
    """The values that decode gave."""

    value: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rejection:
    """The implementation found the input ill-formed. `offset` counts bytes, or is the index of a value to encode; it is None if
    the implementation did not say it."""

    offset: int | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Unsupported:
    """The implementation says that it cannot do this, which is expected only beyond its declared limits."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class Crash:
    """An exception other than the rejection, a signal, an exit; `frame` is the innermost of the implementation's own
    functions, where it is known. Of this and the other failures, `complaint` is the last line that the process wrote to
    standard error: it says more, but the same failure may come with another one."""

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
    """The reply is not an answer, for which the adapter is at fault."""

    text: str
    complaint: str = ""


Result = Encoded | Decoded
Failure = Crash | Timeout | BrokenProtocol
Outcome = Result | Rejection | Unsupported | Crash | Timeout | BrokenProtocol
FAILURES = (Crash, Timeout, BrokenProtocol)
