"""Stores findings. Each crash bucket has a folder with everything that is needed to see the finding again. A finding is JSON
there, and also in the pipe from a worker."""

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
from encoding_conformance.core.notation import outcome_text
from encoding_conformance.core.outcome import Crash, Ending
from encoding_conformance.data_files.problems import WrongUsage
from encoding_conformance.fuzz.finding import CrashBucket, Finding, FindingKind, FindingState, Reproducer, merged
from encoding_conformance.report.example import labelled
from encoding_conformance.report.jsonlines import asked_fields
from encoding_conformance.report.reading import asked_of, deviation_of

INPUT, RECORD, TEXT = "input", "finding.json", "finding.txt"
_BEFORE = "before"
"""The folder of the numbered earlier inputs, if a finding needs any."""

_MOST = 1000
"""The most findings of a store, because an implementation can produce any number of crash buckets."""

FORMAT = 2
"""The version of the fields of a finding as JSON."""


class BadFinding(WrongUsage):
    """Data or a folder is not a finding. The message says what is wrong."""


def record(finding: Finding) -> dict[str, Any]:
    """Returns the data of a finding, to be stored or sent."""
    outcome, frame, complaint, raised = finding.outcome, "", "", False
    if isinstance(outcome, Ending):
        outcome, complaint = replace(outcome, complaint=""), outcome.complaint
    if isinstance(outcome, Crash):
        outcome, frame, raised = replace(outcome, frame=""), outcome.frame, outcome.raised
    check, data, before = finding.reproducer
    return {
        "format": FORMAT,
        "bucket": finding.bucket._asdict(),
        "check": check,
        "data": data.hex(),
        "before": [earlier.hex() for earlier in before],
        **asked_fields(finding.operation, finding.permitted),
        "got": outcome_text(outcome),
        "frame": frame,
        "raised": raised,
        "complaint": complaint,
        "reason": finding.reason,
        "selector": finding.selector,
        "repeats": finding.repeats,
        "state": finding.state,
        "known": finding.known._asdict() if finding.known else None,
        "sanitizer": finding.sanitizer,
    }


def recorded(data: Any) -> Finding:
    """Returns the finding with this data, and believes nothing of it. Raises BadFinding if the data is in another format, or if
    it is not the data of a finding."""
    if isinstance(data, dict) and (found := data.get("format")) != FORMAT:
        advice = "move it away, and `conform fuzz` can find it again"
        raise BadFinding(f"is a finding of format {found!r}; format {FORMAT} is read here; {advice}")
    try:
        bucket = CrashBucket(**_texts(data["bucket"]) | {"kind": FindingKind(data["bucket"]["kind"])})
        asked = asked_of(bucket.encoding, data)
        outcome = asked["got"]
        if asked["operation"] is None or outcome is None:
            raise ValueError("an operation or an outcome is missing")
        if isinstance(outcome, Ending):
            outcome = replace(outcome, complaint=_text(data["complaint"]))
        if isinstance(outcome, Crash):
            outcome = replace(outcome, frame=_text(data["frame"]), raised=bool(data["raised"]))
        return Finding(
            bucket,
            Reproducer(_text(data["check"]), bytes.fromhex(data["data"]), tuple(map(bytes.fromhex, data["before"]))),
            asked["operation"],
            asked["expected"],
            outcome,
            _text(data["reason"]),
            _text(data["selector"]),
            bool(data["repeats"]),
            FindingState(data["state"]),
            data["known"] and deviation_of(data["known"]),
            _text(data["sanitizer"]),
        )
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise BadFinding(f"not the record of a finding: {type(error).__name__}: {error}") from None


def _texts(data: dict[str, Any]) -> dict[str, Any]:
    return {name: _text(value) for name, value in data.items()}


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r:.60} is not a text")
    return value


class Store:
    """Findings by crash bucket, each written as soon as it is known. `versions` has the version of each implementation. A
    finding in an encoding that `encodings` lacks has fewer marks and names."""

    def __init__(self, folder: Path, versions: Mapping[str, str], encodings: Mapping[str, Encoding], seed: int):
        self.folder = folder
        self._encodings = encodings
        self._versions = versions
        self._seed = seed
        self.findings: dict[CrashBucket, Finding] = {}
        self.left_out = 0

    def load(self) -> None:
        """Reads the findings in the folder. Raises BadFinding if one of them is damaged."""
        for path in sorted(self.folder.glob(f"*/{RECORD}")):
            finding = read(path.parent)
            self.findings[finding.bucket] = finding

    def add(self, finding: Finding, told: CrashBucket | None = None) -> bool:
        """Stores a finding, and returns whether its bucket is new. If the store is full, a new finding is counted and not stored.
        If it was stored before in another bucket, `told`, it is removed there, unless that one is known to repeat."""
        if told and told != finding.bucket and (old := self.findings.get(told)) and not old.repeats:
            del self.findings[told]
            shutil.rmtree(self.folder / told.folder)
        old = self.findings.get(finding.bucket)
        if old is None and len(self.findings) >= _MOST:
            self.left_out += 1
            return False
        self._put(finding if old is None else merged(old, finding))
        return old is None

    def replace(self, old: Finding, state: FindingState) -> None:
        """Stores the state of an old finding after a rerun."""
        self._put(replace(old, state=state))

    def _put(self, finding: Finding) -> None:
        self.findings[finding.bucket] = finding
        folder = self.folder / finding.bucket.folder
        folder.mkdir(parents=True, exist_ok=True)
        (folder / INPUT).write_bytes(finding.input)
        for old in folder.glob(f"{_BEFORE}/*"):
            old.unlink()
        for number, data in enumerate(finding.reproducer.before, 1):
            (folder / _BEFORE).mkdir(exist_ok=True)
            (folder / _BEFORE / f"{number:02}").write_bytes(data)
        version = self._versions.get(finding.bucket.implementation, "")
        lines = [
            *finding.lines(self._encodings.get(finding.bucket.encoding)),
            labelled("version", version or "not known"),
            labelled("found", f"seed {self._seed}; {finding.state}"),
            labelled("rerun", shlex.join(["conform", "replay", str(folder)])),
        ]
        (folder / TEXT).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        stored = {
            **record(finding),
            "harness": encoding_conformance.__version__,
            "version": version,
            "seed": self._seed,
            "written": datetime.now(UTC).isoformat(timespec="seconds"),
        }
        part = (folder / RECORD).with_suffix(".part")  # a reader sees the old file or the whole new one
        part.write_text(json.dumps(stored, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        part.replace(folder / RECORD)


def read(folder: Path) -> Finding:
    """Returns the finding in a folder. If the file of its input was changed, the check gets the new bytes. Raises BadFinding."""
    try:
        found = recorded(json.loads((folder / RECORD).read_text(encoding="utf-8")))
        before = tuple(path.read_bytes() for path in sorted(folder.glob(f"{_BEFORE}/*")))
        input = (folder / INPUT).read_bytes()
        data = found.reproducer.data if input == found.input else input
        return replace(found, reproducer=found.reproducer._replace(data=data, before=before))
    except OSError as error:
        raise BadFinding(f"{error.filename}: {error.strerror}; a finding is a folder with {INPUT} and {RECORD}") from None
    except (BadFinding, ValueError) as error:
        raise BadFinding(f"{folder / RECORD}: {error}") from None
