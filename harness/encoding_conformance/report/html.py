"""Writes the page of a run: the counts, the causes of its failures, all failures, and known deviations."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import encoding_conformance
from encoding_conformance.core.verdict import Cause, Ground, Status, Verdict
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.explain.explanation import Explained, explained
from encoding_conformance.explain.marked import Box
from encoding_conformance.report.boxes import LEGEND, LETTERS, BoxedFailure, boxed, brief
from encoding_conformance.report.explained_page import templates
from encoding_conformance.report.failure import DECLARE, explaining, group_words, looks_like_words
from encoding_conformance.report.sink import FileSink, Summary, changed_lines

_ROW = 256  # code points; a plane has as many rows


class Rows(NamedTuple):
    """Adjacent rows of a plane in which code points fail: the number of the first row in its plane, the number of rows, and
    the number of code points that fail in them."""

    plane: int
    first: int
    rows: int
    failing: int


def rows(code_points: Iterable[int]) -> Iterator[Rows]:
    """Yields the rows that contain any of these code points, in order. Adjacent rows with as many of them are one."""

    def alike(item: tuple[int, tuple[int, int]]) -> tuple[int, int, int]:
        index, (row, count) = item
        return row // _ROW, row - index, count

    counts = Counter(value // _ROW for value in set(code_points))
    for (plane, _, each), found in groupby(enumerate(sorted(counts.items())), alike):
        together = [row for _, (row, _) in found]
        yield Rows(plane, together[0] % _ROW, len(together), each * len(together))


class CauseShown(NamedTuple):
    """A cause on the page, with its example and the index of the list of its other failures. `explained` is what the
    specification does with the example. It is None if no operation was performed."""

    cause: Cause
    failure: BoxedFailure
    list_index: int
    explained: Explained | None


class UnitShown(NamedTuple):
    """An implementation in an encoding that has failures, and how many of them its causes explain. `others` is the index of the
    list of failures that no cause explains. `rows` are the rows of planes in which code points fail."""

    implementation: str
    encoding: str
    explaining: str
    causes: tuple[CauseShown, ...]
    others: int
    rows: tuple[Rows, ...]


class ReasonShown(NamedTuple):
    """A reason for which failures of an implementation are skipped: a known deviation, or what has changed since its known
    deviations were seen. `list_index` is that of the list of these failures."""

    implementation: str
    reason: str
    list_index: int


class Page:
    """The content of a page about verdicts and the causes of their failures. `lists` are made when they are opened, and
    `sections` are the requirements that they name."""

    def __init__(self, verdicts: Sequence[Verdict], causes: Sequence[Cause], suite: Suite):
        self._suite = suite
        self.lists: list[list[list[object]]] = []
        units: dict[tuple[str, str], list[BoxedFailure]] = defaultdict(list)
        self.sections: dict[str, str] = {}
        for verdict in verdicts:
            if verdict.status.is_bad:
                units[verdict.implementation, verdict.encoding].append(boxed(verdict, suite.encodings.get(verdict.encoding)))
                serves = (suite.requirements[id] for id in verdict.requirements)
                self.sections |= {each.id: f"{each.section}: {each.text}" for each in serves}
        self.units = [
            self._unit(unit, failed, [each for each in causes if (each.implementation, each.encoding) == unit])
            for unit, failed in units.items()
        ]
        self.deviations = list(self._reasons(verdict for verdict in verdicts if verdict.ground == Ground.DEVIATION))
        self.changed = list(self._reasons(verdict for verdict in verdicts if verdict.is_excused_change))

    def _unit(self, unit: tuple[str, str], failed: Sequence[BoxedFailure], causes: Sequence[Cause]) -> UnitShown:
        encoding, requirements = self._suite.encodings.get(unit[1]), self._suite.requirements
        by_id = {each.verdict.id: each for each in failed}
        of_causes = []
        for cause in causes:
            operation = cause.example.operation
            steps = explained(encoding, operation, requirements) if operation and encoding else None
            first, *others = (by_id[id] for id in cause.explains)
            of_causes.append(CauseShown(cause, first, self._list(each.row() for each in others), steps))
        of_a_cause = {id for cause in causes for id in cause.explains}
        rest = [each.row() for id, each in by_id.items() if id not in of_a_cause]
        words = explaining(len(causes), len(failed), len(rest))
        failing = rows(value for each in by_id.values() for value in each.failing)
        return UnitShown(*unit, words, tuple(of_causes), self._list(rest), tuple(failing))

    def _reasons(self, verdicts: Iterable[Verdict]) -> Iterator[ReasonShown]:
        reasons: dict[tuple[str, str], list[Verdict]] = defaultdict(list)
        for verdict in verdicts:
            reasons[verdict.implementation, verdict.reason if verdict.deviation else verdict.told].append(verdict)
        for (implementation, reason), members in reasons.items():
            yield ReasonShown(implementation, reason, self._list(map(brief, members)))

    def _list(self, members: Iterable[list[object]]) -> int:
        self.lists.append(list(members))
        return len(self.lists) - 1


class Html(FileSink):
    """Collects the verdicts of a run, and writes the page at the end."""

    def __init__(self, path: Path):
        super().__init__(path)
        self._verdicts: list[Verdict] = []

    def add(self, verdict: Verdict) -> None:
        """Takes a verdict."""
        self._verdicts.append(verdict)

    def end(self, summary: Summary) -> None:
        """Writes the page. Raises OSError."""
        run = self.run
        page = Page(self._verdicts, summary.causes, run.suite)
        data = {"lists": page.lists, "sections": page.sections, "roles": LETTERS}
        text = (
            templates()
            .get_template("report.html")
            .render(
                harness=encoding_conformance.__version__,
                run=run,
                verdicts=Status,
                summary=summary,
                changed=[line.text for line in changed_lines(summary, run.outdated)],
                reasons={unit: summary.skipped([unit], run.largest) for unit in summary.by_unit},
                page=page,
                requirements=run.suite.requirements,
                group_words=group_words,
                looks_like_words=looks_like_words,
                declare=DECLARE,
                legend=[Box(role, role) for role in LEGEND],
                data=json.dumps(data, separators=(",", ":")).replace("<", r"\u003c"),  # no parser of HTML takes it for markup
            )
        )
        self._path.write_text(text, encoding="utf-8")
