"""Plug-ins: programs that speak the protocol. Many requests are written before replies are read."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from harness.adapters.child import Child, Ended, Overdue, StartFailure
from harness.adapters.manifest import Implementation
from harness.adapters.protocol import HELLO, ProtocolError, parse_hello, parse_reply, requests, shown
from harness.adapters.session import Failed
from harness.core.operation import Operation
from harness.core.outcome import BrokenProtocol, Crash, Outcome, Timeout

_LONGEST, _LONGER = 1 << 20, 16
"""Bytes that a reply may have: so many, and so many for each of the requests."""


_FAILURES = {Overdue: Timeout, Ended: Crash, ProtocolError: BrokenProtocol}


class ProcessSession:
    """A life of a plug-in."""

    def __init__(self, implementation: Implementation):
        """Start it and exchange hellos. Raises Failed, with no outcomes."""
        try:
            self._child = Child(
                implementation.process, implementation.folder, implementation.seconds, implementation.memory_mib
            )
        except StartFailure as failure:
            raise Failed(BrokenProtocol(str(failure))) from None
        self._next_id = 1
        self._rest = b""
        try:
            ((hello,),) = self._replies(HELLO, 1)
            self._encodings, self._features = parse_hello(hello)
        except (Ended, Overdue, ProtocolError) as error:
            raise self._failed(BrokenProtocol, f"instead of a reply to hello: {error}") from None

    def offers(self, encoding: str) -> bool:
        return encoding in self._encodings

    def features(self, encoding: str) -> Collection[str]:
        return self._features

    def ask(self, operations: Sequence[Operation]) -> Iterator[Outcome]:
        if not operations:
            return
        first = self._next_id
        self._next_id += len(operations)
        last: Outcome | None = None  # an outcome stands when what comes behind it is right
        place = 0
        try:
            for lines in self._replies(requests(first, operations), len(operations)):
                for line in lines:
                    if last:
                        yield last
                    last = None
                    last = parse_reply(line, first + place, operations[place].kind)
                    place += 1
        except (Overdue, Ended, ProtocolError) as error:
            if last and place < len(operations):
                yield last
            raise self._failed(_FAILURES[type(error)], str(error)) from None
        yield last

    def close(self) -> None:
        self._child.leave()

    def _failed(self, kind: type, text: str) -> Failed:
        failure = self._child.failure(kind, text)
        self._child.kill()
        return Failed(failure)

    def _replies(self, asked: bytes, due: int) -> Iterator[list[bytes]]:
        """Write requests, and yield the lines that are due, as many at a time as come; any more are none of the
        protocol. Raises Overdue, Ended, ProtocolError."""
        most = _LONGEST + _LONGER * len(asked)
        self._child.say(asked)
        for piece in self._child.hear():
            *lines, self._rest = (self._rest + piece).split(b"\n")
            if lines:
                _check_length(lines[0], most)  # those behind it are of this piece, which is shorter than any limit
                yield lines[:due]
            if extra := lines[due:] or (self._rest and len(lines) == due and [self._rest]):
                raise ProtocolError(f"{shown(extra[0])} where no reply is due")
            _check_length(self._rest, most)
            due -= len(lines)
            if not due:
                return


def _check_length(line: bytes, most: int) -> None:
    """Raises ProtocolError."""
    if len(line) > most:
        raise ProtocolError(f"a reply of more than {most} bytes")
