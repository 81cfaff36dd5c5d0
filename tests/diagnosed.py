"""Codecs with mistakes, and the causes that are found for them."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from typing import Any

from project import suite

from encoding_conformance.adapters.in_process import InProcess
from encoding_conformance.causes.causes import causes
from encoding_conformance.causes.reruns import Reruns
from encoding_conformance.core.identity import IdKind
from encoding_conformance.core.judge import judge
from encoding_conformance.core.limits import NO_LIMITS
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import Outcome
from encoding_conformance.core.vector import Vector
from encoding_conformance.core.verdict import Cause, Judgement, Status, Verdict

WRONG = Judgement(Status.FAIL)
LONGEST = 5_000
"""The most values or bytes of an input. A dozen test vectors have more, and take a codec ten times as long as all others."""


def failure(vector: Vector, outcome: Outcome, judgement: Judgement = WRONG) -> Verdict:
    """Returns a failure on a vector."""
    about = "my", vector.id.encoding, vector.id, vector.requirements
    return Verdict(*about, *judgement, vector.operation, vector.permitted, outcome)


def vectors(encoding: str) -> list[Vector]:
    """Returns the test vectors of an encoding that are not too long."""
    return [each for each in suite().vectors_of(encoding) if len(each.operation.input) <= LONGEST]


def vector(encoding: str, local: str) -> Vector:
    """Returns the vector that was written by hand and has this id."""
    return next(each for each in vectors(encoding) if each.id.local == local and each.id.kind == IdKind.VECTOR)


def failures(encoding: str, codec: Any) -> list[Verdict]:
    """Returns the failures of a codec on the test vectors of an encoding."""
    definition, found = suite().encodings[encoding], []
    outcomes = InProcess(codec).perform([each.operation for each in vectors(encoding)])
    for each, got in zip(vectors(encoding), outcomes):
        judgement = judge(definition, each.operation, each.permitted, got, NO_LIMITS)
        found += [failure(each, got, judgement)] if judgement.status.is_bad else []
    return found


def reruns(encoding: str, codec: Any) -> Reruns:
    """Returns how to run a codec again, in this process."""
    tested, new = InProcess(codec), deepcopy(codec)

    def perform(operations: Iterable[Operation]) -> Iterable[Outcome]:
        return tested.perform(operations, stop=True)

    def restart() -> None:
        tested.codec = deepcopy(new)

    return Reruns(suite().encodings[encoding], perform, features=tested.features(encoding), restart=restart)


def diagnosed(encoding: str, codec: Any, failed: list[Verdict] | None = None, again: Reruns | None = None) -> list[Cause]:
    """Returns the causes of the failures of a codec, or of these failures."""
    found = failures(encoding, deepcopy(codec)) if failed is None else failed
    known = suite()
    again = again or reruns(encoding, codec)
    return causes(again, [*known.encodings.values()], vectors(encoding), known.requirements, found)


def titles(encoding: str, codec: Any) -> list[str]:
    """Returns the titles of the causes of a codec's failures, without the numbers of inputs."""
    return [cause.plain_title for cause in diagnosed(encoding, codec)]
