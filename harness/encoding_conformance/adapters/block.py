"""Operations that are asked together, each with its expected outcome.

The replies to a block are compared with the expected ones as bytes, and examined only if they differ. So a block can make a
run faster but never greener: a reply that differs is parsed and judged like any other.
"""

from __future__ import annotations

import marshal
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple, Protocol

from encoding_conformance.adapters.codec import OK, REJECT
from encoding_conformance.adapters.protocol import request_text, result_reply
from encoding_conformance.adapters.worker import FORMAT, record
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import Ending, Outcome, Rejection
from encoding_conformance.core.vector import Permitted

BATCH = 512
"""The number of operations that a worker process gets at a time."""

_FIRST = 10_000_001
"""The first id for blocks. Smaller ids are for requests that are not in a block."""

_WITHOUT_OFFSET = Rejection()


class BlockAnswers(NamedTuple):
    """The outcomes of a block. `as_expected` says that all of them are the expected ones, and none was examined by itself."""

    outcomes: Iterable[Outcome]
    as_expected: bool = False


class Askable(Protocol):
    """An implementation that can be asked operations: in a process of its own, or in this one."""

    def failure_to_start(self) -> Ending | None:
        """Returns why it does not start; None if it does."""

    def failure_to_offer(self, encoding: str) -> Ending | None:
        """Returns why it does not offer an encoding; None if it does."""

    def features(self, encoding: str) -> Collection[str]:
        """Returns the features that it offers, in addition to the operations."""

    def perform(self, operations: Sequence[Operation], stop: bool = False) -> Iterator[Outcome]:
        """Yields the outcome of each operation, in order. With `stop`, it ends after a failure."""

    def play(self, block: Block, stop: bool = False) -> BlockAnswers:
        """Returns what `perform` yields for the operations of a block."""


class Ids:
    """Numbers, each of which is given out once. No two requests of a unit share an id, so that a late reply is never mistaken
    for another."""

    def __init__(self) -> None:
        self._next = _FIRST

    def take(self, count: int) -> int:
        """Returns the first of `count` consecutive numbers that no other call returns."""
        first, self._next = self._next, self._next + count
        return first


class Question:
    """An operation and its expected outcome, in the words of the plug-in protocol and in the form that a worker process
    reads and writes. The expected outcome has two forms, without and with the offset of a rejection. What is written is kept,
    without the lock of a cached property, because there are millions of questions."""

    __slots__ = ("_records", "_replies", "_request", "expected", "operation")

    def __init__(self, operation: Operation, expected: Permitted):
        self.operation = operation
        self.expected = expected
        self._request = ""
        self._replies: tuple[str, str] | None = None
        self._records: tuple[bytes, bytes] | None = None

    @property
    def forms(self) -> tuple[Permitted, Permitted]:
        """The expected outcome from an implementation that gives no offsets, and from one that gives them."""
        return _WITHOUT_OFFSET if isinstance(self.expected, Rejection) else self.expected, self.expected

    @property
    def request(self) -> str:
        """The request without its id."""
        if not self._request:
            self._request = request_text(self.operation)
        return self._request

    @property
    def replies(self) -> tuple[str, str]:
        """The expected reply in both forms, without its id and free text."""
        if self._replies is None:
            without, given = self.forms
            self._replies = _reply(without), _reply(given)
        return self._replies

    @property
    def records(self) -> tuple[bytes, bytes]:
        """The expected answer in both forms, as a worker writes it into the arena."""
        if self._records is None:
            without, given = self.forms
            self._records = _record(without), _record(given)
        return self._records


@dataclass(frozen=True)
class Batch:
    """Operations in the form that a worker process gets, and the answers that it must write, without and with offsets."""

    size: int
    request: bytes
    answers: tuple[bytes, bytes]


class Block:
    """Questions, and the id of the first one's request, which is from `Ids`."""

    def __init__(self, questions: Sequence[Question], first_id: int):
        self.questions = questions
        self.first_id = first_id
        self._replies: dict[bool, bytes] = {}

    def __len__(self) -> int:
        return len(self.questions)

    @cached_property
    def operations(self) -> list[Operation]:
        """The operations that are asked."""
        return [question.operation for question in self.questions]

    @cached_property
    def requests(self) -> bytes:
        """The lines that ask them in the plug-in protocol."""
        return "".join([f"{id} {each.request}\n" for id, each in enumerate(self.questions, self.first_id)]).encode("ascii")

    @cached_property
    def batches(self) -> list[Batch]:
        """The questions in the batches that a worker process gets."""
        return [_batch(self.questions[start : start + BATCH]) for start in range(0, len(self), BATCH)]

    def expected(self, offsets: bool) -> list[Outcome]:
        """Returns the expected outcomes, from an implementation that gives offsets or from one that does not."""
        if offsets:
            return [question.expected for question in self.questions]
        return [question.forms[False] for question in self.questions]

    def replies(self, offsets: bool, lower_case: bool) -> bytes:
        """Returns the expected lines, without free text, with hexadecimal digits in upper or lower case."""
        if offsets not in self._replies:
            lines = [f"{id} {question.replies[offsets]}\n" for id, question in enumerate(self.questions, self.first_id)]
            self._replies[offsets] = "".join(lines).encode("ascii")
        return self._replies[offsets].lower() if lower_case else self._replies[offsets]


def packed(operations: Sequence[Operation]) -> bytes:
    """Returns operations in the form that a worker process reads."""
    asked = [(operation.kind, operation.encoding, operation.input, operation.cuts) for operation in operations]
    return marshal.dumps(asked, FORMAT)


def _batch(questions: Sequence[Question]) -> Batch:
    without, given = zip(*[question.records for question in questions])
    return Batch(len(questions), packed([question.operation for question in questions]), (b"".join(without), b"".join(given)))


def _reply(expected: Permitted) -> str:
    if isinstance(expected, Rejection):
        return "reject" if expected.offset is None else f"reject {expected.offset}"
    return result_reply(expected)


def _record(expected: Permitted) -> bytes:
    if isinstance(expected, Rejection):
        return _record_of_rejection(expected.offset)
    return record(marshal.dumps((OK, expected.value), FORMAT))


@lru_cache(maxsize=1 << 10)
def _record_of_rejection(offset: int | None) -> bytes:
    return record(marshal.dumps((REJECT, offset), FORMAT))
