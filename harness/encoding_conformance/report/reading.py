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
from encoding_conformance.core.notated import read_operation, read_outcome, read_permitted, written_outcome
from encoding_conformance.core.notation import NotationError, parse_number
from encoding_conformance.core.outcome import Outcome, Rejection, Result
from encoding_conformance.core.vector import Permitted, Vector
from encoding_conformance.core.verdict import Changed, ChangeKind, Deviation, DeviationKind, Ground, Status
from encoding_conformance.report.jsonlines import VERSION, NoZstandard, lines
from encoding_conformance.report.partition import Partition, partition_of
from encoding_conformance.report.summary import Largest


@dataclass(frozen=True, slots=True)
class RecordedVerdict:
    """What was said of one vector or check on one implementation. `deviation` is the known deviation that excuses a failure.
    It is None if there is none, or if the report was written before reports stated deviations; then `reason` alone tells
    of it. `did` is what the implementation did, and None if nothing is recorded or if it did the only thing that is
    permitted. `answer` is its answer as text, without remarks, if `did` is known and it gave one. `changed` is what it does
    other than it did in the version that its known deviations are of."""

    implementation: str
    encoding: str
    id: Id
    verdict: Status
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
        if self.verdict == Status.SKIP and self.ground in (Ground.DEVIATION, Ground.NOT_ASKED, Ground.CHANGED):
            return self.ground
        return self.verdict


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
    """`versions` are those of the implementations, by name. `causes` has no entry for failures of a run that was cut off, or
    that was written before reports stated causes. `selected` says that only some encodings, or only some
    vectors and checks, were asked. `largest` are the largest values that the manifests declare. A report is `whole` if it has its
    footer; one without comes from a run that was cut off. `vectors` is the edition of the test vectors."""

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

    def partitions(self) -> Iterator[Partition]:
        """The partitions of the silences."""
        for vector, answers in self.silences.values():
            yield partition_of(vector, answers)


_DECLARED = f"{Ground.DEVIATION}: "
"""How the reason of a known deviation begins in a report."""

_SELECTED = ("encodings", "patterns", "not", "partial", "pattern")
"""The fields of a header that are empty if everything was run. `pattern` is that of reports of version 2 at first."""

_TEXTS = ("implementation", "encoding", "id", "verdict", "reason")


class NotAReport(Exception):
    """A file is not a report, or a line in it does not belong in one. The message has file and line."""


Take = Callable[[RecordedVerdict, Mapping[str, Any]], None]
"""Is given each line of a report with its object, whose operation, input, permitted outcomes and outcome are in the notation."""


def read(path: Path, take: Take | None = None) -> Report:
    """The report in a file. If there is a `take`, it is given the lines one by one, and the report does not keep them. Raises
    NotAReport if the file is not a report, and OSError if it cannot be read."""
    report: Report | None = None
    for number, line in enumerate(_lines(path), 1):
        where = Location(str(path), number)
        found = _object(line, where)
        if report is None:
            header = _header(found, where)
            selected = any(map(header.get, _SELECTED))
            largest, edition = _largest(header.get("limits", {}), where), str(header.get("vectors", ""))
            report = Report(_versions(header, where), selected=selected, largest=largest, vectors=edition)
        elif report.whole:
            raise NotAReport(f"{where}: a line behind the footer")
        elif found is None:
            break  # the last line, which was written in part when the run was cut off
        elif found.get("type") == "footer":
            report.whole = True
        elif found.get("type") == "cause":
            report.causes.append(_cause(found, where))
        else:
            outcome = _outcome(found, where)
            verdict = _line(found, outcome, where)
            if take:
                take(verdict, found)
            else:
                report.lines.append(verdict)
            _hear(report, verdict, found, outcome, where)
    if report is None:
        raise NotAReport(f"{Location(str(path), 1)}: is empty; a report begins with a header")
    return report


def _lines(path: Path) -> Iterator[bytes]:
    try:
        yield from lines(path)
    except (ValueError, NoZstandard) as error:
        raise NotAReport(f"{path}: {error}") from None


