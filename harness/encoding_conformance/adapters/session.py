"""The interface of a running testee, which answers operations until it fails."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Protocol

from encoding_conformance.adapters.block import Block
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import Ending, Outcome


class Failed(Exception):
    """A session has ended. `failure` is the outcome of the next operation. `waited` says that it took all the time that there
    was, so that it is not worth trying again."""

    def __init__(self, failure: Ending, waited: bool = False):
        super().__init__(failure)
        self.failure = failure
        self.waited = waited


class Session(Protocol):
    """One life of a testee. After it has raised Failed, it is not used again."""

    def offers(self, encoding: str) -> bool:
        """Whether the testee says that it has this encoding."""

    def features(self, encoding: str) -> Collection[str]:
        """The features that the testee offers for this encoding, in addition to the operations."""

    def ask(self, operations: Sequence[Operation]) -> Iterator[Outcome]:
        """The outcomes of the operations, as they come. Raises Failed if the testee fails."""

    def play(self, block: Block) -> Iterable[Outcome]:
        """The outcomes of a block: those of `block.due` if all are as expected, and otherwise the outcomes as they come. Raises
        Failed if the testee fails, also while the caller iterates over the outcomes."""

    def close(self) -> None:
        """Ends the testee and everything that it started."""
