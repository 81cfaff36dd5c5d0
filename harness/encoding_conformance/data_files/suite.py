"""A suite: the encodings, requirements and test vectors of some folders."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.requirement import Document, Requirement
from encoding_conformance.core.vector import Vector


@dataclass(frozen=True)
class Suite:
    """Encodings and requirements by id, and the documents that these cite by name; and for each encoding a function that returns
    its vectors, and maybe those of others, by encoding and id. `folders` are where all this was read: the project's own folder,
    and then those that were added."""

    encodings: Mapping[str, Encoding] = field(default_factory=dict)
    requirements: Mapping[str, Requirement] = field(default_factory=dict)
    readers: Mapping[str, Callable[[], Mapping[str, Mapping[str, Vector]]]] = field(default_factory=dict)
    folders: tuple[Path, ...] = ()
    documents: Mapping[str, Document] = field(default_factory=dict)

    @property
    def added(self) -> tuple[Path, ...]:
        """The folders that were added to the project's own."""
        return self.folders[1:]

    def by_id(self, encoding: str) -> Mapping[str, Vector]:
        """Returns the vectors of one encoding by id; empty if it has none. Raises DataError if a file cannot be read."""
        return self.readers[encoding]()[encoding] if encoding in self.readers else {}

    def vectors_of(self, encoding: str) -> list[Vector]:
        """Returns the vectors of one encoding; empty if it has none."""
        return list(self.by_id(encoding).values())

    @property
    def all_vectors(self) -> Iterator[Vector]:
        """Every vector, encoding by encoding."""
        return chain.from_iterable(map(self.vectors_of, self.encodings))


NOTHING = Suite()
"""A suite without any encoding."""
