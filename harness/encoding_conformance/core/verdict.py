"""The verdicts and judgements on outcomes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from encoding_conformance.core.deviation import Changed, Deviation
from encoding_conformance.core.identity import Id
from encoding_conformance.core.location import Location
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import Outcome
from encoding_conformance.core.vector import Permitted

PASS = "pass"
FAIL = "fail"
SKIP = "skip"
ERROR = "error"
VERDICTS = (PASS, FAIL, SKIP, ERROR)

Ground = Literal[
    "known deviation", "stale deviation", "limit", "optional", "property", "feature", "silence", "not asked", "changed"
]
DEVIATION: Literal["known deviation"] = "known deviation"
"""The implementation's manifest declares this failure."""
STALE: Literal["stale deviation"] = "stale deviation"
"""The manifest declares a failure that is gone."""
LIMIT: Literal["limit"] = "limit"
"""The input lies beyond a limit that the manifest declares."""
OPTIONAL: Literal["optional"] = "optional"
"""The encoding says that the values may be refused."""
PROPERTY: Literal["property"] = "property"
"""A property of the encoding excludes the check."""
FEATURE: Literal["feature"] = "feature"
"""The implementation does not offer the feature that the check needs."""
SILENCE: Literal["silence"] = "silence"
"""The specification is silent, and permits this outcome and others."""
NOT_ASKED: Literal["not asked"] = "not asked"
"""The implementation had been given up after too many failures, so it was not asked. The verdict has no outcome."""
CHANGED: Literal["changed"] = "changed"
"""The manifest's deviations are of another version than the one that is installed, which does something else. It is a failure
only where a change of version is to fail the run; elsewhere it is skipped."""
GROUNDS: tuple[Ground, ...] = get_args(Ground)

ADAPTER = "adapter"
HARNESS = "harness"


@dataclass(frozen=True)
class Judgement:
    """A verdict and its reason.

    `blame` is vector, adapter or harness for an error, and None otherwise. `ground` is the kind of reason, or None if the
    reason is of no such kind. `deviation` is what the manifest declares, if that is the ground; `reason` is its text then.
    `changed` is what has changed since the version that the manifest's deviations are of, if that is the ground. `declared`
    says of a failure what the manifest declares instead; it is empty if it declares nothing.
    """

    verdict: str
    reason: str = ""
    blame: str | None = None
    ground: Ground | None = None
    deviation: Deviation | None = None
    changed: Changed | None = None
    declared: str = ""

    @property
    def told(self) -> str:
        """The reason as reports show it. That of a known deviation or of a change says that it is one."""
        reason = f"{self.reason}; {self.declared}" if self.declared else self.reason
        if self.changed:
            return f"{self.changed}: {reason}"
        return f"{DEVIATION}: {reason}" if self.ground == DEVIATION else reason


class PatternPlace(NamedTuple):
    """The place of a pattern of a known deviation in a manifest: how many entries stand before its own, and how many patterns
    before it there."""

    entry: int
    pattern: int


class Pointers(NamedTuple):
    """What helps the reader of a failure to continue. `location` is where the vector is written or the deviation is
    declared. `note` says why the vector exists. `law` is the text of the law that is broken. `rerun` is the command
    that repeats the verdict. `is_vector` says that the operation on which a law broke shows the fault by itself, and that
    its permitted outcomes are those of the specification's tables, so that it can be pasted as a vector. `stale` are the
    patterns of the manifest that can be removed."""

    location: Location | None = None
    note: str = ""
    law: str = ""
    rerun: str = ""
    is_vector: bool = False
    stale: tuple[PatternPlace, ...] = ()


class Verdict(NamedTuple):
    """The judgement of one vector or check on one implementation, which is one line of a report.

    If a check failed, `operation`, `permitted` and `outcome` are those of its smallest failing case. If it passed, it has
    none.
    """

    implementation: str
    encoding: str
    id: Id
    requirements: tuple[str, ...]
    judgement: Judgement
    operation: Operation | None = None
    permitted: tuple[Permitted, ...] = ()
    outcome: Outcome | None = None
    pointers: Pointers = Pointers()

    @property
    def is_not_asked(self) -> bool:
        """Whether the implementation was not asked, because it had been given up."""
        return self.judgement.ground == NOT_ASKED

    @property
    def is_excused_change(self) -> bool:
        """Whether this is a failure that is skipped, because the manifest's deviations are of another version."""
        return self.judgement.ground == CHANGED and self.judgement.verdict == SKIP

    @property
    def is_known_deviation(self) -> bool:
        """Whether this is a failure that the implementation's manifest declares."""
        return self.judgement.ground == DEVIATION
