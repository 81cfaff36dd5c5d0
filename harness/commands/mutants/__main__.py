"""`python -m harness.commands.mutants` writes the patterns of the mutants, as data that `conform run` reads."""

from __future__ import annotations

from harness.adapters.jobs import pool
from harness.causes.patterns import FOLDER
from harness.commands.arguments import cores
from harness.commands.mutants.patterns import text
from harness.commands.mutants.selection import named

FOLDER.mkdir(exist_ok=True)
encodings = sorted({id for mutant in named() for id in mutant.encodings})
with pool(cores()) as executor:
    for encoding, written in zip(encodings, executor.map(text, encodings)):
        (FOLDER / f"{encoding}.json").write_text(written, encoding="utf-8")
