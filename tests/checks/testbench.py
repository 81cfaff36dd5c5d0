"""Vectors and checks at work on a codec object, in this process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from planted.tools import Unable

from harness.checks.catalogue import CHECKS
from harness.checks.drive import Perform, first_violation
from harness.checks.law import Check, Law, Violation
from harness.checks.search import examples
from harness.checks.subjects import of_vectors, subjects
from harness.core.encoding import Encoding
from harness.core.judge import judge
from harness.core.limits import NO_LIMITS
from harness.core.operation import ENCODE, Operation
from harness.core.outcome import Crash, Outcome, Rejection, Result, Unsupported
from harness.core.vector import Vector
from harness.core.verdict import PASS, SKIP
from harness.places import VECTORS
from harness.specification.library import Library, load

SEED = 0


@cache
def library() -> Library:
    return load([VECTORS], CHECKS)


@cache
def feed(encoding: str, kind: str) -> list[Any]:
    """The subjects of a kind that a run makes."""
    made_of, made = (
        of_vectors(library().vectors_of(encoding)),
        examples(library().encodings[encoding], NO_LIMITS, SEED),
    )
    sequences, octets = (vectors + found for vectors, found in zip(made_of, made))
    return subjects(kind, library().encodings[encoding], NO_LIMITS, sequences, octets)


def performing(codec: Any) -> Perform:
    """Asks a codec object as a worker process does."""

    def perform(operations: Sequence[Operation]) -> list[Outcome]:
        return [_outcome(codec, operation) for operation in operations]

    return perform


def _outcome(codec: Any, operation: Operation) -> Outcome:
    try:
        if operation.kind == ENCODE:
            return Result(codec.encode(operation.input))
        return Result(tuple(_fed(codec, operation) if operation.cuts else codec.decode(operation.input)))
    except Unable:
        return Unsupported()
    except ValueError as error:
        return Rejection(getattr(error, "start", None))
    except Exception as error:
        return Crash(repr(error))


def _fed(codec: Any, operation: Operation) -> list[int]:
    decoder = codec.incremental_decoder()
    *first, last = operation.pieces
    return [value for piece in first for value in decoder.decode(piece, False)] + decoder.decode(last, True)


def laws(encoding: Encoding) -> Iterator[tuple[Check, str, Law]]:
    """Every law of every check that applies to an encoding, with the kind of subject that it is fed with;
    first those that ask for a feature, for only they find its faults."""
    for check in sorted(CHECKS.values(), key=lambda check: not check.feature):
        if not check.applies(encoding):
            for kind, law in check.laws:
                yield check, kind, law


def law_id(check: Check, kind: str, law: Law) -> str:
    return f"{check.name}/{law.__name__}/{kind}"


def failed_vectors(encoding: str, codec: Any) -> list[Vector]:
    """The vectors on which a codec fails."""
    vectors = library().vectors_of(encoding)
    outcomes = performing(codec)([vector.operation for vector in vectors])
    return [vector for vector, outcome in zip(vectors, outcomes) if not _holds(encoding, vector, outcome)]


def _holds(encoding: str, vector: Vector, outcome: Outcome) -> bool:
    expected = library().encodings[encoding]
    judgement = judge(expected, vector.operation, vector.permitted, outcome, NO_LIMITS)
    return judgement.verdict in (PASS, SKIP)


class Broken(NamedTuple):
    """A law that does not hold, by its check's name and its own, with the first subject that shows it."""

    check: str
    law: str
    subject: Any
    violation: Violation


def broken_laws(encoding: str, codec: Any) -> Iterator[Broken]:
    """The laws that do not hold of a codec."""
    for check, kind, law in laws(library().encodings[encoding]):
        if check.feature and not getattr(codec, "incremental_decoder", None):
            continue
        if found := broken_by(law, kind, encoding, codec):
            yield Broken(check.name, law_id(check, kind, law), *found)


def broken_by(law: Law, kind: str, encoding: str, codec: Any) -> tuple[Any, Violation] | None:
    """The first subject of a run on which a law does not hold."""
    return first_violation(
        law, library().encodings[encoding], NO_LIMITS, feed(encoding, kind), performing(codec)
    )
