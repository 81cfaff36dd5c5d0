"""The JSON report (contract, "The JSON report"): one object a line, written as it happens."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

import harness
from harness.core.verdict import Verdict
from harness.core.wire import input_text, outcome_text
from harness.report.summary import Summary

VERSION = 1

_LINE_BY_LINE = 1
_ENCODER = json.JSONEncoder(ensure_ascii=False)


class JsonLines:
    """A report file. Without its footer, it is of a run that was cut off."""

    def __init__(
        self, path: Path, seed: int, implementations: Mapping[str, str], encodings: Sequence[str], pattern: str
    ):
        """Create the file and write the header; `implementations` are versions by name, `encodings` and `pattern` what
        was selected, or empty. Raises OSError."""
        self._file = path.open("w", encoding="utf-8", buffering=_LINE_BY_LINE)
        self._write(type="header", version=VERSION, harness=harness.__version__, seed=seed,
                    implementations=dict(implementations), encodings=list(encodings), pattern=pattern)

    def __enter__(self) -> JsonLines:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._file.close()

    def add(self, verdict: Verdict) -> None:
        self._write(**as_object(verdict))

    def footer(self, summary: Summary) -> None:
        self._write(type="footer", **summary.total)

    def _write(self, **data: Any) -> None:
        self._file.write(_ENCODER.encode(data) + "\n")


def as_object(verdict: Verdict) -> dict[str, Any]:
    """A verdict as the contract has it."""
    return {
        "type": "verdict",
        "implementation": verdict.implementation,
        "encoding": verdict.encoding,
        "id": verdict.id,
        "requirements": verdict.requirements,
        "verdict": verdict.judgement.verdict,
        "blame": verdict.judgement.blame,
        "operation": verdict.operation and verdict.operation.kind,
        "input": verdict.operation and input_text(verdict.operation),
        "permitted": list(map(outcome_text, verdict.permitted)),
        "outcome": verdict.outcome and outcome_text(verdict.outcome),
        "reason": verdict.judgement.reason,
    }
