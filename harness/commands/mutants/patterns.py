"""Finds the patterns of the mutants that were planted by hand: which vectors fail on each of them, and how."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from harness.causes.patterns import Pattern, write
from harness.causes.symptom import How, how_wrong
from harness.commands.arguments import load_library
from harness.commands.mutants.codec import CodecInProcess, GivenUp
from harness.commands.mutants.selection import named
from harness.commands.mutants.trial import Mutant
from harness.core.encoding import Encoding
from harness.core.identity import Id
from harness.core.judge import judge
from harness.core.limits import NO_LIMITS
from harness.core.vector import Vector
from harness.core.verdict import ERROR, FAIL


def pattern(mutant: Mutant, encoding: Encoding, vectors: Sequence[Vector]) -> Pattern:
    """Returns the pattern of a mutant in an encoding."""
    return Pattern(mutant.id, mutant.breaks, dict(_failures(mutant, encoding, vectors)))


def _failures(mutant: Mutant, encoding: Encoding, vectors: Sequence[Vector]) -> Iterator[tuple[Id, How]]:
    """Yields the vectors that fail. After too many time-outs, there are no more."""
    codec = CodecInProcess(mutant.load()[encoding.id])
    with suppress(GivenUp):
        for vector, outcome in zip(vectors, codec.perform([vector.operation for vector in vectors])):
            if judge(encoding, vector.operation, vector.permitted, outcome, NO_LIMITS).verdict in (FAIL, ERROR):
                yield vector.id, how_wrong(vector.permitted, outcome)


def text(encoding: str) -> str:
    """Returns the text of the file with the patterns of all mutants of an encoding."""
    library = load_library(())
    vectors = library.vectors_of(encoding)
    mutants = [mutant for mutant in named() if mutant.encodings == (encoding,)]
    patterns = [pattern(mutant, library.encodings[encoding], vectors) for mutant in mutants]
    return write(encoding, [vector.id for vector in vectors], (each for each in patterns if each.fails))
