"""The first page of the site, and its table of contents."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import encoding_conformance
from encoding_conformance.report.markdown import row
from encoding_conformance.specification.suite import Suite, edition
from workshop.site.atlas import FAILED, HELD, KNOWN, Atlas
from workshop.site.encodings import contents
from workshop.site.manuals import Page

_HEAD = """\
# Encoding conformance

A test suite for text codecs. It checks any implementation of an encoding against the specification: its examples, every class of
ill-formed input, every boundary, and laws such as round trip and order.

"""

_ASKED = {
    "[Atlas](atlas.md)": "what do popular libraries do, and where do they differ from the specifications?",
    "[Encodings](encodings.md)": "what does a specification demand, what are its tables, and what does it leave open?",
    "[Check an implementation](docs/running.md)": "does my codec conform?",
    "[Explain an input](docs/explaining.md)": "what does a specification do with these bytes?",
    "[What a run proves](docs/completeness.md)": "can a decoder that works in blocks be wrong and pass?",
    "[Reports for upstream](docs/reports.md)": "which bugs were found in which libraries?",
    "[Silences](docs/silences.md)": "what do libraries do where a specification says nothing?",
    "[Mutants](mutants.md)": "why believe the suite?",
}
"""The questions with which people come, by the page that answers them."""

Groups = Mapping[str, Sequence[str]]
"""The pages of the table of contents, by the heading above them."""


def page(suite: Suite, atlas: Atlas | None, reports: int, groups: Groups) -> str:
    """The page in Markdown. `reports` is the number of reports for upstream."""
    lines = [_HEAD + row(["page", "question"]), row(["---", "---"])]
    lines += [row([link, question]) for link, question in _ASKED.items()]
    lines += ["", row(["what there is", ""]), row(["---", "---:"])]
    lines += [row([what, f"{number:,}"]) for what, number in _counted(suite, atlas, reports).items()]
    of = edition(suite)
    lines += ["", f"Harness {encoding_conformance.__version__}, test vectors {of.version} with the hash `{of.hash}`.", ""]
    for heading, pages in groups.items():
        start, *rest = contents(pages)
        lines += [start, f":caption: {heading}", *rest]
    return "\n".join(lines)


def _counted(suite: Suite, atlas: Atlas | None, reports: int) -> dict[str, int]:
    counted = {
        "encodings": len(suite.encodings),
        "requirements": len(suite.requirements),
        "test vectors": sum(len(suite.ids_of(id)) for id in suite.encodings),
        "reports for upstream": reports,
    }
    if atlas:
        total = atlas.total(atlas.units)
        counted["implementations in the atlas"] = len(atlas.implementations)
        counted["verdicts in the atlas"] = total.total()
        counted |= {f"of them {what}": total[state] for state, what in _OF_THEM.items()}
    return counted


_OF_THEM = {HELD: "passed", KNOWN: "known deviations", FAILED: "failed"}


def groups(manuals: Sequence[Page], atlas: Atlas | None, made: Collection[str]) -> dict[str, list[str]]:
    """The table of contents: results, what they rest on, the manuals, and pages about the project."""
    docs = [page for page in manuals if page.path.startswith("docs/")]
    generated = [page.path for page in docs if page.is_generated]
    results = ["atlas.md", *(["atlas-causes.md"] if atlas else []), *generated]
    return {
        "Results": [path for path in results if path not in made],
        "Suite": ["encodings.md", "mutants.md", *made],
        "Manuals": [page.path for page in docs if not page.is_generated],
        "Project": [page.path for page in manuals if not page.path.startswith("docs/")],
    }
