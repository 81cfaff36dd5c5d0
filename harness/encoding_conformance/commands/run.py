"""`conform run`"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import click

from encoding_conformance.adapters.installation import platform_here, version_of
from encoding_conformance.causes.collecting import Collector
from encoding_conformance.commands.arguments import (
    REPORT,
    OnlyOptions,
    encodings_option,
    implementations_option,
    jobs_option,
    load_suite,
    opened_if_given,
    output_file,
    seed_option,
    selection_options,
    unable,
    vectors_option,
    without_missing,
)
from encoding_conformance.commands.declaring import Declaring
from encoding_conformance.commands.job import on_github, shown_in_a_job
from encoding_conformance.core.identity import Location
from encoding_conformance.core.verdict import Status, Verdict
from encoding_conformance.report.console import Causes, Sweeps, console, progress, show_changed, show_much_excused, show_table
from encoding_conformance.report.jobsummary import github_annotations, job_summary
from encoding_conformance.report.jsonlines import Header, JsonLines, NoZstandard
from encoding_conformance.report.reading import Failed, Report, failed
from encoding_conformance.report.summary import ChangedSince, Summary, much_excused
from encoding_conformance.runner import plan, registry
from encoding_conformance.runner.plan import Selection
from encoding_conformance.runner.registry import Registered, outdated
from encoding_conformance.runner.running import run, tell_nobody_how_long
from encoding_conformance.runner.unit import largest
from encoding_conformance.specification.suite import Suite, edition

if TYPE_CHECKING:
    from encoding_conformance.report.html import Html
    from encoding_conformance.report.junit import JUnit


class _Sink(Protocol):
    def add(self, verdict: Verdict) -> None:
        """Takes a verdict."""


@click.command("run", cls=OnlyOptions)
@implementations_option("the reference and everything else that needs nothing but Python")
@encodings_option
@selection_options
@click.option(
    "--failed-in",
    "earlier",
    type=REPORT,
    callback=opened_if_given,
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
    "--exhaustive",
    is_flag=True,
    help="Also sweep all code points from each kind of state, and all short byte strings.",
)
@click.option(
    "--write-deviations",
    is_flag=True,
    help="Bring the known deviations in the manifests of the implementations given with -i up to date with what fails.",
)
@click.option(
    "--strict",
    is_flag=True,
    help="Fail because of what has changed since the version that known deviations are of, also without -i NAME.",
)
@click.option("--verbose", is_flag=True, help="Show every cause of failures, and every failure under its cause.")
@vectors_option
def command(
    selectors: tuple[str, ...],
    encodings: tuple[str, ...],
    wanted: tuple[str, ...],
    unwanted: tuple[str, ...],
    earlier: Report | None,
    fail_fast: bool,
    json_file: Path | None,
    junit_file: Path | None,
    html_file: Path | None,
    summary_file: Path | None,
    jobs: int,
    seed: int,
    exhaustive: bool,
    write_deviations: bool,
    strict: bool,
    verbose: bool,
    folders: tuple[Path, ...],
) -> int:
    """Check implementations with every test vector and every check.

    Exit status: 0 if everything held; 1 if an implementation failed a test; 2 for wrong usage; 3 if the harness, a test vector
    or an adapter is at fault.
    """
    selection = Selection(wanted, unwanted)
    partial = bool(earlier or fail_fast)
    if write_deviations and (encodings or selection or partial):
        raise click.UsageError("--write-deviations needs a run of everything; leave out -e, -k, --not, --failed-in, --fail-fast")
    if write_deviations and not selectors:
        raise click.UsageError("--write-deviations writes into manifests; name the implementations with -i")
    again = failed(earlier) if earlier else None
    with shown_in_a_job(summary_file):
        suite = load_suite(folders)
        plan.must_be_known(encodings, suite.encodings)
        registered = without_missing(registry.selected(selectors or _to_ask_again(again), suite.encodings))
        units = plan.units(suite, registered, encodings, selection)
    if again and not (units := plan.narrowed(units, again.has)):
        click.echo("Nothing that is selected failed in that report, so nothing is asked.")
    registered = [each for each in registered if any(unit.registered is each for unit in units)]
    not_able = unable(registered)
    versions = {each.implementation.name: version_of(each.implementation) for each in registered}
    declaring = [Declaring(registered, versions, platform_here())] if write_deviations else []
    of_others = outdated(registered, versions, platform_here(), strict or write_deviations)
    changed = ChangedSince(of_others)
    limits = largest(units)
    summary, screen = Summary(), console()
    causes = Collector(suite.encodings, suite.vectors_of)
    shown = Causes(screen, suite.requirements, suite.encodings, verbose)
    with ExitStack() as stack:
        vectors = str(edition(suite))
        header = Header(vectors, seed, versions, encodings, wanted, unwanted, partial, limits)
        lines = [stack.enter_context(_json(json_file, header))] if json_file else []
        junit = [_junit(junit_file, suite, vectors, registered)] if junit_file else []
        pages = [_page(html_file, suite, vectors)] if html_file else []
        sinks: list[_Sink] = [summary, shown, changed, *lines, *junit, *pages, *declaring]
        bar = progress(sum(len(unit.vectors) + len(unit.checks) for unit in units))
        tell, took = Sweeps(bar).tell, junit[0].took if junit else tell_nobody_how_long
        running = run(suite, units, seed, jobs, exhaustive, tell, of_others, not_able, took)
        verdicts = stack.enter_context(closing(running))
        with bar:
            for verdict in verdicts:
                bar.advance(bar.task_ids[0])
                shown.show(causes.add(verdict), summary.by_unit)
                for sink in sinks:
                    sink.add(verdict)
                if fail_fast and verdict.status in (Status.FAIL, Status.ERROR):
                    break
            shown.show(causes.rest(), summary.by_unit)
        for report in lines:
            report.causes(causes.found)
            report.footer(summary)
        for cases in junit:
            cases.write(causes.found)
        if summary_file:
            told = job_summary(summary, versions, causes.found, suite.requirements, suite.encodings)
            summary_file.write_text(told, encoding="utf-8")
        for page in pages:
            page.write(summary, versions, seed, causes.found, limits, [line.text for line in changed.lines()])
    if units:
        show_table(screen, summary, versions, limits)
    if not (selection or partial):
        show_much_excused(screen, much_excused(summary, _because(registered)))
    show_changed(screen, changed.lines())
    for each in declaring:
        for line in each.write(causes.found):
            click.echo(line)
    if on_github():
        for annotation in github_annotations(causes.found, _where_declared(registered)):
            click.echo(annotation)
    if fail_fast and summary.exit_status:
        click.echo("Stopped at the first failure or error, because of --fail-fast.")
    if not selectors and not earlier:
        click.echo(_others(registered))
    return summary.exit_status


def _where_declared(registered: Sequence[Registered]) -> dict[str, Callable[[str], Location]]:
    """How to find where the manifest of each implementation lists an encoding, by name."""
    return {each.implementation.name: each.implementation.location for each in registered}


def _to_ask_again(again: Failed | None) -> tuple[str, ...]:
    """The names of the implementations that failed in an earlier run. One that is not the project's own is wrong usage, because
    a report does not say where it is."""
    names = tuple(again.ids) if again else ()
    if others := set(names) - set(registry.names()):
        raise click.UsageError(f"the report has failures of {', '.join(sorted(others))}; give the folder with -i")
    return names


def _because(registered: Sequence[Registered]) -> dict[tuple[str, str], str]:
    """Why the manifests excuse much, by implementation and encoding."""
    return {
        (each.implementation.name, encoding): support.excused_because
        for each in registered
        for encoding, support in each.implementation.encodings.items()
    }


def _others(checked: Sequence[Registered]) -> str:
    """A line about what a run without `-i` leaves out, and how to run it."""
    others = [each.implementation for each in registry.own() if each not in checked]
    installed = sum(not implementation.missing() for implementation in others)
    return (
        f"{len(others)} more implementations come with the project, in many languages; {installed} of them can run here.\n"
        "`conform run -i all` checks those, `conform run -i NAME` one of them, `conform run -i FOLDER` your own.\n"
        "`conform list implementations` names them all, and says how to get what is missing."
    )


def _junit(file: Path, suite: Suite, vectors: str, registered: Sequence[Registered]) -> JUnit:
    """The writer of JUnit XML. Like that of a page, it takes long to import, so it is imported only when it is needed."""
    from encoding_conformance.report.junit import JUnit

    declared = _where_declared(registered)

    def where(verdict: Verdict) -> Location:
        if verdict.pointers.location:
            return verdict.pointers.location
        if vector := suite.by_encoding.get(verdict.encoding, {}).get(str(verdict.id)):
            return vector.location
        return declared[verdict.implementation](verdict.encoding)

    return JUnit(file, suite.requirements, suite.encodings, vectors, where)


def _page(file: Path, suite: Suite, vectors: str) -> Html:
    """The writer of a page."""
    from encoding_conformance.report.html import Html

    return Html(file, suite.requirements, suite.encodings, vectors)


def _json(file: Path, header: Header) -> JsonLines:
    try:
        return JsonLines(file, header)
    except NoZstandard as error:
        raise click.ClickException(f"{file}: {error}") from None
