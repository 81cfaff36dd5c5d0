"""Runs laws on many inputs at a time, so that a testee is asked in batches.

A law knows results and rejections. If an implementation gives what it declares to give instead of a rejection, the law sees the
rejection for which it stands. If it gives anything else for ill-formed input, the law is broken, whatever the law is about.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from encoding_conformance.checks.law import Counterexample, Found, Refused, Steps, Violation, Work
from encoding_conformance.checks.round_trips import holds_a_pair
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.judge import difference, judge, matches, no_fault
from encoding_conformance.core.limits import Limits, Replacing
from encoding_conformance.core.notation import outcome_text
from encoding_conformance.core.operation import Decode, Operation
from encoding_conformance.core.outcome import FAILURES, NotAsked, Outcome, Rejection, Unsupported
from encoding_conformance.core.vector import Permitted
from encoding_conformance.core.verdict import Judgement, Status
from encoding_conformance.models import permitted
from encoding_conformance.models.replacement import instead

Perform = Callable[[Sequence[Operation]], Iterable[Outcome]]
"""Asks a testee and gives the outcomes in order. It may stop after an outcome that is a failure."""

_FIRST_WINDOW, _WINDOW = 8, 256
"""The number of inputs that run together: few at first, so that an early failure costs little."""

NOT_THE_REPLACEMENT = "not what the manifest declares as the replacement"

Item = TypeVar("Item")


def windows(inputs: Iterable[Item]) -> Iterator[list[Item]]:
    """Yields the inputs, in the groups in which they run together."""
    waiting, window = iter(inputs), _FIRST_WINDOW
    while some := list(islice(waiting, window)):
        yield some
        window = min(_WINDOW, window * 4)


def first_violation(law: Work, encoding: Encoding, limits: Limits, inputs: Iterable[Any], perform: Perform) -> Found:
    """Returns the first input on which a law does not hold. The windows are tried in order, and the inputs within them too."""
    return most_telling(run_window(law, encoding, limits, some, perform) for some in windows(inputs))


def most_telling(found: Iterable[Found]) -> Found:
    """Returns the first counterexample. If there is none, returns the first NotAsked, or None if all laws hold."""
    not_asked = None
    for each in found:
        if isinstance(each, Counterexample):
            return each
        not_asked = not_asked or each
    return not_asked


def run_window(law: Work, encoding: Encoding, limits: Limits, inputs: Sequence[Any], perform: Perform) -> Found:
    """Returns the first of these inputs on which a law does not hold. What all of them ask next is asked in one batch."""
    begun = ((input, law(encoding, input)) for input in inputs)
    running = [(input, steps, asked) for input, steps in begun if (asked := next(steps, None)) is not None]
    not_asked: NotAsked | None = None
    while running:
        outcomes = list(perform([operation for _, _, asked in running for operation in asked]))
        advanced: list[tuple[Any, Steps, Sequence[Operation]]] = []
        begin = 0
        for input, steps, asked in running:
            answers = outcomes[begin : begin + len(asked)]
            begin += len(asked)
            try:
                more = _advance(encoding, limits, steps, asked, answers)
            except Violation as stop:
                excusable = isinstance(stop, Refused)
                if not (excusable and no_fault(encoding, stop.operation, stop.permitted, stop.outcome, limits)):
                    return Counterexample(input, stop, law)
            else:
                if isinstance(more, NotAsked):
                    not_asked = not_asked or more
                elif more is not None:
                    advanced.append((input, steps, more))
        running = advanced
    return not_asked


def _advance(
    encoding: Encoding, limits: Limits, steps: Steps, asked: Sequence[Operation], answers: Sequence[Outcome]
) -> Sequence[Operation] | NotAsked | None:
    """Sends outcomes to a law. Returns the operations that it asks next, NotAsked if one of these was not asked, and None at
    the end. Raises Violation if the law does not hold, or if an outcome is a failure or not the expected replacement."""
    for operation, outcome in zip(asked, answers):
        if isinstance(outcome, NotAsked):
            return outcome
        if isinstance(outcome, FAILURES):
            raise Violation(operation, outcome, outcome_text(outcome))
    try:
        return steps.send([_as_laws_see_it(encoding, limits.replacing, *each) for each in zip(asked, answers)])
    except StopIteration:
        return None


def judge_replacing(
    encoding: Encoding, operation: Operation, outcomes: Sequence[Permitted], outcome: Outcome, limits: Limits
) -> Judgement:
    """Judges an outcome as `judge` does, but instead of a permitted rejection, what the implementation declares to give is
    permitted. `outcomes` are those that the specification permits. They decide what a limit excuses."""
    expected = instead(encoding, operation, outcomes, limits.replacing)
    if expected == tuple(outcomes) or isinstance(outcome, Unsupported):
        return judge(encoding, operation, outcomes, outcome, limits)
    judgement = judge(encoding, operation, expected, outcome, limits)
    if judgement.status == Status.FAIL and isinstance(outcome, Permitted):
        return Judgement(Status.FAIL, NOT_THE_REPLACEMENT)
    return judgement


def _as_laws_see_it(encoding: Encoding, replacing: Replacing, operation: Operation, outcome: Outcome) -> Outcome:
    """Returns an outcome as a law sees it. Raises Violation if this is not the expected replacement. That an operation is
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


