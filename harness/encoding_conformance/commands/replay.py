"""`conform replay`"""

from __future__ import annotations

from pathlib import Path

import click

from encoding_conformance.adapters.sanitizer import preload
from encoding_conformance.commands.arguments import load_suite, vectors_option
from encoding_conformance.fuzz.campaign import rerun
from encoding_conformance.fuzz.finding import CrashBucket, FindingState
from encoding_conformance.fuzz.store import read
from encoding_conformance.fuzz.triage import FindingCauses, counted
from encoding_conformance.report.failure import labelled
from encoding_conformance.runner import plan, registry


@click.command("replay")
@click.argument(
    "findings", nargs=-1, required=True, metavar="FINDING…", type=click.Path(exists=True, file_okay=False, path_type=Path)
)
@vectors_option
def command(findings: tuple[Path, ...], folders: tuple[Path, ...]) -> int:
    """Rerun findings. Each FINDING is a folder that a campaign wrote.

    Of several findings, each says whether an earlier one explains it. Exit status: 0 if all of them are fixed; 1 if one is
    still there or has changed.
    """
    suite = load_suite(folders)
    causes = FindingCauses(suite.encodings)
    first_folders: dict[CrashBucket, Path] = {}
    there = 0
    for folder in findings:
        old = read(folder)
        preload(old.sanitizer)
        registered = registry.selected([old.selector], suite.encodings)
        (unit,) = plan.units(suite, registered, [old.bucket.encoding])
        state, shown = rerun(unit, old)
        click.echo(f"{state}: {folder}")
        for line in shown.lines(unit.encoding):
            click.echo(f"  {labelled(*line)}")
        if state != FindingState.FIXED:
            there += 1
            first = first_folders.setdefault(causes.add(shown).bucket, folder)
            if first != folder:
                click.echo(f"  {labelled('cause', f'that of {first}')}")
    if len(findings) > 1 and there:
        click.echo(counted(len(first_folders), there))
    return int(there > 0)
