"""Reads JSON reports (docs/report.md)."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from encoding_conformance.core.identity import Id, IdKind, Location, read_id
from encoding_conformance.core.judge import Manner, manner
from encoding_conformance.core.notation import (
    NotationError,
    outcome_text,
    parse_number,
    read_operation,
    read_outcome,
    read_permitted,
)
from encoding_conformance.core.operation import Vector
from encoding_conformance.core.outcome import Outcome, Rejection, Result
from encoding_conformance.core.verdict import Changed, ChangeKind, Deviation, DeviationKind, Ground, Status
from encoding_conformance.report.jsonlines import VERSION, NoZstandard, lines
from encoding_conformance.report.sink import Largest


@dataclass(frozen=True, slots=True)
class RecordedVerdict:
    """The verdict on one vector or check on one implementation, as a report has it. `did` is what the implementation did, and
    None if no outcome is recorded or if it is the only permitted one. `answer` is the answer as text, without remarks, if
    `did` is known and there was one. The other fields are those of a Verdict."""

    implementation: str
    encoding: str
    id: Id
    status: Status
    reason: str
    ground: Ground | None = None
    deviation: Deviation | None = None
    did: Manner | None = None
    answer: str = ""
    changed: Changed | None = None

    @property
    def state(self) -> Status | Ground:
        """The verdict. For a skip, DEVIATION if it is a known deviation, NOT_ASKED if it was not asked, and CHANGED if it is a
        failure of another version than the one that the known deviations are of."""
        if self.status == Status.SKIP and self.ground in (Ground.DEVIATION, Ground.NOT_ASKED, Ground.CHANGED):
            return self.ground
        return self.status


class RecordedCause(NamedTuple):
    """One cause of failures, as a report has it. `requirement` is the id of the one that it breaks, or empty. `explains` are
    the ids of the failures."""

    implementation: str
    encoding: str
    title: str
    requirement: str
    explains: tuple[Id, ...]


@dataclass
class Report:
    """`versions` are those of the implementations, by name. `causes` has no entry for failures of a run that was cut off.
    `selected` says that only some encodings, or only some vectors and checks, were asked. `largest` are the largest values
    that the manifests declare. A report is `whole` if it has its footer; one without comes from a run that was cut off.
    `vectors` is the edition of the test vectors."""

    versions: Mapping[str, str]
    lines: list[RecordedVerdict] = field(default_factory=list)
    whole: bool = False
    silences: dict[Id, tuple[Vector, dict[str, Outcome]]] = field(default_factory=dict)
    """The vectors that permit several outcomes, by id, with what each implementation did. Their witnesses and notes
    are not recorded."""
    selected: bool = False
    causes: list[RecordedCause] = field(default_factory=list)
    largest: Largest = field(default_factory=dict)
    vectors: str = ""


_DECLARED = f"{Ground.DEVIATION}: "
"""How the reason of a known deviation begins in a report."""

_SELECTED = ("encodings", "patterns", "not", "partial")
"""The fields of a header that are empty if everything was run."""


class NotAReport(Exception):
    """A file is not a report, or a line in it does not belong in one. The message has file and line."""


Take = Callable[[RecordedVerdict, Mapping[str, Any]], None]
"""Takes a verdict of a report, and the object of its line."""


def read(path: Path, take: Take | None = None) -> Report:
    """Returns the report in a file. If there is a `take`, it is given the verdicts one by one, and the report does not keep them.
    Raises NotAReport if the file is not a report, and OSError if it cannot be read."""
    report: Report | None = None
    for number, line in enumerate(_lines(path), 1):
        where = Location(str(path), number)
        found = _object(line, where)
        if report is None:
            report = _header(found, where)
        elif report.whole:
            raise NotAReport(f"{where}: a line behind the footer")
        elif found is None:
            break  # the last line, which was written in part when the run was cut off
        elif found.get("type") == "footer":
            report.whole = True
        elif found.get("type") == "certificate":
            continue  # what was proved says nothing about a verdict
        elif found.get("type") == "cause":
            report.causes.append(_cause(found, where))
        elif found.get("type") == "verdict":
            verdict = _verdict(report, found, where)
            if take:
                take(verdict, found)
            else:
                report.lines.append(verdict)
        else:
            raise NotAReport(f"{where}: is neither a verdict, nor a cause, nor a certificate, nor a footer")
    if report is None:
        raise NotAReport(f"{Location(str(path), 1)}: is empty; a report begins with a header")
    return report


def _lines(path: Path) -> Iterator[bytes]:
    try:
        yield from lines(path)
    except (ValueError, NoZstandard) as error:
        raise NotAReport(f"{path}: {error}") from None


def _object(line: bytes, where: Location) -> dict[str, Any] | None:
    """Returns the object of a line, or None for a piece of one, which has no end of line and is not JSON."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        if not line.endswith(b"\n"):
            return None
        found = None
    if not isinstance(found, dict):
        raise NotAReport(f"{where}: expected a JSON object; `conform run --json FILE` writes reports")
    return found


@contextmanager
def _must_be(where: Location, fault: str) -> Iterator[None]:
    """Turns the exceptions that a field of the wrong form raises into NotAReport."""
    try:
        yield
    except (ValueError, KeyError, TypeError, AttributeError, NotationError):
        raise NotAReport(f"{where}: {fault}") from None


