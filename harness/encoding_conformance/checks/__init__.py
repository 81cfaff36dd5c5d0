"""The laws that hold for many inputs. Each is defined once and is pure, and its inputs come from everywhere.

A law is a generator: it yields operations, is sent their outcomes, and raises Violation if it does not hold. It does not
know any implementation, so the same law serves vectors, edge cases, Hypothesis and sweeps.
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
