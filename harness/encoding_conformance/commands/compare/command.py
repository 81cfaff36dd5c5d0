"""`conform compare`"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

import click

from encoding_conformance.commands.arguments import (
    EVERY_ONE,
    cores,
    encodings_option,
    implementations_option,
    installed,
    load_suite,
    output_file,
    selection_options,
    vectors_option,
)
from encoding_conformance.commands.compare.grouping import grouped
from encoding_conformance.commands.compare.rendering import show, write_json
from encoding_conformance.commands.compare.shared import shared, side_by_side
from encoding_conformance.core.verdict import Verdict
from encoding_conformance.report.console import console, progress
from encoding_conformance.report.summary import Summary
from encoding_conformance.runner import plan
from encoding_conformance.runner.answers import ask
from encoding_conformance.runner.registry import ALL
from encoding_conformance.runner.selection import Selection


@click.command("compare")
@implementations_option(EVERY_ONE)
@encodings_option
@selection_options
@click.option(
    "--json",
    "json_file",
    type=output_file,
    help="Write each entry, with the ids of all its test vectors, as a line of JSON.",
)
@vectors_option
def command(
    selectors: tuple[str, ...],
    encodings: tuple[str, ...],
    wanted: tuple[str, ...],
    unwanted: tuple[str, ...],
    json_file: Path | None,
    folders: tuple[Path, ...],
) -> int:
    """Show where implementations differ, and who does what.

    This describes and does not judge. Exit status: 0, whatever implementations do; 3 if the harness, a test vector or an
    adapter is at fault.
    """
    suite = load_suite(folders)
    registered = installed(selectors or [ALL], encodings, suite.encodings)
    units = shared(plan.vectors_alone(plan.units(suite, registered, encodings, Selection(wanted, unwanted))))
    if json_file:
        json_file.touch()  # a file that cannot be written is found before the work begins
    with progress(sum(len(unit.vectors) for unit in units)) as bar:
        answers = ask(suite, units, cores(), lambda: bar.advance(bar.task_ids[0]))
    partitions = list(side_by_side(suite, answers))
    entries = grouped(partitions)
    if json_file:
        write_json(json_file, entries)
    show(console(), partitions, entries)
    _blame(answers.errors)
    _tell_not_asked(answers.not_asked)
    return 3 if answers.errors else 0


def _tell_not_asked(verdicts: Iterable[Verdict]) -> None:
    """Prints a line to standard error for each implementation, encoding and reason."""
    summary = Summary()
    for verdict in verdicts:
        summary.add(verdict)
    for line in summary.not_asked_lines():
        click.echo(line, err=True)


def _blame(errors: Iterable[Verdict]) -> None:
    """Prints a line to standard error for each implementation, encoding and reason."""
    alike = groupby(errors, lambda each: (each.implementation, each.encoding, each.judgement))
    for (name, encoding, why), group in alike:
        ids = [each.id for each in group]
        what = f"{name} has {len(ids)} of {encoding} unanswered, first {ids[0]}"
        click.echo(f"{what}: {why.reason} (at fault: {why.blame})", err=True)
