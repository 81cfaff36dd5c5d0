"""Runs plug-ins of the workshop with `conform run`, and reads its JSON report."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any


@dataclass(frozen=True)
class Failure:
    """A vector or check that failed: its operation, or an empty text, and the outcome in the notation."""

    operation: str
    got: str


@dataclass(frozen=True)
class Cause:
    """A cause in the report. `example` is the id of a vector or check, and `operation` is its operation."""

    title: str
    requirement: str
    explains: tuple[str, ...]
    example: str
    operation: str


@dataclass
class Run:
    """The results of one codec: its failures by id, its causes, and the number of passes."""

    failures: dict[str, Failure] = field(default_factory=dict)
    causes: list[Cause] = field(default_factory=list)
    passes: int = 0


class NotRun(Exception):
    """The report has no footer, or a verdict is an error. The message is the command's output, or the reason of the error."""


def run(folders: Sequence[Path], jobs: int, without: Sequence[str] = (), thorough: bool = False) -> dict[str, Run]:
    """Returns the results of the plug-ins in these folders, by the names of the folders.

    Ids that match a pattern in `without` are left out. Raises NotRun if the report has no footer or a verdict is an error.
    """
    if not folders:
        return {}
    with TemporaryDirectory(prefix="run-") as temporary:
        report = Path(temporary) / "report.jsonl"
        options = [
            *(part for folder in folders for part in ("-i", str(folder))),
            *(part for pattern in without for part in ("--not", pattern)),
            *(["--thorough"] if thorough else []),
        ]
        command = [sys.executable, "-m", "encoding_conformance", "run", *options, "--json", str(report), "--jobs", str(jobs)]
        done = subprocess.run(command, capture_output=True, text=True)
        runs = {folder.name: Run() for folder in folders}
        if not report.is_file() or not _gather(_lines(report), runs):
            raise NotRun(f"{done.stdout}\n{done.stderr}")
    return runs


def _lines(report: Path) -> Iterator[dict[str, Any]]:
    with report.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _gather(lines: Iterable[dict[str, Any]], runs: dict[str, Run]) -> bool:
    """Adds the verdicts and causes of a report to `runs`, and returns whether it has a footer. Raises NotRun for an error, which
    is not the fault of a codec."""
    for line in lines:
        if line["type"] == "verdict":
            run = runs[line["implementation"]]
            if line["verdict"] == "error":
                raise NotRun(line["reason"])
            if line["verdict"] == "fail":
                run.failures[line["id"]] = Failure(line["operation"] or "", line["got"] or "")
            run.passes += line["verdict"] == "pass"
        elif line["type"] == "cause":
            runs[line["implementation"]].causes.append(_cause(line))
        elif line["type"] == "footer":
            return True
    return False


def _cause(line: dict[str, Any]) -> Cause:
    example = line["example"]
    return Cause(line["title"], line["requirement"] or "", tuple(line["explains"]), example["id"], example["operation"] or "")
