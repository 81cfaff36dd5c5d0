"""Which operation of a broken group is to blame, and whether it is a test vector."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import pytest
from testbench import searched, suite

from encoding_conformance.checks.check import Group, group_of
from encoding_conformance.checks.judging import Blamed
from encoding_conformance.checks.relations import undone
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Crash, Decoded, Encoded, Outcome, Rejection
from encoding_conformance.models import permitted

TEXT, RIGHT, WRONG = (0xE9, 0x41), b"\x81\x69\x41", b"\xe9\x41"
FORTH, BACK = Encode("kim", TEXT), Decode("kim", RIGHT)


@pytest.fixture(scope="module")
def kim() -> Encoding:
    return suite().encodings["kim"]


def blamed(
    kim: Encoding, check: str, group: Iterable[Operation] | Group, answer: Callable[[Operation], Outcome | None]
) -> Blamed:
    """What is blamed if a codec breaks a check. It gives what the tables do where `answer` gives nothing."""

    def perform(operations: Sequence[Operation]) -> Iterator[Outcome]:
        return (answer(operation) or permitted(kim, operation)[0] for operation in operations)

    found = searched(check, "kim", perform).first([group if isinstance(group, tuple) else group_of(kim, group)])
    assert found
    return found


def test_encode_is_to_blame_for_a_round_trip_that_it_breaks(kim: Encoding) -> None:
    """Decode rightly reads as something else what encode wrote."""
    found = blamed(kim, "decode-undoes-encode", undone(kim, FORTH), {FORTH: Encoded(WRONG)}.get)
    assert (found.case.operation, found.outcome, found.expected) == (FORTH, Encoded(WRONG), (Encoded(RIGHT),))
    assert found.is_vector


def test_decode_is_to_blame_for_a_round_trip_that_it_breaks(kim: Encoding) -> None:
    found = blamed(kim, "decode-undoes-encode", undone(kim, FORTH), {BACK: Rejection(0)}.get)
    assert (found.case.operation, found.outcome, found.expected) == (BACK, Rejection(0), (Decoded(TEXT),))
    assert found.is_vector


def test_what_the_tables_permit_replaces_what_a_relation_permits(kim: Encoding) -> None:
    """The relation only knows that the input is ill-formed, and the tables know where and why."""
    cut = Decode("kim", b"\x41\x81")
    found = blamed(kim, "encode-undoes-decode", undone(kim, cut), {cut: Decoded((0x41, 0x81))}.get)
    assert (found.case.operation, found.expected, found.is_vector) == (cut, (Rejection(1, "truncated"),), True)


def test_a_crash_is_reported_with_what_the_tables_permit(kim: Encoding) -> None:
    found = blamed(kim, "decode-undoes-encode", undone(kim, FORTH), {BACK: Crash("exited")}.get)
    assert (found.case.operation, found.expected, found.is_vector) == (BACK, (Decoded(TEXT),), True)


def test_an_operation_that_is_wrong_only_after_others_is_no_vector(kim: Encoding) -> None:
    asked: list[Operation] = [Encode("kim", ())]
    cut = Decode("kim", RIGHT[:-1])

    def answer(operation: Operation) -> Outcome | None:
        asked.append(operation)
        return Encoded(b"") if asked[-2:] == [cut, FORTH] else None

    found = blamed(kim, "no-state-leaks", [FORTH, cut, FORTH], answer)
    assert (found.case.operation, found.outcome, found.is_vector) == (FORTH, Encoded(b""), False)
    assert found.reason == "a different outcome after 2 operations than at first"


def test_an_input_in_chunks_is_no_vector(kim: Encoding) -> None:
    def answer(operation: Operation) -> Outcome | None:
        return Rejection(0) if isinstance(operation, Decode) and operation.cuts else None

    found = blamed(kim, "chunks", [BACK, BACK._replace(cuts=(1,))], answer)
    assert (found.case.operation, found.expected) == (BACK._replace(cuts=(1,)), (Decoded(TEXT),))
    assert not found.is_vector


def test_a_wrong_outcome_of_the_whole_input_is_reported_and_not_its_chunks(kim: Encoding) -> None:
    found = blamed(kim, "chunks", [BACK, BACK._replace(cuts=(1,))], {BACK: Decoded((0x41,))}.get)
    assert (found.case.operation, found.expected, found.is_vector) == (BACK, (Decoded(TEXT),), True)


def test_the_wrong_one_of_two_texts_is_to_blame_for_their_order(kim: Encoding) -> None:
    """They break the check of order on the larger one, whose bytes are right."""
    first, second = Encode("utf-8", (0x41,)), Encode("utf-8", (0x42,))

    def perform(operations: Sequence[Operation]) -> Iterator[Outcome]:
        return (Encoded(b"C" if operation == first else b"B") for operation in operations)

    found = searched("order", "utf-8", perform).first([group_of(suite().encodings["utf-8"], [second, first])])
    assert found and (found.case.operation, found.outcome, found.expected) == (first, Encoded(b"C"), (Encoded(b"A"),))
