"""Runs one unit: asks its operations in blocks, judges the outcomes, and gives the verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import Any

from encoding_conformance.adapters.block import Askable, Block, Ids, Question
from encoding_conformance.checks.blame import asked_by, blamed
from encoding_conformance.checks.catalogue import CHECKS, Check, served_by
from encoding_conformance.checks.drive import first_violation, judge_replacing
from encoding_conformance.checks.inputs.kinds import InputSource
from encoding_conformance.checks.law import Counterexample, Found, Law, Violation
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import Id, IdKind, LawId, check_id
from encoding_conformance.core.judge import PASSED, judge_failure, judge_not_asked
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.notation import failure_text
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import FAILURES, NotAsked, Outcome, Rejection
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.vector import Permitted, Vector
from encoding_conformance.core.verdict import Blame, Ground, Judgement, Pointers, Status, Verdict, judged
from encoding_conformance.models import bytes_of, permitted
from encoding_conformance.models.lenient import instead
from encoding_conformance.models.spans import traits
from encoding_conformance.runner.plan import Unit, repeat_command
from encoding_conformance.runner.sweeping import Case, Sweep, Tell, tell_nobody
from encoding_conformance.runner.taped import TapedLaws, find_tape, record_tape


def fitting_first(
    ids: Sequence[str], requirements: Mapping[str, Requirement], encoding: Encoding, operation: Operation, expected: Permitted
) -> tuple[str, ...]:
    """The requirements, first those that a test vector of this operation may name. Otherwise, their order is kept."""
    outcome, reason = ("reject", expected.text) if isinstance(expected, Rejection) else ("result", "")
    found = traits(encoding, operation, expected)

    def is_about_others(id: str) -> bool:
        about = requirements[id].about
        return bool(about) and not any(row.fits(operation.kind, outcome, reason, found) for row in about)

    return tuple(sorted(ids, key=is_about_others))


def limits_of(unit: Unit) -> Limits:
    """The limits that the manifest declares, with the bytes of the largest value; none if the encoding has no larger value."""
    declared, encoding = unit.registered.implementation.encodings[unit.encoding.id].limits, unit.encoding
    if declared.max_value is None or declared.max_value >= encoding.values.last:
        return declared
    if not encoding.tables:
        return declared
    return replace(declared, largest=bytes_of(encoding, (declared.max_value,)), ordered=encoding.claims("order"))


def input_limits(limits: Limits, encoding: Encoding) -> Limits:
    """The limits as far as they matter for the inputs of laws. A largest value that the encoding does not have is no limit."""
    declared = limits.max_value
    return Limits() if declared is None or declared >= encoding.values.last else Limits(declared)


def largest(units: Iterable[Unit]) -> dict[tuple[str, str], int]:
    """The largest values that the manifests declare, by implementation and encoding."""
    found = {}
    for unit in units:
        implementation = unit.registered.implementation
        max_value = implementation.encodings[unit.encoding.id].limits.max_value
        if max_value is not None:
            found[implementation.name, unit.encoding.id] = max_value
    return found


def unable_to_start(unit: Unit, reason: str, failure: Outcome | None = None) -> Verdict:
    """The verdict on an implementation that does not start."""
    return _unable(unit, IdKind.START, reason, failure)


def _unable(unit: Unit, kind: IdKind, reason: str, failure: Outcome | None) -> Verdict:
    id, again = Id(unit.encoding.id, kind), Pointers(rerun=repeat_command(unit))
    name, judgement = unit.registered.implementation.name, Judgement(Status.ERROR, reason, Blame.ADAPTER)
    return judged(name, unit.encoding.id, id, (), judgement, got=failure, pointers=again)


class UnitRun:
    """Runs one unit on a testee; `tell` is called with the progress of sweeps. `seconds` is how long the last verdict took.
    Vectors are asked together, so each of them has an equal share of their time."""

    def __init__(
        self,
        unit: Unit,
        requirements: Mapping[str, Requirement],
        seed: int,
        exhaustive: bool,
        testee: Askable,
        tell: Tell = tell_nobody,
        taped: bool = True,
    ):
        """Without `taped`, every law is run, with the same verdicts."""
        self.unit = unit
        self.requirements = requirements
        self.seed = seed
        self.exhaustive = exhaustive
        self.testee = testee
        self.tell = tell
        self.limits = limits_of(unit)
        self.seconds = 0.0
        self._perform = partial(testee.perform, stop=True)
        vectors = unit.all_vectors if unit.checks else ()
        self._source = InputSource(unit.encoding, input_limits(self.limits, unit.encoding), vectors, seed)
        self._ids, self._taped = Ids(), taped
        self._laws = self._taped_laws() if taped else None

    def verdicts(self) -> Iterator[Verdict]:
        """The verdicts on all selected vectors and checks; or one verdict if the implementation does not start or does not offer
        the encoding."""
        encoding = self.unit.encoding.id
        if failure := self.testee.failure_to_start():
            yield unable_to_start(self.unit, f"it does not start: {failure_text(failure)}", failure)
            return
        if failure := self.testee.failure_to_offer(encoding):
            yield _unable(self.unit, IdKind.OFFER, failure_text(failure), failure)
            return
        yield from self._vectors()
        for name in self.unit.checks:
            start = perf_counter()
            verdict = self._check(CHECKS[name])
            self.seconds = perf_counter() - start
            yield verdict

    def _names(self) -> tuple[str, str]:
        return self.unit.registered.implementation.name, self.unit.encoding.id

    def _vectors(self) -> Iterator[Verdict]:
        vectors = self.unit.vectors
        if not vectors:
            return
        expected = [self._expected(vector) for vector in vectors]
        questions = [Question(vector.operation, _first(each)) for vector, each in zip(vectors, expected)]
        block = Block(questions, self._ids.take(len(vectors)))
        start = perf_counter()
        answers = self.testee.play(block)
        self.seconds = (perf_counter() - start) / len(vectors)
        verdict = self._expected_verdict if answers.as_expected else self._vector_verdict
        yield from map(verdict, vectors, expected, answers.outcomes)

    def _expected(self, vector: Vector) -> tuple[Permitted, ...]:
        """The outcomes that are permitted to this implementation."""
        return instead(self.unit.encoding, vector.operation, vector.permitted, self.limits.replacing)

    def _expected_verdict(self, vector: Vector, expected: tuple[Permitted, ...], outcome: Outcome) -> Verdict:
        """The verdict on an outcome that is the first permitted one."""
        if len(expected) > 1:
            return self._vector_verdict(vector, expected, outcome)
        return judged(*self._names(), vector.id, vector.requirements, PASSED, vector.operation, expected, outcome)

    def _vector_verdict(self, vector: Vector, expected: tuple[Permitted, ...], outcome: Outcome) -> Verdict:
        judgement = judge_replacing(self.unit.encoding, vector.operation, vector.permitted, outcome, self.limits)
        failed = judgement.status.is_bad
        if judgement.status == Status.PASS and isinstance(outcome, Rejection):
            outcome = Rejection(outcome.offset)  # the free text of a right rejection decides nothing
        return judged(
            *self._names(),
            vector.id,
            vector.requirements,
            judgement,
            vector.operation,
            expected,
            None if isinstance(outcome, NotAsked) else outcome,
            self._pointers(vector) if failed else Pointers(),
        )

    def _pointers(self, vector: Vector) -> Pointers:
        return Pointers(vector.location, vector.note, rerun=repeat_command(self.unit, str(vector.id)))

    def _check(self, check: Check) -> Verdict:
        encoding = self.unit.encoding
        if why_not := check.applies(encoding):
            return self._verdict(check, Judgement(Status.SKIP, f"does not apply: {why_not}", ground=Ground.PROPERTY))
        if check.feature and check.feature not in self.testee.features(encoding.id):
            return self._verdict(
                check, Judgement(Status.SKIP, f"the implementation offers no {check.feature}", ground=Ground.FEATURE)
            )
        held, not_asked = 0, None
        for kind, law in check.laws:
            inputs, found = self._first_violation(check, kind, law)
            if isinstance(found, NotAsked):
                not_asked = found
            elif found:
                input, violation = self._smallest(kind, law, found)
                return self._broken(check, Case(law, input), violation)
            held += inputs
        if not held:
            return self._verdict(check, Judgement(Status.ERROR, "no inputs were generated for this check", Blame.HARNESS))
        swept = ""
        ids = self._ids if self._taped else None
        sweep = Sweep(check, encoding, self.limits, self.testee, ids, self.exhaustive)
        if sweep.cases:
            name = f"{self.unit.registered.implementation.name}, {encoding.id}: {check.name}"
            swept_out = sweep.violation(name, self.tell)
            if isinstance(swept_out, NotAsked):
                not_asked = swept_out
            elif swept_out:
                return self._broken(check, swept_out.input, swept_out.violation, swept=self.exhaustive)
            swept = f", {sweep.cases:,} cases swept"
        if not_asked:
            return self._verdict(check, judge_not_asked(not_asked))
        return self._verdict(check, Judgement(Status.PASS, f"held on {held} inputs{swept}"))

    def _first_violation(self, check: Check, kind: str, law: Law) -> tuple[int, Found]:
        """How many inputs a law has, and the first one on which it does not hold."""
        if self._laws and (taped := self._laws.law(LawId(check.name, law.name, kind))):
            return taped.inputs, self._laws.first_violation(taped, kind, law, self.limits)
        inputs = self._source.inputs(kind)
        return len(inputs), first_violation(law, self.unit.encoding, self.limits, inputs, self._perform)

    def _taped_laws(self) -> TapedLaws | None:
        """Returns the laws on their tape; None if there is no tape. A tape is recorded only if all checks are selected."""
        if not self.unit.checks:
            return None
        tape = find_tape(self.unit, self._source)
        if tape is None and len(self.unit.checks) == len(CHECKS):
            tape = record_tape(self.unit, self._source)
        return TapedLaws(tape, self._source, self.testee, self._ids, self.limits.replacing) if tape else None

    def _smallest(self, kind: str, law: Law, found: Counterexample) -> Counterexample:
        from encoding_conformance.checks.inputs.search import smallest  # Hypothesis takes long to import, and few runs need it

        encoding, limits = self.unit.encoding, self.limits

        def run(input: Any) -> Found:
            return first_violation(law, encoding, limits, [input], self._perform)

        return smallest(kind, encoding, limits, self.seed, found, run, self._source.inputs(kind))

    def _broken(self, check: Check, case: Case, found: Violation, swept: bool = False) -> Verdict:
        encoding = self.unit.encoding
        is_failure = isinstance(found.outcome, FAILURES)  # then it is known which operation failed
        asked = () if is_failure else asked_by(case.law, encoding, self.limits, case.input, self._perform)
        violation, is_vector = blamed(encoding, self.limits, found, asked)
        outcome = violation.outcome
        judgement = judge_failure(outcome) if isinstance(outcome, FAILURES) else Judgement(Status.FAIL, str(violation))
        again = repeat_command(self.unit, str(check_id(self.unit.encoding.id, check.name)), self.seed, swept)
        asked_for = violation.operation, violation.permitted, outcome
        verdict = self._verdict(check, judgement, *asked_for, Pointers(law=check.text, rerun=again, is_vector=is_vector))
        if not violation.permitted or not encoding.tables:
            return verdict
        expected = permitted(encoding, violation.operation)[0]  # of a codec that rejects, whatever this one is declared to do
        served = fitting_first(verdict.requirements, self.requirements, encoding, violation.operation, expected)
        return verdict._replace(requirements=served)

    def _verdict(
        self,
        check: Check,
        judgement: Judgement,
        operation: Operation | None = None,
        expected: tuple[Permitted, ...] = (),
        got: Outcome | None = None,
        pointers: Pointers = Pointers(),
    ) -> Verdict:
        encoding = self.unit.encoding.id
        id, requirements = check_id(encoding, check.name), served_by(check.name, encoding, self.requirements)
        return judged(*self._names(), id, requirements, judgement, operation, expected, got, pointers)


def _first(permitted: Sequence[Permitted]) -> Permitted:
    """The first permitted outcome in the form in which an implementation gives it."""
    expected = permitted[0]
    return Rejection(expected.offset) if isinstance(expected, Rejection) else expected
