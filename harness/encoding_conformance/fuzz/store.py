"""Stores findings. Each crash bucket has a folder with everything that is needed to see the finding again. Findings are JSON
there, and also in the pipe from a worker."""

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
from encoding_conformance.core.identity import LawId
from encoding_conformance.core.notated import read_operation, read_outcome, read_permitted, written_input, written_outcome
from encoding_conformance.core.notation import NotationError
from encoding_conformance.core.operation import DECODE, ENCODE
from encoding_conformance.core.outcome import Crash, Ending, Outcome
from encoding_conformance.core.verdict import Deviation, DeviationKind
from encoding_conformance.fuzz.crash_bucket import CLASSES, CrashBucket
from encoding_conformance.fuzz.finding import STATES, Case, Finding, Seen, merged
from encoding_conformance.report.failure import labelled
from encoding_conformance.specification.faults import UsageFault

INPUT, RECORD, TEXT = "input", "finding.json", "finding.txt"
_BEFORE = "before"
"""The folder of the numbered earlier inputs, if a finding needs any."""

_MOST = 1000
"""The most findings of a store, because an implementation can produce any number of crash buckets."""


class BadFinding(UsageFault):
    """A folder is not a finding. The message says what is wrong."""


class Store:
    """Findings by crash bucket, each written as soon as it is known. `versions` are those of the implementations. In findings
    of an encoding that is not among `encodings`, less is marked and named."""

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

    def add(self, finding: Finding) -> bool:
        """Stores a finding, and returns whether its crash bucket is new. If the store is full, a new finding is counted
        and not stored."""
        old = self.findings.get(finding.bucket)
        if old is None and len(self.findings) >= _MOST:
            self.left_out += 1
            return False
        self._put(finding if old is None else merged(old, finding))
        return old is None

    def settle(self, told: CrashBucket, finding: Finding) -> None:
        """Stores the settled form of a finding that was stored under the crash bucket `told`. If it has another crash
        bucket, the old finding is removed, unless that is known to repeat."""
        old = self.findings.get(told)
        if old and told != finding.bucket and not old.repeats:
            del self.findings[told]
            shutil.rmtree(self.folder / told.folder)
            finding = replace(finding, count=finding.count + old.count)
        self.add(finding)

    def count(self, bucket: CrashBucket, times: int) -> None:
        """Adds to the count of a stored finding. An unknown crash bucket is ignored."""
        if old := self.findings.get(bucket):
            self.findings[bucket] = replace(old, count=old.count + times)

    def replace(self, old: Finding, state: str) -> None:
        """Stores the new state of an old finding that was asked again."""
        self._put(replace(old, state=state))

    def write_counts(self) -> None:
        """Writes all findings with their current counts."""
        for finding in self.findings.values():
            self._put(finding)

    def _put(self, finding: Finding) -> None:
        self.findings[finding.bucket] = finding
        folder = self.folder / finding.bucket.folder
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
        return self._versions.get(finding.bucket.implementation, "")

    def _text(self, finding: Finding) -> str:
        again = shlex.join(["conform", "replay", str(self.folder / finding.bucket.folder)])
        lines = [
            *finding.lines(self._encodings.get(finding.bucket.encoding)),
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


FORMAT = 3
"""The version of this format. In version 1, laws had the names of Python functions, and inputs and outcomes were in the
notation of the plug-in protocol. In version 2, a known deviation was one text."""

_TEXT, _COUNT, _TRUTH = {"type": "string"}, {"type": "integer", "minimum": 0}, {"type": "boolean"}
_HEX = {"type": "string", "pattern": "^([0-9a-f]{2})*$"}


def _object(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _closed(**properties: Any) -> dict[str, Any]:
    return {**_object(**properties), "additionalProperties": False}


_SEEN = {
    "operation": {"enum": [ENCODE, DECODE]},
    "input": _TEXT,
    "permitted": {"type": "array", "items": _TEXT},
    "outcome": _TEXT,
    "frame": _TEXT,
    "complaint": _TEXT,
    "reason": _TEXT,
}
_CASE = {
    "law": _closed(**dict.fromkeys(LawId._fields, _TEXT)),
    "data": _HEX,
    "before": {"type": "array", "items": _HEX},
}
_BUCKET = _closed(**dict.fromkeys(CrashBucket._fields, _TEXT) | {"kind": {"enum": list(CLASSES)}})
_KNOWN = _closed(
    **dict.fromkeys(Deviation._fields, _TEXT)
    | {"kind": {"enum": list(DeviationKind)}, "requirements": {"type": "array", "items": _TEXT}}
)
_RECORD = _object(
    bucket=_BUCKET,
    selector=_TEXT,
    case=_object(encoding=_TEXT, **_CASE),
    **_SEEN,
    count=_COUNT,
    repeats=_TRUTH,
    state={"enum": list(STATES)},
    known={"anyOf": [{"type": "null"}, _KNOWN]},
    sanitizer=_TEXT,
)
"""The JSON Schema of a stored finding. Other properties are allowed and ignored."""

_TOLD = _object(bucket=_BUCKET, **_CASE, **_SEEN)
"""The JSON Schema of a finding that a worker sends."""


class NotARecord(Exception):
    """The data is not a finding. The message says what is wrong."""


def record(finding: Finding) -> dict[str, Any]:
    """Returns the data of a finding, to be stored."""
    return {
        "format": FORMAT,
        "bucket": finding.bucket._asdict(),
        "selector": finding.selector,
        "case": {"encoding": finding.case.encoding, **_case(finding.case)},
        **_seen(finding.seen),
        "count": finding.count,
        "repeats": finding.repeats,
        "state": finding.state,
        "known": finding.known._asdict() if finding.known else None,
        "sanitizer": finding.sanitizer,
    }


def recorded(data: Any) -> Finding:
    """Returns the finding whose data was stored. Raises NotARecord if the data is in another format or does not match
    the schema."""
    if isinstance(data, dict) and (found := data.get("format", 1)) != FORMAT:
        advice = "move it away, and `conform fuzz` can find it again"
        raise NotARecord(f"is a finding of format {found!r}; format {FORMAT} is read here; {advice}")
    _must_be(_RECORD, data)
    encoding = data["case"]["encoding"]
    return Finding(
        CrashBucket(**data["bucket"]),
        data["selector"],
        _read_case(encoding, data["case"]),
        _read_seen(encoding, data),
        count=data["count"],
        repeats=data["repeats"],
        state=data["state"],
        known=_read_known(data["known"]),
        sanitizer=data["sanitizer"],
    )


def _read_known(data: Any) -> Deviation | None:
    return Deviation(**data | {"requirements": tuple(data["requirements"])}) if data else None


def told(bucket: CrashBucket, case: Case, seen: Seen) -> dict[str, Any]:
    """Returns the data of a finding that a worker sends. It lacks the encoding, which the receiver knows."""
    return {"bucket": bucket._asdict(), **_case(case), **_seen(seen)}


def heard(encoding: str, data: Any) -> tuple[CrashBucket, Case, Seen]:
    """Returns the parts of a finding that a worker sent. Raises NotARecord if the data does not match the schema."""
    _must_be(_TOLD, data)
    return CrashBucket(**data["bucket"]), _read_case(encoding, data), _read_seen(encoding, data)


def _case(case: Case) -> dict[str, Any]:
    return {"law": case.law._asdict(), "data": case.data.hex(), "before": [earlier.hex() for earlier in case.before]}


def _read_case(encoding: str, data: dict[str, Any]) -> Case:
    return Case(encoding, LawId(**data["law"]), bytes.fromhex(data["data"]), tuple(map(bytes.fromhex, data["before"])))


def _seen(seen: Seen) -> dict[str, Any]:
    outcome, frame, complaint = seen.outcome, "", ""
    if isinstance(outcome, Ending):
        outcome, complaint = replace(outcome, complaint=""), outcome.complaint
    if isinstance(outcome, Crash):
        outcome, frame = replace(outcome, frame=""), outcome.frame
    return {
        "operation": seen.operation.kind,
        "input": written_input(seen.operation),
        "permitted": list(map(written_outcome, seen.permitted)),
        "outcome": written_outcome(outcome),
        "frame": frame,
        "complaint": complaint,
        "reason": seen.reason,
    }


def _read_seen(encoding: str, data: dict[str, Any]) -> Seen:
    try:
        operation = read_operation(data["operation"], encoding, data["input"])
        permitted = tuple(read_permitted(operation.kind, text) for text in data["permitted"])
        outcome: Outcome = read_outcome(operation.kind, data["outcome"])
    except NotationError as error:
        raise NotARecord(str(error)) from None
    if isinstance(outcome, Ending):
        outcome = replace(outcome, complaint=data["complaint"])
    if isinstance(outcome, Crash):
        outcome = replace(outcome, frame=data["frame"])
    return Seen(operation, permitted, outcome, data["reason"])


def _must_be(shape: dict[str, Any], data: Any) -> None:
    import jsonschema  # workers only send findings, and start faster without it

    try:
        jsonschema.validate(data, shape)
    except jsonschema.ValidationError as error:
        place = "/".join(map(str, error.absolute_path))
        raise NotARecord(f"{place + ': ' if place else ''}{error.message}") from None
