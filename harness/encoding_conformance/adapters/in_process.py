"""Asks a codec object in this process, so that a debugger and a coverage tool see it. There are no limits of time and memory."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from encoding_conformance.adapters.block import Block
from encoding_conformance.adapters.codec import CRASH, MALFORMED, OK, REJECT, UNSUPPORTED, features_of, perform
from encoding_conformance.core.operation import ENCODE, Operation
from encoding_conformance.core.outcome import (
    FAILURES,
    Crash,
    Decoded,
    Encoded,
    Ending,
    Malformed,
    Outcome,
    Rejection,
    Unsupported,
)


class InProcess:
    """A codec object (docs/plug-ins.md, "In Python") that can be asked like a testee."""

    def __init__(self, codec: Any):
        self._codec = codec

    def failure_to_start(self) -> Ending | None:
        """None, because there is nothing to start."""
        return None

    def failure_to_offer(self, encoding: str) -> Ending | None:
        """None, because the user says which encoding the object has."""
        return None

    def features(self, encoding: str) -> Collection[str]:
        """The features that the object offers, in addition to the operations."""
        return features_of(self._codec)

    def perform(self, operations: Sequence[Operation], stop: bool = False) -> Iterator[Outcome]:
        """The outcome of each operation, in order. With `stop`, there are none after a failure."""
        for operation in operations:
            outcome = outcome_in_this_process(self._codec, operation.kind, operation.input, operation.cuts)
            yield outcome
            if stop and isinstance(outcome, FAILURES):
                return

    def play(self, block: Block, stop: bool = False) -> list[Outcome]:
        """The outcomes of a block's operations."""
        return list(self.perform(block.operations, stop))

    def raise_again(self, operation: Operation) -> None:
        """Asks an operation once more, and lets through what the codec raises."""
        self._codec.encode(operation.input) if operation.kind == ENCODE else self._codec.decode(operation.input)


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
