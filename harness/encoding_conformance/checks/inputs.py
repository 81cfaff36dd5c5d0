"""The texts and byte strings from which checks make their cases: from vectors, from Hypothesis, or from a fuzzer or corpus."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import cycle, islice
from typing import TYPE_CHECKING

from encoding_conformance.checks import first_and_spread
from encoding_conformance.checks.near_misses import near_misses
from encoding_conformance.checks.special_values import TEXTUAL, admits
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.operation import Encode
from encoding_conformance.core.outcome import Decoded
from encoding_conformance.core.vector import Vector
from encoding_conformance.models import boundaries

if TYPE_CHECKING:
    from encoding_conformance.checks.examples import Cut

Text = tuple[int, ...]
"""A sequence of values."""

EXAMPLES = 30
"""The number of texts, and of byte strings, that Hypothesis draws for an encoding unless the user gives another."""

MOST = 320
"""The most texts, and the most byte strings. The first ones, which come from vectors that were written by hand, are always among
them."""

_HANDY = 512
"""The most bytes of a text or byte string that checks vary. Vectors may be longer."""

_LONG = 0x100
"""The number of values of the longest text. Counters of eight bits and small buffers do not hold them."""

SPECIAL_TEXTS = (
    (),
    *((value,) * times for value in TEXTUAL for times in (1, 2)),
    (0x0D, 0x0A),
    (0x0A, 0xFEFF),
    (0x65, 0x301),
)
"""No, one and two of the textual characters, line ends of two characters, and characters that a normalization joins."""


@dataclass(frozen=True, eq=False)
class Inputs:
    """The texts and byte strings from which checks make their cases. Byte strings may be ill-formed; some have offsets at which
    they are `cut`. All texts can be used in any check, and keep the `limits`. A `thorough` run has all cases of each check."""

    encoding: Encoding
    limits: Limits
    texts: list[Text]
    octets: list[bytes]
    cut: list[Cut] = field(default_factory=list)
    thorough: bool = False

    @cached_property
    def strings(self) -> list[bytes]:
        """The byte strings that checks vary, at most MOST."""
        return first_and_spread(list(dict.fromkeys(self.octets)), MOST)

    @cached_property
    def pairs(self) -> list[tuple[Text, Text]]:
        """Pairs of texts: neighbours, and texts that differ only at their end."""
        neighbours = list(zip(self.texts, self.texts[1:] + self.texts[:1]))
        branches = [(a, a[:-1] + b[:1]) for a, b in neighbours]
        pairs = [(a, b) for a, b in neighbours + branches if admits(self.encoding, self.limits, a + b)]
        return first_and_spread(list(dict.fromkeys(pairs)), MOST)

    @cached_property
    def near_misses(self) -> list[bytes]:
        """Byte strings that differ slightly from what the encoding writes."""
        return near_misses(self.encoding, tuple(dict.fromkeys(self.octets)))


def inputs_of(
    encoding: Encoding, limits: Limits, vectors: Iterable[Vector], seed: int, examples: int, thorough: bool = False
) -> Inputs:
    """Returns the inputs of a run: special texts, the texts and byte strings of vectors, and `examples` of each that Hypothesis
    draws for the seed."""
    from encoding_conformance.checks.examples import (
        drawn,  # Hypothesis takes long to import, and a run of vectors needs no inputs
    )

    in_vectors, octets = of_vectors(vectors)
    more, cut = drawn(encoding, limits, seed, examples)
    edges = [value for value in boundaries(encoding) if value < 1 << 15]
    many = tuple(islice(cycle(edges), _LONG))
    special = [values for values in (*SPECIAL_TEXTS, many) if admits(encoding, limits, values)]
    candidates = dict.fromkeys((*in_vectors, *more))
    handy = [values for values in candidates if _is_handy(values) and admits(encoding, limits, values)]
    texts = list(dict.fromkeys([*special, *first_and_spread(handy, MOST - len(special))]))
    strings = [data for data in (*octets, *(data for data, _ in cut)) if len(data) <= _HANDY]
    return Inputs(encoding, limits, texts, strings, cut, thorough)


def of_vectors(vectors: Iterable[Vector]) -> tuple[list[Text], list[bytes]]:
    """Returns the texts and the byte strings in vectors."""
    texts: list[Text] = []
    octets: list[bytes] = []
    for vector in vectors:
        if isinstance(vector.operation, Encode):
            texts.append(vector.operation.input)
            continue
        octets.append(vector.operation.input)
        if isinstance(vector.permitted[0], Decoded):
            texts.append(vector.permitted[0].value)
    return texts, octets


def _is_handy(values: Text) -> bool:
    return len(values) <= _HANDY and sum(value.bit_length() // 8 + 1 for value in values) <= _HANDY
