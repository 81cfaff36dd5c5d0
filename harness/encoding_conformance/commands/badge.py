"""`conform badge`"""

from __future__ import annotations

import json
from collections import Counter

import click

from encoding_conformance.commands.arguments import REPORT, opened
from encoding_conformance.core.verdict import Status
from encoding_conformance.report.reading import Report


@click.command("badge")
@click.argument("report", type=REPORT, callback=opened, metavar="REPORT.jsonl")
@click.option("--label", default="encoding conformance", show_default=True, help="The text at the left of the badge.")
def command(report: Report, label: str) -> int:
    """Write a badge for the JSON report of a run.

    The badge is JSON that the endpoint of shields.io reads.
    """
    message, color = _said(report)
    click.echo(json.dumps({"schemaVersion": 1, "label": label, "message": message, "color": color}))
    return 0


def _said(report: Report) -> tuple[str, str]:
    """Returns the text at the right of the badge, and its colour."""
    counts = Counter(line.status for line in report.lines)
    failed = counts[Status.FAIL] + counts[Status.ERROR]
    if not report.whole:
        return "incomplete", "lightgrey"
    if failed:
        return f"{failed:,} of {failed + counts[Status.PASS]:,} failed", "red"
    return f"{counts[Status.PASS]:,} passed", "brightgreen"
