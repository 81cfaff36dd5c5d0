"""Finds the causes of the failures of an implementation in an encoding."""

from __future__ import annotations

from collections.abc import Sequence

from encoding_conformance.causes.broken_requirement import requirement
from encoding_conformance.causes.examined import examined
from encoding_conformance.causes.failures import Failed, Failures
from encoding_conformance.causes.grouping import groups
from encoding_conformance.causes.naming import title
from encoding_conformance.causes.patterns import Known, known
from encoding_conformance.causes.recognition import alike
from encoding_conformance.causes.symptom import EFFECTS, Symptom
from encoding_conformance.causes.vector_index import Tests, VectorIndex, places_of
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import IdKind
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import Decoded, Encoded, Outcome
from encoding_conformance.core.vector import Permitted, Vector
from encoding_conformance.core.verdict import Cause, Status, Verdict
from encoding_conformance.models import permitted

_OF_THE_ADAPTER = ("broken reply",)
"""The effects for which the adapter is at fault, so that they break no requirement of the encoding."""

_NOTHING = (Encoded(b""), Decoded(()))


class _Failure:
    """A failure with an operation, and what is wrong with its outcome."""

    def __init__(
        self, encoding: Encoding, verdict: Verdict, operation: Operation, outcome: Outcome, expected: Sequence[Permitted]
    ):
        self.verdict = verdict
        self.seen, self.symptom = examined(encoding, operation, outcome, expected)

    @property
    def size(self) -> int:
        return len(self.seen.operation.input)


class _Mistake:
    """The failures of a cause while it is put together. `tests` are those on vectors."""

    def __init__(self, main: Symptom, tests: Tests = 0):
        self.main = main
        self.tests = tests
        self.failures: list[_Failure] = []


def causes(encoding: Encoding, vectors: Sequence[Vector], failed: Sequence[Verdict]) -> list[Cause]:
    """Returns the causes of failures, the worst first. `vectors` are all vectors of the encoding that were asked, and
    `failed` all verdicts of one implementation in the encoding that are failures or errors. Each of them is explained by
    exactly one cause. The order of the verdicts makes no difference."""
    failed = sorted(failed, key=lambda verdict: verdict.id)
    by_id = {verdict.id: _failure(encoding, verdict) for verdict in failed}
    index = VectorIndex(encoding, vectors)
    of_vectors = {index.places[id]: failure for id, failure in by_id.items() if failure and id in index.places}
    patterns = known(index) if of_vectors else []
    failures = Failures(index, (Failed(place, each.seen.how, each.seen.outcome) for place, each in of_vectors.items()))
    mistakes = [_Mistake(group.main, group.tests) for group in groups(failures, patterns)]
    for mistake in mistakes:
        mistake.failures = [of_vectors[place] for place in places_of(mistake.tests)]
    for id, failure in by_id.items():
        if failure and id not in index.places:
            _join(mistakes, failure)
    told = [_cause(encoding, failures, patterns, mistake) for mistake in sorted(mistakes, key=_order)]
    others = [verdict for verdict in failed if not by_id[verdict.id]]
    errors = [alone(verdict) for verdict in others if verdict.status == Status.ERROR]
    return [*errors, *told, *(alone(verdict) for verdict in others if verdict.status != Status.ERROR)]


def _failure(encoding: Encoding, verdict: Verdict) -> _Failure | None:
    """Returns a failure with what is wrong with it; None if it is not about the outcome of an operation, or if nothing says
    what is due."""
    if verdict.operation is None or verdict.got is None:
        return None
    expected = verdict.expected or (permitted(encoding, verdict.operation) if encoding.tables else ())
    return _Failure(encoding, verdict, verdict.operation, verdict.got, expected) if expected else None


def _join(mistakes: list[_Mistake], failure: _Failure) -> None:
    """Adds a failure that no pattern is about, such as a law's smallest case, to the mistake that it resembles most, or to
    a new one if it resembles none."""
    best = max(mistakes, key=lambda mistake: _resemblance(mistake, failure), default=None)
    if best is None or not _resemblance(best, failure):
        best = _Mistake(failure.symptom)
        mistakes.append(best)
    best.failures.append(failure)


def _resemblance(mistake: _Mistake, failure: _Failure) -> tuple[bool, ...]:
    """Returns the ways in which a failure resembles a mistake, the most telling first; empty if it does not."""
    symptoms = {each.symptom for each in mistake.failures}
    requirements = {id for each in mistake.failures for id in each.verdict.requirements}
    same_symptom = failure.symptom in symptoms
    same_effect = any((each.kind, each.effect) == failure.symptom[:2] for each in symptoms)
    same_kind = any(each.kind == failure.symptom.kind for each in symptoms)
    if not same_kind:
        return ()
    return same_symptom, same_effect, not requirements.isdisjoint(failure.verdict.requirements), same_kind


def _order(mistake: _Mistake) -> tuple[int, bool, int, int]:
    """The worst effect comes first, then the mistake that explains most, then the one with the smallest example."""
    offsets = sum(each.seen.how.startswith("offset") for each in mistake.failures)
    worst = min(EFFECTS.index(each.symptom.effect) for each in mistake.failures)
    only_offsets = offsets == len(mistake.failures)
    return len(EFFECTS) if only_offsets else worst, only_offsets, -len(mistake.failures), _example(mistake).size


def _example(mistake: _Mistake) -> _Failure:
    """The failure with the smallest input. A vector is preferred to a law, an outcome that has bytes or values to one that
    has none, the main symptom to others, and a vector that was written by hand to an edge case."""

    def order(failure: _Failure) -> tuple[bool, int, bool, bool, bool, bool, str]:
        id = failure.verdict.id
        other = failure.symptom != mistake.main
        nothing = failure.seen.outcome in _NOTHING
        offset = failure.seen.how.startswith("offset")
        return id.kind == IdKind.CHECK, failure.size, nothing, other, offset, id.kind == IdKind.EDGE_CASE, str(id)

    return min(mistake.failures, key=order)


def _cause(encoding: Encoding, failures: Failures, patterns: Sequence[Known], mistake: _Mistake) -> Cause:
    example = _example(mistake)
    others = [each for each in mistake.failures if each is not example]
    adapter = mistake.main.effect in _OF_THE_ADAPTER  # what an adapter garbles says nothing about the codec
    broken = "" if adapter else requirement(failures, patterns, mistake.tests, example.verdict.requirements)
    return Cause(
        example.verdict.implementation,
        example.verdict.encoding,
        title(encoding, mistake.main, [each.seen for each in (example, *others)]),
        broken,
        (example.verdict.id, *(each.verdict.id for each in others)),
        example.verdict,
        None if adapter else alike(failures, patterns, mistake.tests, len(mistake.failures)),
    )


def alone(verdict: Verdict) -> Cause:
    """Returns the cause of a failure that is not about an outcome, such as an implementation that does not start. Why that is
    so is no part of the title."""
    broken, told = next(iter(verdict.requirements), ""), verdict.reason
    if verdict.id.kind == IdKind.START:
        told = "it does not start" if verdict.got else "it cannot run"
    return Cause(verdict.implementation, verdict.encoding, told, broken, (verdict.id,), verdict)
