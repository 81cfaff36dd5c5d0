"""Learns a finite-state machine over bytes by asking what comes of inputs.

The algorithm is that of Kearns and Vazirani (1994) with the analysis of counterexamples by Rivest and Schapire (1993): a tree
has the states at its leaves, and at each inner node a suffix whose answers tell those below it apart. It asks in batches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Generic, TypeVar

from encoding_conformance.core.ranges import indexes_of_each

Answer = TypeVar("Answer")
"""What comes of an input, which is all that shows the state behind it."""

Ask = Callable[[Sequence[bytes]], Sequence[Answer]]
"""Returns the answers to inputs. The answer to an input never changes."""

_BYTES = 0x100


@dataclass(frozen=True)
class Learned(Generic[Answer]):
    """A machine whose first state is the initial one. For each state, `access` has bytes that lead there, `answers` the answer to
    these bytes, and `targets` the next state for each of the 256 bytes. For any two states, the answers to one of the
    `suffixes` of each differ. If the search for states ended early, the machine is wrong about the input `unexplained`."""

    access: Sequence[bytes]
    answers: Sequence[Answer]
    targets: Sequence[Sequence[int]]
    suffixes: Sequence[Sequence[bytes]]
    unexplained: bytes | None = None

    def after(self, data: bytes, state: int = 0) -> int:
        """Returns the state behind these bytes."""
        for byte in data:
            state = self.targets[state][byte]
        return state

    @cached_property
    def classes(self) -> list[bytes]:
        """The bytes that lead to the same states from every state, in classes."""
        return list(map(bytes, indexes_of_each(zip(*self.targets)).values()))


Search = Callable[[Learned[Answer]], Iterable[Sequence[bytes]]]
"""Yields inputs, in batches, whose answers may be other than those of a machine."""


def learned(ask: Ask[Answer], search: Search[Answer], most: int) -> Learned[Answer]:
    """Returns the machine that answers as `ask` does to all inputs that were asked. The search for counterexamples ends early
    if there are more states than `most`."""
    learner = _Learner(ask)
    machine, is_new = learner.machine(), True
    while is_new:
        is_new = False
        for batch in search(machine):
            while wrong := [data for data, answer in zip(batch, ask(batch)) if machine.answers[machine.after(data)] != answer]:
                counterexample = min(wrong, key=lambda data: (len(data), data))
                if len(machine.access) >= most:
                    return learner.machine(counterexample)
                learner.refine(machine, counterexample)
                machine, is_new = learner.machine(), True
    return machine


@dataclass(eq=False)
class _Node(Generic[Answer]):
    """An inner node of the tree: for each answer to an input that ends with `suffix`, a node below it or a state."""

    suffix: bytes
    above: _Node[Answer] | None = None
    below: dict[Answer, _Node[Answer] | int] = field(default_factory=dict)


class _Learner(Generic[Answer]):
    def __init__(self, ask: Ask[Answer]):
        self._ask = ask
        self._root = _Node[Answer](b"")
        self._access: list[bytes] = []
        self._leaves: list[tuple[_Node[Answer], Answer]] = []  # the node above each state, and the answer that leads to it
        self._targets: list[list[int]] = []
        self._open: list[tuple[int, int, _Node[Answer]]] = []  # states and bytes whose target is not known, and where to go on
        (answer,) = ask([b""])
        self._add(b"", self._root, answer)

    def machine(self, unexplained: bytes | None = None) -> Learned[Answer]:
        """Returns the machine so far, in which each byte has been asked in each state."""
        while self._open:
            going_on = self._open
            self._open = []
            answers = self._ask([self._access[state] + bytes((byte,)) + node.suffix for state, byte, node in going_on])
            for (state, byte, node), answer in zip(going_on, answers):
                found = node.below.get(answer)
                if found is None:
                    found = self._add(self._access[state] + bytes((byte,)), node, answer)
                if isinstance(found, _Node):
                    self._open.append((state, byte, found))
                else:
                    self._targets[state][byte] = found
        targets = [list(row) for row in self._targets]
        return Learned(list(self._access), self._ask(self._access), targets, list(map(self._suffixes, self._leaves)), unexplained)

    def refine(self, machine: Learned[Answer], data: bytes) -> None:
        """Tells a state from another one, with an input to which the machine has the wrong answer: the state from which the
        machine goes on as if it were another one. The end of the input tells them apart."""
        states = [machine.after(data[:length]) for length in range(len(data) + 1)]
        answers = self._ask([self._access[state] + data[length:] for length, state in enumerate(states)])
        last = max(length for length in range(len(data)) if answers[length] != answers[length + 1])
        state, access = states[last + 1], self._access[states[last]] + data[last : last + 1]
        (above, answer), node = self._leaves[state], _Node(data[last + 1 :], self._leaves[state][0])
        above.below[answer] = node
        node.below[answers[last + 1]] = state
        self._leaves[state] = node, answers[last + 1]
        self._add(access, node, answers[last])
        for source, row in enumerate(self._targets[:-1]):
            self._open += [(source, byte, node) for byte, target in enumerate(row) if target == state]

    def _add(self, access: bytes, above: _Node[Answer], answer: Answer) -> int:
        state = len(self._access)
        self._access.append(access)
        above.below[answer] = state
        self._leaves.append((above, answer))
        self._targets.append([state] * _BYTES)
        self._open += [(state, byte, self._root) for byte in range(_BYTES)]
        return state

    @staticmethod
    def _suffixes(leaf: tuple[_Node[Answer], Answer]) -> list[bytes]:
        node: _Node[Answer] | None = leaf[0]
        found = []
        while node:
            found.append(node.suffix)
            node = node.above
        return found
