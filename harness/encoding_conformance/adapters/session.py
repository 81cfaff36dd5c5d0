"""Sessions with implementations: processes that speak the plug-in protocol.

A program speaks it itself. A Python object, a codec of Python's registry or a shared library runs in the harness's own worker,
which has two more replies, for failures. A session writes many requests before it reads replies.
"""

import json
import mmap
import os
import signal
import sys
import time
from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from pathlib import Path
from secrets import randbits

from encoding_conformance.adapters.child import Child, Ended, Overdue, SessionFailed, shared_file
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
from encoding_conformance.core.operation import CHUNKS, EMPTY_CHUNKS, Operation
from encoding_conformance.core.outcome import BrokenProtocol, Outcome

_ALLOWANCE_MIB = 256
"""The memory limit of the worker itself, in addition to the limit of the implementation."""

_FEW, _NAP, _LONGEST_NAP = 1 << 12, 2e-6, 1e-3
"""After a read of fewer bytes than the first number, the session sleeps the second number of seconds for each missing reply, up
to the third, so that it does not wake up for every reply."""

_ID_BITS = 30
"""The bits of the first id of a request to the worker. The implementation cannot guess it, so it cannot forge replies."""

_FORGED = "it wrote into the harness's own pipe"

_IMPORTED_FROM = str(Path(__file__).parents[__name__.count(".")])
"""The folder that this package is imported from: a checkout or `site-packages`."""


class Session:
    """A process and the `encodings` that it offers. Do not use a session after it has raised SessionFailed."""

    def __init__(self, implementation: Implementation):
        """Starts the process and sends hello. Raises SessionFailed if it cannot be started."""
        self._is_worker = implementation.kind != Way.PROCESS
        self._next_id = 1 + self._is_worker * randbits(_ID_BITS)
        self._rest = b""
        with shared_file(1) as file:
            self._note = mmap.mmap(file.fileno(), 1)
            command, variables = started_by(implementation, file.fileno())
            fds = [file.fileno()] if implementation.library else []
            self.child = Child(command, implementation, variables, self._is_worker * _ALLOWANCE_MIB, fds)
        self.child.say(HELLO)

    def begin(self) -> None:
        """Waits for the reply to hello. Raises SessionFailed if it is missing or invalid."""
        try:
            for (hello,) in self._replies(1, longest_reply(0)):  # reports a banner, not the line after it
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
        """Returns the features that the implementation offers for this encoding beyond the operations."""
        if not self._is_worker:
            return self._features
        return (CHUNKS, EMPTY_CHUNKS) if {CHUNKS, f"{CHUNKS}:{encoding}"}.intersection(self._features) else ()

    def ask(self, operations: Sequence[Operation]) -> Iterator[Outcome]:
        """Yields the outcomes of one or more operations, as they arrive, the last one after a check that nothing follows its
        reply. Raises SessionFailed. Ids are unique, so that a late reply is never mistaken for another."""
        id = self._next_id
        self._next_id += len(operations)
        requests = request_lines(id, operations, self._is_worker)
        data = "".join(requests).encode("ascii")
        self.child.allow(max(map(len, requests)))
        self.child.say(data)
        unanswered = iter(operations)
        try:
            for lines in self._replies(len(operations), longest_reply(len(data))):
                for line, operation in zip(lines, unanswered):
                    outcome = parse_reply(line, id, operation.kind, self._is_worker)
                    id += 1
                    if id < self._next_id:
                        yield outcome
        except (Overdue, Ended, ProtocolError) as error:
            raise self._failed(error) from None
        yield outcome

    def close(self) -> None:
        """Ends the process and its descendants. A program gets a second to exit by itself."""
        self.child.kill() if self._is_worker else self.child.leave()

    def _replies(self, missing: int, most: int) -> Iterator[list[bytes]]:
        """Yields lists of lines as they arrive, until `missing` is zero. Raises Overdue and Ended as the process does, and
        ProtocolError if a line has more than `most` bytes, or if there are extra lines."""
        for block in chain([b""] if self._rest else [], self.child.hear()):
            *lines, self._rest = (self._rest + block).split(b"\n")
            if len(lines[0] if lines else self._rest) > most:  # the later lines in a block are shorter than any limit
                raise ProtocolError(f"a reply of more than {most} bytes")
            if lines:
                yield lines[:missing]
            if extra := lines[missing:] or (self._rest and len(lines) == missing and [self._rest]):
                raise ProtocolError(f"unexpected extra reply {shown(extra[0])}")
            if not (missing := missing - len(lines)):
                return
            if len(block) < _FEW:
                time.sleep(min(missing * _NAP, _LONGEST_NAP))

    def _failed(self, error: Overdue | Ended | ProtocolError) -> SessionFailed:
        text = str(error)
        if self._is_worker and isinstance(error, ProtocolError):
            text = _FORGED
        elif self.child.process.returncode in (-signal.SIGSEGV, -signal.SIGBUS) and (misdeed := CALLS.get(self._note[0])):
            text += f"; it probably {misdeed}"
        return self.child.failed(error.kind, text)


def started_by(implementation: Implementation, note: int = 0, served: str = "") -> tuple[list[str], dict[str, str]]:
    """Returns the command that starts an implementation, and its environment. The worker records the kind of each library call in
    the file `note`. `served` is the name of the implementation if `conform serve` reads the replies."""
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
    """Returns the environment of a process that loads the implementation and imports the harness."""
    environment = implementation.variables
    if implementation.library:
        environment |= needed_by(implementation.folder / implementation.library, environment)
    path = os.pathsep.join(filter(None, [_IMPORTED_FROM, environment.get("PYTHONPATH")]))
    return {**environment, "PYTHONPATH": path}
