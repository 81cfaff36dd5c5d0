"""Operations a second to a plug-in over a bare pipe to the same plug-in.

The bare pipe writes the same requests, prepared and in batches, and counts the lines of the replies without parsing them. The
harness writes the requests and parses the replies. The plug-ins are one in Python that only echoes; if there is a C compiler, the
one in C that `conform new` makes, which answers block by block, and a variant that flushes each line; and the real plug-ins in
Perl and Rust, if these languages are installed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

from measure import Row, ratio_of_rates

from encoding_conformance.adapters import manifest
from encoding_conformance.adapters.protocol_lines import HELLO, request_lines
from encoding_conformance.adapters.restarting_session import RestartingSession
from encoding_conformance.core.operation import Decode, Operation
from encoding_conformance.core.outcome import Decoded, Outcome
from encoding_conformance.data_folders import IMPLEMENTATIONS

OPERATIONS = 200_000
LENGTH = 3
"""The bytes of each input. No two inputs are the same."""

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
            print(id, "ok", fields[1].lstrip("0") or "0")
    sys.stdout.flush()
"""

MANIFEST = f"""
name: echo
title: A plug-in that returns its input
process: [{sys.executable}, echo.py]
encodings: {{ascii: {{}}}}
"""

ANSWERED = "putchar('\\n');\n}"
"""The end of an answer in the template in C."""

REAL = (("perl", "utf-8-31bit"), ("rust", "utf-8"))
"""The project's own plug-ins, and their encodings."""


def rows() -> Iterator[Row]:
    """Yields a row for each plug-in that can run here."""
    texts = list(product(range(0x20, 0x7F), repeat=LENGTH))[:OPERATIONS]
    ascii_texts = [(bytes(text), text) for text in texts]
    with tempfile.TemporaryDirectory() as name:
        echo, blocks, lines = (Path(name, each) for each in ("echo", "blocks", "lines"))
        echo.mkdir()
        (echo / "echo.py").write_text(ECHO)
        (echo / manifest.FILE).write_text(MANIFEST)
        numbers = [(number.to_bytes(LENGTH), (number,)) for number in range(OPERATIONS)]
        yield _row("a Python program that echoes", echo, "ascii", numbers)
        if shutil.which("cc"):
            for folder in (blocks, lines):
                made = [sys.executable, "-m", "encoding_conformance", "new", folder, "--language", "c"]
                subprocess.run(made, check=True, stdout=subprocess.DEVNULL)
            before, after = (lines / "plugin.c").read_text().split(ANSWERED)
            (lines / "plugin.c").write_text(before + ANSWERED.replace("}", "    fflush(stdout);\n}") + after)
            for folder, how in ((blocks, "blocks"), (lines, "each line")):
                subprocess.run(["make", "-s", "-C", folder], check=True)
                yield _row(f"a plug-in in C that flushes {how}", folder, "ascii", ascii_texts)
    for name, encoding in REAL:
        folder = IMPLEMENTATIONS / name
        if (folder / "Makefile").exists():
            subprocess.run(["make", "-s", "-C", folder], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if not manifest.read(folder).missing():
            yield _row(f"the real plug-in in {name.title()}", folder, encoding, ascii_texts)


def _row(title: str, folder: Path, encoding: str, texts: list[tuple[bytes, tuple[int, ...]]]) -> Row:
    implementation = manifest.read(folder)
    operations = [Decode(encoding, data) for data, _ in texts]
    expected = [Decoded(values) for _, values in texts]
    requests = "".join(request_lines(1, operations)).encode()
    return ratio_of_rates(
        f"operations a second over a bare pipe: {title}",
        None,
        len(operations),
        lambda: through_the_harness(implementation, operations, expected),
        lambda: _bare(implementation, requests, len(operations)),
    )


def through_the_harness(
    implementation: manifest.Implementation, operations: Sequence[Operation], expected: Sequence[Outcome]
) -> float:
    """Returns the seconds in which the harness gets the outcomes of operations, which must be the expected ones."""
    with RestartingSession(implementation) as session:
        assert session.failure_to_offer(operations[0].encoding) is None
        start = time.perf_counter()
        outcomes = list(session.perform(operations))
        seconds = time.perf_counter() - start
    assert outcomes == expected, "an unexpected reply"
    return seconds


def _bare(implementation: manifest.Implementation, text: bytes, operations: int) -> float:
    with subprocess.Popen(
        implementation.process, cwd=implementation.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    ) as process:
        process.stdin.write(HELLO)
        process.stdout.read(1)
        start = time.perf_counter()
        writer = threading.Thread(target=_write, args=(process.stdin.fileno(), text))
        writer.start()
        lines = -1  # the rest of the reply to hello is a line too
        while lines < operations:
            lines += os.read(process.stdout.fileno(), 1 << 16).count(b"\n")
        seconds = time.perf_counter() - start
        writer.join()
        process.stdin.close()
    return seconds


def _write(fd: int, text: bytes) -> None:
    unwritten = memoryview(text)
    while unwritten:
        unwritten = unwritten[os.write(fd, unwritten) :]
