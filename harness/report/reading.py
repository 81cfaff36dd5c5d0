"""Reads JSON reports (docs/report.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from harness.core.deviation import KINDS, Deviation
from harness.core.identity import CHECK, Id, read_id
from harness.core.location import Location
from harness.core.notated import read_operation, read_outcome, read_permitted
from harness.core.notation import NotationError
from harness.core.vector import Vector
from harness.core.verdict import DEVIATION, GROUNDS, SKIP, VERDICTS, Ground
from harness.report.files import NoZstandard, lines
from harness.report.jsonlines import VERSION
from harness.report.recorded import Line, Report

_DECLARED = f"{DEVIATION}: "
"""How the reason of a known deviation begins in a report."""

_TEXTS = ("implementation", "encoding", "id", "verdict", "reason")


class NotAReport(Exception):
    """A file is not a report, or a line in it does not belong in one. The message has file and line."""


def read(path: Path) -> Report:
    """The report in a file. Raises NotAReport if the file is not a report, and OSError if it cannot be read."""
    report: Report | None = None
    for number, line in enumerate(_lines(path), 1):
        where = Location(str(path), number)
        found = _object(line, where)
        if report is None:
            header = _header(found, where)
            report = Report(_versions(header, where), selected=bool(header.get("encodings") or header.get("pattern")))
        elif report.whole:
            raise NotAReport(f"{where}: a line behind the footer")
        elif found is None:
            break  # the last line, which was written in part when the run was cut off
        elif found.get("type") == "footer":
            report.whole = True
        else:
            report.lines.append(_line(found, where))
            _hear(report, report.lines[-1], found, where)
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


def _line(found: dict[str, Any], where: Location) -> Line:
    if found.get("type") != "verdict":
        raise NotAReport(f"{where}: is neither a verdict nor a footer")
    for key in _TEXTS:
        if not isinstance(found.get(key), str):
            raise NotAReport(f"{where}: a verdict without the text `{key}`")
    texts = {key: str(found[key]) for key in _TEXTS}
    if texts["verdict"] not in VERDICTS:
        raise NotAReport(f"{where}: unknown verdict {texts['verdict']!r}; expected one of {', '.join(VERDICTS)}")
    ground = _ground(found, where)
    if ground == DEVIATION:
        texts["reason"] = texts["reason"].removeprefix(_DECLARED)
    id = read_id(texts["encoding"], texts["id"])
    deviation = _deviation(found.get("deviation"), where)
    return Line(texts["implementation"], texts["encoding"], id, texts["verdict"], texts["reason"], ground, deviation)


def _deviation(found: Any, where: Location) -> Deviation | None:
    """The known deviation, as `Deviation` names its parts. Reports of version 2 did not state it at first."""
    if found is None:
        return None
    try:
        (kind,) = [each for each in KINDS if each == found["kind"]]
        deviation = Deviation(kind, found["what"], tuple(found["requirements"]), found["since"], found["url"])
    except (KeyError, TypeError, ValueError):
        raise NotAReport(f"{where}: `deviation` is not as in a report") from None
    if not all(isinstance(text, str) for text in (deviation.what, *deviation.requirements, deviation.since, deviation.url)):
        raise NotAReport(f"{where}: `deviation` is not as in a report")
    return deviation


def _ground(found: dict[str, Any], where: Location) -> Ground | None:
    """The kind of reason. Reports of version 2 had no such field at first; of a known deviation, the reason said it."""
    if "ground" not in found:
        return DEVIATION if found["verdict"] == SKIP and found["reason"].startswith(_DECLARED) else None
    if found["ground"] is None:
        return None
    for ground in GROUNDS:
        if found["ground"] == ground:
            return ground
    raise NotAReport(f"{where}: unknown ground {found['ground']!r}; expected null or one of {', '.join(GROUNDS)}")


def _hear(report: Report, line: Line, found: dict[str, Any], where: Location) -> None:
    """Adds an outcome if the specification is silent about its vector. Checks are ignored, because each implementation
    has its own cases for them."""
    permitted, outcome = found.get("permitted"), found.get("outcome")
    if not isinstance(permitted, list) or len(permitted) < 2 or outcome is None or line.id.kind == CHECK:
        return
    try:
        _, answers = report.silences.setdefault(line.id, (_vector(line.id, found), {}))
        answers[line.implementation] = read_outcome(found["operation"], outcome)
    except (NotationError, UnicodeError, KeyError, TypeError, AttributeError):
        raise NotAReport(f"{where}: `operation`, `input`, `permitted` and `outcome` are not as in a report") from None


def _vector(id: Id, found: dict[str, Any]) -> Vector:
    kind = found["operation"]
    operation = read_operation(kind, found["encoding"], found["input"])
    permitted = tuple(read_permitted(kind, text) for text in found["permitted"])
    requirements = tuple(found["requirements"])
    if not all(isinstance(each, str) for each in requirements):
        raise TypeError(requirements)
    return Vector(id, operation, permitted, requirements, ())
