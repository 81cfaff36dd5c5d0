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


def failure(vector: Vector, outcome: Outcome, judgement: Judgement = WRONG) -> Verdict:
    """Returns a failure on a vector."""
    about = "my", vector.id.encoding, vector.id, vector.requirements
    return Verdict(*about, *judgement, vector.operation, vector.permitted, outcome)


LONGEST = 5_000
"""The most values or bytes of an input. A dozen test vectors have more, and take a codec ten times as long as all others."""


def vectors(encoding: str, longest: int = LONGEST) -> list[Vector]:
    """Returns the test vectors of an encoding that are asked."""
    return [each for each in suite().vectors_of(encoding) if len(each.operation.input) <= longest]


def failures(encoding: str, codec: Any, longest: int = LONGEST) -> list[Verdict]:
    """Returns the failures of a codec on the test vectors of an encoding."""
    asked = vectors(encoding, longest)
    outcomes = InProcess(codec).perform([vector.operation for vector in asked])
    definition = suite().encodings[encoding]
    judged_ones = [
        (each, got, judge(definition, each.operation, each.permitted, got, NO_LIMITS)) for each, got in zip(asked, outcomes)
    ]
    return [failure(*each) for each in judged_ones if each[2].status.is_bad]


def asking(encoding: str, codec: Any) -> Reruns:
    """Returns how to ask a codec again, in this process."""
    tested, new = InProcess(codec), deepcopy(codec)

    def perform(operations: Iterable[Operation]) -> Iterable[Outcome]:
        return tested.perform(operations, stop=True)

    def restart() -> None:
        tested.codec = deepcopy(new)

    return Reruns(suite().encodings[encoding], perform, features=tested.features(encoding), restart=restart)


def diagnosed(encoding: str, codec: Any, failed: list[Verdict] | None = None, longest: int = LONGEST) -> list[Cause]:
    """Returns the causes of the failures of a codec, or of these failures."""
    encodings, requirements = suite().encodings, suite().requirements
    found = failures(encoding, deepcopy(codec), longest) if failed is None else failed
    return causes(asking(encoding, codec), [*encodings.values()], vectors(encoding, longest), requirements, found)


def vector(encoding: str, local: str) -> Vector:
    """Returns the vector that was written by hand and has this id."""
    return next(each for each in suite().vectors_of(encoding) if each.id.local == local and each.id.kind == IdKind.VECTOR)
