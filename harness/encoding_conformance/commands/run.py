"""`conform run`"""

from __future__ import annotations

import os
import signal
from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import click
from rich.progress import Progress

from encoding_conformance.adapters.installation import version_of
from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.causes.collecting import Collector, ask_units, explain
from encoding_conformance.checks.inputs import EXAMPLES
from encoding_conformance.commands.arguments import (
    REPORT,
    OnlyOptions,
    dask_option,
    jobs_option,
    output_file,
    refuse_jobs,
    seed_option,
    selection_options,
    unable,
    vectors_option,
    without_missing,
)
from encoding_conformance.core.verdict import Cause, Verdict
from encoding_conformance.data_files.edition import edition
from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.data_files.problems import HarnessError, WrongUsage
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.report.console import ProgressLines, Screen, progress, without
from encoding_conformance.report.jsonlines import JsonLines
from encoding_conformance.report.reading import EarlierFailures
from encoding_conformance.report.sink import RunContext, Sink, Summary
from encoding_conformance.runner import plan, registry
from encoding_conformance.runner.plan import Selection, Unit, largest
from encoding_conformance.runner.running import Elsewhere, Running
from encoding_conformance.runner.unit import Parameters

ON_GITHUB = os.environ.get("GITHUB_ACTIONS") == "true"
"""Whether GitHub reads annotations from the output."""


@dataclass(frozen=True)
class Options:
    """The options of `conform run`, as click names them."""

    selectors: tuple[str, ...]
    encodings: tuple[str, ...]
    wanted: tuple[str, ...]
    unwanted: tuple[str, ...]
    earlier: EarlierFailures | None
    fail_fast: bool
    json_file: Path | None
    junit_file: Path | None
    html_file: Path | None
    summary_file: Path | None
    jobs: int
    seed: int
    examples: int
    thorough: bool
    write_deviations: bool
    verbose: bool
    folders: tuple[Path, ...]
    dask: str | None

    @property
    def selection(self) -> Selection:
        """What `-k` and `--not` select."""
        return Selection(self.wanted, self.unwanted)

    @property
    def partial(self) -> bool:
        """Whether only a part of what is selected may be asked."""
        return bool(self.earlier or self.fail_fast)

    @property
    def parameters(self) -> Parameters:
        """The parameters of the run."""
        return Parameters(self.seed, self.examples, self.thorough)

    def check(self) -> None:
        """Raises UsageError for options that contradict each other."""
        refuse_jobs(self.dask)
        if self.write_deviations and (self.encodings or self.selection or self.partial):
            leave = "leave out -e, -k, --not, --failed-in, --fail-fast"
            raise click.UsageError(f"--write-deviations needs a run of everything; {leave}")
        if self.write_deviations and not self.selectors:
            raise click.UsageError("--write-deviations writes beside manifests; name the implementations with -i")


@click.command("run", cls=OnlyOptions)
@selection_options("the reference and everything else that needs nothing but Python")
@click.option(
    "--failed-in",
    "earlier",
    type=REPORT,
    callback=lambda context, parameter, path: path and EarlierFailures(path),
    metavar="REPORT.jsonl",
    help="Only what failed or was not asked in an earlier run.",
)
@click.option("--fail-fast", is_flag=True, help="Stop at the first failure or error.")
@click.option(
    "--json",
    "json_file",
    type=output_file,
    help="Write every verdict as a line of JSON as it happens, compressed if FILE ends in .gz or .zst.",
)
@click.option("--junit", "junit_file", type=output_file, help="Write JUnit XML at the end.")
@click.option("--html", "html_file", type=output_file, help="Write an HTML page at the end.")
@click.option("--summary", "summary_file", type=output_file, help="Write a summary in Markdown at the end, with the causes.")
@jobs_option
@seed_option
@click.option(
    "--examples",
    type=click.IntRange(1, 100_000),
    default=EXAMPLES,
    show_default=True,
    metavar="N",
    help="The number of texts, and of byte strings, that Hypothesis draws for an encoding.",
)
@click.option(
    "--thorough",
    is_flag=True,
    help="Also ask what takes long: all values in each state, and all short byte strings in each state of the decoder.",
)
@click.option(
    "--write-deviations",
    is_flag=True,
    help="Write the failures of the implementations given with -i as known deviations, into known-deviations.yaml.",
)
@click.option("--verbose", is_flag=True, help="Show every cause of failures, and every failure under its cause.")
@vectors_option
@dask_option
def command(**given: Any) -> int:
    """Check implementations with every test vector and every check.

    Exit status: 0 if everything held; 1 if an implementation failed a test; 2 for wrong usage; 3 if the harness, a test vector
    or an adapter is at fault.
    """
    options = Options(**given)
    options.check()
    try:
        suite, units = _planned(options)
    except (HarnessError, WrongUsage) as error:
        _tell_error(error, options.summary_file)
        raise
    implementations = {unit.name: unit.implementation for unit in units}
    not_able = unable(implementations.values())
    versions = {name: version_of(each) for name, each in implementations.items()}
    asked = RunContext(
        str(edition(suite)),
        versions,
        options.parameters,
        options.encodings,
        options.selection,
        options.partial,
        largest(units),
        suite,
        implementations,
    )
    sinks: list[Sink] = []
    bar = progress(sum(len(unit.vectors) + len(unit.checks) for unit in units))

    def took(verdict: Verdict, seconds: float) -> None:
        for sink in sinks:
            sink.took(verdict, seconds)

    with closing(ProgressLines(bar)) as lines, _on_cluster(options.dask) as elsewhere:
        running = Running(
            units,
            options.parameters,
            options.jobs,
            elsewhere,
            took,
            lines.start,
            not_able,
            explain,
        )
        sinks += _sinks(options)
        status = _run(asked, running, bar, sinks, options.fail_fast)
    if options.fail_fast and status:
        click.echo("Stopped at the first failure or error, because of --fail-fast.")
    if not options.selectors and not options.earlier:
        click.echo(_others(implementations.values()))
    return status


