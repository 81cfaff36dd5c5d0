"""A search for what breaks a check: which group is reported, and what happens after an outcome that is no answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest
from project import suite

from encoding_conformance.checks import relations
from encoding_conformance.checks.check import Check, Group, group_of
from encoding_conformance.checks.judging import Search
from encoding_conformance.core.limits import NO_LIMITS, Limits
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import (
    FAILURES,
    BrokenProtocol,
    Crash,
    Decoded,
    Encoded,
    NotAsked,
    Outcome,
    Rejection,
    Timeout,
    Unsupported,
)
from encoding_conformance.core.vector import Case
from encoding_conformance.models import permitted

CHECK = Check("some", "The bytes are those of the tables.")
NOT_ASKED = NotAsked("encode was given up after 20 time-outs")


def answering(odd: dict[Operation, Outcome]) -> Callable[[Sequence[Operation]], Iterator[Outcome]]:
    """Gives what the tables do, except for odd operations, and stops after a failure."""

    def perform(operations: Sequence[Operation]) -> Iterator[Outcome]:
        for operation in operations:
            outcome = odd.get(operation) or permitted(suite().encodings["kim"], operation)[0]
            yield outcome
            if isinstance(outcome, FAILURES):
                return

    return perform


def of(value: int) -> Encode:
    return Encode("kim", (value,))


def search(odd: dict[int, Outcome], limits: Limits = NO_LIMITS, check: Check = CHECK) -> Search:
    outcomes: dict[Operation, Outcome] = {of(value): outcome for value, outcome in odd.items()}
    return Search(check, suite().encodings["kim"], limits, answering(outcomes))


def groups() -> Iterator[Group]:
    return (group_of(suite().encodings["kim"], [of(value)]) for value in range(100))


def test_nothing_is_found_if_every_outcome_is_permitted() -> None:
    held = search({})
    assert held.smallest(groups()) is None
    assert (held.cases, held.not_asked) == (100, None)


@pytest.mark.parametrize("place", [0, 5, 8, 99])
def test_the_first_group_that_breaks_the_check_is_found(place: int) -> None:
    found = search({place: Encoded(b"wrong"), 99: Encoded(b"")}).first(groups())
    assert found and (found.case.operation, found.expected) == (of(place), (Encoded(bytes([place])),))


def test_nothing_is_asked_after_the_batch_in_which_a_check_broke() -> None:
    asked: list[Operation] = []
    sound = answering({})

    def perform(operations: Sequence[Operation]) -> Iterator[Outcome]:
        asked.extend(operations)
        return (Encoded(b"") if operation == of(0) else outcome for operation, outcome in zip(operations, sound(operations)))

    assert Search(CHECK, suite().encodings["kim"], NO_LIMITS, perform).first(groups())
    assert len(asked) < 10


@pytest.mark.parametrize("failure", [Crash("signal 11"), Timeout("5 s"), BrokenProtocol("no reply")])
@pytest.mark.parametrize("limits", [NO_LIMITS, Limits(max_value=3)])
def test_a_failure_breaks_every_check_and_no_limit_excuses_it(failure: Outcome, limits: Limits) -> None:
    for check in (CHECK, Check("some", "", relation=lambda encoding, asked, ask: None)):
        found = search({30: failure}, limits, check).first(groups())
        assert found and (found.case.operation, found.outcome) == (of(30), failure)


@pytest.mark.parametrize("place", [0, 5, 8, 99])
def test_a_search_remembers_that_something_was_not_asked(place: int) -> None:
    one = search({place: NOT_ASKED})
    assert one.smallest(groups()) is None
    assert one.not_asked == NOT_ASKED


@pytest.mark.parametrize("place", [0, 50, 99])
def test_a_wrong_outcome_counts_more_than_what_was_not_asked(place: int) -> None:
    odd: dict[int, Outcome] = dict.fromkeys(range(100), NOT_ASKED) | {place: Encoded(b"wrong")}
    found = search(odd).first(groups())
    assert found and found.case.operation == of(place)


def test_a_refusal_breaks_the_check_unless_the_encoding_or_a_limit_excuses_it() -> None:
    refused = search({30: Rejection(0)}).first(groups())
    assert refused and refused.reason.startswith("rejected what must be accepted")
    assert search({30: Unsupported()}).first(groups())
    assert search({30: Unsupported()}, Limits(max_value=30)).first(groups())
    assert not search({30: Unsupported()}, Limits(max_value=29)).first(groups())
    assert not search({0xD800: Rejection(0)}).first([group_of(suite().encodings["kim"], [of(0xD800)])])


@pytest.mark.parametrize("answer", [Decoded((1, 2, 3)), Rejection(0), Rejection(), Unsupported()])
def test_any_answer_will_do_if_no_outcome_is_stated(answer: Outcome) -> None:
    case = Case(Decode("kim", b"\x81"))
    one = Search(CHECK, suite().encodings["kim"], NO_LIMITS, answering({case.operation: answer}))
    assert one.smallest([(case,)]) is None


def test_a_crash_will_not_do_even_if_no_outcome_is_stated() -> None:
    case = Case(Decode("kim", b"\x81"))
    one = Search(CHECK, suite().encodings["kim"], NO_LIMITS, answering({case.operation: Crash("signal 11")}))
    found = one.smallest([(case,)])
    assert found and (found.case.operation, found.outcome) == (case.operation, Crash("signal 11"))


def test_what_a_fuzzer_has_asked_is_judged_without_asking_again() -> None:
    one = Search(CHECK, suite().encodings["kim"], NO_LIMITS, lambda operations: pytest.fail("asked"))
    (case,) = group_of(suite().encodings["kim"], [of(0x41)])
    assert one.of_outcome(case, Encoded(b"A")) is None
    found = one.of_outcome(case, Encoded(b"B"))
    assert found and (found.case, found.outcome, found.is_vector) == (case, Encoded(b"B"), True)


def test_a_relation_sees_no_group_with_permitted_outcomes_alone() -> None:
    """So a check that has a relation costs nothing for a right implementation."""
    one = search({}, check=Check("some", "", relation=lambda encoding, asked, ask: pytest.fail("related")))
    assert one.smallest(groups()) is None


def test_a_relation_is_not_broken_by_an_outcome_that_a_limit_excuses() -> None:
    check = Check("some", "", relation=relations.decode_undoes_encode, from_first=relations.undone)
    asked = [relations.undone(suite().encodings["kim"], of(0x4000))]
    assert search({0x4000: Unsupported()}, check=check).first(asked)
    assert not search({0x4000: Unsupported()}, Limits(max_value=0xFF), check).first(asked)
