"""Writes the edge cases of the project's own encodings, or of those in the folders that are named, next to these encodings."""

import sys
from pathlib import Path

from harness.checks.catalogue import CHECKS
from harness.edges.write import place, text
from harness.places import VECTORS
from harness.specification import loader
from harness.specification.faults import DataError

folders = [Path(argument) for argument in sys.argv[1:]] or [VECTORS]
try:
    encodings = loader.load_encodings([VECTORS, *folders], CHECKS).values()
    for encoding in encodings:
        path = place(encoding)
        if any(folder.resolve() in path.resolve().parents for folder in folders) and (made := text(encoding)):
            path.parent.mkdir(exist_ok=True)
            path.write_text(made, encoding="utf-8")
except DataError as error:
    sys.exit(str(error))
