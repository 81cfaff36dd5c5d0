"""Makes the line of a test vector, and the texts of what is too long for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.judge import values_involved
from encoding_conformance.core.notated import notated_input, notated_result
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.vector import Permitted, Vector

LONGEST = 1 << 12
"""The most bytes, or characters of values, that a line has of one input or result."""

Files = dict[str, str]
"""Sequences in the notation of the vectors, by the file for each."""


def line_of(vector: Vector, encoding: Encoding, requirements: Mapping[str, Requirement], files: Files) -> dict[str, Any]:
    """The object of a vector. What is too long for it is added to `files`."""
    operation = vector.operation
    written = _plainly(operation.input)
    if written is None:
        files[_file(vector, "input")] = notated_input(operation)
    return {
        "id": str(vector.id),
        "operation": operation.kind,
        **({"input_file": _file(vector, "input")} if written is None else {"input": written}),
        "permitted": [_outcome(vector, number, outcome, files) for number, outcome in enumerate(vector.permitted, 1)],
        "may_refuse": _may_refuse(vector, encoding),
        "note": vector.note,
        "requirements": [
            {"id": id, "section": requirements[id].section, "sentence": requirements[id].text} for id in vector.requirements
        ],
    }


def _outcome(vector: Vector, number: int, outcome: Permitted, files: Files) -> dict[str, Any]:
    if isinstance(outcome, Rejection):
        return {"outcome": "reject", "offset": outcome.offset, "reason": outcome.text or None}
    written = _plainly(outcome.value)
    if written is not None:
        return {"outcome": "ok", "result": written}
    file = _file(vector, "result" if len(vector.permitted) == 1 else f"result-{number}")
    files[file] = notated_result(outcome)
    return {"outcome": "ok", "result_file": file}


def _plainly(sequence: bytes | tuple[int, ...]) -> str | None:
    """Bytes or values without repetitions, or None if that is too long for a line."""
    if isinstance(sequence, bytes):
        return sequence.hex(" ").upper() if len(sequence) <= LONGEST else None
    written = " ".join([f"{value:X}" for value in sequence])
    return written if len(written) <= LONGEST else None


def _file(vector: Vector, what: str) -> str:
    return f"long/{vector.id}/{what}.txt"


def _may_refuse(vector: Vector, encoding: Encoding) -> bool:
    if not encoding.optional.outcomes:
        return False
    return encoding.takes_optional(values_involved(vector.operation, vector.permitted))
