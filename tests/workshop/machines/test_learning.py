"""The machine that is learned is the one that was planted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import NamedTuple

import pytest

from workshop.machines.learning import Learned, learned

CLASSES = (bytes(range(0x80)), bytes(range(0x80, 0xC0)), b"\xc0", bytes(range(0xC1, 0x100)))


class Planted(NamedTuple):
    """A machine over bytes, and the inputs that it was given."""

    answers: Sequence[int]
    targets: Sequence[Sequence[int]]
    asked: list[bytes]

    def ask(self, inputs: Sequence[bytes]) -> list[int]:
        self.asked.extend(inputs)
        return [self.answers[self.after(data)] for data in inputs]

    def after(self, data: bytes) -> int:
        state = 0
        for byte in data:
            state = self.targets[state][byte]
        return state


def planted(random: Random, states: int) -> Planted:
    """The bytes of one class lead to the same state, but for one byte in one state."""
    targets = []
    for _ in range(states):
        to = [random.randrange(states) for _ in CLASSES]
        targets.append([next(target for some, target in zip(CLASSES, to) if byte in some) for byte in range(0x100)])
    targets[random.randrange(states)][random.randrange(0x100)] = random.randrange(states)
    return Planted([random.randrange(2) for _ in range(states)], targets, [])


def first_difference(machine: Planted, found: Learned[int]) -> bytes | None:
    """The shortest input whose answers differ, which is looked for in all pairs of states that the same bytes lead to."""
    waiting, met = [(0, 0, b"")], {(0, 0)}
    for state, other, data in waiting:
        if machine.answers[state] != found.answers[other]:
            return data
        for byte, pair in enumerate(zip(machine.targets[state], found.targets[other])):
            if pair not in met:
                met.add(pair)
                waiting.append((*pair, data + bytes((byte,))))
    return None


def distinct(machine: Planted) -> int:
    """The number of states that can be reached and told apart: classes are divided until nothing divides them."""
    reached = [0]
    for state in reached:
        reached += sorted(set(machine.targets[state]).difference(reached))
    group = {state: machine.answers[state] for state in reached}
    while True:
        looks = {state: (group[state], *(group[target] for target in machine.targets[state])) for state in reached}
        numbers = {look: number for number, look in enumerate(dict.fromkeys(looks.values()))}
        finer = {state: numbers[look] for state, look in looks.items()}
        if len(numbers) == len(set(group.values())):
            return len(numbers)
        group = finer


@pytest.mark.parametrize("seed", range(4))
def test_a_random_machine_is_learned(seed: int) -> None:
    """Every counterexample is given, so nothing but the algorithm can be at fault."""
    for size in (1, 2, 3, 5, 8, 13):
        machine = planted(Random(f"{seed} {size}"), size)

        def search(found: Learned[int], machine: Planted = machine) -> Iterator[list[bytes]]:
            if (data := first_difference(machine, found)) is not None:
                yield [data]

        found = learned(machine.ask, search, 100)
        assert first_difference(machine, found) is None
        assert len(found.access) == distinct(machine)
        assert [found.after(access) for access in found.access] == list(range(len(found.access)))
        for one, other in product(range(len(found.access)), repeat=2):
            assert one == other or any(
                machine.ask([found.access[one] + suffix]) != machine.ask([found.access[other] + suffix])
                for suffix in found.suffixes[one]
            )


def test_bytes_of_one_class_lead_to_the_same_states() -> None:
    machine = Planted([0, 1], [[1 if byte == 0x41 else 0 for byte in range(0x100)], [1] * 0x100], [])
    assert learned(machine.ask, lambda _: [], 100).classes == [bytes(set(range(0x100)) - {0x41}), b"A"]


def test_the_search_ends_at_the_most_states() -> None:
    """Whether an input has a prime number of bytes is no machine."""
    primes = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37}
    words = [b"A" * length for length in range(40)]
    found = learned(lambda inputs: [len(data) in primes for data in inputs], lambda _: [words], 6)
    assert 6 <= len(found.access) <= 7
    assert found.unexplained is not None
    assert found.answers[found.after(found.unexplained)] != (len(found.unexplained) in primes)
