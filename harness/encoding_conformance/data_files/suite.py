"""A suite: the encodings, requirements and test vectors of some folders, and how it is read from their YAML files."""

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import Location
from encoding_conformance.core.notation import sequence_text
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.vector import Permitted, Vector
from encoding_conformance.data_files import encodings, requirements, schema, vectors
from encoding_conformance.data_files.problems import DataError, DataProblem
from encoding_conformance.data_files.yamlfile import YamlFile
from encoding_conformance.data_folders import SCHEMAS, VECTORS
from encoding_conformance.models.forms import form_of


class Promised(Mapping[str, Vector]):
    """Vectors whose ids are known, and which are read when the first of them is needed."""

    def __init__(self, ids: Iterable[str], read: Callable[[], Mapping[str, Vector]]):
        self._ids = dict.fromkeys(ids)
        self._vectors = cache(read)

    def __getitem__(self, id: str) -> Vector:
        return self._vectors()[id]

    def __contains__(self, id: object) -> bool:
        return id in self._ids

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids)

    def __len__(self) -> int:
        return len(self._ids)


def hashed(parts: Iterable[bytes]) -> str:
    """Returns a hash of these parts and of the boundaries between them."""
    total = sha256()
    for part in parts:
        total.update(b"%d:" % len(part) + part)
    return total.hexdigest()[:32]


@dataclass(frozen=True)
class Suite:
    """Encodings and requirements by id, and the vectors of each encoding by id; `definitions` are the encodings as plain data,
    as their files have them.

    `added` are the folders that were added to the project's own. `version` identifies the data: two suites with
    the same version have the same content. It is empty for a suite that was not read from files. `versions` does the same
    for each encoding, and `written` is the version under which the artefact of an encoding's vectors was written.
    """

    definitions: Mapping[str, dict[str, Any]] = field(default_factory=dict)
    encodings: Mapping[str, Encoding] = field(default_factory=dict)
    requirements: Mapping[str, Requirement] = field(default_factory=dict)
    by_encoding: Mapping[str, Mapping[str, Vector]] = field(default_factory=dict)
    added: tuple[Path, ...] = ()
    version: str = ""
    versions: Mapping[str, str] = field(default_factory=dict)
    written: Mapping[str, str] = field(default_factory=dict)

    @property
    def content(self) -> str:
        """A hash of what all encodings ask and permit; empty for a suite that was not read from files."""
        return hashed(map(str.encode, self.versions.values())) if self.versions else ""

    def vectors_of(self, encoding: str) -> list[Vector]:
        """Returns the vectors of one encoding; empty if it has none."""
        return list(self.by_encoding[encoding].values()) if encoding in self.by_encoding else []

    def ids_of(self, encoding: str) -> Collection[str]:
        """Returns the ids of the vectors of one encoding. This does not make the vectors."""
        return self.by_encoding[encoding].keys() if encoding in self.by_encoding else ()

    @property
    def all_vectors(self) -> Iterator[Vector]:
        """Every vector, encoding by encoding."""
        return chain.from_iterable(vectors.values() for vectors in self.by_encoding.values())


NOTHING = Suite()
"""A suite without any encoding."""


def grouped(vectors: Iterable[Vector], encodings: Iterable[str]) -> dict[str, dict[str, Vector]]:
    """Returns vectors by encoding and id, the encodings in the order given."""
    found: dict[str, dict[str, Vector]] = {encoding: {} for encoding in encodings}
    for vector in vectors:
        found.setdefault(vector.operation.encoding, {})[str(vector.id)] = vector
    return found


def content_of(suite: Suite, encoding: str) -> str:
    """Returns a hash of what an encoding's definition and vectors ask and permit, without their locations and notes."""
    data = suite.definitions[encoding]
    agreeing = [each["encoding"] for key in encodings.AGREEMENTS for each in data.get(key, ())]
    definitions = [suite.definitions[id] for id in (encoding, *form_of(data).made_of(data), *agreeing)]

    def asked_for(outcome: Permitted) -> object:
        return [outcome.offset, outcome.text] if isinstance(outcome, Rejection) else sequence_text(outcome.value)

    vectors = [
        (str(vector.id), vector.operation.kind, sequence_text(vector.operation.input), list(map(asked_for, vector.permitted)))
        for vector in suite.vectors_of(encoding)
    ]
    return hashed([json.dumps([definitions, vectors], sort_keys=True).encode()])


def read_suite(folders: Sequence[Path], checks: Collection[str], base: Suite = NOTHING, read: Sequence[Path] = ()) -> Suite:
    """Returns the suite of the families of encodings in these folders, added to `base`, which came from the folders `read`.
    `checks` are the names of all checks. Raises DataError with the problems of all files that are read here."""
    return _Loader(checks, base).load(folders, read)


def read_encodings(folders: Sequence[Path], checks: Collection[str]) -> dict[str, Encoding]:
    """Returns the encodings of the folders. Raises DataError with the problems of their files."""
    loader = _Loader(checks, NOTHING)
    for family in loader.families(folders, ()):
        loader.read_encodings(family)
    loader.stop_if_has_problems()
    return loader.encodings


