"""Asks a codec object in this process, so that a debugger and a coverage tool see it. There are no limits of time and memory."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from encoding_conformance.adapters.answer import outcome_in_this_process
from encoding_conformance.adapters.block import Block
from encoding_conformance.adapters.codec import features_of
from encoding_conformance.core.operation import ENCODE, Operation
from encoding_conformance.core.outcome import FAILURES, Ending, Outcome


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
