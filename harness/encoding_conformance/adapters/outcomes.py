"""Reads and writes the outcomes of known deviations in the file beside a manifest (docs/plug-ins.md, "Known deviations").

Each line of the file is an object with the id of a test vector and its outcome.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from encoding_conformance.adapters.text import printable
from encoding_conformance.core.identity import Id
from encoding_conformance.core.known_outcome import IN_FILE, is_outcome
from encoding_conformance.core.location import Location
from encoding_conformance.core.notated import written_outcome
from encoding_conformance.core.outcome import Outcome, Rejection, Unsupported
from encoding_conformance.specification.faults import DataError, DataFault

_LINE = '{"id": "utf-8/…", "outcome": "ok FFFD"}'
_SHOWN = 60
"""The most characters of a wrong line or outcome in a message."""


class Outcomes(Mapping[str, str]):
    """The outcome of each id in the file of a folder. It is read when the first is asked for, because a command that knows all
    implementations needs the outcomes of few. Reading raises DataError as `read` does."""

    def __init__(self, folder: Path):
        self._folder = folder

    @cached_property
    def _read(self) -> dict[str, str]:
        return read(self._folder)

    def __getitem__(self, id: str) -> str:
        return self._read[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._read)

    def __len__(self) -> int:
        return len(self._read)


def read(folder: Path) -> dict[str, str]:
    """Returns the outcome of each id in the file of a folder, in the notation of reports; nothing if the file is not there.
    Raises DataError if it cannot be read, or if a line is not an id with an outcome."""
    file = folder / IN_FILE
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise DataError([DataFault(Location(str(file), 1), f"cannot be read: {error.strerror}")]) from None
    except UnicodeDecodeError:
        raise DataError([DataFault(Location(str(file), 1), "not UTF-8; save the file as UTF-8")]) from None
    found: dict[str, str] = {}
    faults = []
    for number, line in enumerate(lines, 1):
        entry = _entry(line)
        if problem := _problem(line, entry, found):
            faults.append(DataFault(Location(str(file), number), problem))
        else:
            found[entry["id"]] = entry["outcome"]
    if faults:
        raise DataError(faults)
    return found


def written(outcomes: Mapping[Id, Outcome]) -> str:
    """Returns the text of the file. The free text of an outcome is left out, because it is never compared."""
    lines = ({"id": str(id), "outcome": _written(outcome)} for id, outcome in outcomes.items())
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def _written(outcome: Outcome) -> str:
    return written_outcome(replace(outcome, text="") if isinstance(outcome, Rejection | Unsupported) else outcome)


def _entry(line: str) -> dict[str, str]:
    """The object in a line; empty if the line is anything else."""
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    right = (
        isinstance(entry, dict) and entry.keys() == {"id", "outcome"} and all(isinstance(each, str) for each in entry.values())
    )
    return entry if right else {}


def _problem(line: str, entry: Mapping[str, str], before: Mapping[str, str]) -> str:
    """What is wrong with a line; empty if nothing is."""
    if not entry:
        return f"{printable(line[:_SHOWN])!r} is not an id with an outcome; expected {_LINE}"
    if entry["id"] in before:
        return f"{printable(entry['id'][:_SHOWN])} is recorded twice; keep one"
    if not is_outcome(entry["outcome"]):
        return (
            f"{printable(entry['outcome'][:_SHOWN])!r} is not an outcome; `conform run -i FOLDER --write-deviations` records it"
        )
    return ""