Asked = Sequence[tuple[Operation, Outcome]]
"""Operations with their outcomes, in the order in which they were asked."""


class Blamed(NamedTuple):
    """A violation on the operation that is at fault, with the outcomes that the tables permit the implementation. If it
    `is_vector`, the operation shows the fault by itself, so that it can be a test vector."""

    violation: Violation
    is_vector: bool


class Recorded:
    """Performs operations, and keeps them with their outcomes."""

    def __init__(self, perform: Perform):
        self._perform = perform
        self.asked: list[tuple[Operation, Outcome]] = []

    def __call__(self, operations: Sequence[Operation]) -> Sequence[Outcome]:
        outcomes = list(self._perform(operations))
        self.asked.extend(zip(operations, outcomes))
        return outcomes


def asked_by(law: Work, encoding: Encoding, limits: Limits, input: object, perform: Perform) -> Asked:
    """Runs a law on one input, and returns what it asked and what it got."""
    recorded = Recorded(perform)
    first_violation(law, encoding, limits, [input], recorded)
    return recorded.asked


def blamed(encoding: Encoding, limits: Limits, found: Violation, asked: Asked) -> Blamed:
    """Returns the violation on the operation that is at fault. `asked` is what the law asked.

    That is the operation on which the law broke if the tables say the same about it as the law. Otherwise it is the first
    operation whose outcome the tables do not permit. If there is none, the violation stays as it is, and is no vector.
    """
    expected = permitted(encoding, found.operation)
    # A law that permits no outcome in particular agrees with the tables.
    by_tables = instead(encoding, found.operation, expected, limits.replacing)
    agreed = not found.permitted or any(matches(a, b) or matches(b, a) for a in found.permitted for b in by_tables)
    if isinstance(found.outcome, FAILURES) or (agreed and _is_wrong(encoding, limits, found.operation, found.outcome, expected)):
        return _told(encoding, limits, Violation(found.operation, found.outcome, found.reason, expected), asked)
    for operation, outcome in (*asked, (found.operation, found.outcome)):
        if isinstance(operation, Decode) and holds_a_pair(encoding, operation.input):
            continue
        expected = permitted(encoding, operation)
        if _is_wrong(encoding, limits, operation, outcome, expected):
            return _told(encoding, limits, Violation(operation, outcome, difference(expected, outcome), expected), asked)
    return Blamed(found, False)


def _told(encoding: Encoding, limits: Limits, found: Violation, asked: Asked) -> Blamed:
    """Returns a violation with the outcomes that the implementation is permitted. It is no vector if its input is cut, if the
    same operation had a permitted outcome at another time, or if the implementation must replace, which vectors do not permit."""
    again = [outcome for operation, outcome in asked if operation == found.operation]
    right = any(not _is_wrong(encoding, limits, found.operation, outcome, found.permitted) for outcome in again)
    expected = instead(encoding, found.operation, found.permitted, limits.replacing)
    if expected == found.permitted:
        return Blamed(found, not found.operation.cuts and not right)
    reason = NOT_THE_REPLACEMENT if isinstance(found.outcome, Permitted) else found.reason
    return Blamed(Violation(found.operation, found.outcome, reason, expected), False)


def _is_wrong(encoding: Encoding, limits: Limits, operation: Operation, outcome: Outcome, expected: Sequence[Permitted]) -> bool:
    return isinstance(outcome, FAILURES) or judge_replacing(encoding, operation, expected, outcome, limits).status == Status.FAIL
