"""The page of the atlas: a matrix of implementations and encodings, in which each cell leads to what did not pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from encoding_conformance.adapters.installation import bare
from encoding_conformance.report.html import templates
from workshop.links import natural
from workshop.site.atlas import FAILED, HELD, KNOWN, SKIPPED, Atlas

WORST_FIRST = (FAILED, KNOWN, HELD, SKIPPED)
"""The states in the order in which they decide how a cell looks."""

_SYMBOLS = {HELD: "✓", FAILED: "✗", KNOWN: "≠", SKIPPED: "○"}
_WORDS = {HELD: "passed", FAILED: "failed", KNOWN: "known deviations", SKIPPED: "skipped"}

_HEAD = """\
# Atlas

{asked} implementations, run in {encodings} encodings: {total:,} verdicts, with the test vectors `{vectors}`.
{warnings}
Choose a cell to see the reasons of what did not pass, the test vectors of each reason, and their bytes. With the keyboard,
<kbd>Tab</kbd> leads to the matrix, the arrow keys from cell to cell, <kbd>Enter</kbd> into one. The button of a family shows its
encodings one by one.

{symbols}; an empty cell means that the implementation does not offer the encoding.

"""

_TAIL = """\

A known deviation is a failure that the implementation's manifest declares as a bug, a choice or a limit of the library. Skipped
are tests beyond a declared limit, values that may be refused, features that the implementation does not offer, and what was not
run because it had failed too often. Checks that do not apply to an encoding are not counted. The last row counts the
implementations that offer an encoding.

[Causes of failures](atlas-causes.md), [silences](silences.md) and [reports for upstream](reports.md) have pages of
their own.
"""

_WITHOUT = """\
# Atlas

This site was made without the results of a run. To see them here, run all installed implementations, and make the site
again with the report:

    conform run -i all --json atlas.jsonl.gz
    python -m workshop site DIR atlas.jsonl.gz
"""


class Cell(NamedTuple):
    """A cell of the matrix. `counts` are symbols with numbers, `told` says the same in words, and `worst` is what decides how the
    cell looks. All are empty if the encoding is not offered."""

    link: str = ""
    told: str = ""
    worst: str = ""
    counts: Sequence[tuple[str, str, str]] = ()
    folded: bool = False
    column: int = 0


class Group(NamedTuple):
    """A family of encodings. It is `wide` if it has several, which are folded away at first, below their sum."""

    name: str
    encodings: Sequence[str]
    number: int

    @property
    def wide(self) -> bool:
        return len(self.encodings) > 1


class Row(NamedTuple):
    """A row of the matrix: an implementation, and the kinds of its known deviations."""

    name: str
    page: str
    title: str
    version: str
    kinds: Sequence[str]
    cells: Sequence[Cell]


def page(atlas: Atlas | None, edition: str, families: Mapping[str, str], titles: Mapping[str, str]) -> str:
    """The page in Markdown. `edition` is that of the site's own test vectors, `families` are those of the encodings that have a
    page, and `titles` are those of the implementations that are known."""
    if atlas is None:
        return _WITHOUT
    groups = list(groups_of(atlas, families))
    rows = [_row(atlas, groups, name, titles.get(name, "")) for name in atlas.implementations]
    template = templates("workshop.site").get_template("matrix.html")
    matrix = template.render(groups=groups, rows=rows, total=list(_total(atlas, groups)), known=families)
    encodings = {encoding for _, encoding in atlas.units}
    head = _HEAD.format(
        asked=len(atlas.implementations),
        encodings=len(encodings),
        total=sum(counts.total() for counts in atlas.units.values()),
        vectors=atlas.report.vectors,
        warnings="".join(f"\n**{each}**\n" for each in _warnings(atlas, edition)),
        symbols=", ".join(f"{_SYMBOLS[each]} {_WORDS[each]}" for each in _SYMBOLS),
    )
    # Markdown takes a line without text for the end of the HTML.
    return head + "\n".join(filter(str.strip, matrix.splitlines())) + "\n" + _TAIL


def _warnings(atlas: Atlas, edition: str) -> Iterator[str]:
    if atlas.report.selected:
        yield "The report is of some encodings or test vectors only."
    if atlas.report.vectors != edition:
        yield f"The pages of the encodings show other test vectors than these: `{edition}`."


def groups_of(atlas: Atlas, families: Mapping[str, str]) -> Iterator[Group]:
    """Yields the families of the encodings in which an implementation was run, in their order."""

    def of(encoding: str) -> str:
        return families.get(encoding, encoding)

    encodings = sorted({encoding for _, encoding in atlas.units}, key=lambda id: (natural(of(id)), natural(id)))
    for number, (name, members) in enumerate(groupby(encodings, of)):
        listed = list(members)
        yield Group(name if len(listed) > 1 else listed[0], listed, number)


def _row(atlas: Atlas, groups: Sequence[Group], name: str, title: str) -> Row:
    version = bare(atlas.report.versions.get(name, ""))
    return Row(name, f"{atlas.page(name)}.html", title, version, atlas.kinds(name), list(_cells(atlas, groups, name)))


def _cells(atlas: Atlas, groups: Sequence[Group], name: str) -> Iterator[Cell]:
    for group in groups:
        units = [(name, encoding) for encoding in group.encodings]
        if group.wide:
            yield sum_of(atlas, group, name)
        for unit in units:
            cell = _cell(", ".join(unit), f"{atlas.page(name)}.html#{unit[1]}", atlas.units.get(unit, Counter()))
            yield cell._replace(folded=group.wide, column=group.number)


def sum_of(atlas: Atlas, group: Group, name: str) -> Cell:
    """Returns the cell of an implementation in all encodings of a family."""
    units = [(name, encoding) for encoding in group.encodings]
    first = next((encoding for unit, encoding in zip(units, group.encodings) if unit in atlas.units), "")
    cell = _cell(f"{name}, {group.name}", f"{atlas.page(name)}.html#{first}", atlas.total(units))
    return cell._replace(column=group.number)


def _total(atlas: Atlas, groups: Sequence[Group]) -> Iterator[Cell]:
    """The cells of the last row, which counts the implementations that offer the encodings."""
    for group in groups:
        if group.wide:
            names = {name for name, encoding in atlas.units if encoding in group.encodings}
            yield Cell(told=str(len(names)), column=group.number)
        for encoding in group.encodings:
            offered = sum(unit[1] == encoding for unit in atlas.units)
            yield Cell(told=str(offered), column=group.number, folded=group.wide)


def _cell(what: str, link: str, counts: Counter[str]) -> Cell:
    if not counts.total():
        return Cell()
    worst = next(each for each in WORST_FIRST if counts[each])
    told = ", ".join(f"{counts[each]:,} {_WORDS[each]}" for each in _SYMBOLS if counts[each])
    shown = [(each, _SYMBOLS[each], f"{counts[each]:,}") for each in _SYMBOLS if counts[each]]
    return Cell(link, f"{what}: {told}", worst, shown)
