"""Writes the JSON report, one object per line, while the run goes on. docs/report.md describes every field."""

import gzip
import json
import time
import zlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import IO, Any, Literal, cast

import encoding_conformance
from encoding_conformance.core.notation import format_number, input_text, outcome_text
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.vector import Permitted
from encoding_conformance.core.verdict import Cause, Verdict
from encoding_conformance.data_files.problems import WrongUsage
from encoding_conformance.report.certificate import certificates
from encoding_conformance.report.sink import RunContext, Sink, Summary

GZIP, ZSTANDARD = ".gz", ".zst"

_ZSTANDARD = ("compression.zstd", "backports.zstd")


def lines(path: Path) -> Iterator[bytes]:
    """Yields the lines of a report. If a compressed file was cut off, these are the complete lines. Raises OSError if it cannot
    be read, WrongUsage, and ValueError if it is not compressed in the way that its name says."""
    damaged = (gzip.BadGzipFile, zlib.error, *([_zstandard(path).ZstdError] if path.suffix == ZSTANDARD else []))
    with _open(path, "rb") as file:
        try:
            yield from file
        except EOFError:
            return
        except damaged:
            raise ValueError(f"is not a {path.suffix} file, though its name says so") from None


def _open(path: Path, mode: Literal["rb", "wb"]) -> IO[bytes]:
    if path.suffix == GZIP:
        return cast(IO[bytes], gzip.open(path, mode))
    return _zstandard(path).open(path, mode) if path.suffix == ZSTANDARD else path.open(mode)


def _zstandard(path: Path) -> Any:
    """Returns the module for Zstandard, with which this file is written: Python's own from 3.14 on, or its backport."""
    for name in _ZSTANDARD:
        with suppress(ImportError):
            return import_module(name)
    advice = "pip install backports.zstd, or name the file .gz"
    raise WrongUsage(f"{path}: this Python cannot read or write Zstandard; {advice}")


VERSION = 2

_PAUSE = 0.2
"""The seconds for which the lines of a compressed file wait, so that they can be compressed together."""

json_text = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class JsonLines(Sink):
    """A report file. A report without a footer comes from a run that was cut off."""

    def __init__(self, path: Path):
        self._path = path
        self._pause = _PAUSE if path.suffix in (GZIP, ZSTANDARD) else 0.0
        self._waiting: list[str] = []
        self._written = 0.0

    def begin(self, run: RunContext) -> None:
        """Creates the file, and writes the header. Raises OSError if that is impossible, and WrongUsage."""
        super().begin(run)
        self._file = _open(self._path, "wb")
        self._write(**header(run))
        self._flush()

    def close(self) -> None:
        """Writes what is waiting, and closes the file."""
        try:
            self._flush()
        finally:
            self._file.close()

    def add(self, verdict: Verdict) -> None:
        """Writes the line of a verdict. Raises OSError."""
        self._write(
            type="verdict",
            implementation=verdict.implementation,
            encoding=verdict.encoding,
            id=str(verdict.id),
            requirements=verdict.requirements,
            verdict=verdict.status,
            blame=verdict.blame,
            **_asked(verdict),
            reason=verdict.told,
            ground=verdict.ground,
            deviation=verdict.deviation and verdict.deviation._asdict(),
        )

    def explain(self, causes: Sequence[Cause], summary: Summary) -> None:
        """Writes a line for each cause. Raises OSError."""
        for cause in causes:
            self._write(**cause_fields(cause))

    def end(self, summary: Summary) -> None:
        """Writes a line for each certificate, and the footer, which makes the report complete. Raises OSError."""
        for each in certificates(summary, self.run):
            decode = [proved._asdict() for proved in each.decode]
            self._write(**{"type": "certificate", **each._asdict(), "decode": decode, "last": format_number(each.last)})
        some = {"not_asked": summary.not_asked.total(), "beyond_limits": summary.beyond_limits}
        self._write(type="footer", **summary.total, **{name: count for name, count in some.items() if count})

    def _write(self, **data: Any) -> None:
        self._waiting.append(json_text(data))
        if time.monotonic() - self._written >= self._pause:
            self._flush()

    def _flush(self) -> None:
        lines, self._waiting = self._waiting, []
        self._file.write("".join([f"{line}\n" for line in lines]).encode("utf-8"))
        self._file.flush()
        self._written = time.monotonic()


def header(run: RunContext) -> dict[str, Any]:
    """Returns the fields of the first line. Together, they decide what a run writes, whatever its implementations do."""
    limits: dict[str, dict[str, str]] = defaultdict(dict)
    for (implementation, encoding), value in run.largest.items():
        limits[implementation][encoding] = format_number(value)
    some = {"limits": limits, "options": list(run.parameters.options)}
    return {
        "type": "header",
        "version": VERSION,
        "harness": encoding_conformance.__version__,
        "vectors": run.vectors,
        "seed": run.parameters.seed,
        "implementations": dict(run.versions),
        "encodings": list(run.encodings),
        "patterns": list(run.selection.wanted),
        "not": list(run.selection.unwanted),
        "partial": run.partial,
        **{name: value for name, value in some.items() if value},
    }


def cause_fields(cause: Cause) -> dict[str, Any]:
    """Returns the fields of the line of a cause."""
    return {
        "type": "cause",
        "implementation": cause.implementation,
        "encoding": cause.encoding,
        "title": cause.title,
        "requirement": cause.requirement or None,
        "explains": list(map(str, cause.explains)),
        "example": _example(cause.example),
        "looks_like": cause.looks_like and cause.looks_like._asdict(),
        "declaration": cause.declaration or None,
    }


def _example(verdict: Verdict) -> dict[str, Any]:
    return {"id": str(verdict.id), **_asked(verdict)}


def _asked(verdict: Verdict) -> dict[str, Any]:
    got = None if verdict.got is None else outcome_text(verdict.got)
    return {**asked_fields(verdict.operation, verdict.expected), "got": got}


@lru_cache(1 << 12)
def asked_fields(operation: Operation | None, expected: tuple[Permitted, ...]) -> dict[str, Any]:
    """Returns the fields of an operation and its permitted outcomes, which are the same for each implementation."""
    return {
        "operation": operation and operation.kind,
        "input": operation and input_text(operation),
        "expected": list(map(outcome_text, expected)),
    }
