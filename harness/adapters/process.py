"""Plug-ins: programs that speak the protocol. Many requests are written before replies are read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harness.adapters.child import Child, Ended, Overdue, StartFailure
from harness.adapters.manifest import Implementation
from harness.adapters.protocol import CHUNKS, HELLO, ProtocolError, parse_hello, parse_reply, request, shown
from harness.adapters.session import Failed
from harness.core.operation import Operation
from harness.core.outcome import BrokenProtocol, Crash, Outcome, Timeout

_LONGEST, _LONGER = 1 << 20, 16
"""Bytes that a reply may have: so many, and so many for each of the requests."""


class ProcessSession:
    """A life of a plug-in."""

    def __init__(self, implementation: Implementation):
        """Start it and exchange hellos. Raises Failed, with no outcomes."""
        try:
            self._child = Child(
                implementation.process, implementation.folder, implementation.seconds, implementation.memory_mib
            )
        except StartFailure as failure:
            raise Failed([], BrokenProtocol(str(failure))) from None
        self._next_id = 1
        self._rest = b""
        try:
            (hello,) = self._replies(HELLO, 1)
            self._encodings, self._features = parse_hello(hello)
        except (Ended, Overdue, ProtocolError) as error:
            raise self._failed([], BrokenProtocol, f"instead of a reply to hello: {error}") from None

    def offers(self, encoding: str) -> bool:
        return encoding in self._encodings

    def chunks(self, encoding: str) -> bool:
        return CHUNKS in self._features

    def ask(self, operations: Sequence[Operation]) -> list[Outcome]:
        outcomes: list[Outcome] = []
        if not operations:
            return outcomes
        first = self._next_id
        self._next_id += len(operations)
        try:
            text = "".join([request(first + place, operation) for place, operation in enumerate(operations)])
            for line in self._replies(text.encode("ascii"), len(operations)):
                place = len(outcomes)
                outcomes.append(parse_reply(line, first + place, operations[place].kind))
            return outcomes
        except Overdue as error:
            raise self._failed(outcomes, Timeout, str(error)) from None
        except Ended as error:
            raise self._failed(outcomes, Crash, str(error)) from None
        except ProtocolError as error:
            raise self._failed(outcomes[: len(operations) - 1], BrokenProtocol, str(error)) from None

    def close(self) -> None:
        self._child.leave()

    def _failed(self, outcomes: list[Outcome], kind: type, text: str) -> Failed:
        failure = kind(self._child.complaint(text))
        self._child.kill()
        return Failed(outcomes, failure)

    def _replies(self, requests: bytes, due: int) -> Iterator[bytes]:
        """Write requests, and yield the lines that are due; any more are none of the protocol."""
        most = _LONGEST + _LONGER * len(requests)
        for piece in self._child.converse(requests):
            *lines, self._rest = (self._rest + piece).split(b"\n")
            for line in lines:
                _check(line, due, most)
                due -= 1
                yield line
            if self._rest:
                _check(self._rest, due, most)
            if not due:
                return


def _check(line: bytes, due: int, most: int) -> None:
    """Raises ProtocolError where no line is due, or none so long."""
    if not due:
        raise ProtocolError(f"{shown(line)} where no reply is due")
    if len(line) > most:
        raise ProtocolError(f"a reply of more than {most} bytes")
