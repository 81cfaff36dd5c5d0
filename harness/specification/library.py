"""All that the folders of vectors say, read and held against itself."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from harness.core.encoding import Encoding
from harness.core.requirement import Requirement
from harness.core.vector import Vector
from harness.specification import encodings, requirements, schema, vectors
from harness.specification.faults import DataError, DataFault
from harness.specification.yamlfile import YamlFile


@dataclass
class Library:
    """Encodings, requirements and vectors, by id."""

    encodings: dict[str, Encoding] = field(default_factory=dict)
    requirements: dict[str, Requirement] = field(default_factory=dict)
    vectors: dict[str, Vector] = field(default_factory=dict)
    added: tuple[Path, ...] = ()
    """Folders that were added to the project's own."""

    def vectors_of(self, encoding: str) -> list[Vector]:
        return [vector for vector in self.vectors.values() if vector.operation.encoding == encoding]


def load(folders: Sequence[Path], checks: Collection[str]) -> Library:
    """Read families of encodings from folders. `checks` are the names of all checks. Raises DataError, with
    the faults of all files."""
    return _Loader(checks).load(folders)


def load_encodings(folders: Sequence[Path], checks: Collection[str]) -> dict[str, Encoding]:
    """The encodings of the folders alone. Raises DataError."""
    return _Loader(checks).load_encodings(folders)


class _Loader:
    def __init__(self, checks: Collection[str]):
        self.checks = checks
        self.library = Library()
        self.faults: list[DataFault] = []

    def load(self, folders: Sequence[Path]) -> Library:
        families = self._families(folders)
        bound = {family: self._encodings(family) for family in families}
        for family in families:
            self._requirements(family, bound[family] or tuple(self.library.encodings))
        definitions_hold = not self.faults
        for family in families:
            self._vectors(family, definitions_hold)
        if self.faults:
            raise DataError(self.faults)
        return self.library

    def load_encodings(self, folders: Sequence[Path]) -> dict[str, Encoding]:
        for family in self._families(folders):
            self._encodings(family)
        if self.faults:
            raise DataError(self.faults)
        return self.library.encodings

    def _families(self, folders: Sequence[Path]) -> list[Path]:
        """The folders of families, each once; a folder without any is a fault."""
        found: dict[Path, Path] = {}
        for folder in folders:
            families = _families(folder)
            if not families:
                self.faults.append(DataFault(folder, 1, f"no family of encodings is here; {_FAMILY}"))
            for family in families:
                found.setdefault(family.resolve(), family)
                for path in (path for place in _PLACES for path in family.glob(f"{place}*.yml")):
                    self.faults.append(DataFault(path, 1, "is not read; the name should end in .yaml"))
        return list(found.values())

    def _encodings(self, family: Path) -> tuple[str, ...]:
        file = self._read(family / "encodings.yaml", "encodings")
        known = self.library.encodings
        if file is None or self._faulty(encodings.faults(file, known)):
            return ()
        found = encodings.encodings(file, known)
        known.update(found)
        return tuple(found)

    def _requirements(self, family: Path, bound: tuple[str, ...]) -> None:
        encodings_hold = not self.faults
        file = self._read(family / "requirements.yaml", "requirements")
        if file is None:
            return
        known = self.library.requirements
        self.faults += requirements.faults(file, self.checks, known)
        if encodings_hold:
            self.faults += requirements.references(file, bound)
        self.library.requirements = {**requirements.requirements(file, bound), **known}

    def _vectors(self, family: Path, definitions_hold: bool) -> None:
        """References to encodings and requirements are followed only where all of those could be read."""
        for path in [path for place in _PLACES[1:] for path in sorted(family.glob(f"{place}*.yaml"))]:
            file = self._read(path, "vectors")
            if file is None:
                continue
            if definitions_hold:
                self.faults += vectors.references(file, self.library.encodings, self.library.requirements)
            for index, found in reversed(vectors.faults(file).items()):
                self.faults += found
                file.drop("vectors", index)
            self._add(vectors.vectors(file), path)

    def _add(self, found: Iterable[Vector], path: Path) -> None:
        told: set[str] = set()
        for vector in found:
            other = self.library.vectors.setdefault(vector.id, vector)
            if other is not vector and vector.place not in told:
                told.add(vector.place)
                line = int(vector.place.rpartition(":")[2])
                message = f"vector id {vector.id} is there already, at {other.place}; ids are unique"
                self.faults.append(DataFault(path, line, message))

    def _read(self, path: Path, kind: str) -> YamlFile | None:
        """A file less those entries that its schema finds faulty, or None where nothing can be looked at."""
        if not path.exists():
            return None
        try:
            file = YamlFile(path)
        except DataError as error:
            self.faults += error.faults
            return None
        faulty = self._faulty(schema.faults(file, kind))
        return None if faulty and not schema.drop_faulty(file, kind) else file

    def _faulty(self, faults: Iterable[DataFault]) -> bool:
        found = list(faults)
        self.faults += found
        return bool(found)


_PLACES = ("", "vectors/", "edges/")
"""Where in a family's folder its files stand; the vectors in the last two."""

_FAMILY = "a family's folder holds encodings.yaml, requirements.yaml, vectors/*.yaml or some of them"


def _families(folder: Path) -> list[Path]:
    """The folder itself, where it holds a family's files, else those folders in it that do."""
    if _is_family(folder):
        return [folder]
    return sorted(path for path in folder.iterdir() if _is_family(path)) if folder.is_dir() else []


def _is_family(folder: Path) -> bool:
    return any(next(folder.glob(f"{name}.y*ml"), None) for name in ("encodings", "requirements", "vectors/*"))
