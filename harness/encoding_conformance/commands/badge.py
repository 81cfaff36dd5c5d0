"""`conform badge`"""

import json
from collections import Counter
from pathlib import Path

import click

from encoding_conformance.commands.arguments import REPORT
from encoding_conformance.core.verdict import Status
from encoding_conformance.report.reading import read


@click.command("badge")
@click.argument("path", type=REPORT, metavar="REPORT.jsonl")
@click.option("--label", default="encoding conformance", show_default=True, help="The text at the left of the badge.")
def command(path: Path, label: str) -> int:
    """Write a badge for the JSON report of a run.

    The badge is JSON that the endpoint of shields.io reads.
    """
    counts: Counter[Status] = Counter()
    report = read(path, lambda verdict, _: counts.update([verdict.status]))
    passed, failed = counts[Status.PASS], counts[Status.FAIL] + counts[Status.ERROR]
    message, color = f"{passed:,} passed", "brightgreen"
    if not report.whole:
        message, color = "incomplete", "lightgrey"
    elif failed:
        message, color = f"{failed:,} of {failed + passed:,} failed", "red"
    click.echo(json.dumps({"schemaVersion": 1, "label": label, "message": message, "color": color}))
    return 0
