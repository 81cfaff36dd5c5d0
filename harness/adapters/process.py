"""Plug-ins: programs that speak the protocol. Many requests are written before replies are read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harness.adapters.child import Child, Ended, Overdue, StartFailure
from harness.adapters.manifest import Implementation
from harness.adapters.protocol import CHUNKS, HELLO, ProtocolError, parse_hello, parse_reply, request
from harness.adapters.session import Failed
from harness.core.operation import Operation
from harness.core.outcome import BrokenProtocol, Crash, Outcome, Timeout

_LONGEST_LINE = 16 << 20
"""Bytes of one reply."""


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
            self._encodings, self._features = parse_hello(next(self._lines(HELLO)))
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
            for line in self._lines(text.encode("ascii")):
                place = len(outcomes)
                outcomes.append(parse_reply(line, first + place, operations[place].kind))
                if place + 1 == len(operations):
                    return outcomes
        except Overdue as error:
            raise self._failed(outcomes, Timeout, str(error)) from None
        except Ended as error:
            raise self._failed(outcomes, Crash, str(error)) from None
        except ProtocolError as error:
            raise self._failed(outcomes, BrokenProtocol, str(error)) from None
        raise AssertionError("converse() ends by an exception only")

    def close(self) -> None:
        self._child.leave()

    def _failed(self, outcomes: list[Outcome], kind: type, text: str) -> Failed:
        failure = kind(self._child.complaint(text))
        self._child.kill()
        return Failed(outcomes, failure)

    def _lines(self, text: bytes) -> Iterator[bytes]:
        """Write a text, and yield the lines that come."""
        for piece in self._child.converse(text):
            *lines, self._rest = (self._rest + piece).split(b"\n")
            yield from lines
            if len(self._rest) > _LONGEST_LINE:
                raise ProtocolError(f"a reply of more than {_LONGEST_LINE >> 20} MiB")
