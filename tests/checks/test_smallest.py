"""A failing input is brought down to a small one that fails as well."""

from __future__ import annotations

from typing import Any

import pytest
from encoding_conformance.checks.drive import first_violation
from encoding_conformance.checks.inputs.search import smallest
from encoding_conformance.checks.law import Counterexample, Found, Violation
from testbench import SEED, inputs_of, performing, suite

from encoding_conformance.checks.catalogue import CHECKS
from encoding_conformance.core.limits import NO_LIMITS
from encoding_conformance.core.operation import Encode
from encoding_conformance.core.outcome import Crash, Rejection
from mutants.general import wrapped_when_decoded
from mutants.planting import altered


def smallest_of(encoding_id: str, check: str, kind: str, codec: Any, inputs: list[Any]) -> Counterexample:
    """What a run would report: the first input on which a law does not hold, made small."""
    encoding = suite().encodings[encoding_id]
    law = dict(CHECKS[check].laws)[kind]

    def run(*inputs: Any) -> Found:
        return first_violation(law, encoding, NO_LIMITS, inputs, performing(codec))

    return smallest(kind, encoding, NO_LIMITS, SEED, run(*inputs), run, inputs_of(encoding_id, kind))


def one_less_from(edge: int) -> Any:
    return lambda decode, data: [value - (value >= edge) for value in decode(data)]


@pytest.mark.parametrize("edge", [0x80, 0x4000, 0x10000])
def test_the_smallest_sequence_is_the_edge_alone(edge: int) -> None:
    codec = altered("kim", decode=one_less_from(edge))

    input, *_ = smallest_of("kim", "decode-undoes-encode", "values", codec, [(0x41, 0x10FFFF, 0x42, 0x1F4A9, 0x43)])

    assert input == (edge,)


def test_the_smallest_sequence_is_found_from_all_inputs_of_a_run() -> None:
    codec = wrapped_when_decoded("utf-inf-8", 64)

    input, violation, _ = smallest_of("utf-inf-8", "decode-undoes-encode", "values", codec, inputs_of("utf-inf-8", "values"))

    assert input == (1 << 64,)
    assert violation.outcome.value == (0,)


def test_the_smallest_bytes_are_those_of_the_fault() -> None:
    codec = altered("utf-8", decode=lambda decode, data: decode(data.replace(b"\xc0\x80", b"\x00")))

    input, *_ = smallest_of("utf-8", "layout", "bytes", codec, [b"AB\xc0\x80CD"])

    assert input == b"\xc0\x80"


def test_a_part_of_a_pair_shrinks_as_well() -> None:
    codec = altered("utf-32-be", encode_value=lambda encode, value: encode(value if value < 0x10000 else 0x41))

    (smaller, larger), *_ = smallest_of("utf-32-be", "order", "pair", codec, [((0x42, 0x43), (0x42, 0x1F4A9, 0x44))])

    assert sorted([smaller, larger])[1] in [(0x10000,), (0x42, 0x10000)]


def test_the_smallest_crash_remains_a_crash() -> None:
    def crash(decode: Any, data: bytes) -> list[int]:
        if 0x7F in data:
            raise MemoryError
        return decode(data)

    input, violation, _ = smallest_of(
        "ascii", "decode-undoes-encode", "values", altered("ascii", decode=crash), [(0x20, 0x7F, 0x30, 0x7F)]
    )

    assert input == (0x7F,)
    assert isinstance(violation.outcome, Crash)


def test_a_fickle_implementation_does_not_hinder_the_search() -> None:
    calls: list[int] = []

    def every_other_time(decode: Any, data: bytes) -> list[int]:
        calls.append(1)
        return decode(data) if len(calls) % 2 else []

    codec = altered("ascii", decode=every_other_time)

    input, *_ = smallest_of("ascii", "decode-undoes-encode", "values", codec, [(0x41,), (0x42,)])

    assert input in [(0x41,), (0x42,), (0x00,)]


def test_few_smaller_texts_are_tried_of_one_that_is_asked_thousands_of_times() -> None:
    tried: list[Any] = []
    encoding = suite().encodings["utf-8"]
    text = (0x7F, 0x7FF, 0xFFFF, 0x10FFFF)

    def run(input: Any) -> Counterexample | None:
        tried.append(input)
        refused = Violation(Encode("utf-8", input), Rejection(0), "refused")
        return Counterexample(input, refused, run) if input[-1] == 0x10FFFF else None

    input, *_ = smallest("worn", encoding, NO_LIMITS, SEED, run(text), run, inputs_of("utf-8", "worn"))

    assert (input, len(tried) < 10) == ((0x10FFFF,), True)
