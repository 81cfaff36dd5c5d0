"""Runs units and passes verdicts and causes to sinks, for `conform run`, `conform compare` and `conform fuzz`."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from types import FrameType

import click

from encoding_conformance.adapters.codec import described
from encoding_conformance.adapters.installation import version_of
from encoding_conformance.causes.collecting import Collector, explain, is_seeking, reruns_of
from encoding_conformance.commands.arguments import cores, unable
from encoding_conformance.core.text import visible
from encoding_conformance.core.verdict import Cause
from encoding_conformance.data_files.edition import edition
from encoding_conformance.data_files.problems import HarnessError
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.report.console import RunProgress
from encoding_conformance.report.sink import RunContext, Sink, Summary
from encoding_conformance.runner.plan import EVERYTHING, Input, Selection, Unit
from encoding_conformance.runner.running import Elsewhere, Running
from encoding_conformance.runner.unit import STANDARD, Parameters


def given_inputs(folder: Path) -> list[Input]:
    """Returns the inputs in a folder. Raises WrongUsage, and OSError."""
    from encoding_conformance.data_files.raw_inputs import raw_inputs  # few runs need it

    return [Input(str(folder), name, data) for name, data in raw_inputs(folder)]


def run_and_report(
    suite: Suite,
    units: Sequence[Unit],
    sinks: Sequence[Sink],
    parameters: Parameters = STANDARD,
    encodings: Sequence[str] = (),
    selection: Selection = EVERYTHING,
    partial: bool = False,
    fail_fast: bool = False,
    jobs: int = cores(),
    dask: str | None = None,
) -> int:
    """Runs the units, and returns the exit status. `encodings`, `selection` and `partial` only go to reports."""
    implementations = {unit.name: unit.implementation for unit in units}
    versions = {name: version_of(each) for name, each in implementations.items()}
    reasons = unable(implementations.values())
    context = RunContext(str(edition(suite)), versions, parameters, encodings, selection, partial, suite, implementations)
    verdicts = sum(len(unit.ids) for unit in units)

    with _on_cluster(dask) if dask else nullcontext() as elsewhere:
        running = Running(units, parameters, jobs, elsewhere, reasons, explain)
        return _run(context, running, verdicts, sinks, fail_fast)


@contextmanager
def _on_cluster(address: str) -> Iterator[Elsewhere]:
    """Yields a function that submits the units of a run to the cluster at an address. Raises WrongUsage."""
    from encoding_conformance.adapters.cluster import cluster  # few runs need it
    from encoding_conformance.runner.remote import submitted

    with cluster(address) as executor:
        yield partial(submitted, executor)


def _run(context: RunContext, running: Running, verdicts: int, sinks: Sequence[Sink], fail_fast: bool) -> int:
    """Passes the verdicts and causes to the sinks, and returns the exit status. Sinks end in order, so files are complete before
    a later screen shows the result."""
    summary, collector = Summary(), Collector(context.suite, reruns_of(running.units), running.found)
    progress = RunProgress(verdicts, is_seeking=is_seeking)

    def take(causes: Sequence[Cause]) -> None:
        if causes:
            summary.causes += causes
            with progress.hidden(), undisturbed():
                for sink in sinks:
                    with _noted(sink):
                        sink.explain(causes, summary)

    with ExitStack() as stack:
        for sink in sinks:
            sink.begin(context)
            stack.callback(sink.close)
        try:
            with progress, closing(running.verdicts()) as stream:
                for verdict in stream:
                    progress.count()
                    take(collector.add(verdict))
                    with undisturbed():
                        summary.add(verdict)
                        for sink in sinks:
                            sink.add(verdict)
                    if fail_fast and verdict.status.is_bad:
                        break
                take(collector.rest())
        except KeyboardInterrupt:
            last = collector.rest(reruns=False)
            summary.causes += last
            for sink in sinks:
                sink.interrupt(last, summary, verdicts)
            raise
        with ExitStack() as ends:  # goes on after an error, and raises it at the end
            for sink in reversed(sinks):
                ends.callback(_end, sink, summary)
    return summary.exit_status


def _end(sink: Sink, summary: Summary) -> None:
    with _noted(sink):
        sink.end(summary)


@contextmanager
def _noted(sink: Sink) -> Iterator[None]:
    """Reports an unexpected exception of a sink on standard error, and goes on: the verdicts are still valid."""
    try:
        yield
    except (OSError, HarnessError):
        raise
    except Exception as error:
        click.echo(visible(f"conform: {sink}: the harness failed: {described(error)}"), err=True)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Delays an interrupt until the end of the block, so that all sinks have the same verdicts and causes."""
    waiting: list[tuple[int, FrameType | None]] = []
    handler = signal.signal(signal.SIGINT, lambda *interrupt: waiting.append(interrupt))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
    if waiting and callable(handler):
        handler(*waiting[0])
