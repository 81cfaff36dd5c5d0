"""Implementations and encodings as a matrix: what each cell says of the lines of a report."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from harness.compare.reason import KINDS, Reason, parse
from harness.compare.recorded import Line, Report
from harness.core.verdict import DEVIATION, ERROR, FAIL

HELD, NOT_OFFERED = "✓", "·"
_UNDECLARED = {FAIL: "✗", ERROR: "!"}

_NAMED = 2
"""So many encodings of a column are named; of more, it is told how many they are."""

_NUMBER = re.compile(r"(\d+)")


class Matrix:
    """The lines of a report by implementation and encoding. `families` are those of the encodings; encodings of one
    family share a column, and one that has none is its own."""

    def __init__(self, report: Report, families: Mapping[str, str]):
        self._lines: dict[str, dict[str, list[Line]]] = {}
        for line in report.lines:
            self._lines.setdefault(line.implementation, {}).setdefault(line.encoding, []).append(line)
        self.names = sorted(self._lines, key=natural)
        self._columns: dict[str, list[str]] = {}
        for encoding in sorted({line.encoding for line in report.lines}, key=natural):
            self._columns.setdefault(families.get(encoding, encoding), []).append(encoding)

    @property
    def heads(self) -> list[str]:
        """What columns are called: the encoding, or the family of several."""
        return [self._head(column) for column in self._columns]

    def lines(self, name: str) -> list[Line]:
        """All of an implementation."""
        return [line for lines in self._lines[name].values() for line in lines]

    def cells(self, name: str) -> list[str]:
        """What is said of an implementation in each column."""
        return [self._cell(name, column) for column in self._columns]

    def deviates(self, name: str) -> bool:
        """Is there an encoding in which not all of an implementation held?"""
        return any(self._members(name, column, held=False) for column in self._columns)

    def _head(self, column: str) -> str:
        return column if len(self._columns[column]) > 1 else self._columns[column][0]

    def _cell(self, name: str, column: str) -> str:
        parts = []
        for held in (True, False):
            if ids := self._members(name, column, held):
                said = _said([line for id in ids for line in self._lines[name][id]])
                parts.append(said if ids == self._columns[column] else f"{said} ({self._part(column, ids)})")
        return "; ".join(parts) or NOT_OFFERED

    def _members(self, name: str, column: str, held: bool) -> list[str]:
        """The encodings of a column that an implementation offers and in which all held, or not all did."""
        offered = self._lines[name]
        return [id for id in self._columns[column] if id in offered and (_said(offered[id]) == HELD) == held]

    def _part(self, column: str, ids: Sequence[str]) -> str:
        """Some encodings of a column."""
        return ", ".join(ids) if len(ids) <= _NAMED else f"{len(ids)} of {len(self._columns[column])}"


def _said(lines: Sequence[Line]) -> str:
    """In a cell: what is not declared, and how many deviations of which kinds there are."""
    states = Counter(line.state for line in lines)
    parts = [f"{symbol} {states[state]}" for state, symbol in _UNDECLARED.items() if states[state]]
    return ", ".join([*parts, *kinds(reasons(lines))]) or HELD


def reasons(lines: Iterable[Line]) -> dict[Reason, list[Line]]:
    """The declared deviations, by their reasons: bugs, choices, limits, then those that do not say; in each, those of
    most vectors and laws first. Reasons that differ in their requirements only are one, with all of these."""
    alike: dict[Reason, list[Line]] = {}
    served: dict[Reason, dict[str, None]] = {}
    for line in lines:
        if line.state == DEVIATION:
            reason = parse(line.reason)
            bare = replace(reason, requirements=())
            alike.setdefault(bare, []).append(line)
            served.setdefault(bare, {}).update(dict.fromkeys(reason.requirements))
    order = [*KINDS, ""]
    found = sorted(alike.items(), key=lambda item: (order.index(item[0].kind), -len(item[1]), item[0].what))
    return {replace(bare, requirements=tuple(sorted(served[bare]))): of_it for bare, of_it in found}


def kinds(found: Iterable[Reason]) -> list[str]:
    """How many reasons there are of each kind: `2 bugs`, `1 choice`."""
    counts = Counter(reason.kind or DEVIATION for reason in found)
    return [f"{number} {kind}" + ("s" if number > 1 else "") for kind, number in counts.items()]


def natural(name: str) -> list[tuple[bool, int, str]]:
    """Sorts numbers in names by what they are worth."""
    return [(part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in _NUMBER.split(name) if part]
