"""Stores findings. Each failure key has a folder with everything that is needed to see the finding again."""

from __future__ import annotations

import json
import shlex
import shutil
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import encoding_conformance
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.fuzz.asking.failure_key import FailureKey
from encoding_conformance.fuzz.findings.finding import Finding, merged
from encoding_conformance.fuzz.findings.record import NotARecord, record, recorded
from encoding_conformance.report.failure import labelled
from encoding_conformance.specification.faults import UsageFault

INPUT, RECORD, TEXT = "input", "finding.json", "finding.txt"
_BEFORE = "before"
"""The folder of the numbered earlier inputs, if a finding needs any."""

_MOST = 1000
"""The most findings of a store, because an implementation can produce any number of failure keys."""


class BadFinding(UsageFault):
    """A folder is not a finding. The message says what is wrong."""


class Store:
    """Findings by failure key, each written as soon as it is known. `versions` are those of the implementations. In findings
    of an encoding that is not among `encodings`, less is marked and named."""

    def __init__(self, folder: Path, versions: Mapping[str, str], encodings: Mapping[str, Encoding], seed: int):
        self.folder = folder
        self._encodings = encodings
        self._versions = versions
        self._seed = seed
        self.findings: dict[FailureKey, Finding] = {}
        self.left_out = 0

    def load(self) -> None:
        """Reads the findings in the folder. Raises BadFinding if one of them is damaged."""
        for path in sorted(self.folder.glob(f"*/{RECORD}")):
            finding = read(path.parent)
            self.findings[finding.failure_key] = finding

    def add(self, finding: Finding) -> bool:
        """Stores a finding, and returns whether its failure key is new. If the store is full, a new finding is counted
        and not stored."""
        old = self.findings.get(finding.failure_key)
        if old is None and len(self.findings) >= _MOST:
            self.left_out += 1
            return False
        self._put(finding if old is None else merged(old, finding))
        return old is None

    def settle(self, told: FailureKey, finding: Finding) -> None:
        """Stores the settled form of a finding that was stored under the failure key `told`. If it has another failure
        key, the old finding is removed, unless that is known to repeat."""
        old = self.findings.get(told)
        if old and told != finding.failure_key and not old.repeats:
            del self.findings[told]
            shutil.rmtree(self.folder / told.folder)
            finding = replace(finding, count=finding.count + old.count)
        self.add(finding)

    def count(self, failure_key: FailureKey, times: int) -> None:
        """Adds to the count of a stored finding. An unknown failure key is ignored."""
        if old := self.findings.get(failure_key):
            self.findings[failure_key] = replace(old, count=old.count + times)

    def replace(self, old: Finding, state: str) -> None:
        """Stores the new state of an old finding that was asked again."""
        self._put(replace(old, state=state))

    def write_counts(self) -> None:
        """Writes all findings with their current counts."""
        for finding in self.findings.values():
            self._put(finding)

    def _put(self, finding: Finding) -> None:
        self.findings[finding.failure_key] = finding
        folder = self.folder / finding.failure_key.folder
        folder.mkdir(parents=True, exist_ok=True)
        (folder / INPUT).write_bytes(finding.case.data)
        for old in folder.glob(f"{_BEFORE}/*"):
            old.unlink()
        for number, data in enumerate(finding.case.before, 1):
            (folder / _BEFORE).mkdir(exist_ok=True)
            (folder / _BEFORE / f"{number:02}").write_bytes(data)
        text = json.dumps(self._record(finding), indent=2, ensure_ascii=False) + "\n"
        (folder / TEXT).write_text(self._text(finding), encoding="utf-8")
        _write_whole(folder / RECORD, text)

    def _record(self, finding: Finding) -> dict[str, Any]:
        return {
            **record(finding),
            "harness": encoding_conformance.__version__,
            "version": self._version(finding),
            "seed": self._seed,
            "written": datetime.now(UTC).isoformat(timespec="seconds"),
        }

    def _version(self, finding: Finding) -> str:
        """Returns the version of the implementation; empty if it is unknown."""
        return self._versions.get(finding.failure_key.implementation, "")

    def _text(self, finding: Finding) -> str:
        again = shlex.join(["conform", "replay", str(self.folder / finding.failure_key.folder)])
        lines = [
            *finding.lines(self._encodings.get(finding.failure_key.encoding)),
            ("version", self._version(finding) or "not known"),
            ("found", f"{finding.count:,} time{'s' * (finding.count != 1)}; seed {self._seed}; {finding.state}"),
            ("again", again),
        ]
        return "".join(f"{labelled(*line)}\n" for line in lines)


def read(folder: Path) -> Finding:
    """Returns the finding in a folder, with the input that its file has now. Raises BadFinding if the folder is not a
    finding."""
    try:
        found = recorded(json.loads((folder / RECORD).read_text(encoding="utf-8")))
        before = tuple(path.read_bytes() for path in sorted(folder.glob(f"{_BEFORE}/*")))
        return replace(found, case=replace(found.case, data=(folder / INPUT).read_bytes(), before=before))
    except OSError as error:
        expected = f"a finding is a folder with {INPUT} and {RECORD}"
        raise BadFinding(f"{error.filename}: {error.strerror}; {expected}") from None
    except (NotARecord, ValueError) as error:
        raise BadFinding(f"{folder / RECORD}: {error}") from None


def _write_whole(path: Path, text: str) -> None:
    """Replaces a file in one step, so that a reader sees the old file or the whole new one."""
    part = path.with_suffix(".part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)
