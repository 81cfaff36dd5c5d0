"""`conform edges`"""

from __future__ import annotations

from pathlib import Path

import click

from encoding_conformance.checks.catalogue import CHECKS
from encoding_conformance.commands.arguments import folder
from encoding_conformance.data_folders import VECTORS
from encoding_conformance.specification.suite import read_encodings
from workshop.edges.write import file_of, text


@click.command("edges")
@click.argument("folders", nargs=-1, type=folder, metavar="[DIR]...")
def command(folders: tuple[Path, ...]) -> int:
    """Write the edge cases that follow from the tables of encodings.

    They are written in `edges/` beside the `encodings.yaml` of each encoding in DIR, or of the project's own encodings.
    """
    wanted = [each.resolve() for each in folders or (VECTORS,)]
    for encoding in read_encodings([VECTORS, *folders], CHECKS).values():
        file = file_of(encoding)
        if any(each in file.resolve().parents for each in wanted) and (written := text(encoding)):
            file.parent.mkdir(exist_ok=True)
            file.write_text(written, encoding="utf-8")
    return 0
