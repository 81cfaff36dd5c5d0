"""A search for what breaks a check: which group and operation of it is reported, and what happens after an outcome that is no
answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import pytest
from testbench import searched, suite

from encoding_conformance.checks import relations
from encoding_conformance.checks.check import Check, Group, group_of
from encoding_conformance.checks.judging import Blamed, Search
from encoding_conformance.checks.relations import undone
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import NO_LIMITS, Limits
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import (
    FAILURES,
    BrokenProtocol,
    Crash,
    Decoded,
    Encoded,
    NotRun,
    Outcome,
    Rejection,
    Timeout,
    Unsupported,
)
from encoding_conformance.core.vector import Case
from encoding_conformance.models import permitted

CHECK = Check("some", "The bytes are those of the tables.")
NOT_RUN = NotRun("encode was given up after 20 time-outs")


def kim() -> Encoding:
    return suite().encodings["kim"]


def answering(odd: Mapping[Operation, Outcome]) -> Callable[[Sequence[Operation]], Iterator[Outcome]]:
    """Gives what the tables do, except for odd operations, and stops after a failure."""

    def perform(operations: Sequence[Operation]) -> Iterator[Outcome]:
        for operation in operations:
            outcome = odd.get(operation) or permitted(suite().encodings[operation.encoding], operation)[0]
            yield outcome
            if isinstance(outcome, FAILURES):
                return

    return perform


def of(value: int) -> Encode:
    return Encode("kim", (value,))


def search(odd: Mapping[int, Outcome], limits: Limits = NO_LIMITS, check: Check = CHECK) -> Search:
    return Search(check, kim(), limits, answering({of(value): outcome for value, outcome in odd.items()}))


def groups() -> Iterator[Group]:
    return (group_of(kim(), [of(value)]) for value in range(100))


def test_nothing_is_found_if_every_outcome_is_permitted() -> None:
    """A relation sees no group with permitted outcomes alone, so a check with one costs nothing for a right implementation."""
    held = search({}, check=Check("some", "", relation=lambda encoding, answered, ask: pytest.fail("related")))
    assert held.smallest(groups()) is None
    assert (held.cases, held.not_asked) == (100, None)


@pytest.mark.parametrize("index", [0, 5, 8, 99])
def test_the_first_group_that_breaks_the_check_is_found(index: int) -> None:
    found = search({index: Encoded(b"wrong"), 99: Encoded(b"")}).first(groups())
    assert found and (found.case.operation, found.expected) == (of(index), (Encoded(bytes([index])),))


def test_nothing_is_asked_after_the_batch_in_which_a_check_broke() -> None:
    asked: list[Operation] = []

    def perform(operations: Sequence[Operation]) -> Iterator[Outcome]:
        asked.extend(operations)
        return answering({of(0): Encoded(b"")})(operations)

    assert Search(CHECK, kim(), NO_LIMITS, perform).first(groups())
    assert len(asked) < 10


@pytest.mark.parametrize("failure", [Crash("signal 11"), Timeout("5 s"), BrokenProtocol("no reply")])
@pytest.mark.parametrize("limits", [NO_LIMITS, Limits(max_value=3)])
def test_a_failure_breaks_every_check_and_no_limit_excuses_it(failure: Outcome, limits: Limits) -> None:
    for check in (CHECK, Check("some", "", relation=lambda encoding, answered, ask: None)):
        found = search({30: failure}, limits, check).first(groups())
        assert found and (found.case.operation, found.outcome) == (of(30), failure)


@pytest.mark.parametrize("index", [0, 5, 99])
def test_a_search_remembers_that_something_was_not_asked_but_a_wrong_outcome_counts_more(index: int) -> None:
    one = search({index: NOT_RUN})
    assert one.smallest(groups()) is None
    assert one.not_asked == NOT_RUN
    found = search(dict.fromkeys(range(100), NOT_RUN) | {index: Encoded(b"wrong")}).first(groups())
    assert found and found.case.operation == of(index)


def test_a_refusal_breaks_the_check_unless_the_encoding_or_a_limit_excuses_it() -> None:
    refused = search({30: Rejection(0)}).first(groups())
    assert refused and refused.reason.startswith("rejected input that must be accepted")
    assert search({30: Unsupported()}).first(groups())
    assert search({30: Unsupported()}, Limits(max_value=30)).first(groups())
    assert not search({30: Unsupported()}, Limits(max_value=29)).first(groups())
    assert not search({0xD800: Rejection(0)}).first([group_of(kim(), [of(0xD800)])])


def test_a_relation_is_not_broken_by_an_outcome_that_a_limit_excuses() -> None:
    check = Check("some", "", relation=relations.decode_undoes_encode, from_first=relations.undone)
    group = relations.undone(kim(), of(0x4000))
    assert search({0x4000: Unsupported()}, check=check).first([group])
    assert not search({0x4000: Unsupported()}, Limits(max_value=0xFF), check).first([group])


@pytest.mark.parametrize("answer", [Decoded((1, 2, 3)), Rejection(), Unsupported(), Crash("signal 11")])
def test_any_answer_but_a_crash_will_do_if_no_outcome_is_stated(answer: Outcome) -> None:
    case = Case(Decode("kim", b"\x81"))
    found = Search(CHECK, kim(), NO_LIMITS, answering({case.operation: answer})).smallest([(case,)])
    assert (found and found.outcome) == (answer if isinstance(answer, Crash) else None)


def test_an_outcome_that_a_fuzzer_has_is_judged_without_asking_again() -> None:
    one = Search(CHECK, kim(), NO_LIMITS, lambda operations: pytest.fail("asked"))
    (case,) = group_of(kim(), [of(0x41)])
    assert one.of_outcome(case, Encoded(b"A")) is None
    found = one.of_outcome(case, Encoded(b"B"))
    assert found and (found.case, found.outcome) == (case, Encoded(b"B"))


TEXT, RIGHT, WRONG = (0xE9, 0x41), b"\x81\x69\x41", b"\xe9\x41"
FORTH, BACK, CUT = Encode("kim", TEXT), Decode("kim", RIGHT), Decode("kim", b"\x41\x81")
IN_CHUNKS = BACK._replace(cuts=(1,))


def blamed(check: str, group: Iterable[Operation] | Group, odd: Mapping[Operation, Outcome]) -> Blamed:
    """Returns the failing case if a codec breaks a check."""
    made = group if isinstance(group, tuple) else group_of(kim(), list(group))
    found = searched(check, "kim", answering(odd)).first([made])
    assert found
    return found


@pytest.mark.parametrize(
    ("check", "first", "odd", "operation", "expected"),
    [
        # Decode rightly reads as something else what encode wrote
        ("decode-undoes-encode", FORTH, {FORTH: Encoded(WRONG)}, FORTH, Encoded(RIGHT)),
        ("decode-undoes-encode", FORTH, {BACK: Rejection(0)}, BACK, Decoded(TEXT)),
        ("decode-undoes-encode", FORTH, {BACK: Crash("exited")}, BACK, Decoded(TEXT)),
        # The relation only knows that the input is ill-formed, and the tables know where and why
        ("encode-undoes-decode", CUT, {CUT: Decoded((0x41, 0x81))}, CUT, Rejection(1, "truncated")),
        ("chunks", BACK, {IN_CHUNKS: Rejection(0)}, IN_CHUNKS, Decoded(TEXT)),
        # A wrong outcome of the whole input is reported, and not its chunks
        ("chunks", BACK, {BACK: Decoded((0x41,))}, BACK, Decoded(TEXT)),
    ],
)
def test_the_operation_that_is_wrong_is_blamed(check: str, first, odd, operation, expected) -> None:
    found = blamed(check, [BACK, IN_CHUNKS] if check == "chunks" else undone(kim(), first), odd)
    assert (found.case.operation, found.expected) == (operation, (expected,))
    assert found.outcome == odd[operation]


def test_an_operation_that_is_wrong_only_after_others_is_blamed() -> None:
    asked: list[Operation] = [Encode("kim", ())]
    cut = Decode("kim", RIGHT[:-1])

    def perform(operations: Sequence[Operation]) -> Iterator[Outcome]:
        for operation in operations:
            asked.append(operation)
            yield Encoded(b"") if asked[-2:] == [cut, FORTH] else permitted(kim(), operation)[0]

    found = searched("no-state-leaks", "kim", perform).first([group_of(kim(), [FORTH, cut, FORTH])])
    assert found and (found.case.operation, found.outcome) == (FORTH, Encoded(b""))
    assert found.reason == "a different outcome after 2 operations than at first"


def test_the_wrong_one_of_two_texts_is_to_blame_for_their_order() -> None:
    """They break the check of order on the larger one, whose bytes are right."""
    first, second = Encode("utf-8", (0x41,)), Encode("utf-8", (0x42,))
    perform = answering({first: Encoded(b"C")})
    found = searched("order", "utf-8", perform).first([group_of(suite().encodings["utf-8"], [second, first])])
    assert found and (found.case.operation, found.outcome, found.expected) == (first, Encoded(b"C"), (Encoded(b"A"),))