def _object(line: bytes, where: Location) -> dict[str, Any] | None:
    """The object of a line, or None for a piece of one: what has no end of line and is no JSON."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        if not line.endswith(b"\n"):
            return None
        found = None
    if not isinstance(found, dict):
        raise NotAReport(f"{where}: expected a JSON object; `conform run --json FILE` writes reports")
    return found


def _header(found: dict[str, Any] | None, where: Location) -> dict[str, Any]:
    if found is None or found.get("type") != "header":
        raise NotAReport(f"{where}: expected a header; `conform run --json FILE` writes reports")
    return found


def _versions(header: dict[str, Any], where: Location) -> dict[str, str]:
    if header.get("version") != VERSION:
        raise NotAReport(f"{where}: is a report of version {header.get('version')!r}; version {VERSION} is read here")
    versions = header.get("implementations", {})
    if not isinstance(versions, dict) or not all(isinstance(version, str) for version in versions.values()):
        raise NotAReport(f"{where}: `implementations` must be an object of versions by name")
    return versions


def _largest(limits: Any, where: Location) -> dict[tuple[str, str], int]:
    """The largest values that the manifests declare. Reports of version 2 did not state them at first."""
    try:
        return {(name, id): parse_number(value) for name, by_id in limits.items() for id, value in by_id.items()}
    except (AttributeError, TypeError, NotationError):
        raise NotAReport(f"{where}: `limits` must be an object of largest values by name and encoding") from None


class _Seen(NamedTuple):
    """An outcome that is not the only permitted one, and the permitted ones."""

    outcome: Outcome
    permitted: tuple[Permitted, ...]


def _line(found: dict[str, Any], seen: _Seen | None, where: Location) -> RecordedVerdict:
    if found.get("type") != "verdict":
        raise NotAReport(f"{where}: is neither a verdict, nor a cause, nor a footer")
    for key in _TEXTS:
        if not isinstance(found.get(key), str):
            raise NotAReport(f"{where}: a verdict without the text `{key}`")
    texts = {key: str(found[key]) for key in _TEXTS}
    if texts["verdict"] not in list(Status):
        raise NotAReport(f"{where}: unknown verdict {texts['verdict']!r}; expected one of {', '.join(Status)}")
    ground = _ground(found, where)
    if ground == Ground.DEVIATION:
        texts["reason"] = texts["reason"].removeprefix(_DECLARED)
    id = read_id(texts["encoding"], texts["id"])
    return RecordedVerdict(
        texts["implementation"],
        texts["encoding"],
        id,
        Status(texts["verdict"]),
        texts["reason"],
        ground,
        _deviation(found.get("deviation"), where),
        did=manner(seen.permitted, seen.outcome) if seen else None,
        answer=_answer(seen.outcome) if seen and id.kind != IdKind.CHECK else "",
        changed=_changed(found.get("changed"), where),
    )


def _cause(found: dict[str, Any], where: Location) -> RecordedCause:
    texts = [found.get("implementation"), found.get("encoding"), found.get("title"), found.get("requirement") or ""]
    explains = found.get("explains")
    if not isinstance(explains, list) or not all(isinstance(text, str) for text in (*texts, *explains)):
        raise NotAReport(f"{where}: a cause is not as in a report")
    implementation, encoding, title, requirement = map(str, texts)
    return RecordedCause(implementation, encoding, title, requirement, tuple(read_id(encoding, text) for text in explains))


def _deviation(found: Any, where: Location) -> Deviation | None:
    """The known deviation, as `Deviation` names its parts. Reports of version 2 did not state it at first."""
    if found is None:
        return None
    try:
        (kind,) = [each for each in DeviationKind if each == found["kind"]]
        deviation = Deviation(kind, found["what"], tuple(found["requirements"]), found["since"], found["url"])
    except (KeyError, TypeError, ValueError):
        raise NotAReport(f"{where}: `deviation` is not as in a report") from None
    if not all(isinstance(text, str) for text in (deviation.what, *deviation.requirements, deviation.since, deviation.url)):
        raise NotAReport(f"{where}: `deviation` is not as in a report")
    return deviation


def _changed(found: Any, where: Location) -> Changed | None:
    """What has changed, as `Changed` names its parts."""
    if found is None:
        return None
    try:
        (how,) = [each for each in ChangeKind if each == found["how"]]
        changed = Changed(how, found["since"])
    except (KeyError, TypeError, ValueError):
        raise NotAReport(f"{where}: `changed` is not as in a report") from None
    if not isinstance(changed.since, str):
        raise NotAReport(f"{where}: `changed` is not as in a report")
    return changed


def _answer(outcome: Outcome) -> str:
    """A result or the offset of a rejection as text; empty for anything else, whose text may differ each time."""
    if isinstance(outcome, Rejection):
        return written_outcome(Rejection(outcome.offset))
    return written_outcome(outcome) if isinstance(outcome, Result) else ""


def _ground(found: dict[str, Any], where: Location) -> Ground | None:
    """The kind of reason. Reports of version 2 had no such field at first; of a known deviation, the reason said it."""
    if "ground" not in found:
        return Ground.DEVIATION if found["verdict"] == Status.SKIP and found["reason"].startswith(_DECLARED) else None
    if found["ground"] is None:
        return None
    for ground in Ground:
        if found["ground"] == ground:
            return ground
    raise NotAReport(f"{where}: unknown ground {found['ground']!r}; expected null or one of {', '.join(Ground)}")


def _outcome(found: dict[str, Any], where: Location) -> _Seen | None:
    """The outcome of a line if it is recorded with its operation and is not the only permitted one."""
    permitted = found.get("permitted")
    if not isinstance(permitted, list) or found.get("outcome") is None or not found.get("operation"):
        return None
    if found.get("verdict") == Status.PASS and len(permitted) < 2:
        return None
    with _as_in_a_report(where):
        kind = found["operation"]
        return _Seen(read_outcome(kind, found["outcome"]), tuple(read_permitted(kind, text) for text in permitted))


def _hear(report: Report, line: RecordedVerdict, found: dict[str, Any], seen: _Seen | None, where: Location) -> None:
    """Adds an outcome if the specification is silent about its vector. Checks are ignored, because each implementation
    has its own cases for them."""
    if seen is None or len(seen.permitted) < 2 or line.id.kind == IdKind.CHECK:
        return
    with _as_in_a_report(where):
        _, answers = report.silences.setdefault(line.id, (_vector(line.id, found, seen.permitted), {}))
    answers[line.implementation] = seen.outcome


def _vector(id: Id, found: dict[str, Any], permitted: tuple[Permitted, ...]) -> Vector:
    operation = read_operation(found["operation"], found["encoding"], found["input"])
    requirements = tuple(found["requirements"])
    if not all(isinstance(each, str) for each in requirements):
        raise TypeError(requirements)
    return Vector(id, operation, permitted, requirements, ())


@contextmanager
def _as_in_a_report(where: Location) -> Iterator[None]:
    """Turns what is raised for an operation or an outcome that no report has into NotAReport."""
    try:
        yield
    except (NotationError, UnicodeError, KeyError, TypeError, AttributeError):
        raise NotAReport(f"{where}: `operation`, `input`, `permitted` and `outcome` are not as in a report") from None


@dataclass(frozen=True)
class Failed:
    """The ids of what failed in a run, or was not asked because too much had failed, by the name of the implementation."""

    ids: Mapping[str, set[Id]]

    def has(self, implementation: str, id: Id) -> bool:
        """Returns whether a vector or check failed or was not asked. Nothing was asked if an implementation did not start, and
        nothing in an encoding that it did not offer."""
        ids = self.ids.get(implementation, set())
        return id in ids or Id(id.encoding, IdKind.OFFER) in ids or any(each.kind == IdKind.START for each in ids)


def failed(report: Report) -> Failed:
    """Returns what failed according to a report."""
    ids: dict[str, set[Id]] = defaultdict(set)
    for line in report.lines:
        if line.verdict in (Status.FAIL, Status.ERROR) or line.ground == Ground.NOT_ASKED:
            ids[line.implementation].add(line.id)
    return Failed(ids)
