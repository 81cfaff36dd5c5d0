"""Reads `witnesses.yaml`, which lists the sources of stated witnesses, and which of them count as one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from encoding_conformance.data_files import schema
from encoding_conformance.data_files.problems import DataError, DataProblem, unknown
from encoding_conformance.data_files.yamlfile import YamlFile
from encoding_conformance.data_folders import SCHEMAS

FILE = "witnesses.yaml"

MODEL = "model"
"""The name of the witness that executes the tables of an encoding's data."""


@dataclass(frozen=True)
class Named:
    """A stated witness whose text begins with `begins` is this implementation, or the model, in these encodings. Without
    `encodings`, it applies to all."""

    begins: str
    witness: str
    encodings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Shared:
    """A source that several witnesses share in these encodings, so that they are not independent. Without `encodings`, it applies
    to all."""

    source: str
    witnesses: tuple[str, ...]
    encodings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Roster:
    """The contents of the files, first the project's own and then from added folders."""

    named: tuple[Named, ...] = ()
    shared: tuple[Shared, ...] = ()

    def witness(self, text: str, encoding: str) -> str:
        """Returns the implementation of a stated witness, or the model; empty if it cannot be run. The first entry that fits
        decides."""
        for named in self.named:
            if text.startswith(named.begins):
                return named.witness if encoding in named.encodings or not named.encodings else ""
        return ""

    @property
    def implementations(self) -> set[str]:
        """The names of the implementations that are stated as witnesses. The agreement of any other implementation proves
        nothing, because nobody has examined its origin."""
        return {named.witness for named in self.named} - {MODEL}

    def source(self, witness: str, encoding: str) -> str:
        """Returns the source of a witness: itself, unless the files say that it shares one."""
        for shared in self.shared:
            if witness in shared.witnesses and (encoding in shared.encodings or not shared.encodings):
                return shared.source
        return witness


def read(folders: Sequence[Path], encodings: Collection[str]) -> Roster:
    """Returns the contents of the files in the folders that have one. `encodings` has all ids that they may name. Raises
    DataError if a file has problems."""
    files = [YamlFile(folder / FILE) for folder in folders if (folder / FILE).exists()]
    problems = [problem for file in files for problem in schema.problems(file, SCHEMAS["witnesses"])]
    if problems := problems or [problem for file in files for problem in _references(file, encodings)]:
        raise DataError(problems)
    return Roster(
        tuple(
            Named(entry["begins"], entry["is"], tuple(entry.get("encodings", ())))
            for file in files
            for entry in file.data.get("named", ())
        ),
        tuple(
            Shared(source, tuple(witnesses), tuple(entry.get("encodings", ())))
            for file in files
            for entry in file.data.get("shared", ())
            for source, witnesses in entry["sources"].items()
        ),
    )


def _references(file: YamlFile, encodings: Collection[str]) -> Iterator[DataProblem]:
    """Yields a problem for each unknown encoding that a file names."""
    for part in ("named", "shared"):
        for index, entry in enumerate(file.data.get(part, ())):
            for position, id in enumerate(entry.get("encodings", ())):
                if id not in encodings:
                    message = unknown("encoding", id, encodings, "`conform list encodings` shows them")
                    yield file.problem(message, part, index, "encodings", position)