@contextmanager
def _on_cluster(address: str | None) -> Iterator[Elsewhere | None]:
    """Gives what submits the units of a run to the cluster at an address; None without an address. Raises WrongUsage."""
    if not address:
        yield None
        return
    from encoding_conformance.adapters.cluster import cluster  # few runs need it
    from encoding_conformance.runner.remote import submitted

    with cluster(address) as executor:
        yield partial(submitted, executor)


def _planned(options: Options) -> tuple[Suite, list[Unit]]:
    again = options.earlier
    suite, selectors = load_suite(options.folders), options.selectors
    plan.must_be_known(options.encodings, suite.encodings)
    if again and not selectors:
        selectors = tuple(again.ids)
        if others := set(selectors) - set(registry.names()):  # a report does not say where they are
            raise click.UsageError(f"the report has failures of {', '.join(sorted(others))}; give the folder with -i")
    implementations = without_missing(registry.selected(selectors, suite.encodings))
    units = plan.units(suite, implementations, options.encodings, options.selection)
    if again and not (units := plan.narrowed(units, again.has)):
        click.echo("Nothing that is selected failed in that report, so nothing is asked.")
    return suite, units


def _tell_error(error: Exception, summary_file: Path | None) -> None:
    """Writes an error also to the summary and to GitHub's annotations. They are where the reader of a job looks; the message of
    the command is in the log of a step."""
    from encoding_conformance.report.summary import error_annotations, error_summary

    if summary_file:
        summary_file.write_text(error_summary(str(error)), encoding="utf-8")
    if ON_GITHUB:
        for line in error_annotations(error):
            click.echo(line)


def _run(asked: RunContext, running: Running, bar: Progress, sinks: Sequence[Sink], fail_fast: bool) -> int:
    """Asks everything, gives the verdicts to the sinks, and returns the exit status. The files are complete before the screen
    shows the result."""
    summary, causes = Summary(), Collector(asked.suite, ask_units(running.units), running.found)

    def tell(found: Sequence[Cause]) -> None:
        if found:
            summary.causes += found
            with without(bar), undisturbed():
                for sink in sinks:
                    sink.explain(found, summary)

    with ExitStack() as stack:
        for sink in sinks:
            stack.callback(sink.close)
            sink.begin(asked)
        try:
            with bar, closing(running.verdicts()) as verdicts:
                for verdict in verdicts:
                    bar.advance(bar.task_ids[0])
                    tell(causes.add(verdict))
                    with undisturbed():
                        summary.add(verdict)
                        for sink in sinks:
                            sink.add(verdict)
                    if fail_fast and verdict.status.is_bad:
                        break
                tell(causes.rest())
        except KeyboardInterrupt:
            last = causes.rest(asks=False)
            summary.causes += last
            for sink in sinks:
                sink.interrupt(last, summary, int(bar.tasks[0].total or 0))
            raise
        for sink in sinks:
            sink.end(summary)
    return summary.exit_status


@contextmanager
def undisturbed() -> Iterator[None]:
    """Lets an interrupt wait until the block is left, so that every sink has the same verdicts and causes."""
    waiting: list[tuple[int, FrameType | None]] = []
    handler = signal.signal(signal.SIGINT, lambda *interrupt: waiting.append(interrupt))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
    if waiting and callable(handler):
        handler(*waiting[0])


def _sinks(options: Options) -> Iterator[Sink]:
    """Yields the sinks that the options ask for. What takes long to import is imported only when it is needed."""
    if options.json_file:
        yield JsonLines(options.json_file)
    if options.junit_file:
        from encoding_conformance.report.junit import JUnit

        yield JUnit(options.junit_file)
    if options.summary_file:
        from encoding_conformance.report.summary import JobSummary

        yield JobSummary(options.summary_file)
    if options.html_file:
        from encoding_conformance.report.html import Html

        yield Html(options.html_file)
    yield Screen(options.verbose)
    if options.write_deviations:
        from encoding_conformance.commands.write_deviations import WriteDeviations

        yield WriteDeviations()
    if ON_GITHUB:
        from encoding_conformance.report.summary import Annotations

        yield Annotations()


def _others(checked: Collection[Implementation]) -> str:
    """Returns a line about what a run without `-i` leaves out, and how to run it."""
    others = [each for each in registry.own() if each not in checked]
    installed = sum(not implementation.missing() for implementation in others)
    return (
        f"{len(others)} more implementations come with the project, in many languages; {installed} of them can run here.\n"
        "`conform run -i all` checks those, `conform run -i NAME` one of them, `conform run -i FOLDER` your own.\n"
        "`conform list implementations` names them all, and says how to get what is missing."
    )
