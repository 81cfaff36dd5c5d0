"""`conform diff`"""

from __future__ import annotations

import click

from encoding_conformance.commands.diff.changes import WORSE, changes
from encoding_conformance.commands.diff.rendering import show
from encoding_conformance.commands.reports import REPORT, opened
from encoding_conformance.report.console import console
from encoding_conformance.report.recorded import Report


@click.command("diff")
@click.argument("old", type=REPORT, callback=opened, metavar="OLD.jsonl")
@click.argument("new", type=REPORT, callback=opened, metavar="NEW.jsonl")
def command(old: Report, new: Report) -> int:
    """Show what changed between two runs, from their JSON reports.

    Exit status: 0 if nothing got worse; 1 if there is a new failure or error, or if NEW was cut off; 2 if a file is not a
    report.
    """
    for name, report in (("OLD", old), ("NEW", new)):
        if not report.whole:
            click.echo(f"{name} has no footer: its run was cut off", err=True)
    found = changes(old, new)
    show(console(), found, old.versions, new.versions)
    return 1 if not new.whole or any(change.kind == WORSE for change in found) else 0
