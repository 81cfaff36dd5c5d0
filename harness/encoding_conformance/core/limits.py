"""What an implementation declares that it cannot do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from encoding_conformance.core.replacing import REJECTS, Replacing


@dataclass(frozen=True)
class Limits:
    """`max_value` is the largest value that an implementation can hold, or None. Beyond it, "unsupported" is expected.

    `largest` are the bytes of that value if the encoding has larger values. `ordered` says whether bytes sort as values
    do. `replacing` is what an implementation gives that does not reject.
    """

    max_value: int | None = None
    largest: bytes = b""
    ordered: bool = False
    replacing: Replacing = REJECTS

    def hold(self, values: Sequence[int]) -> bool:
        """Whether all these values are within the limits."""
        return self.max_value is None or all(value <= self.max_value for value in values)

    def may_be_beyond(self, data: bytes) -> bool:
        """Whether a value beyond the limits could begin in these ill-formed bytes.

        An implementation that cannot hold such a value may notice that before it sees the fault: if bytes sort as values
        do, from a sequence that sorts after that of the largest value, and otherwise from a longer one.
        """
        if not self.largest:
            return False
        if self.ordered:
            return any(data[start:] > self.largest for start in range(len(data)))
        return len(data) > len(self.largest)


NO_LIMITS = Limits()
