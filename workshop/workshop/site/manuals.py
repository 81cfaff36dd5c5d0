"""The pages that the repository has in Markdown: the manuals, and what commands generate for it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

from encoding_conformance.data_folders import HOME
from encoding_conformance.report.markdown import plain, row
from workshop.links import linked
from workshop.upstream.reports import FIXED, KNOWN, Draft
from workshop.upstream.reports import read as read_drafts

PAGES = (
    "*.md",
    "docs/*.md",
    "implementations/*/README.md",
    "workshop/docs/*.md",
    "workshop/*/README.md",
    "texts/README.md",
    "vectors/*.md",
)
"""The pages that are taken as they are, wherever they are there: a wheel has only some of them."""

_PICTURES = ("docs/*.svg", "workshop/docs/*/*.svg")

_CODE_OR_LINK = re.compile(r"\\.|(`+)(?:.*?[^`])?\1(?!`)|(!?)\[((?:\\.|[^\]\\])*)\]\(([^)\s]+)\)", re.DOTALL)
_NOT_MARKDOWN = re.compile(r"(^```[^\n]*\n.*?^```$|^(?: {4}|\t|<)[^\n]*$)", re.MULTILINE | re.DOTALL)
"""Blocks of code, and lines of HTML."""

_TITLE = re.compile(r"^# (.+)$", re.MULTILINE)
_FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)


class Page(NamedTuple):
    """A page of the repository: its path there, and its text in Markdown."""

    path: str
    text: str

    @property
    def title(self) -> str:
        found = _TITLE.search(self.text)
        return found[1] if found else self.path


def pages() -> list[Page]:
    """The pages that are there, in the order of their titles."""
    files = [file for pattern in PAGES for file in HOME.glob(pattern)]
    found = [Page(path_of(file), file.read_text(encoding="utf-8")) for file in files]
    return sorted(found, key=lambda page: page.title.casefold())


def pictures() -> list[str]:
    """The paths of the pictures on these pages."""
    return [path_of(file) for pattern in _PICTURES for file in HOME.glob(pattern)]


def drafts() -> list[Draft]:
    """The reports for upstream that are there. Raises DataError if one of them has faults."""
    return read_drafts(HOME / "implementations")


def report_pages() -> Iterator[Page]:
    """The reports for upstream, each with a table of what its front matter says."""
    for draft in drafts():
        title, _, body = _FRONT_MATTER.sub("", draft.path.read_text(encoding="utf-8")).lstrip().partition("\n")
        yield Page(path_of(draft.path), "\n".join([title, "", *_facts(draft), body]))


def _facts(draft: Draft) -> Iterator[str]:
    state = f"fixed in {plain(draft.fixed_in)}" if draft.state == FIXED else draft.state
    facts = {
        "implementation": plain(draft.implementation),
        "fault": plain(draft.fault),
        "seen in": plain(", ".join(draft.seen_in)),
        "newest tried": linked(draft.newest_tried),
        "state": state + (f", {linked(draft.thread)}" if draft.state == KNOWN or draft.thread else ""),
        "send to": linked(draft.send_to),
    }
    yield from (row(["draft of a report", ""]), row(["---", "---"]))
    yield from (row([name, text]) for name, text in facts.items())


def within(text: str, path: str, there: Collection[str]) -> str:
    """The text of a page, in which whatever is linked is one of the pages and files that are there, or has an address. A link to
    anything else becomes its own text. `path` is that of the page."""

    def kept(found: re.Match[str]) -> str:
        _, picture, label, target = found.groups()
        if target is None or ":" in target.partition("/")[0]:
            return found[0]
        file = target.partition("#")[0]
        if not file or posixpath.normpath(posixpath.join(posixpath.dirname(path), file)) in there:
            return found[0]
        return "" if picture else str(label)

    parts = _NOT_MARKDOWN.split(text)
    return "".join(part if place % 2 else _CODE_OR_LINK.sub(kept, part) for place, part in enumerate(parts))


def path_of(file: Path) -> str:
    """The path of a file in the repository."""
    return file.relative_to(HOME).as_posix()
