"""Reads JSON reports (docs/report.md)."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from encoding_conformance.core.identity import Id, IdKind, Location, read_id
from encoding_conformance.core.notation import NotationError, parse_number, read_operation, read_outcome, read_permitted
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


Word = TypeVar("Word", bound=StrEnum)

Take = Callable[[Verdict, Mapping[str, Any]], None]
"""Takes a verdict of a report, and the object of its line."""


def read(path: Path, take: Take) -> Report:
    """Returns the report in a file, and gives `take` its verdicts one by one: without pointers, and without the operation and
    outcomes of what gave the only permitted outcome. Raises WrongUsage if the file is not a report, and OSError if it cannot be
    read."""
    report: Report | None = None
    for where, found in objects(path, lines(path)):
        if report is None:
            report = _header(found, where)
        elif report.whole:
            raise WrongUsage(f"{where}: a line behind the footer")
        elif found.get("type") == "footer":
            report.whole = True
        elif found.get("type") == "certificate":
            continue  # what was proved says nothing about a verdict
        elif found.get("type") == "cause":
            report.causes.append(cause_of(found, where))
        elif found.get("type") == "verdict":
            take(verdict_of(found, where), found)
        else:
            raise WrongUsage(f"{where}: is neither a verdict, nor a cause, nor a certificate, nor a footer")
    if report is None:
        raise WrongUsage(f"{Location(str(path), 1)}: is empty; a report begins with a header")
    return report


def objects(path: Path, lines: Iterable[bytes]) -> Iterator[tuple[Location, dict[str, Any]]]:
    """Yields the objects of the lines of a report, and where each stands. A last line that was written in part, because the run
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


@contextmanager
def _must_be(where: Location, problem: str) -> Iterator[None]:
    """Turns the exceptions that a field of the wrong form raises into WrongUsage."""
    try:
        yield
    except (ValueError, KeyError, TypeError, AttributeError, NotationError):
        raise WrongUsage(f"{where}: {problem}") from None


def _one_of(words: type[Word], found: Mapping[str, Any], key: str, where: Location) -> Word:
    try:
        return words(found[key])
    except ValueError:
        raise WrongUsage(f"{where}: unknown {key} {found[key]!r}; expected one of {', '.join(words)}") from None


def _texts(*found: object) -> tuple[str, ...]:
    """Raises TypeError if one is not a text."""
    if not all(isinstance(each, str) for each in found):
        raise TypeError(found)
    return tuple(map(str, found))


def _header(found: Mapping[str, Any], where: Location) -> Report:
    if found.get("type") != "header":
        raise WrongUsage(f"{where}: expected a header; `conform run --json FILE` writes reports")
    if found.get("version") != VERSION:
        raise WrongUsage(f"{where}: is a report of version {found.get('version')!r}; version {VERSION} is read here")
    with _must_be(where, "`implementations` must be an object of versions by name"):
        versions = dict(zip(found.get("implementations", {}), _texts(*found.get("implementations", {}).values())))
    with _must_be(where, "`limits` must be an object of largest values by name and encoding"):
        limits = found.get("limits", {})
        largest = {(name, id): parse_number(value) for name, by_id in limits.items() for id, value in by_id.items()}
    selected = any(map(found.get, _SELECTED))
    return Report(versions, selected=selected, largest=largest, vectors=str(found.get("vectors", "")))


def verdict_of(found: Mapping[str, Any], where: Location) -> Verdict:
    """Returns the verdict of a line, without pointers. The operation and the outcomes of what gave the only permitted outcome are
    not read, because there may be many millions of them. Raises WrongUsage."""
    for key in ("implementation", "encoding", "id", "verdict", "reason"):
        if not isinstance(found.get(key), str):
            raise WrongUsage(f"{where}: a verdict without the text `{key}`")
    encoding, status = found["encoding"], _one_of(Status, found, "verdict", where)
    ground = None if found.get("ground") is None else _one_of(Ground, found, "ground", where)
    blame = None if found.get("blame") is None else _one_of(Blame, found, "blame", where)
    with _must_be(where, "`deviation` is not as in a report"):
        declared = found.get("deviation")
        deviation = deviation_of(declared) if declared is not None or ground == Ground.DEVIATION else None
    asked: dict[str, Any] = {}
    with _must_be(where, "`requirements`, `operation`, `input`, `expected` and `got` are not as in a report"):
        requirements, kind = _texts(*found.get("requirements", ())), found.get("operation")
        if kind and (status != Status.PASS or len(found["expected"]) > 1):
            asked = asked_of(encoding, found)
    begins = f"{ground}: " if ground == Ground.DEVIATION else ""
    return Verdict(
        found["implementation"],
        encoding,
        read_id(encoding, found["id"]),
        requirements,
        status,
        found["reason"].removeprefix(begins),
        blame,
        ground,
        deviation=deviation,
        **asked,
    )


def deviation_of(found: Any) -> Deviation:
    """Returns a known deviation as a report has it. Raises KeyError, TypeError or ValueError if it is none."""
    what, since, url, *requirements = _texts(found["what"], found["since"], found["url"], *found["requirements"])
    return Deviation(DeviationKind(found["kind"]), what, tuple(requirements), since, url)


def cause_of(found: Mapping[str, Any], where: Location) -> Cause:
    """Returns the cause of a line, whose example has no more than the operation and its outcomes. Raises WrongUsage."""
    with _must_be(where, "a cause is not as in a report"):
        explains = found["explains"]
        if not isinstance(explains, list):
            raise TypeError(explains)
        texts = _texts(found["implementation"], found["encoding"], found["title"], found["requirement"] or "", *explains)
        implementation, encoding, title, requirement, *ids = texts
        return Cause(
            implementation,
            encoding,
            title,
            requirement,
            tuple(read_id(encoding, text) for text in ids),
            _example_of(implementation, encoding, found["example"]),
            found["looks_like"] and LooksLike(**found["looks_like"]),
            found["declaration"] or "",
        )


def _example_of(implementation: str, encoding: str, found: Mapping[str, Any]) -> Verdict:
    """Returns the failure that is an example of a cause. Raises KeyError, TypeError or ValueError if it is none."""
    failed = Verdict(implementation, encoding, read_id(encoding, found["id"]), (), Status.FAIL)
    return failed._replace(**asked_of(encoding, found))


def asked_of(encoding: str, found: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the operation of a verdict and its outcomes. Raises KeyError, TypeError or ValueError for anything else."""
    kind, got = found["operation"], found["got"]
    return {
        "operation": kind and read_operation(kind, encoding, found["input"]),
        "expected": tuple(read_permitted(kind, text) for text in found["expected"]),
        "got": None if got is None else read_outcome(kind, got),
    }


class EarlierFailures:
    """The `ids` of what failed according to a report, or was not asked because too much had failed, by implementation."""

    def __init__(self, path: Path):
        """Reads a report, and keeps nothing else of it. Raises WrongUsage and OSError."""
        self.ids: dict[str, set[Id]] = defaultdict(set)
        read(path, self._take)

    def _take(self, line: Verdict, found: Mapping[str, Any]) -> None:
        if line.status.is_bad or line.ground == Ground.NOT_ASKED:
            self.ids[line.implementation].add(line.id)

    def has(self, implementation: str, id: Id) -> bool:
        """Returns whether a vector or check failed or was not asked. Nothing was asked if an implementation did not start, and
        nothing in an encoding that it did not offer."""
        ids = self.ids.get(implementation, set())
        return id in ids or Id(id.encoding, IdKind.OFFER) in ids or any(each.kind == IdKind.START for each in ids)
