"""Finds dead links between the files of a site, and what its pages take from the network."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class _Page(HTMLParser):
    def __init__(self, file: Path):
        super().__init__()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.ids: set[str] = set()
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name in ("href", "src", "action", "data-script") and value:
                self.links.append(value)
                if tag in ("script", "img", "link", "iframe"):
                    self.fetched.append(value)
            elif name in ("id", "name") and value:
                self.ids.add(value)


def dead_links(site: Path) -> Iterator[str]:
    """Yields each link that leads nowhere, and each script, style or picture from the network, with the page that has it."""
    pages = {file: _Page(file) for file in sorted(site.rglob("*.html"))}
    for file, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                is_dead = parts.netloc and link in page.fetched
            else:
                target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
                is_file = target.is_file() and target.is_relative_to(site.resolve())
                anchor = unquote(parts.fragment)
                is_dead = not is_file or (anchor and target in pages and anchor not in pages[target].ids)
            if is_dead:
                yield f"{file.relative_to(site)}: {link}"
