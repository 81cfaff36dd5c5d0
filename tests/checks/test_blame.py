"""Which operation of a broken law is at fault, and whether it is a test vector."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest
from encoding_conformance.checks.drive import Blamed, asked_by, blamed, first_violation
from encoding_conformance.checks.law import Law
from encoding_conformance.checks.round_trips import decode_undoes_encode, encode_undoes_decode
from testbench import suite

from encoding_conformance.checks.state import every_cut_of_bytes, no_state_leaks
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import NO_LIMITS
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Crash, Decoded, Encoded, Outcome, Rejection
from encoding_conformance.models import permitted

TEXT, RIGHT, WRONG = (0xE9, 0x41), b"\x81\x69\x41", b"\xe9\x41"


@pytest.fixture(scope="module")
def kim() -> Encoding:
    return suite().encodings["kim"]


def found(kim: Encoding, law: Law, input: object, answer: Callable[[Operation], Outcome | None]) -> Blamed:
    """What is blamed for a law that a codec breaks. It gives what the tables do where `answer` gives nothing."""

    def perform(operations: Sequence[Operation]) -> Iterator[Outcome]:
        return (answer(operation) or permitted(kim, operation)[0] for operation in operations)

    broken = first_violation(law, kim, NO_LIMITS, [input], perform)
    assert broken
    return blamed(kim, NO_LIMITS, broken[1], asked_by(law, kim, NO_LIMITS, input, perform))


def test_of_a_round_trip_that_encode_breaks_encode_is_at_fault(kim: Encoding) -> None:
    """Decode rightly reads what encode wrote as something else."""
    violation, is_vector = found(kim, decode_undoes_encode, TEXT, {Encode("kim", TEXT): Encoded(WRONG)}.get)
    assert (violation.operation, violation.outcome) == (Encode("kim", TEXT), Encoded(WRONG))
    assert violation.permitted == (Encoded(RIGHT),)
    assert is_vector


def test_of_a_round_trip_that_decode_breaks_decode_is_at_fault(kim: Encoding) -> None:
    violation, is_vector = found(kim, decode_undoes_encode, TEXT, {Decode("kim", RIGHT): Rejection(0)}.get)
    assert (violation.operation, violation.outcome) == (Decode("kim", RIGHT), Rejection(0))
    assert violation.permitted == (Decoded(TEXT),)
    assert is_vector


def test_what_the_tables_permit_replaces_what_a_law_permits(kim: Encoding) -> None:
    """The law only knows that the input is ill-formed, and the tables know where and why."""
    cut = b"\x41\x81"
    violation, is_vector = found(kim, encode_undoes_decode, cut, {Decode("kim", cut): Decoded((0x41, 0x81))}.get)
    assert (violation.operation, violation.permitted) == (Decode("kim", cut), (Rejection(1, "truncated"),))
    assert is_vector


def test_a_crash_is_told_with_what_the_tables_permit(kim: Encoding) -> None:
    violation, is_vector = found(kim, decode_undoes_encode, TEXT, {Decode("kim", RIGHT): Crash("exited")}.get)
    assert (violation.operation, violation.permitted, is_vector) == (Decode("kim", RIGHT), (Decoded(TEXT),), True)


def test_an_operation_that_is_wrong_only_after_others_is_no_vector(kim: Encoding) -> None:
    asked: list[Operation] = [Encode("kim", ())]

    def answer(operation: Operation) -> Outcome | None:
        asked.append(operation)
        return Encoded(b"") if asked[-2:] == [Decode("kim", RIGHT[:-1]), Encode("kim", TEXT)] else None

    violation, is_vector = found(kim, no_state_leaks, (TEXT, RIGHT), answer)
    assert (violation.operation, violation.outcome, is_vector) == (Encode("kim", TEXT), Encoded(b""), False)


def test_an_input_in_pieces_is_no_vector(kim: Encoding) -> None:
    def answer(operation: Operation) -> Outcome | None:
        return Rejection(0) if isinstance(operation, Decode) and operation.cuts else None

    violation, is_vector = found(kim, every_cut_of_bytes, RIGHT, answer)
    assert violation.permitted == (Decoded(TEXT),)
    assert not is_vector


def test_a_wrong_answer_to_the_whole_input_is_told_and_not_its_pieces(kim: Encoding) -> None:
    violation, is_vector = found(kim, every_cut_of_bytes, RIGHT, {Decode("kim", RIGHT): Decoded((0x41,))}.get)
    assert (violation.operation, violation.permitted, is_vector) == (Decode("kim", RIGHT), (Decoded(TEXT),), True)
