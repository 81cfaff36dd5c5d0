"""Laws on many inputs: which violation is reported, and what happens after an outcome that is not an answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from encoding_conformance.checks.drive import first_violation
from encoding_conformance.checks.law import Found, Refused, Steps, Violation, taken

from encoding_conformance.core.encoding import Encoding, Optional, Tables
from encoding_conformance.core.limits import NO_LIMITS, Limits
from encoding_conformance.core.operation import Encode, Operation
from encoding_conformance.core.outcome import (
    FAILURES,
    BrokenProtocol,
    Crash,
    Encoded,
    NotAsked,
    Outcome,
    Rejection,
    Timeout,
    Unsupported,
)
from encoding_conformance.core.ranges import EVERY_NATURAL, RangeSet

ENCODING = Encoding("some", "", "", "naturals", EVERY_NATURAL, Tables(), optional=Optional(RangeSet(((7, 7),)), ("reject",)))


def small(encoding: Encoding, input: int) -> Steps:
    """A law in two steps: the bytes are the value's own, and are so again."""
    for _ in range(2):
        operation = Encode(encoding.id, (input,))
        (outcome,) = yield [operation]
        if taken(operation, outcome) != bytes([input]):
            raise Violation(operation, outcome, "not its own")


def answering(odd: dict[int, Outcome]) -> Callable[[Sequence[Operation]], list[Outcome]]:
    """Performs as the law demands, except for odd values, and stops after a failure."""

    def perform(operations: Sequence[Operation]) -> list[Outcome]:
        outcomes: list[Outcome] = []
        for operation in operations:
            (value,) = operation.input
            outcomes.append(odd.get(value, Encoded(bytes([value]))))
            if isinstance(outcomes[-1], FAILURES):
                break
        return outcomes

    return perform


def violated(odd: dict[int, Outcome], limits: Limits = NO_LIMITS) -> Found:
    return first_violation(small, ENCODING, limits, range(100), answering(odd))


def test_a_law_that_holds_has_no_violation() -> None:
    assert violated({}) is None


@pytest.mark.parametrize("place", [0, 5, 8, 99])
def test_the_input_that_violates_is_told(place: int) -> None:
    input, violation, _ = violated({place: Encoded(b"wrong")})

    assert input == place
    assert (violation.operation, violation.outcome) == (Encode("some", (place,)), Encoded(b"wrong"))


def test_of_two_inputs_the_first_is_told() -> None:
    assert violated({20: Encoded(b""), 50: Encoded(b"")})[0] == 20


@pytest.mark.parametrize("failure", [Crash("signal 11"), Timeout("5 s"), BrokenProtocol("no reply")])
def test_a_failure_violates_every_law(failure: Outcome) -> None:
    input, violation, _ = violated({30: failure})

    assert (input, violation.outcome) == (30, failure)


NOT_ASKED = NotAsked("encode was given up after 20 time-outs")


@pytest.mark.parametrize("place", [0, 5, 8, 99])
def test_a_law_that_was_not_asked_everything_does_not_hold(place: int) -> None:
    assert violated({place: NOT_ASKED}) == NOT_ASKED


@pytest.mark.parametrize("place", [0, 50, 99])
def test_a_violation_counts_more_than_what_was_not_asked(place: int) -> None:
    wrong = Encoded(b"wrong")
    odd: dict[int, Outcome] = dict.fromkeys(range(100), NOT_ASKED) | {place: wrong}
    input, violation, _ = violated(odd)
    assert (input, violation.outcome) == (place, wrong)


def test_a_failure_is_not_excused_by_limits() -> None:
    assert violated({30: Crash("signal 11")}, Limits(max_value=3))[0] == 30


def test_a_refusal_violates_the_law() -> None:
    refused = violated({30: Rejection(0)})[1]
    assert (refused.reason, type(refused)) == ("rejected what must be accepted", Refused)
    assert violated({30: Unsupported()})[0] == 30


def test_a_refusal_that_the_encoding_or_the_limits_excuse_does_not() -> None:
    assert violated({7: Rejection(0)}) is None
    assert violated({30: Unsupported()}, Limits(max_value=29)) is None
    assert violated({30: Unsupported()}, Limits(max_value=30))[0] == 30


def test_taken_refuses_what_is_no_result() -> None:
    with pytest.raises(Refused):
        taken(Encode("some", (1,)), Rejection())
