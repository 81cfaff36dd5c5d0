"""`conform audit`"""

from __future__ import annotations

from pathlib import Path

import click

from encoding_conformance.commands.arguments import (
    cores,
    encodings_option,
    load_suite,
    output_file,
    present,
    selection_options,
    vectors_option,
)
from encoding_conformance.data_folders import VECTORS
from encoding_conformance.report.console import console, progress
from encoding_conformance.runner import plan, registry
from encoding_conformance.runner.plan import Selection
from encoding_conformance.runner.registry import ALL
from encoding_conformance.runner.running import ask
from workshop.audit import roster
from workshop.audit.audited import audited
from workshop.audit.rendering import show, write_json


@click.command("audit")
@click.option(
    "-i",
    "selectors",
    multiple=True,
    metavar="NAME|PATH",
    help="An implementation; may be repeated. Default: those that test vectors name as witnesses.",
)
@encodings_option
@selection_options
@click.option(
    "--json",
    "json_file",
    type=output_file,
    help="Write each test vector with its witnesses as a line of JSON.",
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
    """Show which expected values lack two independent witnesses.

    The implementations that witnesses.yaml names are asked again; what test vectors say about others does not count.
    Exit status: 0 if all values have two witnesses; 1 if some do not, or if a stated witness disagrees; 3 if the harness, a
    test vector or an adapter is at fault.
    """
    suite = load_suite(folders)
    known = roster.read([VECTORS, *folders], suite.encodings)
    plan.must_be_known(encodings, suite.encodings)
    registered = present(
        [
            each
            for each in registry.selected(selectors or [ALL], suite.encodings)
            if selectors or each.implementation.name in known.implementations
        ]
    )
    units = plan.vectors_alone(plan.units(suite, registered, encodings, Selection(wanted, unwanted)))
    if json_file:
        json_file.touch()  # so that it fails at once if it cannot be written
    with progress(sum(len(unit.vectors) for unit in units)) as bar:
        answers = ask(suite, units, cores(), lambda: bar.advance(bar.task_ids[0]))
    found = list(audited(suite, units, answers, known, {each.implementation.name for each in registered}))
    if json_file:
        write_json(json_file, found)
    show(console(), found)
    for verdict in answers.errors:
        blamed = f"at fault: {verdict.blame}"
        click.echo(f"{verdict.implementation} {verdict.id}: {verdict.told} ({blamed})", err=True)
    if answers.errors:
        return 3
    return 1 if any(each.lacks or each.contradicted for each in found) else 0
