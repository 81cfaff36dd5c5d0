"""Finds dead links between the files of a site."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class _Page(HTMLParser):
    def __init__(self, file: Path):
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name in ("href", "src", "action", "data-script") and value:
                self.links.append(value)
            elif name in ("id", "name") and value:
                self.ids.add(value)


def dead_links(site: Path) -> Iterator[tuple[str, str]]:
    """Yields each link that leads nowhere, with the page that has it."""
    pages = {file: _Page(file) for file in sorted(site.rglob("*.html"))}
    for file, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if not parts.scheme and not parts.netloc:
                target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
                there = target.is_file() and target.is_relative_to(site.resolve())
                anchor = unquote(parts.fragment)
                if not there or (anchor and target in pages and anchor not in pages[target].ids):
                    yield str(file.relative_to(site)), link


def elsewhere(site: Path) -> Iterator[tuple[str, str]]:
    """Yields the scripts, styles and pictures that a page takes from the network."""
    for file in sorted(site.rglob("*.html")):
        for tag, link in _Fetched(file).found:
            if urlsplit(link).netloc:
                yield tag, link


class _Fetched(HTMLParser):
    def __init__(self, file: Path):
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = dict(attributes)
        if tag in ("script", "img", "link", "iframe") and (link := values.get("src") or values.get("href")):
            self.found.append((tag, link))
