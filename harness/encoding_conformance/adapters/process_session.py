"""Sessions with plug-ins, which are programs that speak the protocol. Many requests are written before replies are read.

The protocol lets a plug-in leave out offsets, say why it rejects, and write digits in either case. Most plug-ins do the same
each time, so once these habits are known, its replies can be compared with the expected ones as bytes.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from encoding_conformance.adapters.child import Child, Ended, Overdue
from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.adapters.protocol_lines import (
    HELLO,
    ProtocolError,
    numbered,
    parse_hello,
    parse_reply,
    request_text,
    shown,
)
from encoding_conformance.adapters.question import Answers, Question, expected_of, operations_of
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import BrokenProtocol, Outcome

_LONGEST, _LONGER = 1 << 20, 16
"""The most bytes of a reply: the first number, and the second for each byte of the requests."""

_PAUSE = 0.5
"""The seconds of silence after which the replies so far are passed on."""

_SAMPLE = 1 << 16
"""The number of bytes of replies from which habits are learned."""

_OFFSET = re.compile(rb" reject( \d)?")
_HEX_DIGIT = re.compile(rb" ok [\d,-]*([A-Fa-f])")
_REMARK = re.compile(rb"^(\d+ reject)(?: -(?: [^\n]*)?|( \d{1,19})(?: [^\n]*)?| (?: [^\n]*)?)(?=\n)", re.MULTILINE)
"""A rejection with more than its offset. A line that is not a reply of the protocol does not match, and is not changed."""


class ProcessSession:
    """One life of a plug-in process, which says that it has these `encodings`. After it has raised SessionFailed, it
    is not used again."""

    def __init__(self, implementation: Implementation):
        """Starts the plug-in and says hello. Raises SessionFailed if it cannot be started."""
        self.child = Child(implementation.process, implementation)
        self.child.say(HELLO)
        self._next_id = 1
        self._rest = b""
        self._habits = Habits()

    def begin(self) -> None:
        """Waits for the reply to hello. Raises SessionFailed if it is not one, or does not come."""
        try:
            for (hello,) in self._replies(1, _LONGEST):  # so that a banner is reported, and not the line behind it
                self.encodings, self._features = parse_hello(hello)
        except ProtocolError as error:
            raise self.child.failed(BrokenProtocol, f"instead of a reply to hello: {error}") from None
        except (Ended, Overdue) as error:
            waited = isinstance(error, Overdue)
            text = f"no reply to hello: {error}" + "; does it flush its output?" * waited
            raise self.child.failed(BrokenProtocol, text, waited) from None
        self.child.allow(0)

    def features(self, encoding: str) -> Collection[str]:
        """Returns the features that the plug-in offers, in addition to the operations."""
        return self._features

    def ask(self, operations: Sequence[Operation]) -> Iterator[Outcome]:
        """Yields the outcomes of one or more operations, as they come. Raises SessionFailed."""
        first, most = self._say(list(map(request_text, operations)))
        yield from self._outcomes(first, operations, most)

    def play(self, questions: Sequence[Question]) -> Answers:
        """Returns the answers to questions. Replies are compared as bytes as long as they are the expected ones. They are parsed
        from the first difference on, or when the plug-in pauses, so that replies that have arrived are passed on without delay.
        Raises SessionFailed, also while the caller iterates over the outcomes."""
        first, most = self._say([question.request for question in questions])
        expected, equal = self._habits.replies(first, questions), 0
        error: Overdue | Ended | None = None
        try:
            for piece in self.child.hear(_PAUSE):
                got = self._rest + piece
                end = got.rfind(b"\n") + 1
                lines = self._habits.comparable(got[:end])
                is_extra = equal + len(lines) == len(expected) and end < len(got)
                if not piece or not expected.startswith(lines, equal) or len(got) - end > most or is_extra:
                    self._rest = got
                    break
                equal, self._rest = equal + len(lines), got[end:]
                if equal == len(expected):
                    return Answers(expected_of(questions, self._habits.offsets), as_expected=True)
        except (Overdue, Ended) as failure:
            error = failure
        return Answers(self._parsed(first, questions, expected.count(b"\n", 0, equal), most, error))

    def close(self) -> None:
        """Ends the plug-in and everything that it started."""
        self.child.leave()

    def _say(self, requests: Sequence[str]) -> tuple[int, int]:
        """Writes requests. Returns the id of the first, and the most bytes of a reply. No two requests share an id, so that a
        late reply is never mistaken for another."""
        first = self._next_id
        self._next_id += len(requests)
        asked = numbered(first, requests)
        self.child.allow(max(map(len, requests)))
        self.child.say(asked)
        return first, _LONGEST + _LONGER * len(asked)

    def _parsed(
        self, first: int, questions: Sequence[Question], equal: int, most: int, error: Overdue | Ended | None
    ) -> Iterator[Outcome]:
        """Yields the outcomes of questions. The first `equal` were as expected. Raises SessionFailed."""
        yield from expected_of(questions[:equal], self._habits.offsets)
        if error:
            raise self.child.failed(error.kind, str(error)) from None
        self._habits = habits_of(self._rest, self._habits)
        yield from self._outcomes(first + equal, operations_of(questions[equal:]), most)

    def _outcomes(self, first: int, operations: Sequence[Operation], most: int) -> Iterator[Outcome]:
        """Yields the outcomes of operations that were asked, in replies of at most `most` bytes. The first request has the id
        `first`. The last outcome counts if nothing follows its reply. Raises SessionFailed."""
        asked = iter(enumerate(operations, first))
        last = first + len(operations) - 1
        try:
            for lines in self._replies(len(operations), most):
                for line, (id, operation) in zip(lines, asked):
                    outcome = parse_reply(line, id, operation.kind)
                    if id < last:
                        yield outcome
        except (Overdue, Ended, ProtocolError) as error:
            raise self.child.failed(error.kind, str(error)) from None
        yield outcome

    def _replies(self, expected: int, most: int) -> Iterator[list[bytes]]:
        """Yields the expected number of lines, as many at a time as come. Raises Overdue and Ended as the process does, and
        ProtocolError if more lines come."""
        for piece in chain([b""] if self._rest else [], self.child.hear()):
            *lines, self._rest = (self._rest + piece).split(b"\n")
            if len(lines[0] if lines else self._rest) > most:  # what follows a line in a piece is shorter than any limit
                raise ProtocolError(f"a reply of more than {most} bytes")
            if lines:
                yield lines[:expected]
            if extra := lines[expected:] or (self._rest and len(lines) == expected and [self._rest]):
                raise ProtocolError(f"unexpected extra reply {shown(extra[0])}")
            if not (expected := expected - len(lines)):
                return


@dataclass(frozen=True)
class Habits:
    """How a plug-in words its replies. `offsets`: rejections have an offset. `lower_case`: hexadecimal digits are in lower case.
    `remarks`: rejections may have free text, or `-` for the offset."""

    offsets: bool = True
    lower_case: bool = False
    remarks: bool = False

    def replies(self, first: int, questions: Sequence[Question]) -> bytes:
        """Returns the lines that are expected from a plug-in with these habits, without remarks; the first id is `first`."""
        lines = numbered(first, [question.replies[self.offsets] for question in questions])
        return lines.lower() if self.lower_case else lines

    def comparable(self, lines: bytes) -> bytes:
        """Returns the plug-in's lines in the form to compare with `replies`. A line that is not a reply does not become one."""
        return _REMARK.sub(rb"\1\2", lines) if self.remarks else lines


def habits_of(lines: bytes, known: Habits) -> Habits:
    """Returns the habits that the first lines show, and the known ones where these lines show none. Wrong habits only cost time,
    because every reply that differs is parsed."""
    sample = lines[: lines.rfind(b"\n", 0, _SAMPLE) + 1]
    rejection, digit = _OFFSET.search(sample), _HEX_DIGIT.search(sample)
    return Habits(
        offsets=bool(rejection[1]) if rejection else known.offsets,
        lower_case=digit[1].islower() if digit else known.lower_case,
        remarks=known.remarks or Habits(remarks=True).comparable(sample) != sample,
    )
