"""Selects the vectors that several implementations are asked about, and compares the answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from encoding_conformance.report.partition import Partition, partition_of
from encoding_conformance.runner.answers import Answers
from encoding_conformance.runner.plan import Unit
from encoding_conformance.runner.registry import UnknownName
from encoding_conformance.specification.suite import Suite


def shared(units: Sequence[Unit]) -> list[Unit]:
    """Returns the units of the encodings that two or more implementations offer. Raises UnknownName if there are none."""
    offers = Counter(unit.encoding.id for unit in units)
    found = [unit for unit in units if offers[unit.encoding.id] > 1]
    if not found:
        raise UnknownName("nothing to compare: no encoding is offered by two of the selected implementations")
    return found


def side_by_side(suite: Suite, answers: Answers) -> Iterator[Partition]:
    """Yields the partition of each vector that at least one implementation answered, in the order of the suite."""
    for vector in suite.all_vectors:
        if verdicts := answers.verdicts.get(vector.id):
            yield partition_of(
                vector, {name: verdict.outcome for name, verdict in verdicts.items() if verdict.outcome is not None}
            )
