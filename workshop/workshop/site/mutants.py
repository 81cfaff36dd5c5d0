"""The page of the mutation run: which test vectors kill each mutant that was planted by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from encoding_conformance.core.identity import IdKind
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.report.markdown import code, plain, row
from workshop.links import anchor
from workshop.mutation.pattern_files import Pattern, read
from workshop.mutation.selection import named
from workshop.mutation.trial import Mutant
from workshop.site.encodings import REQUIREMENTS

_SHOWN = 2
"""The number of test vectors that are named for each mutant. The others are counted."""

_HEAD = """\
# Mutants, and what kills them

A mutant is a codec with one mistake, made from the reference. Each of these breaks a requirement on purpose, and the suite is
good enough only if something fails on it. The page lists the test vectors that fail. Where none does, laws kill the mutant.

`conform mutants` tries all of them with the laws as well, and every change of syntax in the reference codecs, and fails if one
survives. [mutants/README.md](mutants/README.md) tells where they are, and [CONTRIBUTING.md](CONTRIBUTING.md#add-a-mutant) how to
add one.
"""


def page(suite: Suite) -> str:
    """The page in Markdown. What fails on each mutant is known from the patterns of mistakes, which tests hold up to date."""
    by_encoding: dict[str, list[Mutant]] = {}
    for mutant in named():
        for id in mutant.encodings:
            if id in suite.encodings:
                by_encoding.setdefault(id, []).append(mutant)
    patterns = {each.mutant: each for id in by_encoding for each in read(id)}
    lines = [_HEAD, row(["encoding", "mutants", "killed by test vectors", "by laws alone"]), row(["---"] + ["---:"] * 3)]
    for id, mutants in by_encoding.items():
        lines.append(_counted(f"[{id}]({anchor(id)})", mutants, patterns))
    lines.append(_counted("all", [mutant for mutants in by_encoding.values() for mutant in mutants], patterns))
    for id, mutants in by_encoding.items():
        lines += ["", f"## {id}", "", *_listed(mutants, patterns, suite.requirements)]
    return "\n".join(lines) + "\n"


def _counted(what: str, mutants: Sequence[Mutant], patterns: Mapping[str, Pattern]) -> str:
    killed = sum(mutant.id in patterns for mutant in mutants)
    return row([what, *(f"{number:,}" for number in (len(mutants), killed, len(mutants) - killed))])


def _listed(mutants: Sequence[Mutant], patterns: Mapping[str, Pattern], known: Mapping[str, Requirement]) -> Iterator[str]:
    yield from (row(["mutant", "breaks", "test vectors that fail", "such as"]), row(["---", "---", "---:", "---"]))
    for mutant in mutants:
        broken = ", ".join(f"[{id}]({REQUIREMENTS}{anchor(id)})" if id in known else plain(id) for id in mutant.breaks)
        fails = patterns[mutant.id].fails if mutant.id in patterns else {}
        ids = sorted(fails, key=lambda id: id.kind == IdKind.EDGE_CASE)
        yield row([code(mutant.id), broken, f"{len(ids):,}", ", ".join(code(id.local) for id in ids[:_SHOWN])])
