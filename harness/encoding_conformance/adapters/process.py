"""Sessions with plug-ins, which are programs that speak the protocol. Many requests are written before replies are read."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, product

from encoding_conformance.adapters.block import Block
from encoding_conformance.adapters.child import Child, Ended, Failed, Overdue, StartFailure
from encoding_conformance.adapters.environment import stated
from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.adapters.protocol import HELLO, ProtocolError, parse_hello, parse_reply, requests, shown
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import BrokenProtocol, Crash, Outcome, Timeout

_LONGEST, _LONGER = 1 << 20, 16
"""The most bytes of a reply: the first number, and the second for each byte of the requests."""

_PAUSE = 0.5
"""The seconds of silence after which the replies so far are passed on."""

_FAILURES = {Overdue: Timeout, Ended: Crash, ProtocolError: BrokenProtocol}


class ProcessSession:
    """One life of a plug-in process."""

    def __init__(self, implementation: Implementation):
        """Starts the plug-in and exchanges hellos. Raises Failed if that does not work."""
        try:
            self._child = Child(
                implementation.process,
                implementation.folder,
                implementation.seconds_to_start,
                implementation.memory_mib,
                environment=stated(implementation),
            )
        except StartFailure as failure:
            raise Failed(BrokenProtocol(str(failure))) from None
        self._next_id = 1
        self._rest = b""
        self._habits = Habits()
        try:
            self._child.say(HELLO)
            ((hello,),) = self._replies(1, _LONGEST)
            self._encodings, self._features = parse_hello(hello)
        except ProtocolError as error:
            raise self._failed(BrokenProtocol, f"instead of a reply to hello: {error}") from None
        except Ended as error:
            raise self._failed(BrokenProtocol, f"no reply to hello: {error}") from None
        except Overdue as error:
            raise self._failed(BrokenProtocol, f"no reply to hello: {error}; does it flush its output?", waited=True) from None
        self._child.seconds = implementation.seconds

    def offers(self, encoding: str) -> bool:
        return encoding in self._encodings

    def features(self, encoding: str) -> Collection[str]:
        return self._features

    def ask(self, operations: Sequence[Operation]) -> Iterator[Outcome]:
        if not operations:
            return
        first = self._next_id
        self._next_id += len(operations)
        asked = requests(first, operations)
        self._child.say(asked)
        yield from self._outcomes(first, operations, _LONGEST + _LONGER * len(asked))

    def play(self, block: Block) -> Iterable[Outcome]:
        """Yields the outcomes of a block, as `Session.play` says. Replies are compared as bytes as long as they are the
        expected ones. They are parsed from the first difference on, or when the plug-in pauses, so that replies that
        have arrived are passed on without delay."""
        expected, place, most = self._habits.replies(block), 0, _LONGEST + _LONGER * len(block.requests)
        self._child.say(block.requests)
        error: Exception | None = None
        try:
            for piece in self._child.hear(_PAUSE):
                got = self._rest + piece
                end = got.rfind(b"\n") + 1
                lines = self._habits.comparable(got[:end])
                if not piece or not expected.startswith(lines, place) or len(got) - end > most:
                    self._rest = got
                    break
                place, self._rest = place + len(lines), got[end:]
                if place == len(expected) and not self._rest:
                    return block.expected(self._habits.offsets)
        except (Overdue, Ended) as failure:
            error = failure
        return self._parsed(block, expected.count(b"\n", 0, place), most, error)

    def _parsed(self, block: Block, equal: int, most: int, error: Exception | None) -> Iterator[Outcome]:
        """The outcomes of a block in which the first `equal` were as expected and the next was not. Raises Failed."""
        yield from block.expected(self._habits.offsets)[:equal]
        if error:
            raise self._failed(_FAILURES[type(error)], str(error)) from None
        self._habits = habits_of(self._rest, block, equal, self._habits)
        yield from self._outcomes(block.first_id + equal, block.operations[equal:], most)

    def close(self) -> None:
        self._child.leave()

    def _failed(self, kind: type, text: str, waited: bool = False) -> Failed:
        failure = self._child.failure(kind, text)
        self._child.kill()
        return Failed(failure, waited)

    def _outcomes(self, first: int, operations: Sequence[Operation], most: int) -> Iterator[Outcome]:
        """The outcomes of operations that were asked, in replies of at most `most` bytes. The first request has the id `first`.
        Raises Failed."""
        last: Outcome | None = None  # an outcome counts once the reply after it is right
        place = 0
        try:
            for lines in self._replies(len(operations), most):
                for line in lines:
                    if last is not None:
                        yield last
                    last = None
                    last = parse_reply(line, first + place, operations[place].kind)
                    place += 1
        except (Overdue, Ended, ProtocolError) as error:
            if last is not None and place < len(operations):
                yield last
            raise self._failed(_FAILURES[type(error)], str(error)) from None
        if last is not None:
            yield last

    def _replies(self, expected: int, most: int) -> Iterator[list[bytes]]:
        """The expected number of lines, as many at a time as come. Raises Overdue and Ended as the process does, and
        ProtocolError if more lines come."""
        for piece in chain([b""] if self._rest else [], self._child.hear()):
            *lines, self._rest = (self._rest + piece).split(b"\n")
            if lines:
                _check_length(lines[0], most)  # the lines after it are in this piece, which is shorter than any limit
                yield lines[:expected]
            if extra := lines[expected:] or (self._rest and len(lines) == expected and [self._rest]):
                raise ProtocolError(f"unexpected extra reply {shown(extra[0])}")
            _check_length(self._rest, most)
            expected -= len(lines)
            if not expected:
                return


def _check_length(line: bytes, most: int) -> None:
    """Raises ProtocolError if a line is too long."""
    if len(line) > most:
        raise ProtocolError(f"a reply of more than {most} bytes")


_REMARK_OF_REJECTION = re.compile(rb"^(\d+ reject)(?: -(?: [^\n]*)?|( \d{1,19})(?: [^\n]*)?| (?: [^\n]*)?)(?=\n)", re.MULTILINE)
"""A rejection with more than its offset. A line that is not a reply of the protocol does not match, and is not changed."""

_SAMPLE = 1 << 16
"""The number of bytes of replies from which habits are learned."""


@dataclass(frozen=True)
class Habits:
    """`offsets`: rejections have an offset. `lower_case`: hexadecimal digits are in lower case. `remarks`: rejections may have
    free text, or `-` for the offset."""

    offsets: bool = True
    lower_case: bool = False
    remarks: bool = False

    def replies(self, block: Block) -> bytes:
        """The lines that are expected from a plug-in with these habits, without remarks."""
        return block.replies(self.offsets, self.lower_case)

    def comparable(self, lines: bytes) -> bytes:
        """The plug-in's lines, in the form to compare with `replies`. A line that is not a reply does not become one."""
        return _REMARK_OF_REJECTION.sub(rb"\1\2", lines) if self.remarks else lines


def habits_of(got: bytes, block: Block, first: int, known: Habits) -> Habits:
    """Returns the habits under which the most lines are the expected replies to a block's questions from `first` on. The
    known habits are kept unless others explain more lines."""
    sample = got[: got.rfind(b"\n", 0, _SAMPLE) + 1]
    plain = Habits(remarks=True).comparable(sample)
    lines = plain.split(b"\n")[:-1]

    def explained(habits: Habits) -> int:
        expected = habits.replies(block).split(b"\n", first + len(lines))[first:]
        return sum(map(bytes.__eq__, lines, expected))

    best = max(_other_habits(known, plain != sample), key=explained)
    return best if explained(best) > explained(known) or plain != sample else known


def _other_habits(known: Habits, remarks: bool) -> Iterator[Habits]:
    """All habits, beginning with those that differ least from the known ones."""
    for offsets, lower_case in product((known.offsets, not known.offsets), (known.lower_case, not known.lower_case)):
        yield Habits(offsets, lower_case, known.remarks or remarks)
