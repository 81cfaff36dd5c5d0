"""The outcomes of operations.

A result, a rejection and "unsupported" are answers. The other outcomes are failures of the implementation or its adapter,
and never count as a rejection.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Encoded:
    """The bytes that an encode operation returned."""

    value: bytes


@dataclass(frozen=True, slots=True)
class Decoded:
    """The values that a decode operation returned."""

    value: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Valid:
    """A validator reported that the input is well-formed, without its values."""


@dataclass(frozen=True, slots=True)
class Rejection:
    """The implementation reported that the input is ill-formed. `offset` is the number of bytes before the fault, or the index of
    the value that cannot be encoded, or None. `text` is free text, or one of WORDS in an expected rejection."""

    offset: int | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Unsupported:
    """The implementation reported that it cannot do this. This is expected only beyond the limits that it declares."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class Crash:
    """The implementation raised an exception that is not a rejection, was ended by a signal, or exited. `frame` is the innermost
    function of its own code, if known. `complaint` is the complaint on standard error, here and in other failures. It is not in
    `text`, because equal failures may have different complaints. `raised` says whether it was a Python exception, which a codec
    may mean as a rejection."""

    text: str
    frame: str = ""
    complaint: str = ""
    raised: bool = field(default=False, compare=False)


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


@dataclass(frozen=True, slots=True)
class Malformed:
    """The reply follows the protocol, but cannot be a result or an offset: it has a negative number for a value, for example.
    `text` says what the reply was and what was expected."""

    text: str


@dataclass(frozen=True, slots=True)
class NotRun:
    """There is no outcome: the operation did not run, because the run had given up on the implementation. `text` says why."""

    text: str


Result = Encoded | Decoded
Ending = Crash | Timeout | BrokenProtocol
"""A failure that ends the process of the implementation, so that it must be started again."""
Failure = Ending | Malformed
Outcome = Result | Valid | Rejection | Unsupported | Failure | NotRun
FAILURES = (Crash, Timeout, BrokenProtocol, Malformed)


def answer_of(outcome: Outcome) -> tuple[type, object]:
    """Returns the part of an outcome that counts in comparisons of outcomes: everything but free text."""
    return type(outcome), getattr(outcome, "value", getattr(outcome, "offset", None))
