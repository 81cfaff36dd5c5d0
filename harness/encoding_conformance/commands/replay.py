"""`conform replay`"""

from pathlib import Path

import click

from encoding_conformance.adapters.sanitizer import preload
from encoding_conformance.commands.arguments import vectors_option
from encoding_conformance.commands.fuzz import show_causes
from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.fuzz.finding import Finding, FindingState
from encoding_conformance.fuzz.store import read
from encoding_conformance.fuzz.triage import rerun
from encoding_conformance.report.console import console
from encoding_conformance.report.example import labelled
from encoding_conformance.runner import plan, registry
from encoding_conformance.runner.plan import Unit


@click.command("replay")
@click.argument(
    "findings", nargs=-1, required=True, metavar="FINDING…", type=click.Path(exists=True, file_okay=False, path_type=Path)
)
@vectors_option
def command(findings: tuple[Path, ...], folders: tuple[Path, ...]) -> int:
    """Rerun findings, and explain their causes. Each FINDING is a folder that a campaign wrote.

    Exit status: 0 if all of them are fixed; 1 if one is still there or has changed.
    """
    suite = load_suite(folders)
    groups: dict[tuple[str, str, str], tuple[Unit, dict[Path, Finding]]] = {}
    for folder in findings:
        old = read(folder)
        preload(old.sanitizer)
        (unit,) = plan.units(suite, registry.selected([old.selector], suite.encodings), [old.bucket.encoding])
        state, shown = rerun(unit, old)
        click.echo(f"{state}: {folder}")
        if shown.known:
            click.echo(f"  {labelled('declared', str(shown.known))}")
        if state != FindingState.FIXED:
            group = groups.setdefault((old.selector, old.bucket.encoding, old.sanitizer), (unit, {}))
            group[1][folder] = shown
    for (_, _, sanitizer), (unit, found) in groups.items():
        preload(sanitizer)
        show_causes(console(), unit, found)
    return int(bool(groups))
