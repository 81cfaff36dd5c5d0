"""Checks: named families of cases, and the generators that make them. All of it is pure.

A case is an operation with the outcomes that the tables permit. A generator yields groups of cases, and knows no
implementation. So the same generators serve runs, Hypothesis and the fuzzer.
"""

from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")


def spread(items: Sequence[Item], most: int) -> list[Item]:
    """Returns all items, or `most` of them at even steps, including the first and the last."""
    if len(items) <= most:
        return list(items)
    return [items[index * (len(items) - 1) // max(1, most - 1)] for index in range(most)]


def first_and_spread(items: Sequence[Item], most: int) -> list[Item]:
    """Returns all items, or `most` of them: half from the beginning, and the others at even steps."""
    if len(items) <= most:
        return list(items)
    return [*items[: most // 2], *spread(items[most // 2 :], most - most // 2)]
