"""`conform replay`"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from encoding_conformance.adapters.sanitizer import preload
from encoding_conformance.commands.arguments import load_suite, vectors_option
from encoding_conformance.commands.fuzz.rendering import counted
from encoding_conformance.fuzz.campaign import known_deviation
from encoding_conformance.fuzz.crash_bucket import CrashBucket
from encoding_conformance.fuzz.finding import FIXED, asked_again
from encoding_conformance.fuzz.rerun import Rerun
from encoding_conformance.fuzz.store import read
from encoding_conformance.fuzz.triage import Causes
from encoding_conformance.report.failure import labelled
from encoding_conformance.runner import plan, registry
from encoding_conformance.runner.unit import limits_of


@click.command("replay")
@click.argument(
    "findings", nargs=-1, required=True, metavar="FINDING…", type=click.Path(exists=True, file_okay=False, path_type=Path)
)
@vectors_option
def command(findings: tuple[Path, ...], folders: tuple[Path, ...]) -> int:
    """Ask findings again. Each FINDING is a folder that a campaign wrote.

    Of several findings, each says whether an earlier one explains it. Exit status: 0 if all of them are fixed; 1 if one is
    still there or has changed.
    """
    suite = load_suite(folders)
    causes = Causes(suite.encodings)
    places: dict[CrashBucket, Path] = {}
    there = 0
    for folder in findings:
        old = read(folder)
        preload(old.sanitizer)
        registered = registry.selected([old.selector], suite.encodings)
        (unit,) = plan.units(suite, registered, [old.case.encoding])
        now = Rerun(unit.registered, unit.encoding, limits_of(unit)).ask(old.case)
        state = asked_again(old, now)
        click.echo(f"{state}: {folder}")
        shown = replace(now, known=known_deviation(unit, now)) if now else old
        for line in shown.lines(unit.encoding):
            click.echo(f"  {labelled(*line)}")
        if state != FIXED:
            there += 1
            first = places.setdefault(causes.add(shown).bucket, folder)
            if first != folder:
                click.echo(f"  {labelled('cause', f'that of {first}')}")
    if len(findings) > 1 and there:
        click.echo(counted(len(places), there))
    return int(there > 0)
