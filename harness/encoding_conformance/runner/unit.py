"""Runs one unit: its vectors and checks. Judges the outcomes and yields the verdicts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

from encoding_conformance.adapters.restarting_session import AnySession
from encoding_conformance.checks.catalogue import CHECKS, GROWTH, served_by
from encoding_conformance.checks.check import Check
from encoding_conformance.checks.from_bytes import CheckFailure, failure_at
from encoding_conformance.checks.inputs import EXAMPLES, Inputs, inputs_of
from encoding_conformance.checks.judging import Blamed, Search, judge_replacing
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import Id, IdKind, Location, check_id
from encoding_conformance.core.judge import judge_unanswered
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.notation import failure_text
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import FAILURES, NotRun, Outcome, Rejection
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.vector import Permitted, Vector
from encoding_conformance.core.verdict import Blame, Ground, Judgement, Pointers, Status, Verdict
from encoding_conformance.models import permitted
from encoding_conformance.models.replacement import instead
from encoding_conformance.models.spans import traits
from encoding_conformance.runner.growth import growth
from encoding_conformance.runner.plan import Input, Unit, complete_session, repeat_command


@dataclass(frozen=True)
class Parameters:
    """The parameters of a run: the seed, the number of texts and of byte strings that Hypothesis draws for each encoding, and
    whether it is thorough."""

    seed: int = 0
    examples: int = EXAMPLES
    thorough: bool = False

    @property
    def options(self) -> Iterator[str]:
        """The options of `conform run` for these parameters, without the seed."""
        if self.examples != EXAMPLES:
            yield from ("--examples", str(self.examples))
        if self.thorough:
            yield "--thorough"


STANDARD = Parameters()


def unable(unit: Unit, kind: IdKind, reason: str, failure: Outcome | None = None) -> Verdict:
    """Returns the verdict on an implementation that does not start or does not offer the encoding. It refers to `conform doctor`
    for advice; without a failure, the reason gives it."""
    id, judgement = Id(unit.encoding.id, kind), Judgement(Status.ERROR, reason, Blame.ADAPTER)
    pointers = Pointers(rerun=repeat_command(unit, command="doctor" if failure else "run"))
    return Verdict(unit.name, unit.encoding.id, id, (), *judgement, got=failure, pointers=pointers)


class UnitRun:
    """Runs one unit."""

    def __init__(self, unit: Unit, session: AnySession, parameters: Parameters = STANDARD):
        self.unit = unit
        self._session = session
        self._complete_session = complete_session(session, unit.encoding, unit.limits)
        self.parameters = parameters
        self.limits = unit.limits

    @cached_property
    def _inputs(self) -> Inputs:
        """The inputs for the checks. A largest value beyond the encoding's own does not limit them."""
        encoding, declared, parameters = self.unit.encoding, self.limits.max_value, self.parameters
        limits = Limits() if declared is None or declared >= encoding.values.last else Limits(declared)
        vectors = self.unit.all_vectors
        return inputs_of(encoding, limits, vectors, parameters.seed, parameters.examples, parameters.thorough)

    def verdicts(self) -> Iterator[Verdict]:
        """Yields the verdicts on all vectors and checks of the unit, as `verdicts_on` does."""
        return self.verdicts_on(self.unit)

    def verdicts_on(self, part: Unit) -> Iterator[Verdict]:
        """Yields the verdicts on the vectors and checks of a part of the unit, or one verdict if the implementation does not
        start or does not offer the encoding."""
        if failure := self._session.failure_to_start():
            yield unable(self.unit, IdKind.START, f"it does not start: {failure_text(failure)}", failure)
        elif failure := self._session.failure_to_offer(self.unit.encoding.id):
            yield unable(self.unit, IdKind.OFFER, failure_text(failure), failure)
        else:
            yield from self._vectors(part.vectors)
            yield from (self._check(CHECKS[name]) for name in part.checks)
            yield from self._given(part.inputs)

    def _vectors(self, vectors: Sequence[Vector]) -> Iterator[Verdict]:
        """Yields the verdicts on vectors, which run in one batch."""
        encoding, replacing = self.unit.encoding, self.limits.replacing
        if not vectors:
            return
        outcomes = list(self._complete_session.perform([vector.operation for vector in vectors]))
        for vector, outcome in zip(vectors, outcomes):
            pointers, got = Pointers(), None if isinstance(outcome, NotRun) else outcome
            judgement = judge_replacing(encoding, vector.operation, vector.permitted, outcome, self.limits)
            if judgement.status.is_bad:
                pointers = Pointers(vector.location, vector.note, rerun=repeat_command(self.unit, str(vector.id)))
            elif judgement.status == Status.PASS and isinstance(got, Rejection):
                got = Rejection(got.offset)  # the text of a correct rejection does not matter
            expected = instead(encoding, vector.operation, vector.permitted, replacing)
            subject = self.unit.name, encoding.id, vector.id, vector.requirements
            yield Verdict(*subject, *judgement, vector.operation, expected, got, pointers=pointers)

    def _check(self, check: Check) -> Verdict:
        encoding, features = self.unit.encoding, self._session.features(self.unit.encoding.id)
        if why_not := check.why_not(encoding):
            return self._verdict(check, Judgement(Status.SKIP, f"does not apply: {why_not}", ground=Ground.PROPERTY))
        if check.feature and check.feature not in features:
            lacks = f"the implementation offers no {check.feature}"
            return self._verdict(check, Judgement(Status.SKIP, lacks, ground=Ground.FEATURE))
        if check.name == GROWTH:
            return self._growth(check)
        sent_before = self._sent
        search = Search(check, encoding, self.limits, partial(self._complete_session.perform, stop=True))
        if blamed := search.smallest(check.groups(self._inputs)):
            id = check_id(encoding.id, check.name)
            return broken(self.unit, check, blamed, id, self._rerun(check))
        if not search.cases:
            return self._verdict(check, Judgement(Status.ERROR, "no inputs were generated for this check", Blame.HARNESS))
        if self.limits.lacks and self._sent == sent_before:
            return self._verdict(check, Judgement(Status.SKIP, self.limits.lacks, ground=Ground.FEATURE))
        if search.not_asked:
            return self._verdict(check, judge_unanswered(search.not_asked))
        return self._verdict(check, Judgement(Status.PASS, f"held in {search.cases:,} cases"))

    @property
    def _sent(self) -> int:
        """The number of operations that were sent to an implementation that lacks one kind of them; otherwise 0."""
        return getattr(self._complete_session, "sent", 0)

    def _given(self, inputs: Sequence[Input]) -> Iterator[Verdict]:
        """Yields the verdicts on inputs. Every check runs on each."""
        encoding, features = self.unit.encoding, self._session.features(self.unit.encoding.id)
        perform = partial(self._complete_session.perform, stop=True)
        for each in inputs:
            failure = failure_at(encoding, self.limits, perform, features, each.data)
            if isinstance(failure, CheckFailure):
                yield verdict_on_input(self.unit, each, failure)
            else:
                judgement = judge_unanswered(failure) if failure else Judgement(Status.PASS)
                yield Verdict(self.unit.name, encoding.id, each.id_in(encoding), (), *judgement)

    def _growth(self, check: Check) -> Verdict:
        match growth(self.unit.encoding, self.limits, self._complete_session):
            case NotRun() as not_asked:
                return self._verdict(check, judge_unanswered(not_asked))
            case str(reason):
                pointers = Pointers(check=check.text, rerun=self._rerun(check))
                return self._verdict(check, Judgement(Status.FAIL, reason), pointers=pointers)
        return self._verdict(check, Judgement(Status.PASS, "held in both directions"))

    def _rerun(self, check: Check) -> str:
        id = str(check_id(self.unit.encoding.id, check.name))
        seed = ("--seed", str(self.parameters.seed)) if self.parameters.seed else ()
        return repeat_command(self.unit, id, (*seed, *self.parameters.options))

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
        subject = self.unit.name, encoding, check_id(encoding, check.name), requirements
        return Verdict(*subject, *judgement, operation, expected, got, pointers=pointers)


