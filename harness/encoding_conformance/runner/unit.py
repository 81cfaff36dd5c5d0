"""Runs one unit: asks its vectors and checks, judges the outcomes, and gives the verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice
from time import perf_counter
from typing import Any

from encoding_conformance.adapters.testee import Askable
from encoding_conformance.checks.catalogue import CHECKS, GROWTH, Check, served_by
from encoding_conformance.checks.drive import asked_by, blamed, judge_replacing, windows
from encoding_conformance.checks.inputs.kinds import InputSource
from encoding_conformance.checks.inputs.placed import Complete
from encoding_conformance.checks.law import Counterexample, Found, Law, Wrong
from encoding_conformance.checks.tape import LawTape, Tape
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import Id, IdKind, LawId, check_id
from encoding_conformance.core.judge import PASSED, judge_unanswered, matches
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.notation import failure_text
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import FAILURES, NotAsked, Outcome, Rejection
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.vector import Permitted, Vector
from encoding_conformance.core.verdict import Blame, Ground, Judgement, Pointers, Status, Verdict
from encoding_conformance.models import permitted
from encoding_conformance.models.replacement import instead
from encoding_conformance.models.spans import traits
from encoding_conformance.runner.growth import growth
from encoding_conformance.runner.laws import LawRunner, Question, Sweep, Window, tape_of
from encoding_conformance.runner.plan import Unit, completed, repeat_command


@dataclass(frozen=True)
class Parameters:
    """The parameters of a run. Without `taped`, every law is run, with the same verdicts."""

    seed: int = 0
    exhaustive: bool = False
    complete: Complete | None = None
    taped: bool = True

    @property
    def options(self) -> Iterator[str]:
        """The options of `conform run` that ask for long sweeps."""
        if self.exhaustive:
            yield "--exhaustive"
        if self.complete:
            yield from ("--complete", str(self.complete.extra))
            if self.complete.block:
                yield from ("--blocks", str(self.complete.block))


STANDARD = Parameters()


def unable(unit: Unit, kind: IdKind, reason: str, failure: Outcome | None = None) -> Verdict:
    """Returns the verdict on an implementation that does not start, or does not offer the encoding. `conform doctor` says what
    to change; without a failure, the reason does."""
    id, judgement = Id(unit.encoding.id, kind), Judgement(Status.ERROR, reason, Blame.ADAPTER)
    pointers = Pointers(rerun=repeat_command(unit, command="doctor" if failure else "run"))
    return Verdict(unit.name, unit.encoding.id, id, (), *judgement, got=failure, pointers=pointers)


class UnitRun:
    """Runs one unit on a testee. `seconds` is how long the last verdict took. Vectors are run together, so each of them has an
    equal share of their time."""

    def __init__(self, unit: Unit, testee: Askable, parameters: Parameters = STANDARD):
        self.unit = unit
        self._testee = testee
        self._completed = completed(testee, unit.encoding, unit.limits)
        self.parameters = parameters
        self.limits = unit.limits
        self.seconds = 0.0
        self._runner = LawRunner(self._completed, unit.encoding, unit.limits)
        vectors = unit.all_vectors if unit.checks else ()
        declared = self.limits.max_value  # a largest value that the encoding does not have is no limit of inputs
        limits = Limits() if declared is None or declared >= unit.encoding.values.last else Limits(declared)
        self._source = InputSource(unit.encoding, limits, vectors, parameters.seed)

    @cached_property
    def _tape(self) -> Tape | None:
        return tape_of(self.unit, self._source) if self.parameters.taped else None

    @cached_property
    def _questions(self) -> Sequence[Question]:
        """What is on the tape, with the outcomes that are expected from this implementation."""
        tape = self._tape
        return list(map(self._runner.question, tape.operations, tape.expected)) if tape else []

    def verdicts(self) -> Iterator[Verdict]:
        """Yields the verdicts on all vectors and checks of the unit, as `verdicts_on` does."""
        return self.verdicts_on(self.unit)

    def verdicts_on(self, part: Unit) -> Iterator[Verdict]:
        """Yields the verdicts on the vectors and checks of a part of the unit; or one verdict if the implementation does not
        start or does not offer the encoding."""
        if failure := self._testee.failure_to_start():
            yield unable(self.unit, IdKind.START, f"it does not start: {failure_text(failure)}", failure)
        elif failure := self._testee.failure_to_offer(self.unit.encoding.id):
            yield unable(self.unit, IdKind.OFFER, failure_text(failure), failure)
        else:
            yield from self._vectors(part.vectors)
            yield from self._checks(part.checks)

    def _vectors(self, vectors: Sequence[Vector]) -> Iterator[Verdict]:
        """Asks vectors together. The judge sees what is not the only expected outcome."""
        encoding = self.unit.encoding
        if not vectors:
            return
        expected = [instead(encoding, each.operation, each.permitted, self.limits.replacing) for each in vectors]
        start = perf_counter()
        outcomes = list(self._completed.perform([vector.operation for vector in vectors]))
        self.seconds = (perf_counter() - start) / len(vectors)
        for vector, each, outcome in zip(vectors, expected, outcomes):
            judgement, pointers, got = PASSED, Pointers(), None if isinstance(outcome, NotAsked) else outcome
            if len(each) > 1 or not matches(each[0], outcome):
                judgement = judge_replacing(encoding, vector.operation, vector.permitted, outcome, self.limits)
            if judgement.status.is_bad:
                pointers = Pointers(vector.location, vector.note, rerun=repeat_command(self.unit, str(vector.id)))
            elif judgement.status == Status.PASS and isinstance(got, Rejection):
                got = Rejection(got.offset)  # the free text of a right rejection decides nothing
            about = self.unit.name, encoding.id, vector.id, vector.requirements
            yield Verdict(*about, *judgement, vector.operation, each, got, pointers=pointers)

    def _checks(self, names: Sequence[str]) -> Iterator[Verdict]:
        for name in names:
            start = perf_counter()
            verdict = self._check(CHECKS[name])
            self.seconds = perf_counter() - start
            yield verdict

    @property
    def _asked(self) -> int:
        """The number of operations that were asked of an implementation that lacks one kind of them."""
        return getattr(self._completed, "asked", 0)

    def _check(self, check: Check) -> Verdict:
        if why_not := check.why_not(self.unit.encoding):
            return self._verdict(check, Judgement(Status.SKIP, f"does not apply: {why_not}", ground=Ground.PROPERTY))
        if check.feature and check.feature not in self._testee.features(self.unit.encoding.id):
            lacks = f"the implementation offers no {check.feature}"
            return self._verdict(check, Judgement(Status.SKIP, lacks, ground=Ground.FEATURE))
        if check.name == GROWTH:
            return self._judged(check, growth(self.unit.encoding, self.limits, self._completed), "held in both directions")
        before = self._asked
        inputs, found = self._law_broken(check)
        if isinstance(found, Counterexample):
            return self._broken(check, found)
        if not inputs:
            return self._verdict(check, Judgement(Status.ERROR, "no inputs were generated for this check", Blame.HARNESS))
        sweep = Sweep(check, self._runner, self.parameters.taped, self.parameters.exhaustive, self.parameters.complete)
        swept = sweep.violation()
        if self.limits.lacks and self._asked == before and not isinstance(swept, Counterexample):
            return self._verdict(check, Judgement(Status.SKIP, self.limits.lacks, ground=Ground.FEATURE))
        held = f"held on {inputs} inputs" + (f", {sweep.cases:,} cases swept" if sweep.cases else "")
        return self._judged(check, swept or found, held, self.parameters.options)

    def _judged(
        self,
        check: Check,
        found: Found | Wrong,
        held: str,
        options: Iterable[str] = (),
    ) -> Verdict:
        """Returns the verdict on a check, given what was found with these options: nothing if it `held`."""
        match found:
            case None:
                return self._verdict(check, Judgement(Status.PASS, held))
            case NotAsked():
                return self._verdict(check, judge_unanswered(found))
            case Counterexample():
                return self._broken(check, found, tuple(options))
            case Wrong(text):
                rerun = self._rerun(check, tuple(options))
                return self._verdict(check, Judgement(Status.FAIL, text), pointers=Pointers(law=check.text, rerun=rerun))

    def _rerun(self, check: Check, options: Sequence[str]) -> str:
        return repeat_command(self.unit, str(check_id(self.unit.encoding.id, check.name)), self.parameters.seed, options)

    def _law_broken(self, check: Check) -> tuple[int, Found]:
        """Returns the number of inputs of the laws of a check, and a small case that breaks one of them."""
        count, not_asked = 0, None
        for kind, law in check.laws:
            if taped := self._tape and self._tape.laws.get(LawId(check.name, law.name, kind)):
                count += taped.inputs
                found = self._runner.first_unexpected(law, self._windows(kind, taped))
            else:
                inputs = self._source.inputs(kind)
                count += len(inputs)
                found = self._runner.first_violation(law, inputs)
            if isinstance(found, Counterexample):
                return count, self._smallest(kind, law, found)
            not_asked = found or not_asked
        return count, not_asked

    def _windows(self, kind: str, taped: LawTape) -> Iterator[Window]:
        """Yields what a law asks about inputs of this kind. The inputs are made only if they are needed."""
        for index, rounds in enumerate(taped.windows):
            inputs = partial(self._window_of_inputs, kind, index)
            yield inputs, ([self._questions[each] for each in asked] for asked in rounds)

    def _window_of_inputs(self, kind: str, index: int) -> Sequence[Any]:
        return next(islice(windows(self._source.inputs(kind)), index, None))

    def _smallest(self, kind: str, law: Law, found: Counterexample) -> Counterexample:
        from encoding_conformance.checks.inputs.search import smallest  # Hypothesis takes long to import, and few runs need it

        def run(input: Any) -> Found:
            return self._runner.first_violation(law, [input])

        encoding, seed, inputs = self.unit.encoding, self.parameters.seed, self._source.inputs(kind)
        return smallest(kind, encoding, self.limits, seed, found, run, inputs)

    def _broken(self, check: Check, found: Counterexample, options: Sequence[str] = ()) -> Verdict:
        """Returns the verdict on a check that a case breaks, with the operation that is to blame. A failure, such as a crash,
        says by itself which operation failed."""
        encoding, limits = self.unit.encoding, self.limits
        is_failure = isinstance(found.violation.outcome, FAILURES)
        asked = () if is_failure else asked_by(found.law, encoding, limits, found.input, self._runner.perform)
        violation, is_vector = blamed(encoding, limits, found.violation, asked)
        operation, outcome = violation.operation, violation.outcome
        judgement = judge_unanswered(outcome) if isinstance(outcome, FAILURES) else Judgement(Status.FAIL, str(violation))
        pointers = Pointers(law=check.text, rerun=self._rerun(check, options), is_vector=is_vector)
        verdict = self._verdict(check, judgement, operation, violation.permitted, outcome, pointers)
        if not violation.permitted:
            return verdict
        expected = permitted(encoding, operation)[0]  # from a codec that rejects, whatever this one is declared to do
        known = self.unit.suite.requirements
        return verdict._replace(requirements=fitting_first(verdict.requirements, known, encoding, operation, expected))

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
        requirements = served_by(check.name, encoding, self.unit.suite.requirements)
        about = self.unit.name, encoding, check_id(encoding, check.name), requirements
        return Verdict(*about, *judgement, operation, expected, got, pointers=pointers)


def fitting_first(
    ids: Sequence[str], requirements: Mapping[str, Requirement], encoding: Encoding, operation: Operation, expected: Permitted
) -> tuple[str, ...]:
    """Returns the requirements in their order, but first what a test vector of this operation may name."""
    outcome, reason = ("reject", expected.text) if isinstance(expected, Rejection) else ("result", "")
    found = traits(encoding, operation, expected)

    def is_about_others(id: str) -> bool:
        about = requirements[id].about
        return bool(about) and not any(row.fits(operation.kind, outcome, reason, found) for row in about)

    return tuple(sorted(ids, key=is_about_others))
