"""Writes the page of a run: the counts, the causes of its failures, all failures, and known deviations."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import encoding_conformance
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import Id
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import Decoded
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.verdict import Cause, Ground, Status, Verdict
from encoding_conformance.explain.explanation import explained
from encoding_conformance.explain.marked import Box, BoxRole
from encoding_conformance.models.model import model_of
from encoding_conformance.models.spans import codes
from encoding_conformance.report.boxes import LETTERS, Answer, answers, input_boxes, input_names
from encoding_conformance.report.drawing import Drawing, drawing, templates
from encoding_conformance.report.example import Example, example, outcome_words
from encoding_conformance.report.failure import explaining, looks_like_words, readable
from encoding_conformance.report.sink import RunContext, RunResult, Sink
from encoding_conformance.report.summary import Largest, Summary, beyond, share


class Shown(NamedTuple):
    """A failure on the page. `names` are those of the characters of a short input, `wrong` says what is wrong at each mark
    in it, and `failing` are the code points that fail. Without an operation, there is at most the actual outcome."""

    verdict: Verdict
    got: Answer | None
    operation: str = ""
    input: tuple[Box, ...] = ()
    names: str = ""
    wrong: tuple[str, ...] = ()
    expected: tuple[Answer, ...] = ()
    failing: frozenset[int] = frozenset()


class CauseShown(NamedTuple):
    """A cause on the page. `number` counts the causes of an implementation in an encoding, and `list_index` is that of its list
    of failures. `steps` is None if the encoding of its example has no tables, or no operation was performed."""

    number: int
    cause: Cause
    example: Shown
    requirement: Requirement | None
    looks_like: str
    list_index: int
    steps: Drawing | None


class UnitShown(NamedTuple):
    """An implementation in an encoding that has failures, and how many of them its causes explain. `other` is the index of the
    list of failures that no cause explains, which has `others` members. `rows` are the rows of planes in which code points
    fail."""

    implementation: str
    encoding: str
    explaining: str
    causes: tuple[CauseShown, ...]
    others: int
    other: int
    rows: tuple[Rows, ...]


class ReasonShown(NamedTuple):
    """A reason for which failures of an implementation are skipped: a known deviation, or what has changed since its known
    deviations were seen. `list_index` is that of its list of members."""

    implementation: str
    reason: str
    members: int
    list_index: int


class Content(NamedTuple):
    """The content of a page. `lists` are the lists that are made when they are opened, and `sections` the requirements that they
    name."""

    units: tuple[UnitShown, ...]
    deviations: tuple[ReasonShown, ...]
    changed: tuple[ReasonShown, ...]
    lists: list[list[object]]
    sections: dict[str, str]


class Pages:
    """Makes the content of a page."""

    def __init__(self, requirements: Mapping[str, Requirement], encodings: Mapping[str, Encoding]):
        self._requirements = requirements
        self._encodings = encodings
        self._lists: list[list[object]] = []

    def page(self, verdicts: Sequence[Verdict], causes: Sequence[Cause]) -> Content:
        """Returns the content of a page about these verdicts and the causes of their failures."""
        self._lists = []
        failed = [verdict for verdict in verdicts if verdict.status.is_bad]
        units: dict[tuple[str, str], list[Verdict]] = {}
        for verdict in failed:
            units.setdefault((verdict.implementation, verdict.encoding), []).append(verdict)
        shown = tuple(
            self._unit(unit, of_unit, [cause for cause in causes if (cause.implementation, cause.encoding) == unit])
            for unit, of_unit in units.items()
        )
        deviations = tuple(self._reasons(verdict for verdict in verdicts if verdict.is_known_deviation))
        changed = tuple(self._reasons(verdict for verdict in verdicts if verdict.is_excused_change))
        named = {id: self._requirements[id] for verdict in failed for id in verdict.requirements}
        return Content(
            shown, deviations, changed, self._lists, {id: f"{each.section}: {each.text}" for id, each in named.items()}
        )

    def _unit(self, unit: tuple[str, str], failed: Sequence[Verdict], causes: Sequence[Cause]) -> UnitShown:
        encoding = self._encodings.get(unit[1])
        shown = {verdict.id: self._shown(verdict, encoding) for verdict in failed}
        of_causes = tuple(self._cause(number, cause, shown, encoding) for number, cause in enumerate(causes, 1))
        of_a_cause = {id for cause in causes for id in cause.explains}
        others = [each for id, each in shown.items() if id not in of_a_cause]
        code_points = (value for each in shown.values() for value in each.failing)
        words = explaining(len(causes), len(failed), len(others))
        return UnitShown(*unit, words, of_causes, len(others), self._list(map(_failure_row, others)), tuple(rows(code_points)))

    def _cause(self, number: int, cause: Cause, shown: Mapping[Id, Shown], encoding: Encoding | None) -> CauseShown:
        first = shown[cause.example.id]
        others = (_failure_row(shown[id]) for id in cause.explains if id != cause.example.id)
        looks_like = looks_like_words(cause.looks_like, len(cause.explains)) if cause.looks_like else ""
        operation = cause.example.operation
        steps = None
        if operation and encoding and encoding.tables:
            steps = drawing(explained(encoding, operation, self._requirements))
        return CauseShown(number, cause, first, self._requirements.get(cause.requirement), looks_like, self._list(others), steps)

    def _shown(self, verdict: Verdict, encoding: Encoding | None) -> Shown:
        if not verdict.operation:
            return Shown(verdict, Answer(outcome_words(verdict.got)) if verdict.got else None)
        told = example(verdict.operation, verdict.expected, verdict.got, encoding)
        expected, got = answers(told, encoding)
        wrong = tuple(mark.words for mark in told.marks)
        code_points = failing(told, encoding) if encoding and encoding.has_characters else ()
        boxes, names = input_boxes(told, encoding), input_names(told)
        return Shown(verdict, got, told.operation.kind, boxes, names, wrong, expected, frozenset(code_points))

    def _reasons(self, verdicts: Iterable[Verdict]) -> Iterator[ReasonShown]:
        reasons: dict[tuple[str, str], list[Verdict]] = {}
        for verdict in verdicts:
            reason = verdict.reason if verdict.deviation else verdict.told
            reasons.setdefault((verdict.implementation, reason), []).append(verdict)
        for (implementation, reason), members in reasons.items():
            index = self._list(_brief(member) for member in members)
            yield ReasonShown(implementation, reason, len(members), index)

    def _list(self, members: Iterable[list[object]]) -> int:
        self._lists.append(list(members))
        return len(self._lists) - 1


def _brief(verdict: Verdict) -> list[object]:
    """Returns a member of a list as the script of the page reads it: encoding, id, verdict, requirements."""
    return [verdict.encoding, str(verdict.id), verdict.status, list(verdict.requirements)]


def _failure_row(shown: Shown) -> list[object]:
    """Returns the same with operation, input, what is wrong, expected, got, reason, location, note, law and rerun."""
    verdict, pointers = shown.verdict, shown.verdict.pointers
    return [
        *_brief(verdict),
        shown.operation,
        [*_boxes(shown.input), shown.names],
        list(shown.wrong),
        [_answer(each) for each in shown.expected],
        _answer(shown.got) if shown.got else None,
        verdict.told,
        str(readable(pointers.location)) if pointers.location else "",
        pointers.note,
        pointers.law,
        pointers.rerun,
    ]


def _answer(answer: Answer) -> list[str]:
    return [answer.text, *_boxes(answer.boxes), answer.names]


def _boxes(boxes: Sequence[Box]) -> list[str]:
    """Returns the texts of boxes in one string, in which no space is left within a text, and the letters of their roles."""
    return [" ".join(box.text.replace(" ", "\N{NO-BREAK SPACE}") for box in boxes), "".join(LETTERS[box.role] for box in boxes)]


_ROW = 256
"""The number of code points in a row. A plane has as many rows."""

_LAST = 0x10FFFF

_FEW = 4
"""The most values that all count as failing if none is marked."""


class Rows(NamedTuple):
    """Adjacent rows of a plane in which code points fail: the number of the first row in its plane, the number of rows, and
    the number of code points that fail in them."""

    plane: int
    first: int
    rows: int
    failing: int


def failing(example: Example, encoding: Encoding) -> set[int]:
    """Returns the code points that an example shows to fail: the marked ones, and those in the result although the encoding
    does not have them. If nothing is marked, all values of a short sequence fail."""
    values = {*_marked(example, encoding), *_foreign(example, encoding)} or set(_short(example))
    return {value for value in values if value <= _LAST}


def rows(code_points: Iterable[int]) -> Iterator[Rows]:
    """Yields the rows that contain any of these code points, in order. Adjacent rows with as many of them are one."""
    counts = Counter(value // _ROW for value in set(code_points))
    ordered = sorted(counts.items())
    for (plane, _, each), found in groupby(enumerate(ordered), lambda item: _alike(*item)):
        together = [row for _, (row, _) in found]
        yield Rows(plane, together[0] % _ROW, len(together), each * len(together))


def _alike(index: int, row: tuple[int, int]) -> tuple[int, int, int]:
    """Returns the same for adjacent rows of a plane with the same count."""
    number, count = row
    return number // _ROW, number - index, count


def _marked(example: Example, encoding: Encoding) -> Iterator[int]:
    operation, spans = example.operation, [mark.span for mark in example.marks]
    if isinstance(operation, Encode):
        for span in spans:
            yield from operation.input[span.start : span.end]
    elif spans and encoding.tables:
        for span, value in codes(model_of(encoding), operation.input):
            if span in spans and value is not None:
                yield value


def _foreign(example: Example, encoding: Encoding) -> Iterator[int]:
    if isinstance(example.got, Decoded):
        yield from (value for value in example.got.value if value not in encoding.values)


def _short(example: Example) -> Iterator[int]:
    if isinstance(example.operation, Decode):
        found = [each.value for each in example.expected if isinstance(each, Decoded)]
    else:
        found = [example.operation.input]
    yield from (value for values in found if len(values) <= _FEW for value in values)


_LEGEND: tuple[BoxRole, ...] = ("single", "lead", "trail", "length", "padding", "count", "reset", "value", "fault")
"""The roles that the legend of boxes has."""


class Html(Sink):
    """Collects the verdicts of a run, and writes the page at the end."""

    def __init__(self, path: Path):
        self._path = path
        self._verdicts: list[Verdict] = []

    def begin(self, run: RunContext) -> None:
        """Creates the file, so that it fails at once if it cannot be written."""
        self._path.touch()
        self._run = run

    def add(self, verdict: Verdict) -> None:
        """Takes a verdict."""
        self._verdicts.append(verdict)

    def end(self, result: RunResult) -> None:
        """Writes the page. Raises OSError."""
        run, summary = self._run, result.summary
        page = Pages(run.suite.requirements, run.suite.encodings).page(self._verdicts, result.causes)
        text = (
            templates()
            .get_template("report.html")
            .render(
                harness=encoding_conformance.__version__,
                vectors=run.vectors,
                seed=run.seed,
                verdicts=Status,
                summary=summary,
                versions=run.versions,
                changed=[line.text for line in result.changed.lines()],
                reasons={unit: _reasons(summary, unit, run.largest) for unit in summary.by_unit},
                page=page,
                legend=[Box(role, role) for role in _LEGEND],
                data=_in_a_script({"lists": page.lists, "sections": page.sections, "roles": LETTERS}),
            )
        )
        self._path.write_text(text, encoding="utf-8")


def _reasons(summary: Summary, unit: tuple[str, str], largest: Largest) -> tuple[str, str]:
    """Returns how many verdicts on an implementation in an encoding are known deviations, and how many lie beyond its limit."""
    known = share(summary.grounds[*unit, Ground.DEVIATION], summary.by_unit[unit].total())
    return known, beyond(summary.grounds[*unit, Ground.LIMIT], [unit], largest)


def _in_a_script(data: object) -> str:
    """Returns data as JSON that no parser of HTML takes for markup."""
    return json.dumps(data, separators=(",", ":")).replace("<", r"\u003c")
