"""Runs composed codecs as a user would: a folder with a manifest for each of them, one `conform run`, and its JSON report."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from workshop.composed.composed import Composed
from workshop.plugin_folder import write_plugin


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
    """What the report says of one codec: its failures by their ids, its causes, and how many verdicts are a pass."""

    failures: dict[str, Failure] = field(default_factory=dict)
    causes: list[Told] = field(default_factory=list)
    passes: int = 0


class NotRun(Exception):
    """The command ended without a whole report. The message says why, or is what it printed."""


def ask(codecs: Iterable[Composed], jobs: int, without: Sequence[str] = ()) -> dict[Composed, Run]:
    """Returns what a run says of each codec. `without` are patterns of ids that are not asked. Raises NotRun if the run ends
    before its report does."""
    with TemporaryDirectory(prefix="composed-") as there:
        folders = write_plug_ins(Path(there), codecs)
        if not folders:
            return {}
        report = Path(there) / "report.jsonl"
        chosen = [
            *(part for folder in folders for part in ("-i", str(folder))),
            *(part for each in without for part in ("--not", each)),
        ]
        command = [sys.executable, "-m", "encoding_conformance", "run", *chosen, "--json", str(report), "--jobs", str(jobs)]
        done = subprocess.run(command, capture_output=True, text=True)
        runs = {folder.name: Run() for folder in folders}
        if not report.is_file() or not _gather(_lines(report), runs):
            raise NotRun(f"{done.stdout}\n{done.stderr}")
    return {codec: runs[folder.name] for folder, codec in folders.items()}


def write_plug_ins(there: Path, codecs: Iterable[Composed]) -> dict[Path, Composed]:
    """Writes a plug-in for each codec into this folder, and returns their own folders with their codecs."""
    return {_folder(there / f"composed-{number}", codec): codec for number, codec in enumerate(dict.fromkeys(codecs))}


def _folder(folder: Path, codec: Composed) -> Path:
    """Writes the plug-in of a codec, and returns its folder."""
    made = f"codec({codec.encoding!r}, {codec.names!r})"
    return write_plugin(folder, str(codec), codec.encoding, "workshop.composed.families", "codec", made)


def _lines(report: Path) -> Iterator[dict[str, Any]]:
    with report.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _gather(lines: Iterable[dict[str, Any]], runs: dict[str, Run]) -> bool:
    """Puts the verdicts and causes of a report where they belong, and returns whether the report has a footer. Raises NotRun
    for an error, which is no fault of a codec."""
    for line in lines:
        if line["type"] == "verdict":
            run = runs[line["implementation"]]
            if line["verdict"] == "error":
                raise NotRun(line["reason"])
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
