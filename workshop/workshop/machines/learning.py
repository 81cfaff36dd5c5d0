"""Learns a finite-state machine over bytes from the answers to inputs.

It uses the algorithm of Kearns and Vazirani (1994) with the analysis of counterexamples by Rivest and Schapire (1993): a tree has
the states at its leaves, and at each inner node a suffix whose answers distinguish the states below it. Inputs run in batches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Generic, TypeVar

from encoding_conformance.core.ranges import indexes_of_each

Answer = TypeVar("Answer")
"""The answer to an input, which is all that shows the state after it."""

Query = Callable[[Sequence[bytes]], Sequence[Answer]]
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
        """Returns the state after these bytes."""
        for byte in data:
            state = self.targets[state][byte]
        return state

    @cached_property
    def classes(self) -> list[bytes]:
        """The bytes in classes that lead to the same states from every state."""
        return list(map(bytes, indexes_of_each(zip(*self.targets)).values()))


Search = Callable[[Learned[Answer]], Iterable[Sequence[bytes]]]
"""Yields inputs, in batches, whose answers may differ from a machine's."""


def learned(query: Query[Answer], search: Search[Answer], most: int) -> Learned[Answer]:
    """Returns the machine that answers as `query` does to all inputs that were run. The search for counterexamples ends early if
    there are more states than `most`."""
    learner = _Learner(query)
    machine, is_new = learner.machine(), True
    while is_new:
        is_new = False
        for batch in search(machine):
            while wrong := [data for data, answer in zip(batch, query(batch)) if machine.answers[machine.after(data)] != answer]:
                counterexample = min(wrong, key=lambda data: (len(data), data))
                if len(machine.access) >= most:
                    return learner.machine(counterexample)
                learner.refine(machine, counterexample)
                machine, is_new = learner.machine(), True
    return machine


@dataclass(eq=False)
class _Node(Generic[Answer]):
    """An inner node of the tree. For each answer to an input that ends with `suffix`, it has a node below it or a state."""

    suffix: bytes
    above: _Node[Answer] | None = None
    below: dict[Answer, _Node[Answer] | int] = field(default_factory=dict)


class _Learner(Generic[Answer]):
    def __init__(self, query: Query[Answer]):
        self._query = query
        self._root = _Node[Answer](b"")
        self._access: list[bytes] = []
        self._leaves: list[tuple[_Node[Answer], Answer]] = []  # the node above each state, and the answer that leads to it
        self._targets: list[list[int]] = []
        self._open: list[tuple[int, int, _Node[Answer]]] = []  # states and bytes with an unknown target, and the next node
        (answer,) = query([b""])
        self._add(b"", self._root, answer)

    def machine(self, unexplained: bytes | None = None) -> Learned[Answer]:
        """Returns the machine so far, after running each byte in each state."""
        while self._open:
            unknown = self._open
            self._open = []
            answers = self._query([self._access[state] + bytes((byte,)) + node.suffix for state, byte, node in unknown])
            for (state, byte, node), answer in zip(unknown, answers):
                target = node.below.get(answer)
                if target is None:
                    target = self._add(self._access[state] + bytes((byte,)), node, answer)
                if isinstance(target, _Node):
                    self._open.append((state, byte, target))
                else:
                    self._targets[state][byte] = target
        targets = [list(row) for row in self._targets]
        suffixes = list(map(self._suffixes, self._leaves))
        return Learned(list(self._access), self._query(self._access), targets, suffixes, unexplained)

    def refine(self, machine: Learned[Answer], data: bytes) -> None:
        """Splits a state with an input to which the machine has the wrong answer. After some byte, the machine takes one state
        for another, and the rest of the input distinguishes the two."""
        states = [machine.after(data[:length]) for length in range(len(data) + 1)]
        answers = self._query([self._access[state] + data[length:] for length, state in enumerate(states)])
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
        suffixes = []
        while node:
            suffixes.append(node.suffix)
            node = node.above
        return suffixes
