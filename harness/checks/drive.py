"""Laws at work on many subjects at a time, so that a testee is asked in batches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar

from harness.checks.law import Refused, Steps, Violation, Work
from harness.core.encoding import Encoding
from harness.core.judge import difference, excused, judge_failure
from harness.core.limits import Limits
from harness.core.operation import Operation
from harness.core.outcome import FAILURES, Outcome, Rejection

Perform = Callable[[Sequence[Operation]], Iterable[Outcome]]
"""Asks a testee. It may stop after an outcome that is a failure, and give no more than those up to it."""

_FIRST_WINDOW, _WINDOW = 8, 256
"""Subjects at work together: few at first, so that what fails at once costs little."""

Item = TypeVar("Item")


def windows(subjects: Iterable[Item]) -> Iterator[list[Item]]:
    """Subjects in the groups in which they are at work together."""
    waiting, window = iter(subjects), _FIRST_WINDOW
    while some := list(islice(waiting, window)):
        yield some
        window = min(_WINDOW, window * 4)


def first_violation(
    law: Work, encoding: Encoding, limits: Limits, subjects: Iterable[Any], perform: Perform
) -> tuple[Any, Violation] | None:
    """The first subject, in their order within a window, on which a law does not hold; None where it holds on all."""
    found = (run_window(law, encoding, limits, some, perform) for some in windows(subjects))
    return next(filter(None, found), None)


def run_window(
    law: Work, encoding: Encoding, limits: Limits, subjects: Sequence[Any], perform: Perform
) -> tuple[Any, Violation] | None:
    """The first of these subjects on which a law does not hold. All of them are at work together: what they ask next is
    asked in one go."""
    begun = ((subject, law(encoding, subject)) for subject in subjects)
    running = [(subject, steps, asked) for subject, steps in begun if (asked := next(steps, None)) is not None]
    while running:
        outcomes = list(perform([operation for _, _, asked in running for operation in asked]))
        advanced: list[tuple[Any, Steps, Sequence[Operation]]] = []
        place = 0
        for subject, steps, asked in running:
            answers = outcomes[place : place + len(asked)]
            place += len(asked)
            try:
                if (more := _advance(steps, asked, answers)) is not None:
                    advanced.append((subject, steps, more))
            except (Violation, Refused) as stop:
                if violation := _violation(encoding, limits, stop):
                    return subject, violation
        running = advanced
    return None


def _advance(steps: Steps, asked: Sequence[Operation], answers: Sequence[Outcome]) -> Sequence[Operation] | None:
    """Send outcomes to a law. Raises Violation, Refused; the first where an outcome is a failure."""
    for operation, outcome in zip(asked, answers):
        if isinstance(outcome, FAILURES):
            raise Violation(operation, outcome, judge_failure(outcome).reason)
    try:
        return steps.send(answers)
    except StopIteration:
        return None


def _violation(encoding: Encoding, limits: Limits, stop: Violation | Refused) -> Violation | None:
    if isinstance(stop, Violation):
        return stop
    if excused(encoding, stop.operation, stop.permitted, stop.outcome, limits):
        return None
    reason = difference(stop.permitted, stop.outcome)
    return Violation(stop.operation, stop.outcome, reason, stop.permitted, refused=isinstance(stop.outcome, Rejection))