class _Loader:
    def __init__(self, checks: Collection[str], base: Suite):
        self.checks = checks
        self.base = base
        self.definitions = dict(base.definitions)
        self.encodings = dict(base.encodings)
        self.requirements = dict(base.requirements)
        self.vectors: dict[str, Vector] = {}
        self.problems: list[DataProblem] = []

    def load(self, folders: Sequence[Path], read: Sequence[Path]) -> Suite:
        families = self.families(folders, read)
        bound = {family: self.read_encodings(family) for family in families}
        for id, requirement in self.requirements.items():
            if requirement.general:
                self.requirements[id] = replace(requirement, encodings=tuple(self.encodings))
        for family in families:
            self._requirements(family, bound[family])
        definitions_hold = not self.problems
        for family in families:
            self._vectors(family, definitions_hold)
        self.stop_if_has_problems()
        by_encoding: dict[str, Mapping[str, Vector]] = {}
        for id, added in grouped(self.vectors.values(), self.encodings).items():
            known = self.base.by_encoding.get(id, {})
            by_encoding[id] = {**known, **added} if added else known  # those of the base need not be read if none are added
        return Suite(self.definitions, self.encodings, self.requirements, by_encoding)

    def stop_if_has_problems(self) -> None:
        if self.problems:
            raise DataError(self.problems)

    def families(self, folders: Sequence[Path], read: Sequence[Path]) -> list[Path]:
        """Returns the folders of families that were not read before, each once. A folder without any is a problem."""
        known = {family.resolve() for folder in read for family in _families(folder)}
        found: dict[Path, Path] = {}
        for folder in folders:
            families = _families(folder)
            if not families:
                self.problems.append(DataProblem(Location(str(folder), 0), f"no family of encodings is here; {_FAMILY}"))
            for family in families:
                found.setdefault(family.resolve(), family)
                for path in (path for place in _PLACES for path in family.glob(f"{place}*.yml")):
                    self.problems.append(DataProblem(Location(str(path), 1), "is not read; the name should end in .yaml"))
        return [family for place, family in found.items() if place not in known]

    def read_encodings(self, family: Path) -> tuple[str, ...]:
        """Returns the ids of the encodings that the folder of a family has."""
        file = self._read(family / "encodings.yaml", "encodings")
        if file is None or self._has_problems(encodings.problems(file, self.encodings)):
            return ()
        found: dict[str, dict[str, Any]] = file.data["encodings"]
        for id, definition in found.items():
            self.encodings[id] = encodings.encoding(id, definition, self.encodings, file.location("encodings", id))
        self.definitions.update(found)
        return tuple(found)

    def _requirements(self, family: Path, own: tuple[str, ...]) -> None:
        encodings_hold = not self.problems
        file = self._read(family / "requirements.yaml", "requirements")
        if file is None:
            return
        known, bound = self.requirements, own or tuple(self.encodings)
        self.problems += requirements.problems(file, self.checks, known, bound if encodings_hold else None)
        self.requirements = {**requirements.requirements(file, bound, general=not own), **known}

    def _vectors(self, family: Path, definitions_hold: bool) -> None:
        """Reads the vectors of a family. References are followed only if all encodings and requirements could be read."""
        for path in [path for place in _PLACES[1:] for path in sorted(family.glob(f"{place}*.yaml"))]:
            file = self._read(path, "vectors")
            if file is None:
                continue
            if definitions_hold:
                self.problems += vectors.references(file, self.encodings, self.requirements)
            for index, found in reversed(vectors.problems(file).items()):
                self.problems += found
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
                self.problems.append(DataProblem(vector.location, message))

    def _read(self, path: Path, kind: str) -> YamlFile | None:
        """Returns a file without the entries in which its schema finds problems, or None if nothing can be examined."""
        if not path.exists():
            return None
        try:
            file = YamlFile(path)
        except DataError as error:
            self.problems += error.problems
            return None
        faulty = self._has_problems(schema.problems(file, SCHEMAS[kind]))
        return None if faulty and not schema.drop_faulty(file, SCHEMAS[kind]) else file

    def _has_problems(self, problems: Iterable[DataProblem]) -> bool:
        found = list(problems)
        self.problems += found
        return bool(found)


_PLACES = ("", "vectors/", "edges/")
"""The places of files in a family's folder; vectors are in the last two."""

_FAMILY = "a family's folder holds encodings.yaml, requirements.yaml, vectors/*.yaml or some of them"


def suite_files(folder: Path) -> list[Path]:
    """Returns the files that loading a folder examines, also the ones that it refuses."""
    return [file for family in _families(folder) for place in _PLACES for file in sorted(family.glob(f"{place}*.y*ml"))]


def _families(folder: Path) -> list[Path]:
    """Returns the folder itself if it has a family's files, and otherwise the folders in it that have."""
    if _is_family(folder):
        return [folder]
    return sorted(path for path in folder.iterdir() if _is_family(path)) if folder.is_dir() else []


def _is_family(folder: Path) -> bool:
    return any(next(folder.glob(f"{name}.y*ml"), None) for name in ("encodings", "requirements", "vectors/*"))


VERSION_FILE = "VERSION"
_VERSION = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+")


class Edition(NamedTuple):
    """Which test vectors these are: `version` is the one that the project gives them, `hash` is of what they ask and permit."""

    version: str
    hash: str

    def __str__(self) -> str:
        return f"{self.version} {self.hash}"


def edition(suite: Suite, folder: Path = VECTORS) -> Edition:
    """Returns the edition of a suite, whose version is stated in this folder. The hash is also of what a user added to the suite.
    Raises DataError if the version is missing or malformed, and OSError if the file cannot be read."""
    file = folder / VERSION_FILE
    text = file.read_text(encoding="utf-8", errors="replace").strip() if file.exists() else ""
    if not _VERSION.fullmatch(text):
        found = f"{text!r} is not a version" if text else "no version is here"
        raise DataError([DataProblem(Location(str(file), 1), f"{found}; expected three numbers such as 1.0.0")])
    return Edition(text, suite.content)
