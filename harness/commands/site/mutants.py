"""The page of the mutation run: which test vectors kill each mutant that was planted by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harness.causes.patterns import Pattern, read
from harness.commands.site.encodings import REQUIREMENTS
from harness.core.identity import EDGE_CASE
from harness.report.markdown import anchor, code, plain, row
from harness.specification.library import Library

_SHOWN = 2
"""The number of test vectors that are named for each mutant. The others are counted."""

_HEAD = """\
# Mutants, and what kills them

A mutant is a codec with one mistake, made from the reference. Each of these breaks a requirement on purpose, and the suite is
good enough only if something fails on it. This page lists the test vectors that fail on each mutant. A mutant that no test vector
kills is killed by laws.

`conform mutants` tries them, and also every change of syntax in the reference codecs, with the laws as well.
[mutants/README.md](mutants/README.md) tells where they are, and [CONTRIBUTING.md](CONTRIBUTING.md#add-a-mutant) how to add one.
"""


def page(library: Library) -> str:
    """The page in Markdown, from the patterns of known mistakes, which tests hold up to date."""
    patterns = {id: found for id in library.encodings if (found := read(id))}
    lines = [_HEAD, row(["encoding", "mutants", "killed by test vectors"]), row(["---", "---:", "---:"])]
    for id, found in patterns.items():
        killed = sum(bool(each.fails) for each in found)
        lines.append(row([f"[{id}](#{id})", f"{len(found):,}", f"{killed:,}"]))
    every = [each for found in patterns.values() for each in found]
    lines.append(row(["all", f"{len(every):,}", f"{sum(bool(each.fails) for each in every):,}"]))
    for id, found in patterns.items():
        lines += ["", f"## {id}", "", *_of_encoding(found, library)]
    return "\n".join(lines) + "\n"


def _of_encoding(patterns: Sequence[Pattern], library: Library) -> Iterator[str]:
    yield from (row(["mutant", "breaks", "test vectors that fail", "such as"]), row(["---", "---", "---:", "---"]))
    for each in patterns:
        broken = ", ".join(
            f"[{id}]({REQUIREMENTS}{anchor(id)})" if id in library.requirements else plain(id) for id in each.breaks
        )
        ids = sorted(each.fails, key=lambda id: id.kind == EDGE_CASE)
        yield row([code(each.mutant), broken, f"{len(ids):,}", ", ".join(code(id.local) for id in ids[:_SHOWN])])
