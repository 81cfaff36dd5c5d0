"""Goes on with a report that was cut off: which of its units are finished, and what they gave.

A unit is finished if the report has all of its verdicts, and the causes of its failures. The others are asked anew. A file beside
the report notes what slices of long units gave, because the report itself has only verdicts, in an order that does not depend on
when a slice was asked.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, takewhile
from pathlib import Path
from typing import Any

from encoding_conformance.checks.catalogue import CHECKS
from encoding_conformance.core.identity import UNASKED, Id, IdKind, Location, check_id, read_id
from encoding_conformance.core.text import abridged
from encoding_conformance.core.verdict import Cause, Pointers, Verdict
from encoding_conformance.data_files.problems import WrongUsage
from encoding_conformance.report.jsonlines import header, json_text, lines
from encoding_conformance.report.reading import cause_of, objects, verdict_of
from encoding_conformance.report.sink import RunContext
from encoding_conformance.runner.plan import Unit, repeat_command
from encoding_conformance.runner.slicing import Slice, Sliced

_SHOWN = 60
"""The most characters of a field of a header in a message."""

_EXPECTED = "expected a report; `conform run --json FILE` writes them"


@dataclass
class CutOff:
    """What is kept of a report that was cut off: its header and the lines of its first `units`, and their `causes`."""

    path: Path
    plan: Sequence[Unit]
    lines: int = 1
    units: int = 0
    causes: list[Cause] = field(default_factory=list)

    def verdicts(self) -> Iterator[Verdict]:
        """Yields the verdicts that are kept, as they were judged. Their pointers lack what reports do not have."""
        by_name = {(unit.name, unit.encoding.id): unit for unit in self.plan}
        for line in islice(lines(self.path), 1, self.lines):
            found = json.loads(line)
            if found["type"] == "verdict":
                yield _verdict(found, self.path, by_name[found["implementation"], found["encoding"]])


def cut_off(path: Path, run: RunContext, plan: Sequence[Unit]) -> CutOff:
    """Returns what is kept of a report, for a run that asks all units of a plan. Raises WrongUsage if it is not a report, if it
    is complete, or if it is of another run, and OSError."""
    whole_lines = takewhile(lambda line: line.endswith(b"\n"), lines(path))
    kept, found = CutOff(path, plan), (each for _, each in objects(path, whole_lines))
    _must_be_of(next(found, None), run, path)
    line = next(found, None)
    not_started: set[str] = set()
    try:
        for unit in plan:
            ids, causes, count = _ids(unit), [], 0
            verdicts: dict[Id, Verdict] = {}
            while line and line["type"] == "verdict" and _is_of(unit, line) and len(verdicts) < len(ids):
                id = read_id(line["encoding"], line["id"])
                if id.kind not in UNASKED and id != ids[len(verdicts)]:
                    raise WrongUsage(_has_others(path, unit))
                verdicts[id] = _verdict(line, path, unit)
                line, count = next(found, None), count + 1
                if id.kind in UNASKED:
                    break
            while line and line["type"] == "cause" and _is_of(unit, line):
                causes.append(_cause(line, path, verdicts))
                line, count = next(found, None), count + 1
            failed = {id for id, verdict in verdicts.items() if verdict.status.is_bad}
            unasked = any(id.kind in UNASKED for id in verdicts)
            if not (unasked or list(verdicts) == ids or (unit.name in not_started and not verdicts)):
                if line:
                    raise WrongUsage(_has_others(path, unit))
                break
            if failed != {id for cause in causes for id in cause.explains}:
                break
            not_started |= {unit.name for id in verdicts if id.kind == IdKind.START}
            kept.units, kept.lines = kept.units + 1, kept.lines + count
            kept.causes += causes
        while line:
            if line["type"] == "footer":
                raise WrongUsage(f"{path}: is complete, so that nothing is left to ask")
            line = next(found, None)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise WrongUsage(f"{path}: a line is not as in a report: {error!r}") from None
    return kept


def _has_others(path: Path, unit: Unit) -> str:
    return f"{path}: is of another run: it has other tests of {unit.name} in {unit.encoding.id}"


def _must_be_of(found: Mapping[str, Any] | None, run: RunContext, path: Path) -> None:
    """Raises WrongUsage if a header is not that of a run."""
    if found is None:
        raise WrongUsage(f"{path}: has no header, so nothing was asked; leave out --resume, and use --json {path}")
    if found.get("type") != "header":
        raise WrongUsage(f"{path}: {_EXPECTED}")
    here = json.loads(json.dumps(header(run)))
    for key in [*here, *found]:
        if found.get(key) != here.get(key):
            there, now = (abridged(json.dumps(each.get(key), ensure_ascii=False), _SHOWN) for each in (found, here))
            raise WrongUsage(f"{path}: is of another run: `{key}` is {there} there, and {now} in this one")


def _ids(unit: Unit) -> list[Id]:
    """Returns the ids of the verdicts on a unit, in their order."""
    return [*(vector.id for vector in unit.vectors), *(check_id(unit.encoding.id, check) for check in unit.checks)]


def _is_of(unit: Unit, line: Mapping[str, Any]) -> bool:
    return (unit.name, unit.encoding.id) == (line["implementation"], line["encoding"])


def _verdict(found: Mapping[str, Any], path: Path, unit: Unit) -> Verdict:
    """Returns the verdict of a line, with what helps the reader of a failure, as far as a report tells. Raises WrongUsage."""
    verdict = verdict_of(found, Location(str(path), 0))
    return verdict._replace(pointers=_pointers(unit, verdict.id)) if verdict.status.is_bad else verdict


def _pointers(unit: Unit, id: Id) -> Pointers:
    if id.kind in UNASKED:
        return Pointers(rerun=repeat_command(unit, command="doctor"))
    rerun = repeat_command(unit, str(id))
    if id.kind == IdKind.CHECK:
        return Pointers(law=next(check.text for name, check in CHECKS.items() if check_id(id.encoding, name) == id), rerun=rerun)
    vector = unit.suite.by_encoding[id.encoding][str(id)]
    return Pointers(vector.location, vector.note, rerun=rerun)


def _cause(found: Mapping[str, Any], path: Path, verdicts: Mapping[Id, Verdict]) -> Cause:
    cause = cause_of(found, Location(str(path), 0))
    example, shown = verdicts[cause.example.id], cause.example
    return cause._replace(example=example._replace(operation=shown.operation, expected=shown.expected, got=shown.got))


class Noted:
    """The notes of a run. `slices` has what they say, by the name of the implementation and the encoding."""

    def __init__(self, report: Path, run: RunContext, resumed: bool):
        """Begins the file. If a run is `resumed`, its notes are read and stay. Raises WrongUsage if a line is not a note."""
        self._path = report.with_name(f"{report.name}.slices")
        self.slices: dict[tuple[str, str], dict[Slice, Sliced]] = defaultdict(dict)
        first = f"{json_text(header(run))}\n".encode()
        kept = self._path.read_bytes() if resumed and self._path.exists() else b""
        kept = kept[: kept.rfind(b"\n") + 1]  # the last line may have been written in part
        if not kept.startswith(first):
            kept = b""  # it belongs to a run that was never resumed
        for number, line in enumerate(kept.splitlines()[1:], 2):
            try:
                implementation, encoding, slice, (text, numbers) = json.loads(line)
                self.slices[implementation, encoding][Slice(*slice)] = Sliced(text, tuple(numbers))
            except (ValueError, TypeError):
                raise WrongUsage(f"{self._path}:{number}: is not a note of a slice; remove the file to ask all slices") from None
        self._file = self._path.open("r+b" if kept else "wb", buffering=0)
        self._file.truncate(len(kept))
        self._file.seek(len(kept))
        self._file.write(b"" if kept else first)

    def add(self, unit: Unit, slice: Slice, given: Sliced) -> None:
        """Writes what a slice of a unit gave, as soon as the slice is finished."""
        self._file.write(f"{json_text([unit.name, unit.encoding.id, slice, given])}\n".encode())

    def remove(self) -> None:
        """Removes the file, when the report is complete."""
        self._file.close()
        self._path.unlink()
