"""`conform run`: runs vectors and checks."""

import os
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from encoding_conformance.checks.inputs import EXAMPLES
from encoding_conformance.commands.arguments import (
    REPORT,
    OnlyOptions,
    dask_option,
    folder,
    jobs_option,
    output_file,
    refuse_jobs,
    seed_option,
    selection_options,
    vectors_option,
    without_missing,
)
from encoding_conformance.commands.reported_run import given_inputs, run_and_report
from encoding_conformance.data_files.files import write_file
from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.data_files.problems import HarnessError, WrongUsage
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.report.console import Screen
from encoding_conformance.report.jsonlines import JsonLines
from encoding_conformance.report.reading import EarlierFailures
from encoding_conformance.report.sink import Sink
from encoding_conformance.runner import plan, registry
from encoding_conformance.runner.plan import Selection, Unit
from encoding_conformance.runner.unit import Parameters

ON_GITHUB = os.environ.get("GITHUB_ACTIONS") == "true"
"""Whether this is a job on GitHub, which reads annotations from the output."""


@click.command("run", cls=OnlyOptions)
@selection_options("the reference and all others that need only Python")
@click.option(
    "--failed-in",
    "earlier",
    type=REPORT,
    callback=lambda context, parameter, path: path and EarlierFailures(path),
    metavar="REPORT.jsonl",
    help="Run only the tests that failed or were not run in an earlier run.",
)
@click.option(
    "--inputs",
    type=folder,
    metavar="DIR",
    help="Run the files in DIR, raw bytes such as the findings of `conform fuzz`, instead of vectors and checks.",
)
@click.option("--fail-fast", is_flag=True, help="Stop at the first failure or error.")
@click.option(
    "--json",
    "json_file",
    type=output_file,
    help="Write every verdict as a line of JSON as it happens, compressed if FILE ends in .gz.",
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
    help="Also run slow cases: all values in each state, and all short byte strings in each state of the decoder.",
)
@click.option(
    "--write-deviations",
    is_flag=True,
    help="Record the failures of the implementations given with -i as known deviations, in known-deviations.yaml.",
)
@click.option("--verbose", is_flag=True, help="Show every cause of failures, and every failure under its cause.")
@vectors_option
@dask_option
def command(
    selectors: tuple[str, ...],
    encodings: tuple[str, ...],
    wanted: tuple[str, ...],
    unwanted: tuple[str, ...],
    earlier: EarlierFailures | None,
    inputs: Path | None,
    fail_fast: bool,
    jobs: int,
    seed: int,
    examples: int,
    thorough: bool,
    write_deviations: bool,
    folders: tuple[Path, ...],
    dask: str | None,
    summary_file: Path | None,
    **files: Any,
) -> int:
    """Check implementations with every test vector and every check.

    Exit status: 0 if nothing failed; 1 if an implementation failed a test; 2 for wrong usage; 3 if the harness, a test vector
    or an adapter is at fault.
    """
    selection, is_partial = Selection(wanted, unwanted), bool(earlier or inputs or fail_fast)
    refuse_jobs(dask)
    if write_deviations:
        _check_everything_runs(selectors, bool(encodings or selection or is_partial))
    try:
        suite = load_suite(folders)
        units = _planned(suite, selectors, encodings, selection, earlier, inputs)
    except (HarnessError, WrongUsage) as error:
        _report_error(error, summary_file)
        raise
    named = [path.resolve() for path in (summary_file, *files.values()) if isinstance(path, Path)]
    if len(set(named)) < len(named):
        raise click.UsageError("two reports have the same file; give each its own")
    sinks = list(_sinks(write_deviations, summary_file, **files))
    parameters = Parameters(seed, examples, thorough)
    status = run_and_report(suite, units, sinks, parameters, encodings, selection, is_partial, fail_fast, jobs, dask)
    if fail_fast and status:
        click.echo("Stopped at the first failure or error, because of --fail-fast.")
    if not selectors and not earlier:
        click.echo(_others({unit.name for unit in units}))
    return status


def _check_everything_runs(selectors: Sequence[str], is_partial: bool) -> None:
    """Raises UsageError if the failures of a run cannot become known deviations."""
    if is_partial:
        leave = "leave out -e, -k, --not, --failed-in, --inputs, --fail-fast"
        raise click.UsageError(f"--write-deviations needs a complete run; {leave}")
    if not selectors:
        raise click.UsageError("--write-deviations writes beside manifests; name the implementations with -i")


def _planned(
    suite: Suite,
    selectors: Sequence[str],
    encodings: Sequence[str],
    selection: Selection,
    earlier: EarlierFailures | None,
    inputs: Path | None,
) -> list[Unit]:
    plan.must_be_known(encodings, suite.encodings)
    if earlier and not selectors:
        selectors = tuple(earlier.ids)
        if others := set(selectors) - set(registry.names()):  # a report does not have their paths
            raise click.UsageError(f"the report has failures of {', '.join(sorted(others))}; give the folder with -i")
    implementations = without_missing(registry.selected(selectors, suite.encodings))
    if inputs:
        if not (files := given_inputs(inputs)):
            raise WrongUsage(f"{inputs} has no files; expected files of raw bytes")
        units = plan.with_inputs(plan.units(suite, implementations, encodings), files, selection)
    elif earlier and earlier.of_inputs:
        raise click.UsageError("the report is about inputs; give their folder with --inputs")
    else:
        units = plan.units(suite, implementations, encodings, selection)
    if earlier and not (units := plan.narrowed(units, earlier.has)):
        click.echo("No selected test failed in that report, so nothing is run.")
    return units


def _report_error(error: Exception, summary_file: Path | None) -> None:
    """Writes an error also to the summary and to GitHub's annotations, where readers of a job look first."""
    from encoding_conformance.report.summary import error_annotations, error_summary

    if summary_file:
        write_file(summary_file, error_summary(str(error)).encode("utf-8", "backslashreplace"))
    if ON_GITHUB:
        for line in error_annotations(error):
            click.echo(line)


def _sinks(
    write_deviations: bool,
    summary_file: Path | None,
    json_file: Path | None,
    junit_file: Path | None,
    html_file: Path | None,
    verbose: bool,
) -> Iterator[Sink]:
    """Yields the sinks for the options. Modules that take long to import are imported only on use."""
    if json_file:
        yield JsonLines(json_file)
    if junit_file:
        from encoding_conformance.report.junit import JUnit

        yield JUnit(junit_file)
    if summary_file:
        from encoding_conformance.report.summary import JobSummary

        yield JobSummary(summary_file)
    if html_file:
        from encoding_conformance.report.html import Html

        yield Html(html_file)
    yield Screen(verbose)
    if write_deviations:
        from encoding_conformance.commands.write_deviations import WriteDeviations

        yield WriteDeviations()
    if ON_GITHUB:
        from encoding_conformance.report.summary import Annotations

        yield Annotations()


def _others(checked: Collection[str]) -> str:
    """Returns lines about the implementations that a run without `-i` leaves out, and how to run them."""
    others = [each for each in registry.own() if each.name not in checked]
    installed = sum(not implementation.missing() for implementation in others)
    return (
        f"{len(others)} more implementations come with the project, in many languages; {installed} of them can run here.\n"
        "`conform run -i all` runs those, `conform run -i NAME` one of them, and `conform run -i FOLDER` your own.\n"
        "`conform list implementations` lists all, and shows how to install missing requirements."
    )
