"""Reads suites from YAML files. Validates the data of users completely, and leaves the project's own data to its tests.

Reads the vectors of the project family by family, when a caller first needs those of an encoding.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import Location
from encoding_conformance.core.notation import expanded_size
from encoding_conformance.core.vector import Vector
from encoding_conformance.data_files import encodings, requirements, schema, vectors
from encoding_conformance.data_files.families import DOCUMENTS, ENCODINGS, FORM, REQUIREMENTS, families, misnamed, vector_files
from encoding_conformance.data_files.problems import MOST, DataError, DataProblem
from encoding_conformance.data_files.services import service_problems
from encoding_conformance.data_files.suite import NOTHING, Suite
from encoding_conformance.data_files.yamlfile import MOST_EXPANDED, YamlFile
from encoding_conformance.data_folders import SCHEMAS, VECTORS


def load_suite(added: Sequence[Path] = ()) -> Suite:
    """Returns the project's own suite, with the families of encodings in folders that are added to it. Raises DataError with the
    problems of all files in these."""
    own = own_suite()
    if not added:
        return own
    suite = read_suite(added, own)
    if problems := list(service_problems(suite, own)):
        raise DataError(problems)
    return suite


def own_suite(folder: Path = VECTORS) -> Suite:
    """Returns the suite in the project's own folder. Raises DataError if a file cannot be read."""
    loader = _Loader(NOTHING, trusts=True)
    with _validated_after_failure(folder):
        loader.read_documents([folder])
        bound = loader.definitions(loader.new_families([folder]))
    loader.stop_if_has_problems()
    read = {family: cache(partial(_vectors_of, folder, family, ids)) for family, ids in bound.items()}
    readers = {id: read[family] for family, ids in bound.items() for id in ids}
    return Suite(loader.encodings, loader.requirements, readers, (folder,), loader.documents)


def read_suite(folders: Sequence[Path], base: Suite = NOTHING) -> Suite:
    """Returns the suite of the families of encodings in these folders, added to `base`, whose own folders are not read again.
    Raises DataError with the problems of all files."""
    loader = _Loader(base)
    loader.read_documents(folders)
    read = loader.new_families(folders)
    loader.definitions(read)
    definitions_hold = not loader.problems
    for family in read:
        loader.read_vectors(family, definitions_hold)
    loader.stop_if_has_problems()
    by_id = {id: dict(base.by_id(id)) for id in dict.fromkeys(vector.operation.encoding for vector in loader.vectors.values())}
    for id, vector in loader.vectors.items():
        by_id[vector.operation.encoding][id] = vector
    readers = {**base.readers, **dict.fromkeys(by_id, lambda: by_id)}
    return Suite(loader.encodings, loader.requirements, readers, (*base.folders, *folders), loader.documents)


def read_encodings(folders: Sequence[Path]) -> dict[str, Encoding]:
    """Returns the encodings of the folders. Raises DataError with the problems of their files."""
    loader = _Loader(NOTHING)
    for family in loader.new_families(folders):
        loader.read_encodings(family)
    loader.stop_if_has_problems()
    return loader.encodings


@contextmanager
def _validated_after_failure(folder: Path) -> Iterator[None]:
    """Validates the project's own folder if reading it fails, because that reports the problem and its line."""
    try:
        yield
    except (AttributeError, LookupError, TypeError, ValueError):
        read_suite([folder])
        raise


def _vectors_of(folder: Path, family: Path, ids: Sequence[str]) -> dict[str, dict[str, Vector]]:
    """Returns the vectors of a family in the project's own folder, by encoding and id. `ids` are its encodings."""
    by_id: dict[str, dict[str, Vector]] = {id: {} for id in ids}
    with _validated_after_failure(folder):
        for file in map(YamlFile, vector_files(family)):
            for index, id in enumerate(file.data["encodings"]):
                if id not in ids:  # a reader of that encoding's vectors would not read this file
                    problem = f"{id} is not an encoding of this family; expected {' or '.join(ids)}"
                    raise DataError([file.problem(problem, "encodings", index)])
            for vector in vectors.vectors(file):
                by_id[vector.operation.encoding][str(vector.id)] = vector
    return by_id


