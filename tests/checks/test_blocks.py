"""A decoder that works in blocks, and has any one mistake at a place in a block, does not pass."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, product
from random import Random
from typing import NamedTuple

import pytest
from testbench import suite

from encoding_conformance.checks.blocks import (
    EVERY,
    EVERY_IF_THOROUGH,
    all_strings_in_each_state,
    blocks,
    larger_blocks,
    values_in_blocks,
)
from encoding_conformance.checks.inputs import Inputs
from encoding_conformance.core.limits import NO_LIMITS, Limits
from encoding_conformance.core.operation import Encode
from encoding_conformance.core.outcome import Decoded, Rejection
from encoding_conformance.core.vector import Permitted
from encoding_conformance.models import bytes_of, model_of
from encoding_conformance.models.state_machine import End, Machine, Target, machine_of

BLOCKS = (8, 16)
BLOCKS_IF_THOROUGH = (8, 16, 32)
SLOWER = [pytest.param(id, marks=pytest.mark.slow) for id in ("utf-8-31bit", "utf-16-be")]


class Fault(NamedTuple):
    """At one place in a block, the bytes of one class lead from one state to the wrong target."""

    block: int
    place: int
    state: int
    bytes: bytes
    target: Target


def decoded(id: str, machine: Machine, fault: Fault | None, data: bytes) -> Rejection | tuple[int, ...]:
    """What a decoder gives that has this machine and this fault. It knows no values of codes that it takes wrongly."""
    state, start, values = 0, 0, []
    for offset, byte in enumerate(data):
        target = machine.targets[state][byte]
        if fault and (offset % fault.block, state) == (fault.place, fault.state) and byte in fault.bytes:
            target = fault.target
        if target is End.ILL_FORMED:
            return Rejection(start)
        if isinstance(target, End):
            values.append(value_of(id, data[start : offset + 1]))
            start = offset + 1
        state = 0 if isinstance(target, End) else target
    return Rejection(start) if state else tuple(values)


@cache
def value_of(id: str, code: bytes) -> int:
    outcome = model_of(suite().encodings[id]).decode(code)[0]
    return outcome.value[0] if isinstance(outcome, Decoded) and len(outcome.value) == 1 else -1


def inputs(id: str, limits: Limits = NO_LIMITS) -> Inputs:
    """These cases are made from the tables alone."""
    return Inputs(suite().encodings[id], limits, [], [])


@lru_cache(1)
def asked(id: str, thorough: bool = False) -> list[tuple[bytes, Permitted]]:
    """The inputs of decode, as a run asks them, and the expected outcomes."""
    groups = chain(blocks(inputs(id)), larger_blocks(inputs(id)) if thorough else ())
    return [(case.operation.input, case.permitted[0]) for (case,) in groups if case.permitted]


@lru_cache(1)
def passing(id: str, thorough: bool) -> dict[tuple[int, int, int], list[int]]:
    """The inputs in which a byte is met at a place in a block, in a state, by these three numbers."""
    machine, found = machine_of(suite().encodings[id]), defaultdict[tuple[int, int, int], list[int]](list)
    size = size_of(thorough)
    for index, (data, _) in enumerate(asked(id, thorough)):
        state = 0
        for offset, byte in enumerate(data[: 4 * size]):
            found[offset % size, state, byte].append(index)
            target = machine.targets[state][byte]
            if target is End.ILL_FORMED:
                break
            state = target if isinstance(target, int) else 0
    return found


def size_of(thorough: bool) -> int:
    return EVERY_IF_THOROUGH if thorough else EVERY


def outcome_of(expected: Permitted) -> object:
    return Rejection(expected.offset) if isinstance(expected, Rejection) else expected.value


def survives(id: str, fault: Fault, thorough: bool) -> bool:
    """Whether no input shows a fault. Only those that pass by the fault are tried, as far as they are short."""
    machine = machine_of(suite().encodings[id])
    all_inputs, by_place = asked(id, thorough), passing(id, thorough)
    places = range(fault.place, size_of(thorough), fault.block)
    met = {index for place in places for byte in fault.bytes for index in by_place.get((place, fault.state, byte), ())}
    inputs = (all_inputs[index] for index in sorted(met, key=lambda index: len(all_inputs[index][0])))
    return all(decoded(id, machine, fault, data) == outcome_of(expected) for data, expected in inputs)


def faults(id: str, number: int, blocks: Sequence[int]) -> Iterator[Fault]:
    machine, random = machine_of(suite().encodings[id]), Random(1)
    unit = suite().encodings[id].code_unit
    for _ in range(number):
        block, state = random.choice(blocks), random.randrange(len(machine.access))
        size = len(machine.access[state])
        place, met = (
            random.choice([place for place in range(block) if (place - size) % unit == 0]),
            random.choice(machine.classes),
        )
        sound = machine.targets[state][met[0]]
        targets = [target for target in (*range(len(machine.access)), End.COMPLETE, End.ILL_FORMED) if target != sound]
        yield Fault(block, place, state, met, random.choice(targets))


@pytest.mark.parametrize("thorough", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("id", ["utf-8", *SLOWER, "utf-16-le", "utf-32-be", "utf-32-le", "ascii"])
def test_any_one_transition_that_is_wrong_at_a_place_of_a_block_is_found(id: str, thorough: bool) -> None:
    machine, inputs = machine_of(suite().encodings[id]), asked(id, thorough)
    assert all(
        decoded(id, machine, None, data) == outcome_of(expected) for data, expected in inputs[:: max(1, len(inputs) // 500)]
    )
    blocks = BLOCKS_IF_THOROUGH if thorough else BLOCKS
    assert [fault for fault in faults(id, 300, blocks) if survives(id, fault, thorough)] == []


class Added(NamedTuple):
    """A state that is added to a machine. In place of the sound target, the bytes of one class lead there from `state` at the
    beginning of the input. It is as its sound counterpart, but the bytes of one class lead to the wrong target."""

    state: int
    entered: bytes
    bytes: bytes
    target: Target


def decoded_with_more_states(id: str, machine: Machine, added: Added, data: bytes) -> Rejection | tuple[int, ...]:
    """What a decoder gives that has a machine with an added state."""
    access = machine.access[added.state]
    start = len(access)
    if not data.startswith(access) or data[start : start + 1] not in list(map(bytes, zip(added.entered))):
        return decoded(id, machine, None, data)
    entered = machine.targets[added.state][added.entered[0]]
    state = entered if isinstance(entered, int) else 0
    # The place tells the added state from its counterpart, because nothing leads there but these first bytes.
    return decoded(id, machine, Fault(len(data) + 1, start + 1, state, added.bytes, added.target), data)


def added_states(id: str, number: int) -> Iterator[Added]:
    machine, random = machine_of(suite().encodings[id]), Random(2)
    unit = suite().encodings[id].code_unit
    while number:
        state, entered, met = (
            random.randrange(len(machine.access)),
            random.choice(machine.classes),
            random.choice(machine.classes),
        )
        sound = machine.targets[state][entered[0]]
        if sound is End.ILL_FORMED:
            continue
        behind = sound if isinstance(sound, int) else 0
        whole = (len(machine.access[behind]) + 1) % unit == 0
        targets = [*range(1, len(machine.access)), *([End.COMPLETE] if whole else []), End.ILL_FORMED]
        wrong = [target for target in targets if target != machine.targets[behind][met[0]]]
        number -= 1
        yield Added(state, entered, met, random.choice(wrong))


@pytest.mark.parametrize("id", ["utf-8", *SLOWER, "utf-32-le", "ascii"])
def test_any_state_that_is_added_after_a_code_and_a_byte_is_found(id: str) -> None:
    machine = machine_of(suite().encodings[id])
    survived = [
        added
        for added in added_states(id, 300)
        if all(
            decoded_with_more_states(id, machine, added, data) == outcome_of(expected)
            for data, expected in asked(id)
            if data.startswith(machine.access[added.state])
        )
    ]
    assert survived == []


@pytest.mark.parametrize(("id", "code"), [("utf-8", "E0 80"), ("utf-8", "C2"), ("kim", "C4 80")])
def test_a_code_that_seems_to_go_on_ends_a_buffer_before_a_plain_block(id: str, code: str) -> None:
    wrong, block = bytes.fromhex(code), b"A" * 4096
    assert any(data.startswith(block[: -len(wrong)] + wrong + block) for data, _ in asked(id, thorough=True))


@pytest.mark.parametrize("id", ["utf-8", "utf-16-le", "bocu-1", "kim-text", "cp437"])
def test_values_of_each_length_stand_at_each_place_and_before_each_other(id: str) -> None:
    encoding = suite().encodings[id]
    found = [case.operation.input for (case,) in values_in_blocks(inputs(id)) if isinstance(case.operation, Encode)]
    places = {(len(bytes_of(encoding, (value,))), index % 64) for text in found for index, value in enumerate(text)}
    sizes = {size for size, _ in places}
    assert places == set(product(sizes, range(64)))
    pairs = {(text[index], text[index + 1]) for text in found for index in range(31, len(text) - 1, 64)}
    others = {one for one, _ in pairs if one != 0x41}
    assert pairs >= set(product(others, repeat=2))


def test_values_in_blocks_keep_the_limits() -> None:
    texts = [
        case.operation.input for (case,) in values_in_blocks(inputs("utf-8", Limits(0x7FF))) if isinstance(case.operation, Encode)
    ]
    assert max(map(max, texts)) == 0x7FF
    assert list(values_in_blocks(inputs("utf-8", Limits(0x20)))) == []


@pytest.mark.parametrize("id", ["kim-text"])
def test_an_encoding_that_does_not_go_value_by_value_has_no_states(id: str) -> None:
    assert list(blocks(inputs(id))) == list(all_strings_in_each_state(inputs(id))) == []


@pytest.mark.parametrize("id", ["ascii", "utf-16-be"])
def test_all_strings_of_two_bytes_follow_each_state(id: str) -> None:
    """There is one state, and a first code unit with one of two bytes leads to each of the others."""
    found = {case.operation.input for (case,) in all_strings_in_each_state(inputs(id))}
    accesses = machine_of(suite().encodings[id]).access
    pairs = [bytes(pair) for pair in product(range(0, 0x100, 15), repeat=2)]
    assert all(any(data.startswith(access + pair) for data in found) for access in accesses[:1] for pair in pairs)
    by_start = {data[: len(access) + 2] for access in accesses for data in found if data.startswith(access)}
    assert {access + pair for access in accesses for pair in pairs} <= by_start
