"""Names the requirement that a mistake breaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from encoding_conformance.causes.effect import FAILURES
from encoding_conformance.causes.mistake import Failure
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.vector import Vector
from encoding_conformance.explain.explanation import explained

_ANSWER = "common/always-an-answer"
"""The requirement that a crash or a time-out breaks, whatever the input."""


def broken(
    encoding: Encoding,
    vectors: Sequence[Vector],
    requirements: Mapping[str, Requirement],
    example: Failure,
    failures: Sequence[Failure],
) -> str:
    """Returns the id of the requirement that failures break: what the explanation of the example says of ill-formed input, and
    otherwise the one of the example whose vectors agree best with the failures. It is empty if the example serves none."""
    signature = example.case.signature
    if signature and signature.effect in FAILURES and _ANSWER in requirements:
        return _ANSWER
    if encoding.tables and example.case.subjects and example.case.subjects[0].reason:
        rule = explained(encoding, example.case.operation, requirements).rule
        if rule and rule.id in example.verdict.requirements:
            return rule.id
    asked = Counter(id for vector in vectors for id in vector.requirements)
    failed = Counter(id for failure in failures for id in failure.verdict.requirements)
    return max(example.verdict.requirements, key=lambda id: failed[id] ** 2 / max(1, asked[id]), default="")
