"""Reads what the drafts of bug reports say about themselves in their front matter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from encoding_conformance.data_folders import IMPLEMENTATIONS
from encoding_conformance.specification import schema
from encoding_conformance.specification.faults import DataError, DataFault
from encoding_conformance.specification.yamlfile import YamlFile

SCHEMA = IMPLEMENTATIONS / "report.schema.json"
PATTERN = "REPORT*.md"
"""The names of reports, next to a manifest. A report of its own for each of several faults is `REPORT-<fault>.md`."""

NEW, KNOWN, MENDED = "new", "known", "mended"
_NEEDS = {NEW: (), KNOWN: ("thread",), MENDED: ("mended_in",)}
"""What a report must say besides, by its state."""

_LINE = "---\n"


@dataclass(frozen=True)
class Draft:
    """A report: the fault in a few words, where to send it, the versions that showed it, the newest version that was asked, and
    whether upstream knows it or has mended it. `thread` and `mended_in` are empty if the report does not state them."""

    path: Path
    fault: str
    send_to: str
    seen_in: tuple[str, ...]
    newest_asked: str
    state: str
    thread: str = ""
    mended_in: str = ""

    @property
    def implementation(self) -> str:
        return self.path.parent.name


class FrontMatter(YamlFile):
    """The YAML between the first line of a file and the next line `---`."""

    def _text(self) -> str:
        text = super()._text()
        end = text.find("\n" + _LINE, len(_LINE) - 1)
        if not text.startswith(_LINE) or end < 0:
            raise self._stop(1, "no front matter; a report begins with a line ---, keys such as fault, and a line ---")
        return text[: end + 1]


def read(folder: Path) -> list[Draft]:
    """The reports of all implementations in a folder. Raises DataError with all faults of their front matter."""
    drafts: list[Draft] = []
    faults: list[DataFault] = []
    for path in folder.glob(f"*/{PATTERN}"):
        try:
            file = FrontMatter(path)
        except DataError as error:
            faults += error.faults
            continue
        if found := list(schema.faults(file, SCHEMA)) or list(_missing(file)):
            faults += found
        else:
            drafts.append(Draft(path, **file.data | {"seen_in": tuple(file.data["seen_in"])}))
    if faults:
        raise DataError(faults)
    return drafts


def _missing(file: YamlFile) -> Iterator[DataFault]:
    state = file.data["state"]
    for key in _NEEDS[state]:
        if key not in file.data:
            yield file.fault(f"state: {state}, but key {key!r} is missing", "state")
