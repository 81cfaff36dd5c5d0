"""Writes the pages of a site in Markdown, which Sphinx makes the site of."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from encoding_conformance.data_files.edition import edition
from encoding_conformance.data_files.services import services
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.data_folders import HOME
from encoding_conformance.runner import registry
from workshop.museum import found
from workshop.museum.page import page as museum_page
from workshop.requirements import requirements_page
from workshop.site import encodings, home, implementation, manuals, matrix, mutants
from workshop.site.atlas import Atlas
from workshop.site.generator import EXTRA
from workshop.site.implementation import Known
from workshop.site.mutants import Killed
from workshop.site.silences import silences_page
from workshop.sizes.page import sizes_of_texts
from workshop.upstream.reports import page as reports_page

_MANY = 40
"""The number of headings of the third level from which on a table of contents leaves them out."""


def write_sources(folder: Path, suite: Suite, atlas: Atlas | None, killed: Sequence[Killed]) -> int:
    """Writes the pages into a folder, and returns how many there are. Raises DataError if a manifest or a report for upstream has
    faults."""
    taken, reports, drafts = manuals.pages(), list(manuals.report_pages()), manuals.drafts()
    families = encodings.families(suite)
    pages = {page.path: page.text for page in taken}
    pages |= {page.path: f"---\norphan: true\n---\n\n{page.text}" for page in reports}
    pages["reports.md"] = reports_page(drafts, HOME)
    pages["requirements.md"] = requirements_page(services(suite), suite.documents)
    pages["museum.md"] = museum_page(found.read())
    pages["sizes.md"] = sizes_of_texts()
    pages["encodings.md"] = encodings.overview(suite, atlas)
    pages |= {f"encodings/{id}.md": encodings.page(suite, id, atlas) for id in suite.encodings}
    if killed:
        pages["mutants.md"] = mutants.page(killed, suite.requirements)
    own = {each.name: each for each in registry.own()}
    pages["atlas.md"] = matrix.page(atlas, str(edition(suite)), families, {name: each.title for name, each in own.items()})
    if atlas:
        faults: dict[str, list[tuple[str, str]]] = {}
        for draft in drafts:
            faults.setdefault(draft.implementation, []).append((manuals.path_of(draft.path), draft.fault))
        known = Known(own, suite.requirements, list(suite.encodings), faults)
        pages["atlas-causes.md"] = implementation.causes_page(atlas, known)
        pages |= {f"{atlas.page(name)}.md": implementation.page(atlas, name, known) for name in atlas.implementations}
        if not atlas.report.selected:
            vectors = {vector.id: vector for vector in suite.all_vectors}
            pages[encodings.SILENCES] = silences_page(atlas.silences, suite.requirements, vectors)
        for name, encoding in atlas.cases:
            _write_text(folder / EXTRA / atlas.data(name, encoding), implementation.script(atlas, name, encoding))
    for id in suite.encodings:
        _write_text(folder / EXTRA / encodings.data(id), encodings.script(suite, id))
    pages["index.md"] = home.page(suite, atlas, len(reports), home.groups(taken, pages), families)
    _write(folder, {path: _with_depth(text) for path, text in pages.items()})
    return len(pages)


def _with_depth(text: str) -> str:
    """Returns a page whose table of contents shows only the upper headings if it has many."""
    if text.count("\n### ") < _MANY:
        return text
    return f"---\ntocdepth: 2\n---\n\n{text}"


def _write(folder: Path, pages: dict[str, str]) -> None:
    there = {*pages, *manuals.pictures()}
    for path, text in pages.items():
        _write_text(folder / path, manuals.within(text, path, there))
    for path in manuals.pictures():
        shutil.copyfile(HOME / path, _place(folder / path))


def _write_text(path: Path, text: str) -> None:
    _place(path).write_text(text, encoding="utf-8")


def _place(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    return path
