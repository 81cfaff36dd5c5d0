"""What an implementation declares that it cannot do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """`max_value`: the largest value that it can hold, or None; beyond it, "unsupported" is expected."""

    max_value: int | None = None

    def hold(self, values: Sequence[int]) -> bool:
        """Are all these values within the limits?"""
        return self.max_value is None or all(value <= self.max_value for value in values)


NO_LIMITS = Limits()
