"""Judges implementations that replace, and lets laws test them.

A law knows results and rejections. If an implementation gives what is due of it instead of a rejection, the law sees the
rejection for which it stands. If it gives anything else for ill-formed input, the law is broken, whatever the law is about.
"""

from __future__ import annotations

from collections.abc import Sequence

from encoding_conformance.checks.law import Violation
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.judge import judge, matches
from encoding_conformance.core.limits import Limits, Replacing
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import Outcome, Rejection, Unsupported
from encoding_conformance.core.vector import Permitted
from encoding_conformance.core.verdict import Judgement, Status
from encoding_conformance.models import permitted
from encoding_conformance.models.lenient import instead

NOT_THE_REPLACEMENT = "not what the manifest declares as the replacement"


def judge_replacing(
    encoding: Encoding, operation: Operation, outcomes: Sequence[Permitted], outcome: Outcome, limits: Limits
) -> Judgement:
    """Judges an outcome as `judge` does, but in the place of a permitted rejection, what the implementation declares to give
    instead is permitted. `outcomes` are those that the specification permits. They decide what a limit excuses."""
    expected = instead(encoding, operation, outcomes, limits.replacing)
    if expected == tuple(outcomes) or isinstance(outcome, Unsupported):
        return judge(encoding, operation, outcomes, outcome, limits)
    judgement = judge(encoding, operation, expected, outcome, limits)
    if judgement.status == Status.FAIL and isinstance(outcome, Permitted):
        return Judgement(Status.FAIL, NOT_THE_REPLACEMENT)
    return judgement


def as_laws_see_it(encoding: Encoding, replacing: Replacing, operation: Operation, outcome: Outcome) -> Outcome:
    """Returns an outcome as a law sees it. Raises Violation if a replacement is due and this is not it. That an operation is
    not supported is for the law to judge, since limits may excuse it."""
    if not replacing.replaces(operation.kind) or isinstance(outcome, Unsupported):
        return outcome
    strict = permitted(encoding, operation)
    expected = instead(encoding, operation, strict, replacing)
    if expected == strict or outcome in strict:
        return outcome
    if not any(matches(each, outcome) for each in expected):
        raise Violation(operation, outcome, NOT_THE_REPLACEMENT, expected)
    return next(each for each in strict if isinstance(each, Rejection))
