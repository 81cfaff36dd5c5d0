"""All that the folders of vectors say, read and held against itself."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
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

    def vectors_of(self, encoding: str) -> list[Vector]:
        return [vector for vector in self.vectors.values() if vector.operation.encoding == encoding]


def load(folders: Sequence[Path], checks: Collection[str]) -> Library:
    """Read families of encodings from folders. `checks` are the names of all checks. Raises DataError, with every
    fault of every file."""
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
        families = [family for folder in folders for family in _families(folder)]
        bound = {family: self._encodings(family) for family in families}
        for family in families:
            self._requirements(family, bound[family] or tuple(self.library.encodings))
        for family in families:
            self._vectors(family)
        if self.faults:
            raise DataError(self.faults)
        return self.library

    def load_encodings(self, folders: Sequence[Path]) -> dict[str, Encoding]:
        for family in (family for folder in folders for family in _families(folder)):
            self._encodings(family)
        if self.faults:
            raise DataError(self.faults)
        return self.library.encodings

    def _encodings(self, family: Path) -> tuple[str, ...]:
        file = self._read(family / "encodings.yaml", "encodings")
        known = self.library.encodings
        if file is None or self._faulty(encodings.faults(file, known)):
            return ()
        found = encodings.encodings(file, known)
        known.update(found)
        return tuple(found)

    def _requirements(self, family: Path, bound: tuple[str, ...]) -> None:
        file = self._read(family / "requirements.yaml", "requirements")
        known = self.library.requirements
        if file and not self._faulty(requirements.faults(file, bound, self.checks, known)):
            known.update(requirements.requirements(file, bound))

    def _vectors(self, family: Path) -> None:
        for path in sorted([*family.glob("vectors/*.yaml"), *family.glob("edges/*.yaml")]):
            file = self._read(path, "vectors")
            if file is None or self._faulty(
                vectors.faults(file, self.library.encodings, self.library.requirements)
            ):
                continue
            for vector in vectors.vectors(file):
                self._add(vector, path)

    def _add(self, vector: Vector, path: Path) -> None:
        other = self.library.vectors.setdefault(vector.id, vector)
        if other is not vector:
            line = int(vector.place.rpartition(":")[2])
            message = f"vector id {vector.id} is there already, at {other.place}; ids are unique"
            self.faults.append(DataFault(path, line, message))

    def _read(self, path: Path, kind: str) -> YamlFile | None:
        """A file that its schema holds for, or None where it is missing or faulty."""
        if not path.exists():
            return None
        try:
            file = YamlFile(path)
        except DataError as error:
            self.faults += error.faults
            return None
        return None if self._faulty(schema.faults(file, kind)) else file

    def _faulty(self, faults: Iterable[DataFault]) -> bool:
        found = list(faults)
        self.faults += found
        return bool(found)


_FAMILY_FILES: tuple[Callable[[Path], bool], ...] = (
    lambda folder: (folder / "encodings.yaml").exists(),
    lambda folder: (folder / "requirements.yaml").exists(),
    lambda folder: (folder / "vectors").is_dir(),
)


def _families(folder: Path) -> Iterator[Path]:
    """The folder itself, where it holds a family's files, else those folders in it that do."""
    if (folder / "encodings.yaml").exists():
        yield folder
        return
    for path in sorted(folder.iterdir()):
        if path.is_dir() and any(has(path) for has in _FAMILY_FILES):
            yield path
