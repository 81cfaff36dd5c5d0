"""Write the edge cases of the project's own encodings into `vectors/`."""

from pathlib import Path

from harness.checks.catalogue import CHECKS
from harness.edges.write import text
from harness.places import VECTORS
from harness.specification import library

for encoding in library.load_encodings([VECTORS], CHECKS).values():
    folder = Path(encoding.place.rpartition(":")[0]).parent / "edges"
    if made := text(encoding):
        folder.mkdir(exist_ok=True)
        (folder / f"{encoding.id}.yaml").write_text(made, encoding="utf-8")
