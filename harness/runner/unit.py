"""One unit of a run: operations in batches, outcomes to the judge, verdicts out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any

from harness.adapters.testee import Testee
from harness.checks.catalogue import CHECKS, check_id, served_by
from harness.checks.drive import first_violation
from harness.checks.law import Check, Law, Violation
from harness.checks.subjects.feed import Feed
from harness.core.judge import judge, judge_failure
from harness.core.limits import Limits
from harness.core.outcome import FAILURES, Outcome, Result
from harness.core.requirement import Requirement
from harness.core.vector import Vector
from harness.core.verdict import ERROR, FAIL, HARNESS, PASS, SKIP, Judgement, Verdict
from harness.models import model_of
from harness.runner.plan import Unit
from harness.runner.repeat import pasted, repeat_command
from harness.runner.sweeping import Sweep, Tell, tell_nobody


def limits_of(unit: Unit) -> Limits:
    """What the manifest declares, with the bytes of the largest value where the encoding has larger ones."""
    declared, encoding = unit.registered.implementation.encodings[unit.encoding.id].limits, unit.encoding
    model = model_of(encoding)
    if model is None or declared.max_value is None or declared.max_value >= encoding.values.last:
        return declared
    outcome = model.encode((declared.max_value,))[0]
    largest = outcome.value if isinstance(outcome, Result) else b""
    return replace(declared, largest=largest, ordered=encoding.claims("order"))


class UnitRun:
    """Runs one unit on a testee; `tell` hears how far its sweeps are."""

    def __init__(
        self,
        unit: Unit,
        requirements: dict[str, Requirement],
        seed: int,
        exhaustive: bool,
        testee: Testee,
        tell: Tell = tell_nobody,
    ):
        self.unit = unit
        self.requirements = requirements
        self.seed = seed
        self.exhaustive = exhaustive
        self.testee = testee
        self.tell = tell
        self.limits = limits_of(unit)
        self._perform = partial(testee.perform, stop=True)
        self._feed = Feed(unit.encoding, self.limits, unit.feed, seed)

    def verdicts(self) -> Iterator[Verdict]:
        """On every vector and check that is selected."""
        if failure := self.testee.failure_to_offer(self.unit.encoding.id):
            yield from self._all_fail(failure)
            return
        yield from self._vectors()
        for name in self.unit.checks:
            yield self._check(CHECKS[name])

    def _all_fail(self, failure: Outcome) -> Iterator[Verdict]:
        for vector in self.unit.vectors:
            yield self._vector_verdict(vector, failure)
        for name in self.unit.checks:
            yield self._verdict(CHECKS[name], judge_failure(failure), outcome=failure)

    def _vectors(self) -> Iterator[Verdict]:
        outcomes = self.testee.perform([vector.operation for vector in self.unit.vectors])
        yield from map(self._vector_verdict, self.unit.vectors, outcomes)

    def _vector_verdict(self, vector: Vector, outcome: Outcome) -> Verdict:
        operation = vector.operation
        judgement = judge(self.unit.encoding, operation, vector.permitted, outcome, self.limits)
        return Verdict(
            implementation=self.unit.registered.implementation.name,
            encoding=self.unit.encoding.id,
            id=vector.id,
            requirements=vector.requirements,
            judgement=judgement,
            operation=operation,
            permitted=vector.permitted,
            outcome=outcome,
            details=self._vector_details(vector) if judgement.verdict in (FAIL, ERROR) else (),
        )

    def _vector_details(self, vector: Vector) -> tuple[str, ...]:
        note = (f"why it is there: {vector.note}",) if vector.note else ()
        return (f"written at {vector.place}", *note, f"again: {repeat_command(self.unit, vector.id)}")

    def _check(self, check: Check) -> Verdict:
        encoding = self.unit.encoding
        if why_not := check.applies(encoding):
            return self._verdict(check, Judgement(SKIP, f"does not apply: {why_not}"))
        if check.feature and check.feature not in self.testee.features(encoding.id):
            return self._verdict(check, Judgement(SKIP, f"the implementation offers no {check.feature}"))
        fed = count()
        for kind, law in check.laws:
            some = (subject for subject, _ in zip(self._feed.subjects(kind), fed))
            if found := first_violation(law, encoding, self.limits, some, self._perform):
                return self._broken(check, self._smallest(kind, law, *found))
        if not (held := next(fed)):
            return self._verdict(check, Judgement(ERROR, "was fed nothing", HARNESS))
        swept = ""
        if self.exhaustive and (sweep := Sweep(check, encoding, self.limits, self._perform)).cases:
            name = f"{self.unit.registered.implementation.name}, {encoding.id}: {check.name}"
            if violation := sweep.violation(name, self.tell):
                return self._broken(check, violation, swept=True)
            swept = f", {sweep.cases:,} cases swept"
        return self._verdict(check, Judgement(PASS, f"held on {held} subjects{swept}"))

    def _smallest(self, kind: str, law: Law, subject: Any, found: Violation) -> Violation:
        def fails(subject: Any) -> Violation | None:
            again = first_violation(law, self.unit.encoding, self.limits, [subject], self._perform)
            return again[1] if again else None

        from harness.checks.search import smallest  # Hypothesis takes long to import, and few runs need it

        return smallest(kind, self.unit.encoding, self.limits, self.seed, subject, found, fails)[1]

    def _broken(self, check: Check, violation: Violation, swept: bool = False) -> Verdict:
        outcome = violation.outcome
        failed = isinstance(outcome, FAILURES)
        judgement = judge_failure(outcome) if failed else Judgement(FAIL, str(violation))
        again = repeat_command(self.unit, check_id(self.unit.encoding.id, check.name), self.seed, swept)
        served = served_by(check.name, self.unit.encoding.id, self.requirements)
        return self._verdict(
            check,
            judgement,
            operation=violation.operation,
            permitted=violation.permitted,
            outcome=outcome,
            details=(f"the law: {check.text}", *pasted(violation, served), f"again: {again}"),
        )

    def _verdict(self, check: Check, judgement: Judgement, **more: Any) -> Verdict:
        encoding = self.unit.encoding.id
        return Verdict(
            implementation=self.unit.registered.implementation.name,
            encoding=encoding,
            id=check_id(encoding, check.name),
            requirements=served_by(check.name, encoding, self.requirements),
            judgement=judgement,
            **more,
        )
