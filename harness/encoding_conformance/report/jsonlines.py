"""Writes the JSON report, one object per line, while the run goes on. docs/reference.md ("The JSON report") lists the fields."""

import gzip
import json
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fcntl import LOCK_EX, LOCK_NB, flock
from functools import lru_cache
from pathlib import Path
from typing import IO, Any, cast

import encoding_conformance
from encoding_conformance.core.notation import format_number, input_text, outcome_text
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.vector import Permitted
from encoding_conformance.core.verdict import Cause, Ground, Verdict
from encoding_conformance.data_files.files import append_to, open_file
from encoding_conformance.data_files.problems import WrongUsage
from encoding_conformance.report.sink import RunContext, Sink, Summary

VERSION = 2

_GZIP = ".gz"

_LONGEST, LARGEST = 1 << 24, 1 << 31
"""The most bytes of a line, and of a report that is not compressed. Reports of the atlas have a tenth of that."""

json_text = json.JSONEncoder(separators=(",", ":")).encode


def lines(path: Path) -> Iterator[bytes]:
    """Yields the lines of a report. If a compressed file was cut off, these are the complete lines. Raises OSError if it cannot
    be read, and ValueError if it is not compressed although its name says so, or too large."""
    size = 0
    with open_file(path) as opened, gzip.GzipFile(fileobj=opened) if path.suffix == _GZIP else opened as file:
        try:
            while line := file.readline(_LONGEST + 1):
                size += len(line)
                if len(line) > _LONGEST or size > LARGEST:
                    raise ValueError(f"has a line of more than {_LONGEST:,} bytes, or more than {LARGEST:,} bytes in all")
                yield line
        except EOFError:
            return
        except (gzip.BadGzipFile, zlib.error):
            raise ValueError(f"is not a {_GZIP} file, though its name says so") from None


class JsonLines(Sink):
    """A report file. A report without a footer comes from a run that was cut off."""

    def __init__(self, path: Path):
        self._path = path

    def begin(self, run: RunContext) -> None:
        """Creates the file, and writes the header. Raises OSError if that is impossible, and WrongUsage if another run writes
        the same file."""
        super().begin(run)
        self._locked = append_to(self._path)
        try:
            flock(self._locked, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            raise WrongUsage(f"{self._path}: another run writes this report; name another file") from None
        if self._path.is_file():
            self._locked.truncate(0)
        self._file: IO[bytes] = self._locked
        if self._path.suffix == _GZIP:
            self._file = cast(IO[bytes], gzip.GzipFile(fileobj=self._locked, mode="wb"))
        self._write(**header(run))

    def close(self) -> None:
        """Closes the file."""
        self._file.close()
        self._locked.close()

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
            **_operation_of(verdict),
            reason=verdict.message,
            ground=verdict.ground,
            deviation=verdict.deviation and verdict.deviation._asdict(),
        )

    def explain(self, causes: Sequence[Cause], summary: Summary) -> None:
        """Writes a line for each cause. Raises OSError."""
        for cause in causes:
            self._write(**cause_fields(cause, self.run.suite.requirements))

    def end(self, summary: Summary) -> None:
        """Writes the footer, which makes the report complete. Raises OSError."""
        limited, proved = summary.number_of(Ground.LIMIT), summary.proved
        optional = {"not_asked": summary.not_asked.total(), "beyond_limits": limited, "proved": proved}
        self._write(type="footer", **summary.total, **{name: value for name, value in optional.items() if value})

    def _write(self, **data: Any) -> None:
        self._file.write(f"{json_text(data)}\n".encode("ascii"))
        if self._path.suffix != _GZIP:  # flushing each line would spoil the compression
            self._file.flush()


def header(run: RunContext) -> dict[str, Any]:
    """Returns the fields of the first line. They determine what a run writes, except for what the implementations do."""
    limits: dict[str, dict[str, str]] = defaultdict(dict)
    for (implementation, encoding), value in run.largest.items():
        limits[implementation][encoding] = format_number(value)
    optional = {"titles": run.titles, "limits": limits, "options": list(run.parameters.options)}
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
        **{name: value for name, value in optional.items() if value},
    }


def cause_fields(cause: Cause, requirements: Mapping[str, Requirement]) -> dict[str, Any]:
    """Returns the fields of the line of a cause."""
    requirement = requirements.get(cause.requirement)
    return {
        "type": "cause",
        "implementation": cause.implementation,
        "encoding": cause.encoding,
        "title": cause.title,
        "requirement": cause.requirement or None,
        "section": requirement and requirement.section,
        "url": (requirement and requirement.url) or None,
        "explains": list(map(str, cause.explains)),
        "example": {"id": str(cause.example.id), **_operation_of(cause.example)},
        "looks_like": cause.looks_like and cause.looks_like._asdict(),
        "declaration": cause.declaration or None,
    }


def _operation_of(verdict: Verdict) -> dict[str, Any]:
    got = None if verdict.got is None else outcome_text(verdict.got)
    return {**operation_fields(verdict.operation, verdict.expected), "got": got}


@lru_cache(1 << 12)
def operation_fields(operation: Operation | None, expected: tuple[Permitted, ...]) -> dict[str, Any]:
    """Returns the fields of an operation and its permitted outcomes, which are the same for each implementation."""
    return {
        "operation": operation and operation.kind,
        "input": operation and input_text(operation),
        "expected": list(map(outcome_text, expected)),
    }
