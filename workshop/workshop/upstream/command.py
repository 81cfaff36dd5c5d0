"""`python -m workshop reports`"""

from __future__ import annotations

import click

from encoding_conformance.data_folders import HOME, IMPLEMENTATIONS
from workshop.upstream.reports import page, read

REPORTS = HOME / "docs" / "reports.md"


@click.command("reports")
def command() -> int:
    """Write docs/reports.md, the list of the bug reports for upstream."""
    REPORTS.write_text(page(read(IMPLEMENTATIONS), REPORTS.parent), encoding="utf-8")
    return 0
