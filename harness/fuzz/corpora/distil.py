"""A corpus without what adds nothing. Pure."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Set
from typing import TypeVar

Named = TypeVar("Named", bound=Hashable)


def distilled(inputs: Iterable[tuple[Named, bytes, Set[Hashable]]]) -> list[Named]:
    """The names of those inputs that together cover all that all of them cover: smallest first, each that covers
    something which no smaller one does. The same whatever their order."""
    kept: list[Named] = []
    seen: set[Hashable] = set()
    for name, _, covered in sorted(inputs, key=lambda item: (len(item[1]), item[1], item[0])):
        if not covered <= seen:
            kept.append(name)
            seen |= covered
    return kept
