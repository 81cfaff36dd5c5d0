"""What an implementation did with an operation.

Only the first three are answers. The last three are failures, whatever was asked: none of them is a rejection.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Encoded:
    """What an encode gave."""

    value: bytes


@dataclass(frozen=True, slots=True)
class Decoded:
    """What a decode gave."""

    value: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rejection:
    """The input was found ill-formed; `offset` (bytes, or index of the value) where the implementation told it."""

    offset: int | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Unsupported:
    """The implementation says that it cannot do this; expected beyond its declared limits only."""

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
    """No answer in time."""

    text: str
    complaint: str = ""


@dataclass(frozen=True, slots=True)
class BrokenProtocol:
    """An answer that is none: the adapter is at fault."""

    text: str
    complaint: str = ""


Result = Encoded | Decoded
Failure = Crash | Timeout | BrokenProtocol
Outcome = Result | Rejection | Unsupported | Crash | Timeout | BrokenProtocol
FAILURES = (Crash, Timeout, BrokenProtocol)
