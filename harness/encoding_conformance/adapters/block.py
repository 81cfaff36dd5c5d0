"""Operations that are asked together, each with its expected outcome.

The replies to a block are compared with the expected ones as bytes, and examined only if they differ. So a block can make a
run faster but never greener: a reply that differs is parsed and judged like any other.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Protocol, TypeVar

from encoding_conformance.adapters.codec import OK, REJECT
from encoding_conformance.adapters.worker import FORMAT, record
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import Ending, Outcome, Rejection, Result
from encoding_conformance.core.vector import Permitted
from encoding_conformance.core.wire import input_text, outcome_text

BATCH = 512
"""The number of operations that a worker process gets at a time."""

_WITHOUT_OFFSET = Rejection()

Written = TypeVar("Written", str, bytes)


class Question:
    """An operation and its expected outcome, in the words of the plug-in protocol and in the form that a worker process
    reads and writes. The expected outcome has two forms, with and without the offset of a rejection. What is written is kept,
    without the lock of a cached property, because there are millions of questions."""

    __slots__ = ("_records", "_replies", "_request", "expected", "operation")

    def __init__(self, operation: Operation, expected: Permitted):
        self.operation = operation
        self.expected = expected
        self._request = ""
        self._replies: tuple[str, str] | None = None
        self._records: tuple[bytes, bytes] | None = None

    @property
    def expected_without_offset(self) -> Permitted:
        """The expected outcome from an implementation that gives no offsets."""
        return _WITHOUT_OFFSET if isinstance(self.expected, Rejection) else self.expected

    @property
    def request(self) -> str:
        """The request without its id."""
        if not self._request:
            operation = self.operation
            self._request = f"{operation.kind} {operation.encoding} {input_text(operation)}"
        return self._request

    @property
    def replies(self) -> tuple[str, str]:
        """The expected reply without its id and free text: with the offset of a rejection, and without it."""
        if self._replies is None:
            self._replies = _in_both_forms(self.expected, _rejecting_reply, outcome_text)
        return self._replies

    @property
    def records(self) -> tuple[bytes, bytes]:
        """The expected answer in a worker's arena: with the offset of a rejection, and without it."""
        if self._records is None:
            self._records = _in_both_forms(self.expected, _rejecting_record, _record)
        return self._records


@dataclass(frozen=True)
class Batch:
    """Operations in the form that a worker process gets, and the answers that it must write, with and without offsets."""

    size: int
    request: bytes
    answers: tuple[bytes, bytes]


class Block:
    """Questions, and the id of the first one's request. All blocks for one process have different ids, so that a late reply is
    never mistaken for another."""

    def __init__(self, questions: Sequence[Question], first_id: int):
        self.questions = questions
        self.first_id = first_id

    def __len__(self) -> int:
        return len(self.questions)

    @cached_property
    def operations(self) -> list[Operation]:
        """The operations that are asked."""
        return [question.operation for question in self.questions]

    @cached_property
    def requests(self) -> bytes:
        """The lines that ask them in the plug-in protocol."""
        ids = range(self.first_id, self.first_id + len(self))
        return "".join([f"{id} {question.request}\n" for id, question in zip(ids, self.questions)]).encode("ascii")

    @cached_property
    def batches(self) -> list[Batch]:
        """The questions in the batches that a worker process gets."""
        return [_batch(self.questions[start : start + BATCH]) for start in range(0, len(self), BATCH)]

    def expected(self, offsets: bool) -> list[Outcome]:
        """The expected outcomes, from an implementation that gives offsets or from one that does not. It is the same object each
        time, which `holds` recognizes."""
        return self._expected if offsets else self._expected_without_offsets

    def holds(self, outcomes: Iterable[Outcome]) -> bool:
        """Whether these are the expected outcomes. Only the objects that `due` gave are recognized."""
        return outcomes is self.__dict__.get("_expected") or outcomes is self.__dict__.get("_expected_without_offsets")

    def replies(self, offsets: bool, lower_case: bool) -> bytes:
        """The expected lines, without free text, with hexadecimal digits in upper or lower case."""
        lines = self._replies if offsets else self._replies_without_offsets
        return lines.lower() if lower_case else lines

    @cached_property
    def _expected(self) -> list[Outcome]:
        return [question.expected for question in self.questions]

    @cached_property
    def _expected_without_offsets(self) -> list[Outcome]:
        return [question.expected_without_offset for question in self.questions]

    @cached_property
    def _replies(self) -> bytes:
        return self._lines(0)

    @cached_property
    def _replies_without_offsets(self) -> bytes:
        return self._lines(1)

    def _lines(self, which: int) -> bytes:
        ids = range(self.first_id, self.first_id + len(self))
        return "".join([f"{id} {question.replies[which]}\n" for id, question in zip(ids, self.questions)]).encode("ascii")


def _in_both_forms(
    expected: Permitted, rejecting: Callable[[int | None], Written], write: Callable[[Result], Written]
) -> tuple[Written, Written]:
    """An expected outcome with and without the offset of a rejection. The two differ only for a rejection."""
    if isinstance(expected, Rejection):
        return rejecting(expected.offset), rejecting(None)
    written = write(expected)
    return written, written


def _rejecting_reply(offset: int | None) -> str:
    return "reject" if offset is None else f"reject {offset}"


def _batch(questions: Sequence[Question]) -> Batch:
    with_offsets, without = zip(*[question.records for question in questions])
    return Batch(
        len(questions),
        packed([question.operation for question in questions]),
        (b"".join(with_offsets), b"".join(without)),
    )


def packed(operations: Sequence[Operation]) -> bytes:
    """Operations in the form that a worker process reads."""
    asked = [(operation.kind, operation.encoding, operation.input, operation.cuts) for operation in operations]
    return marshal.dumps(asked, FORMAT)


@lru_cache(maxsize=1 << 10)
def _rejecting_record(offset: int | None) -> bytes:
    return record(marshal.dumps((REJECT, offset), FORMAT))


def _record(expected: Result) -> bytes:
    return record(marshal.dumps((OK, expected.value), FORMAT))


class Askable(Protocol):
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
