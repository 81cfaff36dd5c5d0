"""Groups the vectors that divide the implementations in the same way into one entry. It is pure."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

from harness.core.identity import Id
from harness.core.vector import Vector
from harness.report.partition import Partition


@dataclass(frozen=True)
class Entry:
    """Vectors of one encoding and operation with the same partition, beginning with the smallest inputs. If they are about
    silences, they all have the same question."""

    partitions: tuple[Partition, ...]

    @property
    def smallest(self) -> Partition:
        """The vector with the smallest input."""
        return self.partitions[0]

    @property
    def encoding(self) -> str:
        """The id of the encoding."""
        return self.smallest.vector.operation.encoding

    @property
    def examples(self) -> list[Id]:
        """Ids, those that a person wrote first: they tell what it is about."""
        return [each.vector.id for each in sorted(self.partitions, key=lambda each: each.vector.is_edge_case)]

    @property
    def ids(self) -> list[Id]:
        return [each.vector.id for each in self.partitions]


def grouped(partitions: Iterable[Partition]) -> list[Entry]:
    """The entries of vectors in which implementations differ or the specification is silent. Encodings keep their order;
    within one, entries with most vectors come first."""
    alike: dict[Hashable, list[Partition]] = {}
    for each in partitions:
        if each.differs or each.is_silence:
            alike.setdefault(_alike(each), []).append(each)
    entries = [Entry(tuple(sorted(found, key=lambda each: _size(each.vector)))) for found in alike.values()]
    encodings = list(dict.fromkeys(entry.encoding for entry in entries))
    return sorted(entries, key=lambda e: (encodings.index(e.encoding), -len(e.partitions), _size(e.smallest.vector)))


def _alike(partition: Partition) -> Hashable:
    """A key that is equal for vectors of one entry: who does the same, the kind of the outcome, and whether it is permitted."""
    operation = partition.vector.operation
    question = partition.question if partition.is_silence else ""
    blocks = tuple((type(block.outcome), block.places, block.names) for block in partition.blocks)
    return operation.encoding, operation.kind, partition.is_silence, question, blocks


def _size(vector: Vector) -> tuple[int, str, tuple[int, ...], str]:
    """A key that sorts by the number of bytes or values, and then by these."""
    operation = vector.operation
    return len(operation.input), operation.kind, tuple(operation.input), str(vector.id)
