"""Questions: operations with their expected outcomes.

The replies are compared with the expected ones as bytes, and examined only if they differ. So questions can make a run faster
but never greener: a reply that differs is parsed and judged like any other.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from encoding_conformance.adapters.codec import OK, REJECT, VALID
from encoding_conformance.adapters.protocol_lines import expected_reply, request_text
from encoding_conformance.adapters.worker import record
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import Outcome, Rejection, Valid
from encoding_conformance.core.vector import Permitted

_WITHOUT_OFFSET = Rejection()


class Answers(NamedTuple):
    """The outcomes of questions. `as_expected` says that all of them are the expected ones, and none was examined by itself."""

    outcomes: Iterable[Outcome]
    as_expected: bool = False


class Question:
    """An operation and its expected outcome, in the words of the plug-in protocol and in the form that a worker process writes.
    The expected outcome has two forms: from an implementation that gives no offsets, and from one that gives them. What is
    written is kept, without the lock of a cached property, because there are millions of questions."""

    __slots__ = ("_records", "_replies", "_request", "expected", "operation")

    def __init__(self, operation: Operation, expected: Permitted | Valid):
        self.operation = operation
        self.expected = expected
        self._request = ""
        self._replies: tuple[str, ...] = ()
        self._records: tuple[bytes, ...] = ()

    @property
    def forms(self) -> tuple[Permitted | Valid, Permitted | Valid]:
        """The expected outcome in both forms."""
        return _WITHOUT_OFFSET if isinstance(self.expected, Rejection) else self.expected, self.expected

    @property
    def request(self) -> str:
        """The request without its id."""
        if not self._request:
            self._request = request_text(self.operation)
        return self._request

    @property
    def replies(self) -> tuple[str, ...]:
        """The expected reply in both forms, without its id and free text."""
        if not self._replies:
            self._replies = tuple(map(expected_reply, self.forms))
        return self._replies

    @property
    def records(self) -> tuple[bytes, ...]:
        """The expected answer in both forms, as a worker writes it into the arena."""
        if not self._records:
            self._records = tuple(map(_record, self.forms))
        return self._records


def operations_of(questions: Sequence[Question]) -> list[Operation]:
    """Returns the operations of questions."""
    return [question.operation for question in questions]


def expected_of(questions: Sequence[Question], offsets: bool) -> list[Outcome]:
    """Returns the expected outcomes, from an implementation that gives offsets or from one that does not."""
    return [question.expected if offsets else question.forms[False] for question in questions]


def _record(expected: Permitted | Valid) -> bytes:
    if isinstance(expected, Valid):
        return record((VALID,))
    return record((REJECT, expected.offset) if isinstance(expected, Rejection) else (OK, expected.value))
