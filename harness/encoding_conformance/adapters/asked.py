"""What a run needs of whoever is asked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Protocol

from encoding_conformance.adapters.block import Block
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import Ending, Outcome


class Asked(Protocol):
    """An implementation that can be asked operations: in a process of its own, or in this one."""

    def failure_to_start(self) -> Ending | None:
        """Why it does not start; None if it does."""

    def failure_to_offer(self, encoding: str) -> Ending | None:
        """Why it does not offer an encoding; None if it does."""

    def features(self, encoding: str) -> Collection[str]:
        """The features that it offers, in addition to the operations."""

    def perform(self, operations: Sequence[Operation], stop: bool = False) -> Iterator[Outcome]:
        """The outcome of each operation, in order. With `stop`, there are none after a failure."""

    def play(self, block: Block, stop: bool = False) -> Iterable[Outcome]:
        """What `perform` yields for the operations of a block."""
