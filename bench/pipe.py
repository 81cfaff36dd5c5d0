"""(b) Operations a second to a process plug-in, over a bare pipelined pipe to the same plug-in.

The bare pipe writes the same requests, ready made and many at a time, and reads until as many lines have come; it
looks at none of them. The plug-ins: one in Python that only echoes; and, where there is a C compiler, the one in C that
`conform new` makes, which answers block by block, and the same when it flushes each line.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from itertools import product
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

ANSWERED = "putchar('\\n');\n}"
"""The end of an answer in the template in C."""


def main() -> None:
    numbers = [number.to_bytes(LENGTH) for number in range(OPERATIONS)]
    inputs = list(product(range(128), repeat=LENGTH))[:OPERATIONS]
    with tempfile.TemporaryDirectory() as name:
        echo, blocks, lines = (Path(name, each) for each in ("echo", "blocks", "lines"))
        echo.mkdir()
        (echo / "echo.py").write_text(ECHO)
        (echo / manifest.FILE).write_text(MANIFEST)
        _report("an echo", echo, numbers, [(int.from_bytes(data),) for data in numbers])
        if not shutil.which("cc"):
            return
        for folder in (blocks, lines):
            made = [sys.executable, "-m", "harness", "new", folder, "--language", "c"]
            subprocess.run(made, check=True, stdout=subprocess.DEVNULL)
        before, after = (lines / "plugin.c").read_text().split(ANSWERED)
        (lines / "plugin.c").write_text(before + ANSWERED.replace("}", "    fflush(stdout);\n}") + after)
        for folder, how in ((blocks, "a block"), (lines, "a line")):
            subprocess.run(["make", "-s", "-C", folder], check=True)
            _report(f"a decoder in C that flushes after {how}", folder, list(map(bytes, inputs)), inputs)


def _report(what: str, folder: Path, inputs: list[bytes], values: list[tuple[int, ...]]) -> None:
    implementation = manifest.read(folder)
    operations = [decode("ascii", data) for data in inputs]
    report(
        f"operations a second to {what}, harness over bare pipe",
        OPERATIONS,
        lambda: _harness(implementation, operations, list(map(Result, values))),
        lambda: _bare(implementation, operations),
    )


def _harness(implementation: manifest.Implementation, operations: list[Operation], due: list[Result]) -> float:
    with Testee(implementation) as testee:
        assert list(testee.perform(operations[:1])) == due[:1]
        start = time.perf_counter()
        outcomes = list(testee.perform(operations))
        seconds = time.perf_counter() - start
    assert outcomes == due
    return seconds


def _bare(implementation: manifest.Implementation, operations: list[Operation]) -> float:
    text = requests(1, operations)
    with subprocess.Popen(
        implementation.process, cwd=implementation.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
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
