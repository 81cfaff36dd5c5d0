"""Names the requirement that a mistake breaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from encoding_conformance.causes.effect import FAILURES, ON_VALUES, Effect
from encoding_conformance.causes.mistake import Failure, Mistake
from encoding_conformance.causes.part import LARGE
from encoding_conformance.causes.prediction import ANY_LENGTH, FIRST_FAULT, MAP_BOTH_WAYS
from encoding_conformance.causes.statement import ANY_INPUT, ANY_VALUE, EMPTY
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import IdKind
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.vector import Vector
from encoding_conformance.explain.explanation import broken_by


def broken(encoding: Encoding, vectors: Sequence[Vector], requirements: Mapping[str, Requirement], mistake: Mistake) -> str:
    """Returns the id of the requirement that a mistake breaks: one on every encoding if the mistake does not depend on values;
    else the one that the explanation of ill-formed input cites; else the one whose vectors match the failures best. It is empty
    if there is no such requirement."""
    if mistake.effect == Effect.BREAKS_THE_PROTOCOL:
        return ""  # garbled replies show nothing about the codec
    if (general := _whatever_the_values(mistake)) in requirements:
        return general
    if mistake.effect not in ON_VALUES or (mistake.prediction and not mistake.prediction.encoding):
        cited = Counter(id for each in mistake.failures if (id := _cited(encoding, requirements, each)))
        if cited:
            return max(sorted(cited), key=cited.__getitem__)
    served = Counter(id for vector in vectors for id in vector.requirements)
    shown = [each for each in mistake.failures if each.trial.group == mistake.group] or mistake.failures
    shown = [each for each in shown if each.verdict.id.kind != IdKind.CHECK] or shown
    failed = Counter(id for each in shown for id in each.verdict.requirements)
    return max(sorted(failed), key=lambda id: failed[id] ** 2 / max(1, served[id]), default="")


def _cited(encoding: Encoding, requirements: Mapping[str, Requirement], failure: Failure) -> str:
    """Returns the id of the requirement that the explanation of a failed input cites; empty if there is none."""
    requirement = broken_by(encoding, failure.trial.operation, requirements) if failure.trial.size <= LARGE else None
    serves = requirement and (failure.verdict.id.kind == IdKind.CHECK or requirement.id in failure.verdict.requirements)
    return requirement.id if requirement and serves else ""


def _whatever_the_values(mistake: Mistake) -> str:
    """Returns the requirement on every encoding that a mistake breaks; empty if that depends on the values."""
    if mistake.prediction:
        return mistake.prediction.requirement
    if mistake.effect in FAILURES:
        return "common/always-an-answer"
    if not mistake.repeats:
        return "common/initial-state"
    if mistake.effect == Effect.OFFSET:
        return FIRST_FAULT
    if mistake.effect == Effect.UNSUPPORTED:
        return MAP_BOTH_WAYS
    part, context = (mistake.statement.part.words, mistake.statement.context.words) if mistake.statement else ("", "")
    if part in (ANY_INPUT, ANY_VALUE) and "the state" not in context:
        return ANY_LENGTH if context else MAP_BOTH_WAYS
    return ANY_LENGTH if part == EMPTY else ""
