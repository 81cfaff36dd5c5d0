"""Executions a second of campaigns, as ratios.

- a campaign on the reference, with oracle, checks and journal, over bare Atheris on the same instrumented decoder;
- a campaign on a plug-in that echoes, compared with the reference, over bare Atheris on the reference;
- four workers over one.

Bare Atheris has the same mutator, seeds and longest input as the campaign. Rates are measured after the first second, so that
they exclude the start.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from statistics import median
from subprocess import run
from tempfile import TemporaryDirectory

from measure import Better, Row

from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.fuzz.campaign import Campaign
from encoding_conformance.fuzz.corpus import as_text, seeds, tokens
from encoding_conformance.fuzz.findings import keep
from encoding_conformance.fuzz.mutator import Mutator
from encoding_conformance.runner import plan, registry

ENCODINGS = ("utf-8", "kim", "bocu-1")
RUNS = 2
SECONDS = 4.0
LONGEST = 256
"""The most bytes of an input. Without this limit, a rate would depend on how long inputs grow by chance."""

LEAST = 1.0
"""The seconds before a rate is measured."""

ECHO = """#!{python}
import os, sys
rest = ""
while piece := os.read(0, 1 << 16):
    *lines, rest = (rest + piece.decode()).split("\\n")
    out = []
    for line in lines:
        id, word, *fields = line.split(" ")
        if word == "hello":
            out.append(id + " ok 1 iso-8859-1")
        elif word == "decode":
            field = fields[1].replace("/", "")
            out.append(id + " ok " + ",".join([field[i : i + 2] for i in range(0, len(field), 2)]))
        elif fields[1] == "-" or max(map(len, values := fields[1].split(","))) <= 2:
            out.append(id + " ok " + (fields[1] if fields[1] == "-" else "".join([value.zfill(2) for value in values])))
        else:
            out.append(id + " reject")
    print("\\n".join(out), flush=True)
"""
"""A plug-in for iso-8859-1, in which every byte is a value: it returns its input."""

MANIFEST = """
name: echo
title: A plug-in that returns its input
process: [./echo.py]
encodings: {iso-8859-1: {}}
"""


def rows() -> Iterator[Row]:
    """Yields rows for campaigns on the reference, on a plug-in, and with four workers."""
    suite = load_suite()
    for id in ENCODINGS:
        title = f"executions a second over bare Atheris: the reference, {id}"
        yield _row(title, partial(_campaign, suite, "reference", id), partial(_bare, id))
    with TemporaryDirectory() as folder:
        echo = _echo(Path(folder))
        yield _row(
            "executions a second over bare Atheris: an echo, iso-8859-1",
            lambda: _campaign(suite, echo, "iso-8859-1"),
            lambda: _bare("iso-8859-1"),
        )
    yield _row(
        f"executions a second: four workers over one, {ENCODINGS[0]}",
        lambda: _campaign(suite, "reference", ENCODINGS[0], jobs=4),
        lambda: _campaign(suite, "reference", ENCODINGS[0]),
    )


def _row(title: str, first: Callable[[], float], second: Callable[[], float]) -> Row:
    """Returns a row with the median of the ratios of two rates, measured in turn."""
    pairs = [(first(), second()) for _ in range(RUNS)]
    rates = [median(rates) for rates in zip(*pairs)]
    ratio = median(a / b for a, b in pairs)
    how = f"{rates[0]:,.0f}/s over {rates[1]:,.0f}/s, median of {RUNS} pairs"
    return Row(title, ratio, how, better=Better.MORE)


def _campaign(suite: Suite, selector: str, encoding: str, jobs: int = 1) -> float:
    units = plan.units(suite, registry.selected([selector], suite.encodings), [encoding])
    seen: list[tuple[float, int]] = []
    with TemporaryDirectory() as folder:
        corpus, findings = Path(folder) / "corpus", Path(folder) / "findings"
        campaign = Campaign(units, corpus, findings, SECONDS, jobs=jobs, longest=LONGEST)
        campaign.run(lambda: seen.append((time.perf_counter(), campaign.executed.total())))
        assert not any(campaign.findings_of(units[0]).iterdir()), "a finding"
    return _rate(seen)


def _echo(folder: Path) -> str:
    program = folder / "echo.py"
    program.write_text(ECHO.format(python=sys.executable))
    program.chmod(0o755)
    (folder / "implementation.yaml").write_text(MANIFEST)
    return str(folder)


def _rate(seen: list[tuple[float, int]]) -> float:
    start = next(then for then, executed in seen if executed)
    rated = [(then, executed) for then, executed in seen if then - start >= LEAST]
    (begin, first), (end, last) = rated[0], rated[-1]
    return (last - first) / (end - begin)


def _bare(encoding: str) -> float:
    with TemporaryDirectory() as folder:
        done = run([sys.executable, __file__, encoding, folder], capture_output=True, text=True, check=True)
    return float(done.stdout)


def bare(id: str, folder: Path) -> None:
    """Prints the executions per second of bare Atheris. It ends the process."""
    from encoding_conformance.fuzz.engine import AtherisEngine

    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # as a campaign does
    suite = load_suite()
    encoding, corpus = suite.encodings[id], folder / "corpus"
    corpus.mkdir()
    for data in seeds(encoding, suite.vectors_of(id), LONGEST):
        keep(corpus, data)
    engine = AtherisEngine()
    with engine.instrumented(["reference_codecs"]):
        import reference_codecs
    decode, count, start, begin = reference_codecs.CODECS[id].decode, 0, time.perf_counter(), 0

    def execute(data: bytes) -> None:
        nonlocal count, begin
        count += 1
        with suppress(ValueError):
            decode(data)
        if (now := time.perf_counter() - start) > SECONDS:
            print((count - begin) / (SECONDS - LEAST), flush=True)
            os._exit(0)
        if now < LEAST:
            begin = count

    arguments = [f"-max_len={LONGEST}", "-seed=1", "-rss_limit_mb=0", str(corpus)]
    engine.run(execute, Mutator(encoding), lambda: as_text(tokens(encoding)), [sys.argv[0], *arguments])


if __name__ == "__main__":
    bare(sys.argv[1], Path(sys.argv[2]))
