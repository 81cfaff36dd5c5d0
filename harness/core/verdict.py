"""What the judge says of an outcome."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from harness.core.operation import Operation
from harness.core.outcome import Outcome
from harness.core.vector import Permitted

PASS = "pass"
FAIL = "fail"
SKIP = "skip"
ERROR = "error"
VERDICTS = (PASS, FAIL, SKIP, ERROR)

KNOWN_DEVIATION = "known deviation: "
"""How the reason of a declared failure begins."""

ADAPTER = "adapter"
HARNESS = "harness"


@dataclass(frozen=True)
class Judgement:
    """A verdict with its reason; `blame` is vector, adapter or harness for an error, else None."""

    verdict: str
    reason: str = ""
    blame: str | None = None


class Verdict(NamedTuple):
    """A line of the report: a judgement of one vector or check on one implementation.

    `operation`, `permitted` and `outcome` of a check that failed are those of its smallest failing case; one that
    held has none. `details` are lines for a person: how to repeat it, the vector to paste.
    """

    implementation: str
    encoding: str
    id: str
    requirements: tuple[str, ...]
    judgement: Judgement
    operation: Operation | None = None
    permitted: tuple[Permitted, ...] = ()
    outcome: Outcome | None = None
    details: tuple[str, ...] = ()

    @property
    def is_known_deviation(self) -> bool:
        """A failure that the implementation's manifest declares."""
        return self.judgement.verdict == SKIP and self.judgement.reason.startswith(KNOWN_DEVIATION)
