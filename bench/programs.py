"""Whole commands: the cost of a start, a run, a thorough run and a report."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
from measure import BARE, LOOP, Row, cpu_over, used

from encoding_conformance.adapters import manifest
from encoding_conformance.adapters.codec import described, perform
from encoding_conformance.checks.catalogue import CHECKS
from encoding_conformance.checks.inputs import EXAMPLES, inputs_of
from encoding_conformance.core.limits import NO_LIMITS
from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.data_folders import IMPLEMENTATIONS
from encoding_conformance.runner import plan, registry

CONFORM = [sys.executable, "-m", "encoding_conformance"]

KIM = '''
class Kim:
    """Kim, quick and plain, as a user writes it."""

    def encode(self, values):
        out = bytearray()
        for value in values:
            if value > 0x10FFFF:
                raise ValueError(value)
            if value > 0x3FFF:
                out.append(0x80 | value >> 14)
            if value > 0x7F:
                out.append(0x80 | value >> 7 & 0x7F)
            out.append(value & 0x7F)
        return bytes(out)

    def decode(self, data):
        values, value, length = [], 0, 0
        for byte in data:
            value, length = value << 7 | byte & 0x7F, length + 1
            if byte < 0x80:
                if value > 0x10FFFF:
                    raise ValueError(value)
                values.append(value)
                value = length = 0
            elif length == 3:
                raise ValueError(value)
        if length:
            raise ValueError("truncated")
        return values


CODEC = Kim()
'''
MANIFEST = "name: quick-kim\ntitle: Kim, quick and plain\npython: kim:CODEC\nencodings: {kim: {}}\n"

_LOOK = 0.05
"""The seconds between two measurements of the memory."""

_DEFAULT = "utf-8"
"""The encoding whose thorough run represents all except kim and bocu-1."""


def rows() -> Iterator[Row]:
    """Yields every row, the longest last."""
    yield cpu_over("CPU of `conform list encodings` over a bare Python start", None, [*CONFORM, "list", "encodings"], BARE)
    one = [*CONFORM, "run", "-i", "reference", "-k", "kim/e-acute/decode"]
    yield cpu_over("CPU of a run of one vector over a loop", 1.1, one, LOOP)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "kim.py").write_text(KIM)
        (folder / manifest.FILE).write_text(MANIFEST)
        yield _over_codec("a whole run of a quick codec for kim", str(folder), "kim")
        run = [*CONFORM, "run", "-i", str(folder), "--jobs", "1"]
        yield cpu_over("the same, CPU over a loop", 11, run, LOOP, runs=1)
    yield cpu_over(
        "CPU of `conform run -i cpython` over a loop", 33, [*CONFORM, "run", "-i", "cpython", "--jobs", "1"], LOOP, runs=1
    )
    yield from _reference()
    yield from _thorough()
    yield from _report()


def _over_codec(title: str, selector: str, encoding: str) -> Row:
    """Returns a row with the processor seconds of a run, over the seconds of the codec itself for the vectors and checks."""
    run = [*CONFORM, "run", "-i", selector, "-e", encoding, "--jobs", "1"]
    used(run)
    whole, own = used(run), _own_time(selector, encoding)
    assert whole.status == 0, "the run failed"
    how = f"{whole.cpu:.2f} s of CPU, {whole.wall:.2f} s on the clock; the codec itself takes {own:.2f} s for vectors and checks"
    return Row(f"{title}, CPU over the codec's own", whole.cpu / own, how)


def _own_time(selector: str, encoding: str) -> float:
    """Returns the seconds of a Python codec in this process for all operations of a run that are not cut into chunks."""
    suite = load_suite()
    (unit,) = plan.units(suite, registry.selected([selector], suite.encodings), [encoding])
    inputs = inputs_of(unit.encoding, NO_LIMITS, unit.all_vectors, 0, EXAMPLES)
    sys.path.insert(0, str(unit.implementation.folder))
    module, _, attribute = unit.implementation.python.partition(":")
    codec = getattr(__import__(module), attribute)
    checks = (check for check in CHECKS.values() if not check.why_not(unit.encoding))
    cases = (case for check in checks for group in check.groups(inputs) for case in group)
    operations = [*(vector.operation for vector in unit.vectors), *(case.operation for case in cases)]
    whole = [operation for operation in operations if not operation.cuts]
    start = time.process_time()
    for operation in whole:
        perform(codec, operation, described)
    return time.process_time() - start


def _reference() -> Iterator[Row]:
    command = [*CONFORM, "run", "-i", "reference", "--jobs", "2"]
    used(command)
    start, most = time.perf_counter(), 0
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None:
            most = max(most, _memory(process.pid))
            time.sleep(_LOOK)
    wall, loop = time.perf_counter() - start, used(LOOP).wall
    how = f"{wall:.1f} s over {loop:.2f} s on the clock, exit status {process.returncode}"
    yield Row("`conform run -i reference --jobs 2` over a loop", wall / loop, how, 97)
    yield Row("the same, MiB in all its processes", most >> 20, "shared pages counted once", 250)


def _memory(pid: int) -> int:
    """Returns the sum of the proportional set sizes of a tree of processes, or of their unique set sizes."""
    total = 0
    try:
        process = psutil.Process(pid)
        for member in [process, *process.children(recursive=True)]:
            try:
                info = member.memory_full_info()
                total += getattr(info, "pss", info.uss)
            except psutil.Error:
                pass
    except psutil.Error:
        pass
    return total


def _thorough() -> Iterator[Row]:
    native = IMPLEMENTATIONS / "native"
    if shutil.which("cc"):
        subprocess.run(["make", "-s", "-C", native], check=True)
    selected = [("cpython", _DEFAULT), ("reference", "bocu-1")]
    if not manifest.read(native).missing():
        selected.append(("native", "kim"))
    for name, encoding in selected:
        run = [*CONFORM, "run", "-i", name, "-e", encoding, "--thorough", "--jobs", "1"]
        yield cpu_over(f"CPU of `--thorough` of {encoding} ({name}) over a loop", None, run, LOOP, runs=1)


def _report() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as name:
        plain, packed = Path(name) / "report.jsonl", Path(name) / "report.jsonl.gz"
        for file in (plain, packed):
            used([*CONFORM, "run", "--json", str(file)])
        verdicts = sum(1 for _ in plain.open("rb")) - 2
        sizes = [(file.suffix, file.stat().st_size) for file in (plain, packed)]
    for suffix, size in sizes:
        how = f"{size / 1e6:.2f} MB for {verdicts:,} verdicts of a run without -i"
        yield Row(f"bytes of a report in {suffix} for each verdict", size / verdicts, how)
