"""Divides implementations by their outcomes, and groups the vectors that divide them in the same way."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass

from encoding_conformance.core.identity import Id
from encoding_conformance.core.judge import matches
from encoding_conformance.core.outcome import Outcome, Rejection, Unsupported, answer_of
from encoding_conformance.core.vector import Vector


@dataclass(frozen=True)
class Agreement:
    """Implementations with the same outcome. `outcome` is that outcome, without the free text of an answer. All crashes
    count as the same outcome, and so do all time-outs; `outcome` is then the first of them."""

    outcome: Outcome
    names: tuple[str, ...]
    indexes: tuple[int, ...]
    """The indexes of the permitted outcomes that it may be: several, if it is a rejection without an offset."""


@dataclass(frozen=True)
class Partition:
    """A vector and its blocks, the largest first. Of blocks with the same size, a permitted one comes first.
    Implementations that answer "unsupported" are in no block."""

    vector: Vector
    blocks: tuple[Agreement, ...]
    unsupported: tuple[str, ...] = ()

    @property
    def is_silence(self) -> bool:
        """Whether the specification permits more than one outcome."""
        return len(self.vector.permitted) > 1

    @property
    def requirement(self) -> str:
        """The id of the requirement that the vector is about, which is the first that it serves."""
        return next(iter(self.vector.requirements), "")

    @property
    def differs(self) -> bool:
        """Whether the implementations gave different answers."""
        return len(self.blocks) > 1

    @property
    def given_by_nobody(self) -> list[int]:
        """The indexes of the permitted outcomes that no implementation gave."""
        given_indexes = {index for block in self.blocks for index in block.indexes}
        return [index for index in range(len(self.vector.permitted)) if index not in given_indexes]


def partition_of(vector: Vector, answers: Mapping[str, Outcome]) -> Partition:
    """Returns the partition of implementations by their answers to a vector.

    Results are the same if their values are. Rejections are the same if they may be the same permitted outcome. Rejections
    that are not permitted are the same if no two give different offsets. Otherwise each offset is a block, and those without
    an offset are one more.
    """
    unsupported = tuple(name for name, outcome in answers.items() if isinstance(outcome, Unsupported))
    indexes = {
        name: tuple(index for index, permitted in enumerate(vector.permitted) if matches(permitted, outcome))
        for name, outcome in answers.items()
        if name not in unsupported
    }
    wrong = [answers[name] for name in indexes if not indexes[name]]
    offsets = {outcome.offset for outcome in wrong if isinstance(outcome, Rejection)} - {None}
    alike: dict[tuple[tuple[int, ...], Hashable], dict[str, Outcome]] = {}
    for name, matching in indexes.items():
        outcome = answers[name]
        is_any = isinstance(outcome, Rejection) and (matching or len(offsets) < 2)  # all rejections are the same
        alike.setdefault((matching, Rejection if is_any else answer_of(outcome)), {})[name] = outcome
    blocks = []
    for (matching, _), same in alike.items():
        outcome = next(iter(same.values()))
        if isinstance(outcome, Rejection):
            reported = (each.offset for each in same.values() if isinstance(each, Rejection) and each.offset is not None)
            outcome = Rejection(next(reported, None))
        blocks.append(Agreement(outcome, tuple(same), matching))
    blocks.sort(key=lambda block: (-len(block.names), not block.indexes, block.names))
    return Partition(vector, tuple(blocks), unsupported)


@dataclass(frozen=True)
class PartitionGroup:
    """Vectors of one encoding and operation that divide the implementations in the same way, beginning with the smallest
    input. If the specification is silent about them, they all have the same requirement."""

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
        """The ids of the vectors. Those written by hand come first, because their names say more."""
        return [each.vector.id for each in sorted(self.partitions, key=lambda each: each.vector.is_edge_case)]

    @property
    def ids(self) -> list[Id]:
        return [each.vector.id for each in self.partitions]


def grouped(partitions: Iterable[Partition]) -> list[PartitionGroup]:
    """Returns the entries of the vectors on which implementations differ or the specification is silent. Encodings keep
    their order. Within an encoding, the entries with most vectors come first."""
    alike: dict[Hashable, list[Partition]] = {}
    for each in partitions:
        if each.differs or each.is_silence:
            operation, requirement = each.vector.operation, each.requirement if each.is_silence else ""
            blocks = tuple((type(block.outcome), block.indexes, block.names) for block in each.blocks)
            alike.setdefault((operation.encoding, operation.kind, each.is_silence, requirement, blocks), []).append(each)
    entries = [PartitionGroup(tuple(sorted(group, key=lambda each: _size(each.vector)))) for group in alike.values()]
    encodings = list(dict.fromkeys(entry.encoding for entry in entries))
    return sorted(entries, key=lambda e: (encodings.index(e.encoding), -len(e.partitions), _size(e.smallest.vector)))


def _size(vector: Vector) -> tuple[int, str, tuple[int, ...], str]:
    operation = vector.operation
    return len(operation.input), operation.kind, tuple(operation.input), str(vector.id)
