"""Groups the vectors that divide the implementations in the same way into one entry. It is pure."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

from encoding_conformance.core.identity import Id
from encoding_conformance.core.vector import Vector
from encoding_conformance.report.partition import Partition


@dataclass(frozen=True)
class Entry:
    """Vectors of one encoding and operation that divide the implementations in the same way, beginning with the smallest
    input. If the specification is silent about them, they all have the same question."""

    partitions: tuple[Partition, ...]

    @property
    def smallest(self) -> Partition:
        """The vector with the smallest input, and the answers to it."""
        return self.partitions[0]

    @property
    def encoding(self) -> str:
        """The id of the encoding of all vectors."""
        return self.smallest.vector.operation.encoding

    @property
    def examples(self) -> list[Id]:
        """The ids of the vectors. Those that were written by hand come first, because their names say what they are
        about."""
        return [each.vector.id for each in sorted(self.partitions, key=lambda each: each.vector.is_edge_case)]

    @property
    def ids(self) -> list[Id]:
        return [each.vector.id for each in self.partitions]


def grouped(partitions: Iterable[Partition]) -> list[Entry]:
    """Returns the entries of the vectors on which implementations differ or the specification is silent. Encodings keep
    their order. Within an encoding, the entries with most vectors come first."""
    alike: dict[Hashable, list[Partition]] = {}
    for each in partitions:
        if each.differs or each.is_silence:
            alike.setdefault(_alike(each), []).append(each)
    entries = [Entry(tuple(sorted(found, key=lambda each: _size(each.vector)))) for found in alike.values()]
    encodings = list(dict.fromkeys(entry.encoding for entry in entries))
    return sorted(entries, key=lambda e: (encodings.index(e.encoding), -len(e.partitions), _size(e.smallest.vector)))


def _alike(partition: Partition) -> Hashable:
    """Returns a key that is equal for the vectors of one entry. It says which implementations agree, what kind of
    outcome they have, and which permitted outcomes it may be."""
    operation = partition.vector.operation
    question = partition.question if partition.is_silence else ""
    blocks = tuple((type(block.outcome), block.places, block.names) for block in partition.blocks)
    return operation.encoding, operation.kind, partition.is_silence, question, blocks


def _size(vector: Vector) -> tuple[int, str, tuple[int, ...], str]:
    """Returns a key that sorts vectors by the size of their input and then by its content."""
    operation = vector.operation
    return len(operation.input), operation.kind, tuple(operation.input), str(vector.id)
