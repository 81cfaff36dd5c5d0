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
from harness.adapters.protocol import HELLO, requests
from harness.adapters.testee import Testee
from harness.core.operation import Operation, decode
from harness.core.outcome import Result

OPERATIONS = 200_000
LENGTH = 3
"""Bytes of each input; no two are the same."""

ECHO = """
import os, sys
rest = ""
while piece := os.read(0, 1 << 16):
    *lines, rest = (rest + piece.decode()).split("\\n")
    for line in lines:
        id, word, *fields = line.split(" ")
        if word == "hello":
            print(id, "ok 1 ascii")
        else:
            print(id, "ok", fields[1])
    sys.stdout.flush()
"""

MANIFEST = f"""
name: echo
title: A plug-in that answers with what it was asked
process: [{sys.executable}, echo.py]
encodings: {{ascii: {{}}}}
"""


def main() -> None:
    operations = [decode("ascii", number.to_bytes(LENGTH)) for number in range(OPERATIONS)]
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
        assert list(testee.perform(operations[:1])) == [Result((0,))]
        start = time.perf_counter()
        outcomes = list(testee.perform(operations))
        seconds = time.perf_counter() - start
    assert outcomes == [Result((number,)) for number in range(OPERATIONS)]
    return seconds


def _bare(folder: Path, operations: list[Operation]) -> float:
    text = requests(1, operations)
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
