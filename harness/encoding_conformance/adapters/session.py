"""Sessions with implementations, each in a process of its own that speaks the plug-in protocol.

A program speaks it itself. A Python object, a codec of Python's registry or a shared library runs in the harness's own worker,
which has two more replies, for failures. Many requests are written before replies are read.
"""

import json
import mmap
import os
import signal
import sys
import tempfile
import time
from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from pathlib import Path
from secrets import randbits

from encoding_conformance.adapters.child import Child, Ended, Overdue, SessionFailed
from encoding_conformance.adapters.manifest import Implementation, Way
from encoding_conformance.adapters.protocol_lines import (
    CANNOT_LOAD,
    HELLO,
    ProtocolError,
    longest_reply,
    parse_hello,
    parse_reply,
    request_lines,
    shown,
)
from encoding_conformance.adapters.sanitizer import needed_by
from encoding_conformance.adapters.shared_library import CALLS
from encoding_conformance.core.operation import CHUNKS, EMPTY_PIECES, Operation
from encoding_conformance.core.outcome import BrokenProtocol, Outcome

_ALLOWANCE_MIB = 256
"""The memory that the worker itself may take, in addition to that of the implementation."""

_FEW, _NAP, _LONGEST_NAP = 1 << 12, 2e-6, 1e-3
"""If fewer bytes than this come at a time, the session sleeps so many seconds for each missing reply, but not longer than that,
so that it does not wake up for every reply."""

_ID_BITS = 30
"""The bits of the first id of a request to the worker. Code of the implementation cannot guess it, so it cannot reply itself."""

_FORGED = "it wrote into the harness's own pipe"

_IMPORTED_FROM = str(Path(__file__).parents[__name__.count(".")])
"""The folder from which the package is imported that holds this module: a checkout, or `site-packages`."""


class Session:
    """One life of a process, which says that it has these `encodings`. It is not used again after it has raised SessionFailed."""

    def __init__(self, implementation: Implementation):
        """Starts the process and says hello. Raises SessionFailed if it cannot be started."""
        self._is_worker = implementation.kind != Way.PROCESS
        self._next_id = 1 + self._is_worker * randbits(_ID_BITS)
        self._rest = b""
        with tempfile.TemporaryFile() as file:
            file.truncate(1)
            self._note = mmap.mmap(file.fileno(), 1)
            command, variables = started_by(implementation, file.fileno())
            fds = [file.fileno()] if implementation.library else []
            self.child = Child(command, implementation, variables, self._is_worker * _ALLOWANCE_MIB, fds)
        self.child.say(HELLO)

    def begin(self) -> None:
        """Waits for the reply to hello. Raises SessionFailed if it is not one, or does not come."""
        try:
            for (hello,) in self._replies(1, longest_reply(0)):  # so that a banner is reported, and not the line after it
                if self._is_worker and hello.startswith(CANNOT_LOAD.encode()):
                    raise ProtocolError(hello.decode("utf-8", "replace").removeprefix(CANNOT_LOAD))
                self.encodings, self._features = parse_hello(hello)
        except ProtocolError as error:
            text = str(error) if self._is_worker else f"instead of a reply to hello: {error}"
            raise self.child.failed(BrokenProtocol, text) from None
        except (Ended, Overdue) as error:
            waited = isinstance(error, Overdue)
            text = str(error) if self._is_worker else f"no reply to hello: {error}" + "; does it flush its output?" * waited
            raise self.child.failed(BrokenProtocol, text, waited) from None
        self.child.allow(0)

    def features(self, encoding: str) -> Collection[str]:
        """Returns the features that the implementation offers for this encoding, in addition to the operations."""
        if not self._is_worker:
            return self._features
        return (CHUNKS, EMPTY_PIECES) if {CHUNKS, f"{CHUNKS}:{encoding}"}.intersection(self._features) else ()

    def ask(self, operations: Sequence[Operation]) -> Iterator[Outcome]:
        """Yields the outcomes of one or more operations, as they come. The last outcome counts if nothing follows its reply.
        Raises SessionFailed. No two requests share an id, so that a late reply is never mistaken for another."""
        id = self._next_id
        self._next_id += len(operations)
        requests = request_lines(id, operations, self._is_worker)
        asked = "".join(requests).encode("ascii")
        self.child.allow(max(map(len, requests)))
        self.child.say(asked)
        unanswered = iter(operations)
        try:
            for lines in self._replies(len(operations), longest_reply(len(asked))):
                for line, operation in zip(lines, unanswered):
                    outcome = parse_reply(line, id, operation.kind, self._is_worker)
                    id += 1
                    if id < self._next_id:
                        yield outcome
        except (Overdue, Ended, ProtocolError) as error:
            raise self._failed(error) from None
        yield outcome

    def close(self) -> None:
        """Ends the process and everything that it started. A program has a second to exit by itself."""
        self.child.kill() if self._is_worker else self.child.leave()

    def _replies(self, due: int, most: int) -> Iterator[list[bytes]]:
        """Yields the lines that are due, as many at a time as come. Raises Overdue and Ended as the process does, and
        ProtocolError if a line has more than `most` bytes, or if more lines come."""
        for piece in chain([b""] if self._rest else [], self.child.hear()):
            *lines, self._rest = (self._rest + piece).split(b"\n")
            if len(lines[0] if lines else self._rest) > most:  # what follows a line in a piece is shorter than any limit
                raise ProtocolError(f"a reply of more than {most} bytes")
            if lines:
                yield lines[:due]
            if extra := lines[due:] or (self._rest and len(lines) == due and [self._rest]):
                raise ProtocolError(f"unexpected extra reply {shown(extra[0])}")
            if not (due := due - len(lines)):
                return
            if len(piece) < _FEW:
                time.sleep(min(due * _NAP, _LONGEST_NAP))

    def _failed(self, error: Overdue | Ended | ProtocolError) -> SessionFailed:
        text = str(error)
        if self._is_worker and isinstance(error, ProtocolError):
            text = _FORGED
        elif self.child.process.returncode in (-signal.SIGSEGV, -signal.SIGBUS) and (done := CALLS.get(self._note[0])):
            text += f"; it probably {done}"
        return self.child.failed(error.kind, text)


def started_by(implementation: Implementation, note: int = 0, served: str = "") -> tuple[list[str], dict[str, str]]:
    """Returns the command that starts an implementation, and its environment. In the file `note`, the worker writes the number of
    the call of a library that it makes. `served` is the name of the implementation if the replies are not for the harness."""
    if implementation.kind == Way.PROCESS:
        return list(implementation.process), implementation.variables
    task = {
        "python": implementation.python,
        "library": implementation.library,
        "folder": str(implementation.folder),
        "encodings": implementation.codec_names,
        "offered": implementation.offered,
        "memory_mib": implementation.memory_mib,
        "note": note,
        "served": served,
    }
    command = [sys.executable, "-P", "-m", "encoding_conformance.adapters.worker", json.dumps(task)]
    return command, worker_variables(implementation)


def worker_variables(implementation: Implementation) -> dict[str, str]:
    """Returns the environment of a process that loads the implementation, and can import the harness."""
    environment = implementation.variables
    if implementation.library:
        environment |= needed_by(implementation.folder / implementation.library, environment)
    path = os.pathsep.join(filter(None, [_IMPORTED_FROM, environment.get("PYTHONPATH")]))
    return {**environment, "PYTHONPATH": path}
