"""The page that lists the bug reports, in Markdown."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from encoding_conformance.report.markdown import linked, plain, row
from workshop.upstream.draft import KNOWN, MENDED, NEW, Draft

_HEAD = """\
# Reports for upstream

Do not edit this page: `conform reports` generates it from the front matter of `implementations/*/REPORT*.md`.

Each report is a draft for the maintainers of a library: one fault, the sentence that it breaks, a program that shows it, and
where to send it. *New* means that we found no report of the fault upstream. *Known* means that the link tells of it. *Mended*
means that a release no longer has it; the report is then for distributors of older versions.

"Seen in" are versions that were seen to have the fault. "Newest asked" is the newest version in which we looked for it;
"source" means that we read it and did not run it.
"""


def page(drafts: Iterable[Draft], folder: Path) -> str:
    """The page, for this folder. The order of the reports does not matter."""
    rows = [_row(draft, folder) for draft in sorted(drafts, key=lambda draft: (draft.implementation, draft.path.name))]
    heads = ["implementation", "fault", "seen in", "newest asked", "state", "send to"]
    return "\n".join([_HEAD, *map(row, [heads, ["---"] * len(heads), *rows])]) + "\n"


def _row(draft: Draft, folder: Path) -> list[str]:
    link = Path(os.path.relpath(draft.path, folder)).as_posix()
    fault = f"[{plain(draft.fault)}]({link})"
    versions = plain(", ".join(draft.seen_in))
    return [
        plain(draft.implementation),
        fault,
        versions,
        linked(draft.newest_asked),
        "; ".join(_state(draft)),
        linked(draft.send_to),
    ]


def _state(draft: Draft) -> Iterator[str]:
    yield {NEW: "new", KNOWN: "known", MENDED: f"mended in {plain(draft.mended_in)}"}[draft.state]
    if draft.thread:
        yield linked(draft.thread)
