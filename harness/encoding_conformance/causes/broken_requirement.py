"""Names the requirement that a mistake breaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from encoding_conformance.causes.effect import FAILURES, Effect
from encoding_conformance.causes.mistake import Failure, Mistake
from encoding_conformance.causes.rules import WHATEVER
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.vector import Vector
from encoding_conformance.explain.explanation import explained

_ANSWER, _FIRST_FAULT, _STATE, _LENGTH, _MAP = (
    f"common/{name}" for name in ("always-an-answer", "first-fault", "initial-state", "any-length", "map-both-ways")
)
"""The requirements on every encoding that a mistake may break whatever the values are."""


def broken(
    encoding: Encoding,
    vectors: Sequence[Vector],
    requirements: Mapping[str, Requirement],
    mistake: Mistake,
    example: Failure,
) -> str:
    """Returns the id of the requirement that a mistake breaks: one on every encoding if the mistake does not depend on values;
    what the explanation of the example says of ill-formed input; and otherwise the one of the example whose vectors agree best
    with the failures. It is empty if the example serves none."""
    if (whatever := _whatever_the_values(mistake)) in requirements:
        return whatever
    if encoding.tables and example.case.subjects and example.case.subjects[0].reason:
        rule = explained(encoding, example.case.operation, requirements).rule
        if rule and rule.id in example.verdict.requirements:
            return rule.id
    return max(example.verdict.requirements, key=agreement(vectors, mistake.failures), default="")


def agreement(vectors: Sequence[Vector], failures: Sequence[Failure]) -> Callable[[str], float]:
    """Returns a function that tells how well the vectors of a requirement agree with these failures."""
    asked = Counter(id for vector in vectors for id in vector.requirements)
    failed = Counter(id for failure in failures for id in failure.verdict.requirements)
    return lambda id: failed[id] ** 2 / max(1, asked[id])


def _whatever_the_values(mistake: Mistake) -> str:
    """Returns the requirement on every encoding that a mistake breaks; empty if what it breaks depends on the values."""
    match mistake.main.effect:
        case effect if effect in FAILURES:
            return _ANSWER
        case _ if not mistake.repeats:
            return _STATE
        case Effect.UNSUPPORTED:
            return _MAP
        case Effect.OFFSET:
            return _FIRST_FAULT
    return _LENGTH if mistake.from_size or (mistake.rule and mistake.rule.subject.words in WHATEVER) else ""
