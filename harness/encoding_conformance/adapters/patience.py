"""How often a testee may fail before it is given up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from encoding_conformance.core.operation import Kind, Operation
from encoding_conformance.core.outcome import BrokenProtocol, Crash, Ending, Timeout

_MOST: dict[type[Ending], int] = {Timeout: 20, Crash: 200, BrokenProtocol: 100}
"""The number of failures of a kind after which a testee is given up."""

_NAMES: dict[type[Ending], str] = {Timeout: "time-outs", Crash: "crashes", BrokenProtocol: "broken replies"}

_SECONDS, _FEWEST = 100, 5
"""The seconds after which time-outs are too many even if they are fewer, and the number that it takes in any case."""

_UNANSWERED: dict[type[Ending], int] = {Timeout: _FEWEST, Crash: _MOST[Crash], BrokenProtocol: 20}
"""The number of failures that is enough if no operation of the kind was ever answered. What hangs in everything would only hang
again, and what writes its logs to standard output would do so again."""


class Patience:
    """Counts the failures of a testee. Each kind of operation has its own count, because a decoder that hangs says nothing
    about the encoder."""

    def __init__(self, seconds: float):
        """A time-out takes `seconds`."""
        self._time_outs = max(_FEWEST, min(_MOST[Timeout], int(_SECONDS / seconds)))
        self._failed: Counter[tuple[Kind, type[Ending]]] = Counter()
        self._spent: Counter[tuple[Kind, type[Ending]]] = Counter()
        self._answered: set[Kind] = set()
        self.given_up: dict[Kind, str] = {}
        """Why operations of a kind are no longer asked."""

    def answered(self, operations: Sequence[Operation]) -> None:
        """Takes note of operations that were answered. Only the first of each kind matters, so they are looked at one by one only
        if the first or the last is of a kind that was not answered before."""
        if operations and not {operations[0].kind, operations[-1].kind} <= self._answered:
            self._answered.update(operation.kind for operation in operations)

    def failed(self, kind: Kind, failure: Ending, waits: int = 1) -> None:
        """Counts the failure of an operation of this kind. A time-out may have taken several waits."""
        of = kind, type(failure)
        self._failed[of] += 1
        self._spent[of] += waits if isinstance(failure, Timeout) else 1
        most = self._time_outs if isinstance(failure, Timeout) else _MOST[type(failure)]
        if kind not in self._answered:
            most = _UNANSWERED[type(failure)]
        if self._spent[of] >= most and kind not in self.given_up:
            self.given_up[kind] = f"{kind} was given up after {self._failed[of]} {_NAMES[type(failure)]}"