def _texts(*found: object) -> tuple[str, ...]:
    """Raises TypeError if one is not a text."""
    if not all(isinstance(each, str) for each in found):
        raise TypeError(found)
    return tuple(map(str, found))


def _header(found: dict[str, Any] | None, where: Location) -> Report:
    if found is None or found.get("type") != "header":
        raise NotAReport(f"{where}: expected a header; `conform run --json FILE` writes reports")
    if found.get("version") != VERSION:
        raise NotAReport(f"{where}: is a report of version {found.get('version')!r}; version {VERSION} is read here")
    with _must_be(where, "`implementations` must be an object of versions by name"):
        versions = dict(zip(found.get("implementations", {}), _texts(*found.get("implementations", {}).values())))
    with _must_be(where, "`limits` must be an object of largest values by name and encoding"):
        limits = found.get("limits", {})
        largest = {(name, id): parse_number(value) for name, by_id in limits.items() for id, value in by_id.items()}
    selected = any(map(found.get, _SELECTED))
    return Report(versions, selected=selected, largest=largest, vectors=str(found.get("vectors", "")))


def _verdict(report: Report, found: dict[str, Any], where: Location) -> RecordedVerdict:
    """Returns the verdict of a line. If the specification is silent about its vector, the report gets the outcome as well."""
    for key in ("implementation", "encoding", "id", "verdict", "reason"):
        if not isinstance(found.get(key), str):
            raise NotAReport(f"{where}: a verdict without the text `{key}`")
    implementation, id, ground = found["implementation"], read_id(found["encoding"], found["id"]), found.get("ground")
    with _must_be(where, f"unknown verdict {found['verdict']!r}; expected one of {', '.join(Status)}"):
        status = Status(found["verdict"])
    with _must_be(where, f"unknown ground {ground!r}; expected null or one of {', '.join(Ground)}"):
        ground = None if ground is None else Ground(ground)
    with _must_be(where, "`deviation` is not as in a report"):
        declared = found.get("deviation")
        deviation = deviation_of(declared) if declared is not None or ground == Ground.DEVIATION else None
    with _must_be(where, "`changed` is not as in a report"):
        how = found.get("changed")
        changed = None if how is None else changed_of(how)
    did, answer = None, ""
    with _must_be(where, "`operation`, `input`, `expected` and `got` are not as in a report"):
        kind, expected = found.get("operation"), found.get("expected", ())
        if kind and found.get("got") is not None and (status != Status.PASS or len(expected) > 1):
            got, permitted = read_outcome(kind, found["got"]), tuple(read_permitted(kind, text) for text in expected)
            did = manner(permitted, got)
            if id.kind != IdKind.CHECK:
                answer = _answer(got)
                if len(permitted) > 1:
                    operation = read_operation(kind, found["encoding"], found["input"])
                    vector = Vector(id, operation, permitted, _texts(*found["requirements"]), ())
                    _, answers = report.silences.setdefault(id, (vector, {}))
                    answers[implementation] = got
    reason = found["reason"].removeprefix(_DECLARED if ground == Ground.DEVIATION else "")
    return RecordedVerdict(implementation, found["encoding"], id, status, reason, ground, deviation, did, answer, changed)


def changed_of(found: Any) -> Changed:
    """Returns what a `changed` of a report says. Raises KeyError, TypeError or ValueError if it says something else."""
    return Changed(ChangeKind(found["how"]), *_texts(found["since"]))


def deviation_of(found: Any) -> Deviation:
    """Returns the known deviation that a `deviation` of a report says. Raises KeyError, TypeError or ValueError if it says
    something else."""
    what, since, url, *requirements = _texts(found["what"], found["since"], found["url"], *found["requirements"])
    return Deviation(DeviationKind(found["kind"]), what, tuple(requirements), since, url)


def _answer(outcome: Outcome) -> str:
    """Returns a result or the offset of a rejection as text; empty for anything else, whose text may differ each time."""
    if isinstance(outcome, Rejection):
        return outcome_text(Rejection(outcome.offset))
    return outcome_text(outcome) if isinstance(outcome, Result) else ""


def _cause(found: dict[str, Any], where: Location) -> RecordedCause:
    with _must_be(where, "a cause is not as in a report"):
        explains = found["explains"]
        if not isinstance(explains, list):
            raise TypeError(explains)
        texts = _texts(found["implementation"], found["encoding"], found["title"], found["requirement"] or "", *explains)
        implementation, encoding, title, requirement, *ids = texts
        return RecordedCause(implementation, encoding, title, requirement, tuple(read_id(encoding, text) for text in ids))


class EarlierFailures:
    """The `ids` of what failed according to a report, or was not asked because too much had failed, by the name of the
    implementation."""

    def __init__(self, path: Path):
        """Reads a report, of which nothing else is kept. Raises NotAReport and OSError."""
        self.ids: dict[str, set[Id]] = defaultdict(set)
        read(path, self._take)

    def _take(self, line: RecordedVerdict, found: Mapping[str, Any]) -> None:
        if line.status.is_bad or line.ground == Ground.NOT_ASKED:
            self.ids[line.implementation].add(line.id)

    def has(self, implementation: str, id: Id) -> bool:
        """Returns whether a vector or check failed or was not asked. Nothing was asked if an implementation did not start, and
        nothing in an encoding that it did not offer."""
        ids = self.ids.get(implementation, set())
        return id in ids or Id(id.encoding, IdKind.OFFER) in ids or any(each.kind == IdKind.START for each in ids)
