"""Runs plug-ins of the workshop as a user would: one `conform run`, and its JSON report."""

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
    """A vector or check that failed: the operation that was asked, or an empty text, and the outcome in the notation."""

    operation: str
    got: str

    @property
    def is_crash(self) -> bool:
        """Whether there was no answer."""
        return self.got.startswith(("crash:", "time-out:"))


@dataclass(frozen=True)
class Told:
    """A cause as the report tells it. The example is a vector or check, and `operation` is what it asked."""

    title: str
    requirement: str
    explains: tuple[str, ...]
    example: str
    operation: str


@dataclass
class Run:
    """What the report says of one codec: its failures by their ids, its causes, and how many verdicts are a pass. `error` is the
    reason of an error, which is no fault of a codec, or empty."""

    failures: dict[str, Failure] = field(default_factory=dict)
    causes: list[Told] = field(default_factory=list)
    passes: int = 0
    error: str = ""


class NotRun(Exception):
    """The command ended without a whole report. The message says why, or is what it printed."""


def run(folders: Sequence[Path], jobs: int, without: Sequence[str] = (), encodings: Sequence[str] = ()) -> dict[str, Run]:
    """Returns what a run says of the plug-ins in these folders, by their names, which are those of the folders. `jobs` is their
    number. `without` are patterns of ids that are not asked. Raises NotRun if the run ends
    before its report does, or if a plug-in has an error."""
    runs = run_with_errors(folders, jobs, without, encodings)
    if errors := [each.error for each in runs.values() if each.error]:
        raise NotRun(errors[0])
    return runs


def run_with_errors(
    folders: Sequence[Path], jobs: int, without: Sequence[str] = (), encodings: Sequence[str] = ()
) -> dict[str, Run]:
    """Does the same, but returns the errors too. If there are `encodings`, only these are asked."""
    if not folders:
        return {}
    with TemporaryDirectory(prefix="run-") as there:
        report = Path(there) / "report.jsonl"
        chosen = [
            *(part for folder in folders for part in ("-i", str(folder))),
            *(part for each in without for part in ("--not", each)),
            *(part for each in encodings for part in ("-e", each)),
        ]
        command = [sys.executable, "-m", "encoding_conformance", "run", *chosen, "--json", str(report), "--jobs", str(jobs)]
        done = subprocess.run(command, capture_output=True, text=True)
        runs = {folder.name: Run() for folder in folders}
        if not report.is_file() or not _gather(_lines(report), runs):
            raise NotRun(f"{done.stdout}\n{done.stderr}")
    return runs


def _lines(report: Path) -> Iterator[dict[str, Any]]:
    with report.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _gather(lines: Iterable[dict[str, Any]], runs: dict[str, Run]) -> bool:
    """Puts the verdicts and causes of a report where they belong, and returns whether the report has a footer."""
    for line in lines:
        if line["type"] == "verdict":
            run = runs[line["implementation"]]
            if line["verdict"] == "error":
                run.error = run.error or line["reason"]
            if line["verdict"] == "fail":
                run.failures[line["id"]] = Failure(line["operation"] or "", line["got"] or "")
            run.passes += line["verdict"] == "pass"
        elif line["type"] == "cause":
            runs[line["implementation"]].causes.append(_told(line))
        elif line["type"] == "footer":
            return True
    return False


def _told(line: dict[str, Any]) -> Told:
    example = line["example"]
    return Told(line["title"], line["requirement"] or "", tuple(line["explains"]), example["id"], example["operation"] or "")
