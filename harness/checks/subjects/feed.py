"""What the laws of an encoding are fed with in a run: subjects made of its vectors, and by Hypothesis."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from harness.checks.sampling import spread
from harness.checks.subjects.kinds import BY_THE_THOUSAND, of_vectors, subjects
from harness.core.encoding import Encoding
from harness.core.limits import Limits
from harness.core.vector import Vector

_LEAST, _FEW, _MANY = 24, 4, 16
"""A part of the subjects of a kind has at least so many; of a few hundred one in so many; of thousands one in so many."""


class Feed:
    """Makes the subjects of a kind once, for several laws are fed with the same."""

    def __init__(self, encoding: Encoding, limits: Limits, vectors: Sequence[Vector], seed: int):
        self.encoding = encoding
        self.limits = limits
        self.vectors = vectors
        self.seed = seed
        self._made: dict[str, list[Any]] = {}

    def subjects(self, kind: str) -> list[Any]:
        """The subjects of a kind."""
        if kind not in self._made:
            sequences, octets = of_vectors(self.vectors)
            more_sequences, more_octets = self.examples
            sequences, octets = [*sequences, *more_sequences], [*octets, *more_octets]
            self._made[kind] = subjects(kind, self.encoding, self.limits, sequences, octets)
        return self._made[kind]

    @cached_property
    def examples(self) -> tuple[list[tuple[int, ...]], list[bytes]]:
        """What Hypothesis makes for the encoding: sequences of values, and bytes."""
        from harness.checks.subjects.search import examples  # Hypothesis takes long to import, and few runs need it

        return examples(self.encoding, self.limits, self.seed)

    def take(self, examples: tuple[list[tuple[int, ...]], list[bytes]]) -> None:
        """Have these examples, whatever Hypothesis would make."""
        self.examples = examples
        self._made.clear()

    def some(self, kind: str) -> list[Any]:
        """A part of the subjects of a kind."""
        whole = self.subjects(kind)
        return spread(whole, max(_LEAST, len(whole) // (_MANY if kind in BY_THE_THOUSAND else _FEW)))
