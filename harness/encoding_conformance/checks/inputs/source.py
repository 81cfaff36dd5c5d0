"""The inputs of an encoding's laws in a run, made from its vectors and by Hypothesis."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from encoding_conformance.checks.inputs.kinds import BY_THE_THOUSAND, inputs, of_vectors
from encoding_conformance.checks.sampling import spread
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.vector import Vector

_LEAST, _FEW, _MANY = 24, 4, 16
"""How large a part of the inputs of a kind is: at least the first number, and one in four of a few hundred inputs or one in
sixteen of thousands."""


class InputSource:
    """Makes the inputs of each kind only once, because several laws share them."""

    def __init__(self, encoding: Encoding, limits: Limits, vectors: Sequence[Vector], seed: int):
        self.encoding = encoding
        self.limits = limits
        self.vectors = vectors
        self.seed = seed
        self._made: dict[str, list[Any]] = {}

    def inputs(self, kind: str) -> list[Any]:
        """All inputs of a kind, always the same for an encoding, its vectors, the limits and the seed."""
        if kind not in self._made:
            sequences, octets = of_vectors(self.vectors)
            more_sequences, more_octets = self.examples
            sequences, octets = [*sequences, *more_sequences], [*octets, *more_octets]
            self._made[kind] = inputs(kind, self.encoding, self.limits, sequences, octets)
        return self._made[kind]

    @cached_property
    def examples(self) -> tuple[list[tuple[int, ...]], list[bytes]]:
        """The examples that Hypothesis makes for the encoding: sequences of values, and strings of bytes."""
        from encoding_conformance.checks.inputs.search import examples  # Hypothesis takes long to import, and few runs need it

        return examples(self.encoding, self.limits, self.seed)

    def take(self, examples: tuple[list[tuple[int, ...]], list[bytes]]) -> None:
        """Takes these examples instead of those that Hypothesis would make."""
        self.examples = examples
        self._made.clear()

    def some(self, kind: str) -> list[Any]:
        """A part of the inputs of a kind."""
        whole = self.inputs(kind)
        return spread(whole, max(_LEAST, len(whole) // (_MANY if kind in BY_THE_THOUSAND else _FEW)))
