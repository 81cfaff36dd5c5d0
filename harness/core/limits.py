"""What an implementation declares that it cannot do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """`max_value`: the largest value that it can hold, or None; beyond it, "unsupported" is expected.

    `largest` are the bytes of that value, where the encoding has larger ones, and `ordered` tells whether bytes sort
    as values do.
    """

    max_value: int | None = None
    largest: bytes = b""
    ordered: bool = False

    def hold(self, values: Sequence[int]) -> bool:
        """Are all these values within the limits?"""
        return self.max_value is None or all(value <= self.max_value for value in values)

    def may_be_beyond(self, data: bytes) -> bool:
        """Could a value beyond the limits begin in these bytes, ill-formed as they are?

        Who holds no such value may find that out before the fault: where bytes sort as values do, by a sequence
        that sorts behind that of the largest value, else by one that is longer.
        """
        if not self.largest:
            return False
        if self.ordered:
            return any(data[start:] > self.largest for start in range(len(data)))
        return len(data) > len(self.largest)


NO_LIMITS = Limits()