class _Loader:
    """Reads families of encodings, and adds them to `base`. Validates the data unless it `trusts` it."""

    def __init__(self, base: Suite, trusts: bool = False):
        self.base = base
        self.trusts = trusts
        self.encodings = dict(base.encodings)
        self.requirements = dict(base.requirements)
        self.documents = dict(base.documents)
        self.vectors: dict[str, Vector] = {}
        self.problems: list[DataProblem] = []
        self._expanded = 0

    def stop_if_has_problems(self) -> None:
        if self.problems:
            raise DataError(self.problems)

    def new_families(self, folders: Sequence[Path]) -> list[Path]:
        """Returns the folders of families that the base does not have, each once. A folder without families is a problem."""
        known = {family.resolve() for folder in self.base.folders for family in families(folder)}
        new: dict[Path, Path] = {}
        for folder in folders:
            if not (its_families := families(folder)):
                self.problems.append(DataProblem(Location(str(folder), 0), f"no family of encodings is here; {FORM}"))
            for family in its_families:
                new.setdefault(family.resolve(), family)
                for path in misnamed(family):
                    self.problems.append(DataProblem(Location(str(path), 1), "is not read; the name should end in .yaml"))
        return [family for path, family in new.items() if path not in known]

    def read_documents(self, folders: Sequence[Path]) -> None:
        """Reads the documents that requirements cite, from the folders that have a file of them."""
        for folder in folders:
            if file := self._read(folder, folder / DOCUMENTS, "documents"):
                self.documents.update(requirements.documents(file))

    def definitions(self, families: Sequence[Path]) -> dict[Path, tuple[str, ...]]:
        """Reads the encodings and requirements of families. Returns the ids of the encodings of each."""
        bound = {family: self.read_encodings(family) for family in families}
        for id, requirement in self.requirements.items():
            if requirement.general:
                self.requirements[id] = replace(requirement, encodings=tuple(self.encodings))
        for family, ids in bound.items():
            self._read_requirements(family, ids)
        return bound

    def read_encodings(self, family: Path) -> tuple[str, ...]:
        """Returns the ids of the encodings that the folder of a family has."""
        file = self._read(family, family / ENCODINGS, "encodings")
        if file is None or self._has_problems(encodings.problems(file, self.encodings)):
            return ()
        definitions: dict[str, dict[str, Any]] = file.data["encodings"]
        for id, definition in definitions.items():
            self.encodings[id] = encodings.encoding(id, definition, self.encodings, file.location("encodings", id))
        return tuple(definitions)

    def _read_requirements(self, family: Path, own: tuple[str, ...]) -> None:
        encodings_hold = not self.problems
        file = self._read(family, family / REQUIREMENTS, "requirements")
        if file is None:
            return
        bound = own or tuple(self.encodings)
        self._has_problems(requirements.problems(file, self.requirements, bound if encodings_hold else None))
        self.requirements = {**requirements.requirements(file, bound, self.documents, general=not own), **self.requirements}

    def read_vectors(self, family: Path, definitions_hold: bool) -> None:
        """Reads the vectors of a family. References are followed only if all encodings and requirements could be read."""
        for path in vector_files(family):
            file = self._read(family, path, "vectors")
            if file is None:
                continue
            if definitions_hold:
                self._has_problems(vectors.references(file, self.encodings, self.requirements))
            for index, problems in reversed(vectors.problems(file).items()):
                self.problems += problems
                file.drop("vectors", index)
            self._add(vectors.vectors(file))

    def _add(self, added: Iterable[Vector]) -> None:
        reported: set[Location] = set()
        for vector in added:
            known, text = self.base.by_id(vector.operation.encoding), str(vector.id)
            other = known[text] if text in known else self.vectors.setdefault(text, vector)
            if other is not vector and vector.location not in reported:
                reported.add(vector.location)
                message = f"vector id {vector.id} is already used at {other.location}; ids are unique"
                self.problems.append(DataProblem(vector.location, message))

    def _read(self, family: Path, path: Path, kind: str) -> YamlFile | None:
        """Returns a file of a family without the entries in which its schema finds problems, or None if nothing can be examined.
        A link to elsewhere is not read, because the messages of problems would show its content."""
        if not os.path.lexists(path):
            return None
        if not os.path.realpath(path).startswith(f"{family.resolve()}{os.sep}"):
            self.problems.append(DataProblem(Location(str(path), 0), "is a link to elsewhere, which is not read; copy the file"))
            return None
        try:
            file = YamlFile(path)
        except DataError as error:
            self.problems += error.problems
            return None
        self._expanded += _expanded_size(file.data)
        if self._expanded > MOST_EXPANDED:
            text = f"the repetitions up to here stand for more than {MOST_EXPANDED:,} bytes and values; use fewer or shorter ones"
            self.problems.append(file.problem(text))
            return None
        faulty = self._has_problems(schema.problems(file, SCHEMAS[kind]))
        return None if faulty and not schema.drop_faulty(file, SCHEMAS[kind]) else file

    def _has_problems(self, problems: Iterable[DataProblem]) -> bool:
        """Adds the first problems that an iterator finds, unless the data is trusted."""
        new = [] if self.trusts else list(islice(problems, MOST))
        self.problems += new
        return bool(new)


def _expanded_size(data: Any) -> int:
    """Returns about how many bytes and values the texts in a file's data stand for."""
    if isinstance(data, str):
        return expanded_size(data)
    return sum(map(_expanded_size, data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()))
