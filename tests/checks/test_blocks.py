"""A decoder that works in blocks, and has any one mistake at an offset in a block, does not pass."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import chain, product
from random import Random
from typing import NamedTuple

import pytest
from testbench import suite

from encoding_conformance.checks import blocks as module
from encoding_conformance.checks.blocks import all_strings_in_each_state, blocks, larger_blocks, values_in_blocks
from encoding_conformance.checks.inputs import Inputs
from encoding_conformance.core.limits import NO_LIMITS, Limits
from encoding_conformance.core.operation import Encode
from encoding_conformance.core.outcome import Decoded, Rejection
from encoding_conformance.models import bytes_of, model_of
from encoding_conformance.models.state_machine import End, Machine, Target, machine_of

SMALL_MACHINES = ["modified-utf-8", "utf-16-le", "ascii"]
"""Codes of one, two and three bytes; code units of two bytes; a single state."""


class Fault(NamedTuple):
    """At one offset in a block, the bytes of one class lead from one state to the wrong target."""

    block: int
    offset: int
    state: int
    bytes: bytes
    target: Target


def decoded(id: str, machine: Machine, fault: Fault | None, data: bytes) -> object:
    """Returns the result of a decoder that has this machine and this fault, or the offset of its rejection. It knows no values
    of codes that it takes wrongly."""
    state, start, values = 0, 0, []
    for offset, byte in enumerate(data):
        target = machine.targets[state][byte]
        if fault and (offset % fault.block, state) == (fault.offset, fault.state) and byte in fault.bytes:
            target = fault.target
        if target is End.ILL_FORMED:
            return start
        if isinstance(target, End):
            values.append(value_of(id, data[start : offset + 1]))
            start = offset + 1
        state = 0 if isinstance(target, End) else target
    return start if state else tuple(values)


@cache
def value_of(id: str, code: bytes) -> int:
    outcome = model_of(suite().encodings[id]).decode(code)[0]
    return outcome.value[0] if isinstance(outcome, Decoded) and len(outcome.value) == 1 else -1


def inputs(id: str, limits: Limits = NO_LIMITS) -> Inputs:
    """These cases are made from the tables alone."""
    return Inputs(suite().encodings[id], limits, [], [])


@lru_cache(2)
def cases(id: str, thorough: bool = False) -> list[tuple[bytes, object]]:
    """The inputs of decode in a run, each with its values or the offset of its rejection."""
    groups = chain(blocks(inputs(id)), larger_blocks(inputs(id)) if thorough else ())
    expected = [(case.operation.input, case.permitted[0]) for (case,) in groups if case.permitted]
    return [(data, each.offset if isinstance(each, Rejection) else each.value) for data, each in expected]


def faults(id: str, number: int, sizes: tuple[int, ...]) -> Iterator[Fault]:
    machine, random, unit = machine_of(suite().encodings[id]), Random(1), suite().encodings[id].code_unit
    for _ in range(number):
        block, state, met = random.choice(sizes), random.randrange(len(machine.access)), random.choice(machine.classes)
        offset = random.randrange(len(machine.access[state]) % unit, block, unit)
        yield Fault(block, offset, state, met, random.choice(_wrong_targets(machine, state, met, range(len(machine.access)))))


def _wrong_targets(machine: Machine, state: int, met: bytes, states: range) -> list[Target]:
    return [target for target in (*states, End.COMPLETE, End.ILL_FORMED) if target != machine.targets[state][met[0]]]


@pytest.mark.parametrize(
    ("id", "thorough", "sizes"),
    [
        *((id, False, (8, 16)) for id in (*SMALL_MACHINES, "utf-32-le")),
        ("utf-16-le", True, (32,)),
        pytest.param("utf-8", False, (8, 16), marks=pytest.mark.slow),
    ],
)
def test_one_wrong_transition_at_an_offset_of_a_block_is_found(id: str, thorough: bool, sizes: tuple[int, ...]) -> None:
    machine = machine_of(suite().encodings[id])
    assert all(decoded(id, machine, None, data) == expected for data, expected in cases(id, thorough)[::7])
    for fault in faults(id, 20 if thorough else 40, sizes):
        assert any(decoded(id, machine, fault, data) != expected for data, expected in cases(id, thorough)), fault


def added_states(id: str, number: int) -> Iterator[tuple[bytes, Fault]]:
    """Yields the bytes that lead to a state that is added to a machine, and its fault. From the beginning of the input, the bytes
    of one class lead there. It is as its sound counterpart, but the bytes of one class lead to the wrong target. The offset
    distinguishes it from its counterpart, because nothing leads there but these first bytes."""
    machine, random, unit = machine_of(suite().encodings[id]), Random(2), suite().encodings[id].code_unit
    while number:
        state, entered, met = (
            random.randrange(len(machine.access)),
            random.choice(machine.classes),
            random.choice(machine.classes),
        )
        sound = machine.targets[state][entered[0]]
        if sound is End.ILL_FORMED:
            continue
        after, access = (sound if isinstance(sound, int) else 0), machine.access[state]
        wrong = _wrong_targets(machine, after, met, range(1, len(machine.access)))
        if (len(machine.access[after]) + 1) % unit:
            wrong = [target for target in wrong if target is not End.COMPLETE]
        number -= 1
        yield access + entered[:1], Fault(1 << 20, len(access) + 1, after, met, random.choice(wrong))


@pytest.mark.parametrize("id", SMALL_MACHINES)
def test_a_state_that_is_added_after_a_code_and_a_byte_is_found(id: str) -> None:
    machine = machine_of(suite().encodings[id])
    for entrance, fault in added_states(id, 60):
        entering = ((data, expected) for data, expected in cases(id) if data.startswith(entrance))
        assert any(decoded(id, machine, fault, data) != expected for data, expected in entering), (entrance, fault)


@pytest.mark.parametrize(("id", "code"), [("modified-utf-8", "E0 80"), ("modified-utf-8", "C2"), ("kim", "C4 80")])
def test_a_code_that_seems_to_go_on_ends_a_buffer_before_a_plain_block(id: str, code: str) -> None:
    wrong, block = bytes.fromhex(code), b"A" * 4096
    assert any(data.startswith(block[: -len(wrong)] + wrong + block) for data, _ in cases(id, thorough=True))


@pytest.mark.parametrize("id", ["utf-8", "kim-text"])
def test_values_of_each_length_are_at_each_index_and_before_each_other(id: str) -> None:
    encoding = suite().encodings[id]
    found = [case.operation.input for (case,) in values_in_blocks(inputs(id)) if isinstance(case.operation, Encode)]
    indexes = {(len(bytes_of(encoding, (value,))), index % 64) for text in found for index, value in enumerate(text)}
    sizes = {size for size, _ in indexes}
    assert len(sizes) > 1 and indexes == set(product(sizes, range(64)))
    pairs = {(text[index], text[index + 1]) for text in found for index in range(31, len(text) - 1, 64)}
    others = {one for one, _ in pairs if one != 0x41}
    assert pairs >= set(product(others, repeat=2))


def test_values_in_blocks_keep_the_limits() -> None:
    groups = values_in_blocks(inputs("utf-8", Limits(0x7FF)))
    assert max(max(case.operation.input) for (case,) in groups if isinstance(case.operation, Encode)) == 0x7FF
    assert list(values_in_blocks(inputs("utf-8", Limits(0x20)))) == []


def test_an_encoding_that_does_not_go_value_by_value_has_no_states() -> None:
    assert list(blocks(inputs("kim-text"))) == list(all_strings_in_each_state(inputs("kim-text"))) == []


@pytest.mark.parametrize(("id", "extra"), [pytest.param("ascii", 1, marks=pytest.mark.slow), ("utf-16-be", 0)])
def test_all_strings_follow_each_state(id: str, extra: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """After each state of UTF-16, all strings of two bytes would take minutes."""
    monkeypatch.setattr(module, "EXTRA", extra)
    size = {access: len(access) + extra + 1 for access in machine_of(suite().encodings[id]).access}
    found = [case.operation.input for (case,) in all_strings_in_each_state(inputs(id))]
    for access in size:
        starts = {data[: size[access]] for data in found if data.startswith(access) and len(data) >= size[access]}
        assert len(starts) == 0x100 ** (extra + 1)
