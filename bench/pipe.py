"""(b) Operations a second to a process plug-in that only echoes, over a bare pipelined pipe to the same plug-in.

The bare pipe writes the same requests, ready made and many at a time, and reads until as many lines have come; it
looks at none of them.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from measure import report

from harness.adapters import manifest
from harness.adapters.protocol import HELLO, request
from harness.adapters.testee import Testee
from harness.core.operation import Operation, decode
from harness.core.outcome import Result

OPERATIONS = 100_000
LENGTH = 16
"""Bytes of each input, as in a short text."""

ECHO = """
import os, sys
rest = b""
while piece := os.read(0, 1 << 16):
    *lines, rest = (rest + piece).split(b"\\n")
    out = []
    for line in lines:
        id, word, *more = line.split(b" ")
        out.append(id + (b" ok 1 ascii" if word == b"hello" else b" ok 41"))
    out.append(b"")
    text = b"\\n".join(out)
    while text:
        text = text[os.write(1, text):]
"""

MANIFEST = f"""
name: echo
title: A plug-in that gives the same answer to everything
process: [{sys.executable}, echo.py]
encodings: {{ascii: {{}}}}
"""


def main() -> None:
    operations = [decode("ascii", bytes([number % 128] * LENGTH)) for number in range(OPERATIONS)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "echo.py").write_text(ECHO)
        (folder / manifest.FILE).write_text(MANIFEST)
        implementation = manifest.read(folder)
        report(
            "operations a second to an echo, harness over bare pipe",
            OPERATIONS,
            lambda: _harness(implementation, operations),
            lambda: _bare(folder, operations),
        )


def _harness(implementation: manifest.Implementation, operations: list[Operation]) -> float:
    with Testee(implementation) as testee:
        testee.perform(operations[:1])
        start = time.perf_counter()
        outcomes = testee.perform(operations)
        seconds = time.perf_counter() - start
    assert outcomes == [Result((0x41,))] * len(operations)
    return seconds


def _bare(folder: Path, operations: list[Operation]) -> float:
    text = "".join(request(id, operation) for id, operation in enumerate(operations)).encode()
    with subprocess.Popen(
        [sys.executable, "echo.py"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    ) as process:
        process.stdin.write(HELLO)
        process.stdout.read(1)
        start = time.perf_counter()
        writer = threading.Thread(target=_write, args=(process.stdin.fileno(), text))
        writer.start()
        lines = 0
        while lines < len(operations):
            lines += os.read(process.stdout.fileno(), 1 << 16).count(b"\n")
        seconds = time.perf_counter() - start
        writer.join()
        process.stdin.close()
    return seconds


def _write(fd: int, text: bytes) -> None:
    unwritten = memoryview(text)
    while unwritten:
        unwritten = unwritten[os.write(fd, unwritten) :]


if __name__ == "__main__":
    main()
