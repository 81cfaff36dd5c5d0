"""Reads YAML files as a Suite. Every file is checked by its schema and compared with the others."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import Location
from encoding_conformance.core.vector import Vector
from encoding_conformance.specification import encodings, requirements, schema, vectors
from encoding_conformance.specification.faults import DataError, DataFault
from encoding_conformance.specification.suite import NOTHING, Suite, grouped
from encoding_conformance.specification.yamlfile import YamlFile


def load(folders: Sequence[Path], checks: Collection[str], base: Suite = NOTHING, read: Sequence[Path] = ()) -> Suite:
    """The suite of the families of encodings in these folders, added to `base`, which came from the folders `read`.
    `checks` are the names of all checks. Raises DataError with the faults of all files that are read here."""
    return _Loader(checks, base).load(folders, read)


def load_encodings(folders: Sequence[Path], checks: Collection[str]) -> dict[str, Encoding]:
    """Only the encodings of the folders. Raises DataError with the faults of their files."""
    return _Loader(checks, NOTHING).load_encodings(folders)


class _Loader:
    def __init__(self, checks: Collection[str], base: Suite):
        self.checks = checks
        self.base = base
        self.definitions = dict(base.definitions)
        self.encodings = dict(base.encodings)
        self.requirements = dict(base.requirements)
        self.vectors: dict[str, Vector] = {}
        self.faults: list[DataFault] = []

    def load(self, folders: Sequence[Path], read: Sequence[Path]) -> Suite:
        families = self._families(folders, read)
        bound = {family: self._encodings(family) for family in families}
        for id, requirement in self.requirements.items():
            if requirement.general:
                self.requirements[id] = replace(requirement, encodings=tuple(self.encodings))
        for family in families:
            self._requirements(family, bound[family])
        definitions_hold = not self.faults
        for family in families:
            self._vectors(family, definitions_hold)
        if self.faults:
            raise DataError(self.faults)
        by_encoding = grouped(self.vectors.values(), self.encodings)
        return Suite(
            self.definitions,
            self.encodings,
            self.requirements,
            {id: self._together(id, vectors) for id, vectors in by_encoding.items()},
        )

    def _together(self, encoding: str, added: Mapping[str, Vector]) -> Mapping[str, Vector]:
        """The vectors of an encoding. Those of the base are not made if none are added."""
        known = self.base.by_encoding.get(encoding, {})
        return {**known, **added} if added else known

    def load_encodings(self, folders: Sequence[Path]) -> dict[str, Encoding]:
        for family in self._families(folders, ()):
            self._encodings(family)
        if self.faults:
            raise DataError(self.faults)
        return self.encodings

    def _families(self, folders: Sequence[Path], read: Sequence[Path]) -> list[Path]:
        """The folders of families that were not read before, each once. A folder without any is a fault."""
        known = {family.resolve() for folder in read for family in _families(folder)}
        found: dict[Path, Path] = {}
        for folder in folders:
            families = _families(folder)
            if not families:
                self.faults.append(DataFault(Location(str(folder), 0), f"no family of encodings is here; {_FAMILY}"))
            for family in families:
                found.setdefault(family.resolve(), family)
                for path in (path for place in _PLACES for path in family.glob(f"{place}*.yml")):
                    self.faults.append(DataFault(Location(str(path), 1), "is not read; the name should end in .yaml"))
        return [family for place, family in found.items() if place not in known]

    def _encodings(self, family: Path) -> tuple[str, ...]:
        file = self._read(family / "encodings.yaml", "encodings")
        known = self.encodings
        if file is None or self._faulty(encodings.faults(file, known)):
            return ()
        found = encodings.definitions(file)
        for id, definition in found.items():
            known[id] = encodings.encoding(id, definition, known)
        self.definitions.update(found)
        return tuple(found)

    def _requirements(self, family: Path, own: tuple[str, ...]) -> None:
        encodings_hold = not self.faults
        file = self._read(family / "requirements.yaml", "requirements")
        if file is None:
            return
        known, bound = self.requirements, own or tuple(self.encodings)
        self.faults += requirements.faults(file, self.checks, known)
        if encodings_hold:
            self.faults += requirements.references(file, bound)
        self.requirements = {**requirements.requirements(file, bound, general=not own), **known}

    def _vectors(self, family: Path, definitions_hold: bool) -> None:
        """Reads the vectors of a family. References are followed only if all encodings and requirements could be read."""
        for path in [path for place in _PLACES[1:] for path in sorted(family.glob(f"{place}*.yaml"))]:
            file = self._read(path, "vectors")
            if file is None:
                continue
            if definitions_hold:
                self.faults += vectors.references(file, self.encodings, self.requirements)
            for index, found in reversed(vectors.faults(file).items()):
                self.faults += found
                file.drop("vectors", index)
            self._add(vectors.vectors(file))

    def _add(self, found: Iterable[Vector]) -> None:
        told: set[Location] = set()
        for vector in found:
            known, text = self.base.by_encoding.get(vector.operation.encoding, {}), str(vector.id)
            other = known[text] if text in known else self.vectors.setdefault(text, vector)
            if other is not vector and vector.location not in told:
                told.add(vector.location)
                message = f"vector id {vector.id} is there already, at {other.location}; ids are unique"
                self.faults.append(DataFault(vector.location, message))

    def _read(self, path: Path, kind: str) -> YamlFile | None:
        """A file without the entries in which its schema finds faults, or None if nothing can be examined."""
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
"""The places of files in a family's folder; vectors are in the last two."""

_FAMILY = "a family's folder holds encodings.yaml, requirements.yaml, vectors/*.yaml or some of them"


def files(folder: Path) -> list[Path]:
    """The files that loading a folder examines, including those that it refuses."""
    return [file for family in _families(folder) for place in _PLACES for file in sorted(family.glob(f"{place}*.y*ml"))]


def _families(folder: Path) -> list[Path]:
    """The folder itself if it has a family's files, and otherwise the folders in it that have."""
    if _is_family(folder):
        return [folder]
    return sorted(path for path in folder.iterdir() if _is_family(path)) if folder.is_dir() else []


def _is_family(folder: Path) -> bool:
    return any(next(folder.glob(f"{name}.y*ml"), None) for name in ("encodings", "requirements", "vectors/*"))
