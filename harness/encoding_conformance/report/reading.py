"""Reads JSON reports (docs/report.md)."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from encoding_conformance.core.identity import Id, IdKind, Location, read_id
from encoding_conformance.core.notation import NotationError, parse_number, read_operation, read_outcome, read_permitted
from encoding_conformance.core.operation import Kind
from encoding_conformance.core.text import abridged
from encoding_conformance.core.verdict import (
    Blame,
    Cause,
    Deviation,
    DeviationKind,
    Ground,
    LooksLike,
    Status,
    Verdict,
)
from encoding_conformance.data_files.problems import WrongUsage
from encoding_conformance.report.jsonlines import VERSION, lines
from encoding_conformance.report.sink import Largest


@dataclass
class Report:
    """What a report has besides its verdicts. `versions` are those of the implementations, by name. `causes` has no entry for
    failures of a run that was cut off. `selected` says that only some encodings, or only some vectors and checks, were asked.
    `largest` are the largest values that the manifests declare. A report is `whole` if it has its footer; one without comes from
    a run that was cut off. `vectors` is the edition of the test vectors."""

    versions: Mapping[str, str]
    whole: bool = False
    selected: bool = False
    causes: list[Cause] = field(default_factory=list)
    largest: Largest = field(default_factory=dict)
    vectors: str = ""


_SELECTED = ("encodings", "patterns", "not", "partial")
"""The fields of a header that are empty if everything was run."""

_SCHEMA = Path(__file__).with_name("report.schema.json")

_LONGEST = 300
"""The most characters of what a schema says is wrong."""

_KINDS = ("verdict", "cause", "footer")
"""The kinds of lines after the header."""

Take = Callable[[Verdict, Mapping[str, Any]], None]
"""Takes a verdict of a report, and the object of its line."""


def read(path: Path, take: Take) -> Report:
    """Returns the report in a file, and gives `take` its verdicts one by one: without pointers, and without the operation and
    outcomes of what gave the only permitted outcome. Raises WrongUsage if the file is not a report, and OSError if it cannot be
    read."""
    report: Report | None = None
    for where, found in objects(path, lines(path)):
        try:
            if report is None:
                report = _header(found)
            elif report.whole:
                raise ValueError("a line after the footer")
            else:
                _add(report, found, take)
        except (ValueError, NotationError) as error:
            raise WrongUsage(f"{where}: {error}") from None
    if report is None:
        raise WrongUsage(f"{Location(str(path), 1)}: is empty; a report begins with a header")
    return report


def objects(path: Path, lines: Iterable[bytes]) -> Iterator[tuple[Location, dict[str, Any]]]:
    """Yields the objects of the lines of a report, and where each is. A last line that was written in part, because the run
    was cut off, is left out. Raises WrongUsage, and OSError if the file cannot be read."""
    try:
        for number, line in enumerate(lines, 1):
            where = Location(str(path), number)
            try:
                found = json.loads(line)
            except (ValueError, RecursionError):
                if number > 1 and not line.endswith(b"\n"):
                    return
                found = None
            if not isinstance(found, dict):
                raise WrongUsage(f"{where}: expected a JSON object; `conform run --json FILE` writes reports")
            yield where, found
    except ValueError as error:
        raise WrongUsage(f"{path}: {error}") from None


@cache
def _validator(kind: str) -> Callable[[Mapping[str, Any]], object]:
    """Returns what raises ValueError if a line of this kind does not follow the schema."""
    import fastjsonschema  # few commands read reports

    schema = json.loads(_SCHEMA.read_text(encoding="utf-8"))
    validate: Callable[[Mapping[str, Any]], object] = fastjsonschema.compile(
        {"$ref": f"#/$defs/{kind}", "$defs": schema["$defs"]}, formats={}
    )

    def checked(found: Mapping[str, Any]) -> object:
        try:
            return validate(found)
        except fastjsonschema.JsonSchemaValueException as error:
            text = error.message.replace("data.", "", 1).replace("data ", f"the {kind} ", 1)
            raise ValueError(abridged(text, _LONGEST)) from None

    return checked


def _header(found: Mapping[str, Any]) -> Report:
    if found.get("type") != "header":
        raise ValueError("expected a header; `conform run --json FILE` writes reports")
    if found.get("version") != VERSION:
        raise ValueError(
            f"is a report of version {abridged(repr(found.get('version')), _LONGEST)}; version {VERSION} is read here"
        )
    _validator("header")(found)
    limits = found.get("limits", {}).items()
    largest = {(name, id): parse_number(value) for name, by_id in limits for id, value in by_id.items()}
    selected = any(map(found.get, _SELECTED))
    return Report(found["implementations"], selected=selected, largest=largest, vectors=found["vectors"])


def _add(report: Report, found: Mapping[str, Any], take: Take) -> None:
    if (kind := found.get("type")) not in _KINDS:
        raise ValueError(f"is of type {abridged(repr(kind), _LONGEST)}; expected one of {', '.join(_KINDS)}")
    _validator(kind)(found)
    if kind == "footer":
        report.whole = True
    elif kind == "cause":
        report.causes.append(_cause(found))
    elif kind == "verdict":
        take(_verdict(found), found)


def _verdict(found: Mapping[str, Any]) -> Verdict:
    encoding, status = found["encoding"], Status(found["verdict"])
    ground = found["ground"] and Ground(found["ground"])
    verdict = Verdict(
        found["implementation"],
        encoding,
        read_id(encoding, found["id"]),
        tuple(found["requirements"]),
        status,
        found["reason"].removeprefix(f"{ground}: ") if ground == Ground.DEVIATION else found["reason"],
        found["blame"] and Blame(found["blame"]),
        ground,
        deviation=found["deviation"] and _deviation(found["deviation"]),
    )
    # what gave the only permitted outcome is not read, because there may be many millions of them
    return _with_case(verdict, found) if status != Status.PASS or len(found["expected"]) > 1 else verdict


def _deviation(found: Mapping[str, Any]) -> Deviation:
    return Deviation(**{**found, "kind": DeviationKind(found["kind"]), "requirements": tuple(found["requirements"])})


def _cause(found: Mapping[str, Any]) -> Cause:
    implementation, encoding, example = found["implementation"], found["encoding"], found["example"]
    failed = Verdict(implementation, encoding, read_id(encoding, example["id"]), (), Status.FAIL)
    return Cause(
        implementation,
        encoding,
        found["title"],
        found["requirement"] or "",
        tuple(read_id(encoding, text) for text in found["explains"]),
        _with_case(failed, example),
        found["looks_like"] and LooksLike(**found["looks_like"]),
        found["declaration"] or "",
    )


def _with_case(verdict: Verdict, found: Mapping[str, Any]) -> Verdict:
    """Returns the verdict with its operation and outcomes, if it has any."""
    if (kind := found["operation"]) is not None and found["input"] is None:
        raise ValueError(f"input of {found['id']!r} is null; expected the input of its operation")
    if kind is None:
        return verdict._replace(got=found["got"] and read_outcome(Kind.DECODE, found["got"]))
    return verdict._replace(
        operation=read_operation(kind, verdict.encoding, found["input"]),
        expected=tuple(read_permitted(kind, text) for text in found["expected"]),
        got=found["got"] and read_outcome(kind, found["got"]),
    )


class EarlierFailures:
    """The `ids` of what failed according to a report, or was not asked because too much had failed, by implementation."""

    def __init__(self, path: Path):
        """Reads a report, and keeps nothing else of it. Raises WrongUsage and OSError."""
        self.ids: dict[str, set[Id]] = defaultdict(set)
        read(path, self._take)

    def _take(self, line: Verdict, found: Mapping[str, Any]) -> None:
        if line.status.is_bad or line.ground == Ground.NOT_ASKED:
            self.ids[line.implementation].add(line.id)

    @property
    def of_inputs(self) -> bool:
        """Whether inputs failed, which are files of a folder that a report does not name."""
        return any(id.kind == IdKind.INPUT for ids in self.ids.values() for id in ids)

    def has(self, implementation: str, id: Id) -> bool:
        """Returns whether a vector or check failed or was not asked. Nothing was asked if an implementation did not start, and
        nothing in an encoding that it did not offer."""
        ids = self.ids.get(implementation, set())
        return id in ids or Id(id.encoding, IdKind.OFFER) in ids or any(each.kind == IdKind.START for each in ids)
