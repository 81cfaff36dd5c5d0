"""What the judge says of an outcome."""

from __future__ import annotations

from dataclasses import dataclass

PASS = "pass"
FAIL = "fail"
SKIP = "skip"
ERROR = "error"
VERDICTS = (PASS, FAIL, SKIP, ERROR)

VECTOR = "vector"
ADAPTER = "adapter"
HARNESS = "harness"


@dataclass(frozen=True)
class Judgement:
    """A verdict with its reason; `blame` is vector, adapter or harness for an error, else None."""

    verdict: str
    reason: str = ""
    blame: str | None = None


@dataclass(frozen=True)
class Verdict:
    """A line of the report: a judgement of one vector or check on one implementation.

    `operation`, `input`, `permitted` and `outcome` are texts as on the wire; of a check that failed they are those
    of its smallest failing case. `details` are lines for a person: how to repeat it, the vector to paste.
    """

    implementation: str
    encoding: str
    id: str
    requirements: tuple[str, ...]
    judgement: Judgement
    operation: str | None = None
    input: str | None = None
    permitted: tuple[str, ...] = ()
    outcome: str | None = None
    details: tuple[str, ...] = ()
