"""What a running testee is to the rest: something that answers a list of operations until it fails."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Protocol

from harness.adapters.block import Block
from harness.core.operation import Operation
from harness.core.outcome import Failure, Outcome


class Failed(Exception):
    """A session is at its end: this is what became of the operation that is next."""

    def __init__(self, failure: Failure):
        super().__init__(failure)
        self.failure = failure


class Session(Protocol):
    """One life of a testee. After Failed, it is not used again."""

    def offers(self, encoding: str) -> bool:
        """Does it say that it has this encoding?"""

    def features(self, encoding: str) -> Collection[str]:
        """What it offers for this encoding beside the operations."""

    def ask(self, operations: Sequence[Operation]) -> Iterator[Outcome]:
        """The outcomes of the operations, as they come. Raises Failed."""

    def play(self, block: Block) -> Iterable[Outcome]:
        """The outcomes of a block: as `block.due` gives them where all are due, else as they come. Raises Failed, also
        while the outcomes are taken."""

    def close(self) -> None:
        """End it, and all that it started."""
