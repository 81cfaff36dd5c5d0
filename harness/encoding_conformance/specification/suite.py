"""Everything that the folders of vectors contain: the encodings, their requirements and their vectors."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import TypeVar

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.vector import Vector
from encoding_conformance.specification import cache
from encoding_conformance.specification.encodings import Definition

Value = TypeVar("Value")


class Made(Mapping[str, Value]):
    """A mapping whose values are made when they are first needed, each once. Its keys are known beforehand."""

    def __init__(self, keys: Collection[str], make: Callable[[str], Value]):
        self._keys = keys
        self._make = make
        self._made: dict[str, Value] = {}

    def __getitem__(self, key: str) -> Value:
        if key not in self._made:
            if key not in self._keys:
                raise KeyError(key)
            self._made[key] = self._make(key)
        return self._made[key]

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)


@dataclass
class Suite:
    """Encodings and requirements by id, and the vectors of each encoding by id; `definitions` are the encodings as
    their files have them.

    `added` are the folders that were added to the project's own. `version` identifies the data: two suites with
    the same version have the same content. It is empty for a suite that was not read from files. `versions` does the same
    for each encoding, and `written` is the version under which the artefact of an encoding's vectors was written.
    """

    definitions: Mapping[str, Definition] = field(default_factory=dict)
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
        return cache.key(map(str.encode, self.versions.values())) if self.versions else ""

    def vectors_of(self, encoding: str) -> list[Vector]:
        """The vectors of one encoding; empty if it has none."""
        return list(self.by_encoding[encoding].values()) if encoding in self.by_encoding else []

    def ids_of(self, encoding: str) -> Collection[str]:
        """The ids of the vectors of one encoding. This does not make the vectors."""
        return self.by_encoding[encoding].keys() if encoding in self.by_encoding else ()

    @property
    def all_vectors(self) -> Iterator[Vector]:
        """Every vector, encoding by encoding."""
        return chain.from_iterable(vectors.values() for vectors in self.by_encoding.values())


NOTHING = Suite()
"""A suite without any encoding."""


def grouped(vectors: Iterable[Vector], encodings: Iterable[str]) -> dict[str, dict[str, Vector]]:
    """Vectors by encoding and id, the encodings in the order given."""
    found: dict[str, dict[str, Vector]] = {encoding: {} for encoding in encodings}
    for vector in vectors:
        found.setdefault(vector.operation.encoding, {})[str(vector.id)] = vector
    return found
