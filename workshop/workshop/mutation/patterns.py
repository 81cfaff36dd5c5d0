"""Finds the patterns of the mutants that were planted by hand: which vectors fail on each of them, and how."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

import click

from encoding_conformance.adapters.jobs import pool
from encoding_conformance.commands.arguments import cores, load_suite
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import Id
from encoding_conformance.core.judge import Fault, fault_of, judge
from encoding_conformance.core.limits import NO_LIMITS
from encoding_conformance.core.vector import Vector
from workshop.mutation.codec import GivenUp, TimedCodec
from workshop.mutation.pattern_files import FOLDER, Pattern, write
from workshop.mutation.selection import named
from workshop.mutation.trial import Mutant


def pattern(mutant: Mutant, encoding: Encoding, vectors: Sequence[Vector]) -> Pattern:
    """Returns the pattern of a mutant in an encoding."""
    return Pattern(mutant.id, mutant.breaks, dict(_failures(mutant, encoding, vectors)))


def _failures(mutant: Mutant, encoding: Encoding, vectors: Sequence[Vector]) -> Iterator[tuple[Id, Fault]]:
    """Yields the vectors that fail. After too many time-outs, there are no more."""
    codec = TimedCodec(mutant.load()[encoding.id])
    with suppress(GivenUp):
        for vector, outcome in zip(vectors, codec.perform([vector.operation for vector in vectors])):
            if judge(encoding, vector.operation, vector.permitted, outcome, NO_LIMITS).status.is_bad:
                yield vector.id, fault_of(vector.permitted[:1], outcome)


def text(encoding: str) -> str:
    """Returns the text of the file with the patterns of all mutants of an encoding."""
    suite = load_suite(())
    vectors = suite.vectors_of(encoding)
    mutants = [mutant for mutant in named() if mutant.encodings == (encoding,)]
    patterns = [pattern(mutant, suite.encodings[encoding], vectors) for mutant in mutants]
    return write(encoding, [vector.id for vector in vectors], (each for each in patterns if each.fails))


@click.command("patterns")
def command() -> int:
    """Find anew which test vectors fail on each mutant.

    The page of the mutants on the site shows them.
    """
    FOLDER.mkdir(exist_ok=True)
    encodings = sorted({id for mutant in named() for id in mutant.encodings})
    with pool(cores()) as executor:
        for encoding, written in zip(encodings, executor.map(text, encodings)):
            (FOLDER / f"{encoding}.json").write_text(written, encoding="utf-8")
    return 0
