"""The process of a Python implementation or a shared library: `python -m encoding_conformance.adapters.worker TASK`.

It speaks the plug-in protocol, for the harness and for `conform serve`. It writes each reply at once, so a crash loses none. The
implementation's prints go to standard error, and its standard input is empty. The worker does not know manifests or verdicts, and
imports little to start fast and stay small.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from encoding_conformance.adapters.child_setup import limit_memory, take_pipes
from encoding_conformance.adapters.codec import VALIDATE, described, features_of, load, perform
from encoding_conformance.adapters.protocol_lines import (
    CANNOT_LOAD,
    ProtocolError,
    hello_line,
    longest_reply,
    parse_request,
    reply_line,
)
from encoding_conformance.core.operation import CHUNKS, Kind
from encoding_conformance.core.outcome import Crash, Malformed, Outcome, Unsupported

_READ = 1 << 16

_AT_FAULT = 3
"""The exit status of `conform serve` if the implementation fails or a line is not a request."""

_TOO_LARGE = Malformed("the answer is too large")


class CannotServe(Exception):
    """`conform serve` cannot reply, because the protocol has no reply for a failure. The message is the failure."""


def main() -> None:
    """Loads the implementation that the task describes, and answers requests until the input ends. `served` in the task is the
    name of the implementation if `conform serve` started the worker."""
    task = json.loads(sys.argv[1])
    requests, replies = take_pipes()
    if task["served"]:
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    limit_memory(task["memory_mib"])
    encoding = "ascii" if task["served"] else "utf-8"
    try:
        for line in _replies(task, os.fdopen(requests, "rb", _READ)):
            unwritten = line.encode(encoding, "backslashreplace")
            while unwritten := unwritten[os.write(replies, unwritten) :]:
                pass
    except (CannotServe, ProtocolError, OSError, MemoryError) as error:
        if not task["served"]:
            raise
        why = str(error) if isinstance(error, CannotServe | ProtocolError) else described(error)
        with suppress(OSError):
            os.write(2, f"conform: {task['served']}: {why}\n".encode("utf-8", "backslashreplace"))
        os._exit(_AT_FAULT)


def _replies(task: dict[str, Any], requests: Iterable[bytes]) -> Iterator[str]:
    """Yields the replies to requests. Raises ProtocolError if a line is not a request, and CannotServe."""
    try:
        codecs = _loaded(task)
        features = _features(codecs)
    except BaseException as error:
        why = f"cannot load {task['library'] or task['python'] or 'codec'}: {described(error)}{_cure(error, task)}"
        if task["served"]:
            raise CannotServe(why) from None
        yield f"{CANNOT_LOAD}{why}\n"
        return
    offered = {
        (Kind.DECODE if word == VALIDATE else word, id): codecs[id] for id, words in task["offered"].items() for word in words
    }
    for request in requests:
        id, operation = parse_request(request.removesuffix(b"\n"))
        if operation is None:
            yield hello_line(id, codecs, features)
            continue
        codec = offered.get((operation.kind, operation.encoding))
        if codec is not None:
            outcome = perform(codec, operation, described)
        else:
            lacks = f"the implementation does not {operation.kind}"
            outcome = Unsupported(lacks if operation.encoding in codecs else "no such encoding")
        if task["served"] and isinstance(outcome, Crash | Malformed):
            raise CannotServe(outcome.text)
        yield _reply(id, outcome, longest_reply(len(request)))


def _cure(error: BaseException, task: dict[str, Any]) -> str:
    """Returns advice about a missing module; empty for any other error."""
    if not isinstance(error, ModuleNotFoundError) or not error.name:
        return ""
    package = error.name.partition(".")[0]
    if package == task["python"].partition(":")[0].partition(".")[0]:
        return f"; expected {package}.py in {task['folder']}, or a module that is installed"
    return f"; install it where conform is: {sys.executable} -m pip install {package}"


def _loaded(task: dict[str, Any]) -> dict[str, Any]:
    """Returns the codec objects by encoding id. Raises whatever loading raises."""
    if not task["library"]:
        return load(task["python"], task["folder"], task["encodings"], task["offered"])
    import mmap
    from pathlib import Path

    from encoding_conformance.adapters import shared_library

    note = mmap.mmap(task["note"], 1) if task["note"] else bytearray(1)
    return shared_library.load(Path(task["folder"], task["library"]), task["offered"], lambda call: note.__setitem__(0, call))


def _features(codecs: dict[str, Any]) -> list[str]:
    """Returns the features that all encodings have, or else the features of each encoding."""
    having = [id for id, codec in codecs.items() if features_of(codec)]
    return [CHUNKS] if len(having) == len(codecs) else [f"{CHUNKS}:{id}" for id in having]


def _reply(id: str, outcome: Outcome, most: int) -> str:
    if len(getattr(outcome, "value", "")) <= most and len(line := reply_line(id, outcome)) <= most:
        return line
    return reply_line(id, _TOO_LARGE)


if __name__ == "__main__":
    main()
