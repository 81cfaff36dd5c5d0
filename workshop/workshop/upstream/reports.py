"""Reads what the drafts of bug reports say about themselves in their front matter."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from encoding_conformance.data_files import schema
from encoding_conformance.data_files.problems import DataError, DataProblem
from encoding_conformance.data_files.yamlfile import YamlFile
from encoding_conformance.data_folders import IMPLEMENTATIONS
from encoding_conformance.report.markdown import plain, row
from workshop.links import linked

SCHEMA = IMPLEMENTATIONS / "report.schema.json"
PATTERN = "REPORT*.md"
"""The names of reports, next to a manifest. A report of its own for each of several faults is `REPORT-<fault>.md`."""

NEW, KNOWN, FIXED = "new", "known", "fixed"
_NEEDS = {NEW: (), KNOWN: ("thread",), FIXED: ("fixed_in",)}
"""What a report must say besides, by its state."""

_LINE = "---\n"


@dataclass(frozen=True)
class Draft:
    """A report: the fault in a few words, where to send it, the versions that showed it, the newest version that was tried, and
    whether upstream knows it or has fixed it. `thread` and `fixed_in` are empty if the report does not state them."""

    path: Path
    fault: str
    send_to: str
    seen_in: tuple[str, ...]
    newest_tried: str
    state: str
    thread: str = ""
    fixed_in: str = ""

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
    """The reports of all implementations in a folder. Raises DataError with all problems of their front matter."""
    drafts: list[Draft] = []
    problems: list[DataProblem] = []
    for path in folder.glob(f"*/{PATTERN}"):
        try:
            file = FrontMatter(path)
        except DataError as error:
            problems += error.problems
            continue
        if found := list(schema.problems(file, SCHEMA)) or list(_missing(file)):
            problems += found
        else:
            drafts.append(Draft(path, **file.data | {"seen_in": tuple(file.data["seen_in"])}))
    if problems:
        raise DataError(problems)
    return drafts


def _missing(file: YamlFile) -> Iterator[DataProblem]:
    state = file.data["state"]
    for key in _NEEDS[state]:
        if key not in file.data:
            yield file.problem(f"state: {state}, but key {key!r} is missing", "state")


_HEAD = """\
# Reports for upstream

Each report is a draft for the maintainers of a library: one fault, the sentence that it breaks, a program that shows it, and
where to send it. *New* means that we found no report of the fault upstream. *Known* means that the link describes it. *Fixed*
means that a release no longer has it; the report is then for distributors of older versions.

"Seen in" are versions that were seen to have the fault. "Newest tried" is the newest version in which we looked for it;
"source" means that we read it and did not run it.
"""


def page(drafts: Iterable[Draft], folder: Path) -> str:
    """The page, for this folder. The order of the reports does not matter."""
    rows = [_row(draft, folder) for draft in sorted(drafts, key=lambda draft: (draft.implementation, draft.path.name))]
    heads = ["implementation", "fault", "seen in", "newest tried", "state", "send to"]
    return "\n".join([_HEAD, *map(row, [heads, ["---"] * len(heads), *rows])]) + "\n"


def _row(draft: Draft, folder: Path) -> list[str]:
    link = Path(os.path.relpath(draft.path, folder)).as_posix()
    fault = f"[{plain(draft.fault)}]({link})"
    versions = plain(", ".join(draft.seen_in))
    return [
        plain(draft.implementation),
        fault,
        versions,
        linked(draft.newest_tried),
        "; ".join(_state(draft)),
        linked(draft.send_to),
    ]


def _state(draft: Draft) -> Iterator[str]:
    yield {NEW: "new", KNOWN: "known", FIXED: f"fixed in {plain(draft.fixed_in)}"}[draft.state]
    if draft.thread:
        yield linked(draft.thread)
