"""The matrix of implementations and encodings, and what each cell says about the lines of a report."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from encoding_conformance.adapters.manifest import LARGEST_OF_LIBRARY, Implementation
from encoding_conformance.core.identity import Id
from encoding_conformance.core.limits import AS_UNICODE_RECOMMENDS
from encoding_conformance.core.notation import format_number
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.core.vector import Vector
from encoding_conformance.core.verdict import Deviation, DeviationKind, Ground, Status, Verdict
from encoding_conformance.report.sink import Largest

HELD, NOT_OFFERED = "✓", "·"
RECOMMENDED = "replaces as Unicode recommends"

Offer = tuple[str, str]
"""The name of an implementation and an encoding that it offers."""

_UNDECLARED: Mapping[Status | Ground, str] = {Status.FAIL: "✗", Status.ERROR: "!", Ground.NOT_ASKED: "?"}

_NAMED = 2
"""Up to this many encodings of a column are named. More are counted."""

_NUMBER = re.compile(r"(\d+)")


class Overview:
    """The lines of a report by implementation and encoding. `largest` are the declared largest values. `families` are those of
    the encodings. Encodings of one family share a column, and an encoding without a family has its own. `recommended` are the
    implementations and encodings in which ill-formed input is replaced as Unicode recommends."""

    def __init__(
        self, lines: Sequence[Verdict], largest: Largest, families: Mapping[str, str], recommended: Collection[Offer] = ()
    ):
        self._recommended = recommended
        self._largest = largest
        self._lines: dict[str, dict[str, list[Verdict]]] = {}
        for line in lines:
            self._lines.setdefault(line.implementation, {}).setdefault(line.encoding, []).append(line)
        self.names = sorted(self._lines, key=natural)
        self._columns: dict[str, list[str]] = {}
        for encoding in sorted({line.encoding for line in lines}, key=natural):
            self._columns.setdefault(families.get(encoding, encoding), []).append(encoding)

    @property
    def heads(self) -> list[str]:
        """The headings of the columns: the encoding, or the family of several encodings."""
        return [self._head(column) for column in self._columns]

    def lines(self, name: str) -> list[Verdict]:
        """All lines of an implementation."""
        return [line for lines in self._lines[name].values() for line in lines]

    def cells(self, name: str) -> list[str]:
        """The text about an implementation in each column."""
        return [self._cell(name, column) for column in self._columns]

    def deviates(self, name: str) -> bool:
        """Whether something did not hold in an encoding of this implementation."""
        return any(self._members(name, column, held=False) for column in self._columns)

    def _head(self, column: str) -> str:
        return column if len(self._columns[column]) > 1 else self._columns[column][0]

    def _cell(self, name: str, column: str) -> str:
        parts = []
        for held in (True, False):
            if ids := self._members(name, column, held):
                said = _said([line for id in ids for line in self._lines[name][id]]) + self._beyond(name, ids)
                parts.append(self._of_some(column, ids, said))
        if ids := [id for id in self._columns[column] if (name, id) in self._recommended]:
            parts.append(self._of_some(column, ids, RECOMMENDED))
        return "; ".join(parts) or NOT_OFFERED

    def _of_some(self, column: str, ids: Sequence[str], said: str) -> str:
        """What is said of these encodings of a column, which are named or counted if there are others."""
        return said if ids == self._columns[column] else f"{said} ({self._part(column, ids)})"

    def _beyond(self, name: str, ids: Sequence[str]) -> str:
        """A text about the limits of an implementation in some encodings, behind what else is said of them."""
        lines = [line for id in ids for line in self._lines[name][id] if line.ground == Ground.LIMIT]
        said = beyond(len(lines), [(name, id) for id in ids], self._largest)
        return f", {said}" if said else ""

    def _members(self, name: str, column: str, held: bool) -> list[str]:
        """The encodings of a column that an implementation offers and in which everything held, or not everything did."""
        offered = self._lines[name]
        return [id for id in self._columns[column] if id in offered and (_said(offered[id]) == HELD) == held]

    def _part(self, column: str, ids: Sequence[str]) -> str:
        """A text that names or counts some encodings of a column."""
        return ", ".join(ids) if len(ids) <= _NAMED else f"{len(ids)} of {len(self._columns[column])}"


def _said(lines: Sequence[Verdict]) -> str:
    """The text of a cell: what is not declared, and the number of deviations of each kind."""
    states = Counter(line.state for line in lines)
    parts = [f"{symbol} {states[state]}" for state, symbol in _UNDECLARED.items() if states[state]]
    return ", ".join([*parts, *kinds(deviations(lines))]) or HELD


def deviations(lines: Iterable[Verdict]) -> dict[Deviation, list[Verdict]]:
    """The lines that each known deviation excuses: bugs, choices, then limits. Within each kind, deviations with most
    vectors and checks come first. Deviations that differ only in their requirements are merged."""
    alike: dict[Deviation, list[Verdict]] = {}
    broken: dict[Deviation, set[str]] = {}
    for line in lines:
        if line.deviation:
            bare = line.deviation._replace(requirements=())
            alike.setdefault(bare, []).append(line)
            broken.setdefault(bare, set()).update(line.deviation.requirements)
    found = sorted(alike.items(), key=lambda item: (list(DeviationKind).index(item[0].kind), -len(item[1]), item[0].what))
    return {bare._replace(requirements=tuple(sorted(broken[bare]))): of_it for bare, of_it in found}


def kinds(found: Iterable[Deviation]) -> list[str]:
    """The number of deviations of each kind, such as `2 bugs` or `1 choice`."""
    counts = Counter(deviation.kind for deviation in found)
    return [f"{number} {kind}" + ("s" if number > 1 else "") for kind, number in counts.items()]


def natural(name: str) -> list[tuple[bool, int, str]]:
    """A key that sorts numbers in names by their value."""
    return [(part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in _NUMBER.split(name) if part]


def as_recommended(lines: Iterable[Verdict], own: Mapping[str, Implementation], vectors: Mapping[Id, Vector]) -> set[Offer]:
    """Returns the implementations and encodings in which the manifest declares that decode replaces as Unicode recommends, and
    in which the test vectors of ill-formed bytes, of which there are some, all passed."""
    declared = {
        (name, encoding)
        for name, implementation in own.items()
        for encoding, support in implementation.encodings.items()
        if support.limits.replacing.decode == AS_UNICODE_RECOMMENDS
    }
    seen = [
        line
        for line in lines
        if (line.implementation, line.encoding) in declared and line.id in vectors and _is_replaced(vectors[line.id])
    ]
    passed = {(line.implementation, line.encoding) for line in seen if line.status == Status.PASS}
    return passed - {(line.implementation, line.encoding) for line in seen if line.status != Status.PASS}


def _is_replaced(vector: Vector) -> bool:
    return isinstance(vector.operation, Decode) and isinstance(vector.permitted[0], Rejection)


def beyond(count: int, units: Iterable[tuple[str, str]], largest: Largest) -> str:
    """Returns how many verdicts lie beyond the limits of these units, such as `412 beyond 7FFFFFFF`; empty if none do."""
    limits = sorted({largest[unit] for unit in units if unit in largest})
    named = ["64 bits" if limit == LARGEST_OF_LIBRARY else format_number(limit) for limit in limits]
    return f"{count:,} beyond {' or '.join(named) or 'a declared limit'}" if count else ""
