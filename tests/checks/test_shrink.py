"""Operations become smaller while they still fail."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from testbench import inputs, smallest, suite

from encoding_conformance.checks.catalogue import CHECKS
from encoding_conformance.checks.check import group_of
from encoding_conformance.checks.relations import undone
from encoding_conformance.checks.shrink import shrink
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Crash
from mutants.planting import altered

TEXT = Encode("x", (0x42, 0x1F4A9, 0x43, 0x44))


def has(*items: int) -> Callable[[Sequence[Operation]], bool]:
    """Whether one of the inputs has all these values or bytes."""
    return lambda operations: any(set(items) <= set(operation.input) for operation in operations)


def test_inputs_keep_only_what_fails() -> None:
    assert shrink([TEXT], has(0x1F4A9)) == (Encode("x", (0x1F4A9,)),)
    assert shrink([TEXT], has(0x42, 0x44)) == (Encode("x", (0x42, 0x44)),)
    assert shrink([Decode("x", b"AB\xc0\x80CD")], lambda tried: b"\xc0\x80" in tried[0].input) == (Decode("x", b"\xc0\x80"),)


def test_values_become_plain() -> None:
    assert shrink([TEXT], lambda tried: len(tried[0].input) >= 2) == (Encode("x", (0x41, 0x41)),)


def test_operations_that_are_not_needed_are_left_out() -> None:
    others: list[Operation] = [Encode("x", (value,)) for value in range(100)]
    assert shrink([*others[:50], TEXT, *others[50:]], has(0x1F4A9)) == (Encode("x", (0x1F4A9,)),)


def test_operations_with_the_same_input_keep_it_in_common() -> None:
    whole = Decode("x", b"ABCDEF")

    def differ(operations: Sequence[Operation]) -> bool:
        tried.append({operation.input for operation in operations})
        return len(operations) == 2 and b"F" in operations[0].input

    tried: list[set[Any]] = []
    first, second = shrink([whole, whole._replace(cuts=(1, 2))], differ)
    assert first.input == second.input == b"F"
    assert {len(inputs) for inputs in tried} == {1}


def test_cuts_stay_at_the_same_bytes() -> None:
    def is_cut_before_d(operations: Sequence[Operation]) -> bool:
        (found,) = operations
        assert isinstance(found, Decode) and list(found.cuts) == sorted(set(found.cuts))
        return any(found.input[cut : cut + 1] == b"D" for cut in found.cuts)

    assert shrink([Decode("x", b"ABCDEF", (1, 2, 3, 5))], is_cut_before_d) == (Decode("x", b"AD", (1,)),)


def test_empty_chunks_remain() -> None:
    def has_empty_chunk(operations: Sequence[Operation]) -> bool:
        found = operations[0]
        return isinstance(found, Decode) and b"C" in found.input and len({0, *found.cuts, len(found.input)}) < len(found.cuts) + 2

    (found,) = shrink([Decode("x", b"ABCD", (2, 2))], has_empty_chunk)
    assert found.input == b"C"


def test_an_operation_that_hangs_is_tried_three_times_at_most() -> None:
    tried: list[Sequence[Operation]] = []
    assert shrink([TEXT], lambda operations: bool(tried.append(operations)), hangs=lambda: True) == (TEXT,)
    assert len(tried) == 3


@pytest.mark.parametrize("input", [bytes(1 << 18), bytes(range(256)) * (1 << 10)], ids=["equal bytes", "different bytes"])
def test_a_long_input_is_tried_a_limited_number_of_times(input: bytes) -> None:
    """The attempts of the first one are mostly equal, and would take minutes to make."""
    tried: list[int] = []
    shrink([Decode("x", input)], lambda operations: bool(tried.append(len(operations[0].input))))
    assert 0 < sum(tried) <= 1 << 24


@pytest.mark.parametrize("edge", [0x81, 0x800, 0x2911, 0xD800, 0x10FFFF, 1 << 64])
def test_the_smallest_value_that_fails_is_found(edge: int) -> None:
    for larger in (edge + 1, edge * 3, edge * 16 + 5):
        assert shrink([Encode("x", (larger,))], lambda tried: max(tried[0].input, default=0) >= edge) == (Encode("x", (edge,)),)


def test_the_smallest_text_of_a_round_trip_is_the_edge_alone() -> None:
    codec = altered("kim", decode=lambda decode, data: [value - (value >= 0x4000) for value in decode(data)])
    text = Encode("kim", (0x41, 0x10FFFF, 0x42, 0x1F4A9, 0x43))
    found = smallest("decode-undoes-encode", "kim", codec, [undone(suite().encodings["kim"], text)])
    assert found and found.expected[0].value == (0x4000,)


def test_one_of_two_texts_in_the_wrong_order_is_reported() -> None:
    codec = altered("utf-32-be", encode_value=lambda encode, value: encode(value if value < 0x10000 else 0x41))
    pair = [Encode("utf-32-be", (0x42, 0x43)), Encode("utf-32-be", (0x42, 0x1F4A9, 0x44))]
    found = smallest("order", "utf-32-be", codec, [group_of(suite().encodings["utf-32-be"], pair)])
    assert found and found.case.operation.input == (0x10000,)


def test_a_crash_remains_a_crash() -> None:
    def crash(decode: Any, data: bytes) -> list[int]:
        if 0x7F in data:
            raise MemoryError
        return [value + 1 for value in decode(data)]

    groups = [undone(suite().encodings["ascii"], Encode("ascii", (0x7F, 0x20, 0x30)))]
    found = smallest("decode-undoes-encode", "ascii", altered("ascii", decode=crash), groups)
    assert found and isinstance(found.outcome, Crash)
    assert found.case.operation.input == b"\x7f"


def test_an_outcome_that_changes_does_not_hinder_the_search() -> None:
    calls: list[int] = []

    def every_other_time(decode: Any, data: bytes) -> list[int]:
        calls.append(1)
        return decode(data) if len(calls) % 2 else []

    groups = CHECKS["decode-undoes-encode"].around(inputs("ascii"))
    assert smallest("decode-undoes-encode", "ascii", altered("ascii", decode=every_other_time), groups)
