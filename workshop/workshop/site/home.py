"""The first page of the site, and its table of contents."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

import encoding_conformance
from encoding_conformance.data_files.edition import edition
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.report.html import templates
from workshop.museum import found
from workshop.museum.figures import counts, extended
from workshop.site.atlas import Atlas
from workshop.site.encodings import contents
from workshop.site.manuals import Page
from workshop.site.matrix import WORST_FIRST, Cell, groups_of, sum_of

Groups = Mapping[str, Sequence[str]]
"""The pages of the table of contents, by the heading above them."""

_RESULTS = ("atlas.md", "atlas-causes.md", "silences.md", "reports.md")
_SUITE = ("encodings.md", "requirements.md", "museum.md", "mutants.md", "sizes.md")


class Figure(NamedTuple):
    """A number of the evidence, as it is shown, what it counts, and the page about it."""

    number: str
    what: str
    page: str


class Region(NamedTuple):
    """A family of encodings on the map of the atlas, with a cell for each implementation that offers it, the worst first."""

    name: str
    cells: Sequence[Cell]


def page(suite: Suite, atlas: Atlas | None, reports: int, groups: Groups, families: Mapping[str, str]) -> str:
    """Returns the page in Markdown. `reports` is the number of reports for upstream, and `families` are those of encodings."""
    home = (
        templates("workshop.site")
        .get_template("home.html")
        .render(
            figures=list(_figures(suite, atlas, reports)),
            regions=list(_regions(atlas, families)) if atlas else [],
            harness=encoding_conformance.__version__,
            edition=edition(suite),
        )
    )
    lines = [home, ""]
    for heading, pages in groups.items():
        start, *rest = contents(pages)
        lines += [start, f":caption: {heading}", *rest]
    return "\n".join(lines)


def _figures(suite: Suite, atlas: Atlas | None, reports: int) -> Iterator[Figure]:
    (museum,) = counts(found.read())
    yield Figure(f"{len(suite.encodings)}", "encodings", "encodings.md")
    yield Figure(f"{len(suite.requirements):,}", "requirements of specifications", "requirements.md")
    yield Figure(f"{sum(1 for _ in suite.all_vectors):,}", "test vectors", "encodings.md")
    what = f"models of real bugs are killed; the suite was extended for {extended()} of them"
    yield Figure(f"{museum.killed} of {museum.modelled}", what, "museum.md")
    yield Figure(f"{reports}", "reports for upstream", "reports.md")
    if atlas:
        yield Figure(f"{len(atlas.implementations)}", "implementations in the atlas", "atlas.md")


def _regions(atlas: Atlas, families: Mapping[str, str]) -> Iterator[Region]:
    for group in groups_of(atlas, families):
        cells = (sum_of(atlas, group, name) for name in atlas.implementations)
        yield Region(group.name, sorted((cell for cell in cells if cell.link), key=lambda cell: WORST_FIRST.index(cell.worst)))


def groups(manuals: Sequence[Page], made: Collection[str]) -> dict[str, list[str]]:
    """Returns the table of contents: results, what they rest on, the manuals, and pages about the project. `made` are the paths
    of all pages."""
    return {
        "Results": [path for path in _RESULTS if path in made],
        "Suite": [path for path in _SUITE if path in made],
        "Manuals": [page.path for page in manuals if page.path.startswith("docs/")],
        "Project": [page.path for page in manuals if not page.path.startswith("docs/")],
    }
