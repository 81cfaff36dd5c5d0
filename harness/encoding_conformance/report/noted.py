"""Notes what slices of long units gave, in a file beside the JSON report, so that `--resume` does not ask them again.

The report itself has only verdicts, in an order that does not depend on when a slice was asked. Each note is a line, which is
written as soon as the slice is finished.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

from encoding_conformance.report.jsonlines import header, json_text
from encoding_conformance.report.reading import NotAReport
from encoding_conformance.report.sink import RunContext
from encoding_conformance.runner.plan import Unit
from encoding_conformance.runner.slicing import Slice, Sliced


class Noted:
    """The notes of a run. `slices` has what they say, by the name of the implementation and the encoding."""

    def __init__(self, report: Path, run: RunContext, resumed: bool):
        """Begins the file. If a run is `resumed`, its notes are read and stay. Raises NotAReport if a line is not a note."""
        self._path = report.with_name(f"{report.name}.slices")
        self.slices: dict[tuple[str, str], dict[Slice, Sliced]] = defaultdict(dict)
        first = f"{json_text(header(run))}\n".encode()
        kept = self._path.read_bytes() if resumed and self._path.exists() else b""
        kept = kept[: kept.rfind(b"\n") + 1]  # the last line may have been written in part
        if not kept.startswith(first):
            kept = b""  # it belongs to a run that was never resumed
        for number, line in enumerate(kept.splitlines()[1:], 2):
            try:
                implementation, encoding, slice, (text, numbers) = json.loads(line)
                self.slices[implementation, encoding][Slice(*slice)] = Sliced(text, tuple(numbers))
            except (ValueError, TypeError):
                raise NotAReport(f"{self._path}:{number}: is not a note of a slice; remove the file to ask all slices") from None
        self._file = self._path.open("r+b" if kept else "wb", buffering=0)
        self._file.truncate(len(kept))
        self._file.seek(len(kept))
        self._file.write(b"" if kept else first)

    def add(self, unit: Unit, slice: Slice, given: Sliced) -> None:
        """Writes what a slice of a unit gave."""
        self._file.write(f"{json_text([unit.name, unit.encoding.id, slice, given])}\n".encode())

    def remove(self) -> None:
        """Removes the file, when the report is complete."""
        self._file.close()
        self._path.unlink()
