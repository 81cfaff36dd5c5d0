"""Turns findings into plain data and back. Findings are stored as JSON, and workers send them through a pipe. It does no
I/O."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from encoding_conformance.core.deviation import KINDS, Deviation
from encoding_conformance.core.identity import LawId
from encoding_conformance.core.notated import read_operation, read_outcome, read_permitted, written_input, written_outcome
from encoding_conformance.core.notation import NotationError
from encoding_conformance.core.operation import DECODE, ENCODE
from encoding_conformance.core.outcome import Crash, Ending, Outcome
from encoding_conformance.fuzz.asking.failure_key import CLASSES, FailureKey
from encoding_conformance.fuzz.findings.finding import STATES, Case, Finding, Seen

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
_FAILURE_KEY = _closed(**dict.fromkeys(FailureKey._fields, _TEXT) | {"kind": {"enum": list(CLASSES)}})
_KNOWN = _closed(
    **dict.fromkeys(Deviation._fields, _TEXT) | {"kind": {"enum": list(KINDS)}, "requirements": {"type": "array", "items": _TEXT}}
)
_RECORD = _object(
    failure_key=_FAILURE_KEY,
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

_TOLD = _object(failure_key=_FAILURE_KEY, **_CASE, **_SEEN)
"""The JSON Schema of a finding that a worker sends."""


class NotARecord(Exception):
    """The data is not a finding. The message says what is wrong."""


def record(finding: Finding) -> dict[str, Any]:
    """Returns the data of a finding, to be stored."""
    return {
        "format": FORMAT,
        "failure_key": finding.failure_key._asdict(),
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
        FailureKey(**data["failure_key"]),
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


def told(failure_key: FailureKey, case: Case, seen: Seen) -> dict[str, Any]:
    """Returns the data of a finding that a worker sends. It lacks the encoding, which the receiver knows."""
    return {"failure_key": failure_key._asdict(), **_case(case), **_seen(seen)}


def heard(encoding: str, data: Any) -> tuple[FailureKey, Case, Seen]:
    """Returns the parts of a finding that a worker sent. Raises NotARecord if the data does not match the schema."""
    _must_be(_TOLD, data)
    return FailureKey(**data["failure_key"]), _read_case(encoding, data), _read_seen(encoding, data)


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
