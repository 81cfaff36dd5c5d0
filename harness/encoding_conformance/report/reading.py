"""Reads JSON reports, which docs/reference.md ("The JSON report") describes."""

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
    failures of a run that was cut off. `selected` says that only some encodings, or only some vectors and checks, were run.
    `largest` are the largest values that the manifests declare. A report is `whole` if it has its footer; one without comes from
    a run that was cut off. `vectors` is the edition of the test vectors."""

    versions: Mapping[str, str]
    whole: bool = False
    selected: bool = False
    causes: list[Cause] = field(default_factory=list)
    largest: Largest = field(default_factory=dict)
    vectors: str = ""
    size: int = 0
    """The bytes and values of the inputs and outcomes that were read, because a short text can stand for many."""


_SELECTED = ("encodings", "patterns", "not", "partial")
"""The fields of a header that are empty if everything was run."""

_SCHEMA = Path(__file__).with_name("report.schema.json")

_LONGEST = 300
"""The most characters of an error message about the schema."""

_MOST_EXPANDED = 1 << 30
"""The most bytes and values of all inputs and outcomes in a report."""

_KINDS = ("verdict", "cause", "footer")
"""The kinds of lines after the header."""

Take = Callable[[Verdict, Mapping[str, Any]], None]
"""Takes a verdict of a report, and the object of its line."""


def read(path: Path, take: Take) -> Report:
    """Returns the report in a file, and gives `take` its verdicts one by one: without pointers, and without the operation and
    outcomes if the only permitted outcome occurred. Raises WrongUsage if the file is not a report, and OSError if it cannot be
    read."""
    report: Report | None = None
    for location, fields in objects(path, lines(path)):
        try:
            if report is None:
                report = _header(fields)
            elif report.whole:
                raise ValueError("a line after the footer")
            else:
                _add(report, fields, take)
        except (ValueError, NotationError) as error:
            raise WrongUsage(f"{location}: {error}") from None
    if report is None:
        raise WrongUsage(f"{Location(str(path), 1)}: is empty; a report begins with a header")
    return report


def objects(path: Path, lines: Iterable[bytes]) -> Iterator[tuple[Location, dict[str, Any]]]:
    """Yields the location and the object of each line of a report. Leaves out a last line that is incomplete because the run was
    cut off. Raises WrongUsage, and OSError if the file cannot be read."""
    try:
        for number, line in enumerate(lines, 1):
            location = Location(str(path), number)
            try:
                fields = json.loads(line)
            except (ValueError, RecursionError):
                if number > 1 and not line.endswith(b"\n"):
                    return
                fields = None
            if not isinstance(fields, dict):
                raise WrongUsage(f"{location}: expected a JSON object; `conform run --json FILE` writes reports")
            yield location, fields
    except ValueError as error:
        raise WrongUsage(f"{path}: {error}") from None


@cache
def _validator(kind: str) -> Callable[[Mapping[str, Any]], object]:
    """Returns a function that raises ValueError if a line of this kind does not follow the schema."""
    import fastjsonschema  # few commands read reports

    schema = json.loads(_SCHEMA.read_text(encoding="utf-8"))
    validate: Callable[[Mapping[str, Any]], object] = fastjsonschema.compile(
        {"$ref": f"#/$defs/{kind}", "$defs": schema["$defs"]}, formats={}
    )

    def checked(fields: Mapping[str, Any]) -> object:
        try:
            return validate(fields)
        except fastjsonschema.JsonSchemaValueException as error:
            text = error.message.replace("data.", "", 1).replace("data ", f"the {kind} ", 1)
            raise ValueError(abridged(text, _LONGEST)) from None

    return checked


def _header(fields: Mapping[str, Any]) -> Report:
    if fields.get("type") != "header":
        raise ValueError("expected a header; `conform run --json FILE` writes reports")
    if fields.get("version") != VERSION:
        raise ValueError(
            f"is a report of version {abridged(repr(fields.get('version')), _LONGEST)}; this harness reads version {VERSION}"
        )
    _validator("header")(fields)
    limits = fields.get("limits", {}).items()
    largest = {(name, id): parse_number(value) for name, by_id in limits for id, value in by_id.items()}
    selected = any(map(fields.get, _SELECTED))
    return Report(fields["implementations"], selected=selected, largest=largest, vectors=fields["vectors"])


def _add(report: Report, fields: Mapping[str, Any], take: Take) -> None:
    if (kind := fields.get("type")) not in _KINDS:
        raise ValueError(f"is of type {abridged(repr(kind), _LONGEST)}; expected one of {', '.join(_KINDS)}")
    _validator(kind)(fields)
    if kind == "footer":
        report.whole = True
    elif kind == "cause":
        report.causes.append(_cause(fields))
    elif kind == "verdict":
        verdict = _verdict(fields)
        report.size += len(verdict.operation.input) if verdict.operation else 0
        report.size += sum(len(getattr(each, "value", ())) for each in (verdict.got, *verdict.expected))
        if report.size > _MOST_EXPANDED:
            raise ValueError(f"inputs and outcomes up to here stand for more than {_MOST_EXPANDED:,} bytes and values")
        take(verdict, fields)


def _verdict(fields: Mapping[str, Any]) -> Verdict:
    encoding, status = fields["encoding"], Status(fields["verdict"])
    ground = fields["ground"] and Ground(fields["ground"])
    verdict = Verdict(
        fields["implementation"],
        encoding,
        read_id(encoding, fields["id"]),
        tuple(fields["requirements"]),
        status,
        fields["reason"].removeprefix(f"{ground}: ") if ground == Ground.DEVIATION else fields["reason"],
        fields["blame"] and Blame(fields["blame"]),
        ground,
        deviation=fields["deviation"] and _deviation(fields["deviation"]),
    )
    # cases with the only permitted outcome are not read, because there may be many millions of them
    return _with_case(verdict, fields) if status != Status.PASS or len(fields["expected"]) > 1 else verdict


def _deviation(fields: Mapping[str, Any]) -> Deviation:
    return Deviation(**{**fields, "kind": DeviationKind(fields["kind"]), "requirements": tuple(fields["requirements"])})


def _cause(fields: Mapping[str, Any]) -> Cause:
    implementation, encoding, example = fields["implementation"], fields["encoding"], fields["example"]
    failed = Verdict(implementation, encoding, read_id(encoding, example["id"]), (), Status.FAIL)
    return Cause(
        implementation,
        encoding,
        fields["title"],
        fields["requirement"] or "",
        tuple(read_id(encoding, text) for text in fields["explains"]),
        _with_case(failed, example),
        fields["looks_like"] and LooksLike(**fields["looks_like"]),
        fields["declaration"] or "",
    )


def _with_case(verdict: Verdict, fields: Mapping[str, Any]) -> Verdict:
    """Returns the verdict with its operation and outcomes, if it has any."""
    if (kind := fields["operation"]) is not None and fields["input"] is None:
        raise ValueError(f"input of {fields['id']!r} is null; expected the input of its operation")
    if kind is None:
        return verdict._replace(got=fields["got"] and read_outcome(Kind.DECODE, fields["got"]))
    return verdict._replace(
        operation=read_operation(kind, verdict.encoding, fields["input"]),
        expected=tuple(read_permitted(kind, text) for text in fields["expected"]),
        got=fields["got"] and read_outcome(kind, fields["got"]),
    )


class EarlierFailures:
    """The `ids` of what failed according to a report, or was not run because too much had failed, by implementation."""

    def __init__(self, path: Path):
        """Reads a report, and keeps nothing else of it. Raises WrongUsage and OSError."""
        self.ids: dict[str, set[Id]] = defaultdict(set)
        read(path, self._take)

    def _take(self, line: Verdict, fields: Mapping[str, Any]) -> None:
        if line.status.is_bad or line.ground == Ground.NOT_RUN:
            self.ids[line.implementation].add(line.id)

    @property
    def of_inputs(self) -> bool:
        """Whether inputs failed. Those are files in a folder that a report does not name."""
        return any(id.kind == IdKind.INPUT for ids in self.ids.values() for id in ids)

    def has(self, implementation: str, id: Id) -> bool:
        """Returns whether a vector or check failed or was not run. Nothing was run if an implementation did not start, or did
        not offer the encoding."""
        ids = self.ids.get(implementation, set())
        return id in ids or Id(id.encoding, IdKind.OFFER) in ids or any(each.kind == IdKind.START for each in ids)
