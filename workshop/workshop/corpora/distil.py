"""Makes a corpus smaller, without the inputs that add nothing. It is pure."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Set
from typing import TypeVar

Named = TypeVar("Named", bound=Hashable)


def distilled(inputs: Iterable[tuple[Named, bytes, Set[Hashable]]]) -> list[Named]:
    """The names of inputs that together cover everything that all inputs cover. The smallest come first, and each covers
    something that no smaller one does. The order of the inputs does not matter."""
    kept: list[Named] = []
    seen: set[Hashable] = set()
    for name, _, covered in sorted(inputs, key=lambda item: (len(item[1]), item[1], item[0])):
        if not covered <= seen:
            kept.append(name)
            seen |= covered
    return kept
