"""Writes the JSON report, one object per line, while the run goes on. docs/report.md describes every field."""

from __future__ import annotations

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
from encoding_conformance.core.identity import Id
from encoding_conformance.core.notation import format_number, input_text, outcome_text
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.vector import Permitted
from encoding_conformance.core.verdict import Deviation, Verdict
from encoding_conformance.report.sink import RunContext, Sink
from encoding_conformance.report.summary import Summary

GZIP, ZSTANDARD = ".gz", ".zst"

_ZSTANDARD = ("compression.zstd", "backports.zstd")


class NoZstandard(Exception):
    """The name of a file ends in `.zst`, but this Python cannot read or write such files."""


def lines(path: Path) -> Iterator[bytes]:
    """Yields the lines of a report. If a compressed file was cut off, these are the complete lines. Raises OSError if it cannot
    be read, NoZstandard, and ValueError if it is not compressed in the way that its name says."""
    damaged = (gzip.BadGzipFile, zlib.error, *([_zstandard().ZstdError] if path.suffix == ZSTANDARD else []))
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
    return _zstandard().open(path, mode) if path.suffix == ZSTANDARD else path.open(mode)


def _zstandard() -> Any:
    """Returns the module for Zstandard: Python's own from 3.14 on, or its backport."""
    for name in _ZSTANDARD:
        with suppress(ImportError):
            return import_module(name)
    advice = "pip install 'encoding-conformance[zstd]', or name the file .gz"
    raise NoZstandard(f"this Python cannot read or write Zstandard; {advice}")


VERSION = 2

_PAUSE = 0.2
"""The seconds for which the lines of a compressed file wait, so that they can be compressed together."""

_text = lru_cache(1 << 12)(json.JSONEncoder(ensure_ascii=False).encode)
"""A text in JSON."""


class JsonLines(Sink):
    """A report file. A report without a footer comes from a run that was cut off."""

    def __init__(self, path: Path):
        """Creates the file. Raises OSError if that is impossible, and NoZstandard."""
        self._file = _open(path, "wb")
        self._pause = _PAUSE if path.suffix in (GZIP, ZSTANDARD) else 0.0
        self._waiting: list[str] = []
        self._written = 0.0
        self._asked: dict[Id, tuple[Operation, Sequence[Permitted], str]] = {}

    def begin(self, run: RunContext) -> None:
        """Writes the header."""
        limits: dict[str, dict[str, str]] = defaultdict(dict)
        for (implementation, encoding), value in run.largest.items():
            limits[implementation][encoding] = format_number(value)
        self._write(
            type="header",
            version=VERSION,
            harness=encoding_conformance.__version__,
            vectors=run.vectors,
            seed=run.seed,
            implementations=dict(run.versions),
            encodings=list(run.encodings),
            patterns=list(run.wanted),
            **{"not": list(run.unwanted)},
            partial=run.partial,
            **({"limits": limits} if limits else {}),
        )
        self._flush()

    def close(self) -> None:
        """Writes what is waiting, and closes the file."""
        try:
            self._flush()
        finally:
            self._file.close()

    def add(self, verdict: Verdict) -> None:
        """Writes the line of a verdict. Only what has changed has a field that says so. Raises OSError."""
        changed = f',"changed":{_json(verdict.changed._asdict())}' if verdict.changed else ""
        self._line(
            f'{{"type":"verdict","implementation":{_text(verdict.implementation)},"encoding":{_text(verdict.encoding)},'
            f'"id":{_text(str(verdict.id))},"requirements":{_list(verdict.requirements)},"verdict":"{verdict.status}",'
            f'"blame":{_text(verdict.blame) if verdict.blame else "null"},{self._question(verdict)},'
            f'"got":{"null" if verdict.got is None else _text(outcome_text(verdict.got))},'
            f'"reason":{_text(verdict.told)},"ground":{_text(verdict.ground) if verdict.ground else "null"},'
            f'"deviation":{_deviation(verdict.deviation)}{changed}}}'
        )

    def end(self, summary: Summary) -> None:
        """Writes a line for each cause, and the footer, which makes the report complete. Raises OSError."""
        for cause in summary.causes:
            example, looks_like = cause.example, cause.looks_like
            operation, outcome = example.operation, example.got
            self._write(
                type="cause",
                implementation=cause.implementation,
                encoding=cause.encoding,
                title=cause.title,
                requirement=cause.requirement or None,
                explains=[str(id) for id in cause.explains],
                example={
                    "id": str(example.id),
                    "operation": operation.kind if operation else None,
                    "input": input_text(operation) if operation else None,
                    "expected": [outcome_text(each) for each in example.expected],
                    "got": outcome_text(outcome) if outcome else None,
                },
                looks_like=looks_like and looks_like._asdict(),
            )
        some = {"not_asked": summary.not_asked.total(), "beyond_limits": summary.beyond_limits}
        self._write(type="footer", **summary.total, **{name: count for name, count in some.items() if count})

    def _question(self, verdict: Verdict) -> str:
        """Returns the operation and the permitted outcomes, in JSON. They are the same for each implementation, so the text is
        made only once."""
        known = self._asked.get(verdict.id)
        if known and known[0] is verdict.operation and known[1] is verdict.expected:
            return known[2]
        operation, permitted = verdict.operation, verdict.expected
        if operation is None:
            return '"operation":null,"input":null,"expected":[]'
        made = (
            f'"operation":"{operation.kind}","input":"{input_text(operation)}",'
            f'"expected":{_list(tuple(map(outcome_text, permitted)))}'
        )
        self._asked[verdict.id] = operation, permitted, made
        return made

    def _write(self, **data: Any) -> None:
        self._line(_json(data))

    def _line(self, line: str) -> None:
        self._waiting.append(line)
        if time.monotonic() - self._written >= self._pause:
            self._flush()

    def _flush(self) -> None:
        lines, self._waiting = self._waiting, []
        self._file.write("".join([f"{line}\n" for line in lines]).encode("utf-8"))
        self._file.flush()
        self._written = time.monotonic()


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


@lru_cache(1 << 12)
def _deviation(deviation: Deviation | None) -> str:
    return _json(deviation._asdict()) if deviation else "null"


@lru_cache(1 << 12)
def _list(texts: Sequence[str]) -> str:
    return json.dumps(texts, ensure_ascii=False)
