"""`conform replay`"""

from __future__ import annotations

from pathlib import Path

import click

from harness.commands.arguments import load_library, vectors_option
from harness.fuzz.asking.sanitizers import under
from harness.fuzz.findings.again import Again
from harness.fuzz.findings.finding import FIXED, asked_again
from harness.fuzz.findings.store import read
from harness.report.failure import labelled
from harness.runner import plan, registry
from harness.runner.unit import limits_of


@click.command("replay")
@click.argument(
    "findings", nargs=-1, required=True, metavar="FINDING…", type=click.Path(exists=True, file_okay=False, path_type=Path)
)
@vectors_option
def command(findings: tuple[Path, ...], folders: tuple[Path, ...]) -> int:
    """Ask findings again. Each FINDING is a folder that a campaign wrote.

    Exit status: 0 if all of them are fixed; 1 if one is still there or has changed.
    """
    library = load_library(folders)
    status = 0
    for folder in findings:
        old = read(folder)
        under(old.sanitizer)
        registered = registry.selected([old.selector], library.encodings)
        (unit,) = plan.units(library, registered, [old.case.encoding], "")
        now = Again(unit.registered, unit.encoding, limits_of(unit)).ask(old.case)
        state = asked_again(old, now)
        status |= state != FIXED
        click.echo(f"{state}: {folder}")
        for line in (now or old).lines(unit.encoding):
            click.echo(f"  {labelled(*line)}")
    return status
