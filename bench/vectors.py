"""Vectors a second through the whole runner on the reference, over a bare loop on the same codecs and inputs.

The whole runner has one job, a process for each encoding, the judge and the summary, and in a second row the JSON report. The
vectors of each encoding run REPEATS times: about 20,000 operations, while the checks of a whole run have 45,000 and more, so that
the start of a process weighs about as much as in a run. Vectors with large inputs are left out, because they would time the
codecs instead of the runner.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path

from measure import Row, ratio_of_rates

import reference_codecs
from encoding_conformance.core.operation import Kind
from encoding_conformance.core.vector import Vector
from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.report.jsonlines import JsonLines
from encoding_conformance.report.sink import RunContext, Summary
from encoding_conformance.runner import plan, registry
from encoding_conformance.runner.plan import Unit
from encoding_conformance.runner.running import Running

REPEATS = 40

RUN = RunContext(vectors="", seed=0, versions={})

LARGE = 2048
"""The number of bytes or values above which an input is large."""


def rows() -> Iterator[Row]:
    """Yields the row of the runner without a report, and of the runner with one."""
    suite = load_suite()
    selected = registry.selected(["reference"], suite.encodings)
    units = [replace(unit, vectors=_small(unit.vectors) * REPEATS, checks=()) for unit in plan.units(suite, selected, [])]
    count = sum(len(unit.vectors) for unit in units)
    for report, runner, goal in (("", _runner, 0.7), (" with --json", _runner_with_json, 0.5)):
        title = f"vectors a second over a bare loop on the same codecs{report}"
        yield ratio_of_rates(title, goal, count, partial(runner, units), partial(_bare, units))


def _small(vectors: tuple[Vector, ...]) -> tuple[Vector, ...]:
    return tuple(vector for vector in vectors if len(vector.operation.input) <= LARGE)


def _runner(units: list[Unit], *sinks: JsonLines) -> float:
    summary = Summary()
    start = time.perf_counter()
    for verdict in Running(units).verdicts():
        for sink in (summary, *sinks):
            sink.add(verdict)
    seconds = time.perf_counter() - start
    assert summary.exit_status == 0
    return seconds


def _runner_with_json(units: list[Unit]) -> float:
    with tempfile.TemporaryDirectory() as folder, closing(JsonLines(Path(folder) / "report.jsonl")) as lines:
        lines.begin(RUN)
        return _runner(units, lines)


def _bare(units: list[Unit]) -> float:
    start = time.perf_counter()
    for vector in chain.from_iterable(unit.vectors for unit in units):
        operation = vector.operation
        codec = reference_codecs.CODECS[operation.encoding]
        with suppress(ValueError):
            (codec.encode if operation.kind == Kind.ENCODE else codec.decode)(operation.input)
    return time.perf_counter() - start