def verdict_on_input(unit: Unit, source: Input, failure: CheckFailure) -> Verdict:
    """Returns the verdict on a failing input."""
    from encoding_conformance.explain.explanation import explained  # few runs need it

    id = source.id_in(unit.encoding)
    rerun = repeat_command(unit, source.name, ("--inputs", source.folder))
    verdict = broken(unit, CHECKS[failure.check], failure.blamed, id, rerun)
    location = Location(str(Path(source.folder, source.name)), 0)
    pointers = verdict.pointers._replace(broken=failure.check, location=location)
    known, operation = unit.suite.requirements, failure.blamed.case.operation
    rule = explained(unit.encoding, operation, known).rule
    tested = (vector.requirements for vector in unit.all_vectors if vector.operation == operation)
    requirements = (rule.id,) if rule else next(tested, verdict.requirements)
    return verdict._replace(pointers=pointers, requirements=requirements)


def broken(unit: Unit, check: Check, blamed: Blamed, id: Id, rerun: str) -> Verdict:
    """Returns the verdict on a check that a case breaks. Its requirements are those that the check serves."""
    encoding, operation, outcome, known = unit.encoding, blamed.case.operation, blamed.outcome, unit.suite.requirements
    judgement = judge_unanswered(outcome) if isinstance(outcome, FAILURES) else Judgement(Status.FAIL, blamed.reason)
    pointers = Pointers(check=check.text, rerun=rerun)
    requirements = served_by(check.name, encoding.id, known)
    if blamed.expected:  # ranked for a codec that rejects, even if this one replaces
        requirements = fitting_first(requirements, known, encoding, operation, permitted(encoding, operation)[0])
    subject = unit.name, encoding.id, id, requirements
    return Verdict(*subject, *judgement, operation, blamed.expected, outcome, pointers=pointers)


def fitting_first(
    ids: Sequence[str], requirements: Mapping[str, Requirement], encoding: Encoding, operation: Operation, expected: Permitted
) -> tuple[str, ...]:
    """Returns the requirements in this order: those about such an operation, those without `about`, and those about other
    operations."""
    outcome, reason = ("reject", expected.text) if isinstance(expected, Rejection) else ("result", "")
    present = traits(encoding, operation, expected)

    def rank(id: str) -> int:
        about = requirements[id].about
        fits = any(row.fits(operation.kind, outcome, reason, present) for row in about)
        return 0 if fits else 2 if about else 1

    return tuple(sorted(ids, key=rank))
