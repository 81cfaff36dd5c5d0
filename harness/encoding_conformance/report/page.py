"""What the page of a run shows, as data: causes with their examples, the other failures, and known deviations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from encoding_conformance.core.cause import Cause
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import Id
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.verdict import ERROR, FAIL, Verdict
from encoding_conformance.explain.explanation import explained
from encoding_conformance.report.boxes import LETTERS, Answer, Box, answers, input_boxes, input_names
from encoding_conformance.report.cause import alike_words, explaining
from encoding_conformance.report.example import example
from encoding_conformance.report.explained import Drawing, drawing
from encoding_conformance.report.planes import Rows, failing, rows
from encoding_conformance.report.where import readable
from encoding_conformance.report.words import outcome_words


class Shown(NamedTuple):
    """A failure on the page. `names` are those of the characters of a short input, `wrong` says what is wrong at each mark
    in it, and `failing` are the code points that fail. Without an operation, there is only what came, if anything did."""

    verdict: Verdict
    got: Answer | None
    operation: str = ""
    input: tuple[Box, ...] = ()
    names: str = ""
    wrong: tuple[str, ...] = ()
    expected: tuple[Answer, ...] = ()
    failing: frozenset[int] = frozenset()


class CauseShown(NamedTuple):
    """A cause on the page. `number` counts the causes of an implementation in an encoding, and `place` is that of its list
    of failures. `steps` is None if the encoding of its example has no tables, or no operation was performed."""

    number: int
    cause: Cause
    example: Shown
    requirement: Requirement | None
    alike: str
    place: int
    steps: Drawing | None


class UnitShown(NamedTuple):
    """An implementation in an encoding that has failures, and how many of them its causes explain. `other` is the place of the
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
    deviations were seen. `place` is that of its list of members."""

    implementation: str
    reason: str
    members: int
    place: int


class Page(NamedTuple):
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

    def page(self, verdicts: Sequence[Verdict], causes: Sequence[Cause]) -> Page:
        """Returns the content of a page about these verdicts and the causes of their failures."""
        self._lists = []
        failed = [verdict for verdict in verdicts if verdict.judgement.verdict in (FAIL, ERROR)]
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
        return Page(shown, deviations, changed, self._lists, {id: f"{each.section}: {each.text}" for id, each in named.items()})

    def _unit(self, unit: tuple[str, str], failed: Sequence[Verdict], causes: Sequence[Cause]) -> UnitShown:
        encoding = self._encodings.get(unit[1])
        shown = {verdict.id: self._shown(verdict, encoding) for verdict in failed}
        of_causes = tuple(self._cause(number, cause, shown, encoding) for number, cause in enumerate(causes, 1))
        of_a_cause = {id for cause in causes for id in cause.explains}
        others = [each for id, each in shown.items() if id not in of_a_cause]
        code_points = (value for each in shown.values() for value in each.failing)
        words = explaining(len(causes), len(failed), len(others))
        return UnitShown(*unit, words, of_causes, len(others), self._list(map(_row, others)), tuple(rows(code_points)))

    def _cause(self, number: int, cause: Cause, shown: Mapping[Id, Shown], encoding: Encoding | None) -> CauseShown:
        first = shown[cause.example.id]
        others = (_row(shown[id]) for id in cause.explains if id != cause.example.id)
        alike = alike_words(cause.looks_like, len(cause.explains)) if cause.looks_like else ""
        operation = cause.example.operation
        steps = None
        if operation and encoding and encoding.tables:
            steps = drawing(explained(encoding, operation, self._requirements))
        return CauseShown(number, cause, first, self._requirements.get(cause.requirement), alike, self._list(others), steps)

    def _shown(self, verdict: Verdict, encoding: Encoding | None) -> Shown:
        if not verdict.operation:
            return Shown(verdict, Answer(outcome_words(verdict.outcome)) if verdict.outcome else None)
        told = example(verdict.operation, verdict.permitted, verdict.outcome, encoding)
        expected, got = answers(told, encoding)
        wrong = tuple(mark.words for mark in told.marks)
        code_points = failing(told, encoding) if encoding and encoding.has_characters else ()
        boxes, names = input_boxes(told, encoding), input_names(told)
        return Shown(verdict, got, told.operation.kind, boxes, names, wrong, expected, frozenset(code_points))

    def _reasons(self, verdicts: Iterable[Verdict]) -> Iterator[ReasonShown]:
        reasons: dict[tuple[str, str], list[Verdict]] = {}
        for verdict in verdicts:
            judgement = verdict.judgement
            reason = judgement.reason if judgement.deviation else judgement.told
            reasons.setdefault((verdict.implementation, reason), []).append(verdict)
        for (implementation, reason), members in reasons.items():
            place = self._list(_brief(member) for member in members)
            yield ReasonShown(implementation, reason, len(members), place)

    def _list(self, members: Iterable[list[object]]) -> int:
        self._lists.append(list(members))
        return len(self._lists) - 1


def _brief(verdict: Verdict) -> list[object]:
    """A member of a list as the script of the page reads it: encoding, id, verdict, requirements."""
    return [verdict.encoding, str(verdict.id), verdict.judgement.verdict, list(verdict.requirements)]


def _row(shown: Shown) -> list[object]:
    """The same with operation, input, what is wrong, due, came, reason, place, note, law and command."""
    verdict, pointers = shown.verdict, shown.verdict.pointers
    return [
        *_brief(verdict),
        shown.operation,
        [*_boxes(shown.input), shown.names],
        list(shown.wrong),
        [_answer(each) for each in shown.expected],
        _answer(shown.got) if shown.got else None,
        verdict.judgement.told,
        str(readable(pointers.location)) if pointers.location else "",
        pointers.note,
        pointers.law,
        pointers.rerun,
    ]


def _answer(answer: Answer) -> list[str]:
    return [answer.text, *_boxes(answer.boxes), answer.names]


def _boxes(boxes: Sequence[Box]) -> list[str]:
    """The texts of boxes in one string, in which no space is left within a text, and the letters of their roles."""
    return [" ".join(box.text.replace(" ", "\N{NO-BREAK SPACE}") for box in boxes), "".join(LETTERS[box.role] for box in boxes)]
