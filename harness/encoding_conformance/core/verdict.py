"""The verdicts on vectors and checks, and the causes of failures."""

import re
from enum import StrEnum
from typing import NamedTuple

from encoding_conformance.core.identity import Id, Location
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import Outcome
from encoding_conformance.core.vector import Permitted


class Status(StrEnum):
    """The result of a verdict."""

    PASS = "pass"
    FAIL = "fail"
    SKIP = "skip"
    ERROR = "error"

    @property
    def is_bad(self) -> bool:
        """Whether this is a failure or an error."""
        return self in (Status.FAIL, Status.ERROR)


class Ground(StrEnum):
    """The kind of reason for a verdict."""

    DEVIATION = "known deviation"
    """The implementation's manifest declares this failure."""
    STALE = "stale deviation"
    """The manifest declares a failure that is gone. Such a verdict is skipped if another version is installed than the one with
    which the deviations were seen."""
    LIMIT = "limit"
    """The input lies beyond a limit that the manifest declares."""
    OPTIONAL = "optional"
    """The encoding says that the values may be refused."""
    PROPERTY = "property"
    """A property of the encoding excludes the check."""
    FEATURE = "feature"
    """The implementation does not offer the feature that the check needs."""
    SILENCE = "silence"
    """The specification is silent, and permits this outcome and others."""
    NOT_RUN = "not asked"
    """The run had given up on the implementation after too many failures. The verdict has no outcome."""


class Blame(StrEnum):
    """Who is at fault for an error."""

    ADAPTER = "adapter"
    HARNESS = "harness"


class DeviationKind(StrEnum):
    """Why an implementation deviates from the specification."""

    BUG = "bug"
    """It contradicts the library's documentation, or a standard that the library claims to follow."""
    CHOICE = "choice"
    """It is documented or clearly intended."""
    LIMIT = "limit"
    """The library's types or interface cannot do it."""


class Deviation(NamedTuple):
    """A known deviation: what an implementation does, and the ids of the requirements that it breaks. `since` is the first
    version of the library that deviates, and `url` the address of a page about it, if known."""

    kind: DeviationKind
    what: str
    requirements: tuple[str, ...] = ()
    since: str = ""
    url: str = ""

    def __str__(self) -> str:
        broken = f" ({', '.join(self.requirements)})" if self.requirements else ""
        since = f"; since {self.since}" if self.since else ""
        return f"{self.kind}: {self.what}{broken}{since}" + (f"; {self.url}" if self.url else "")


class Judgement(NamedTuple):
    """The decision of the judge on an outcome; see Verdict."""

    status: Status
    reason: str = ""
    blame: Blame | None = None
    ground: Ground | None = None


class Pointers(NamedTuple):
    """Helps the reader of a failure to continue. `location` is the line of the vector or of the declared deviation. `note` says
    why the vector exists. `check` says what the broken check demands. `rerun` is the command that repeats the verdict.
    `broken` is the name of the check that an input breaks."""

    location: Location | None = None
    note: str = ""
    check: str = ""
    rerun: str = ""
    broken: str = ""


class Verdict(NamedTuple):
    """The verdict on one vector or check of one implementation, which is one line of a report. `*judgement` gives four of its
    fields.

    `ground` is the kind of reason, and `blame` says who is at fault for an error. `expected` are the permitted outcomes,
    and `got` is the outcome. If a check failed, `operation`, `expected` and `got` are those of its smallest failing case.
    If it passed, it has none. `deviation` is the known deviation, if that is the ground. `declared` is what the manifest
    declares instead of this failure, or empty.
    """

    implementation: str
    encoding: str
    id: Id
    requirements: tuple[str, ...]
    status: Status
    reason: str = ""
    blame: Blame | None = None
    ground: Ground | None = None
    operation: Operation | None = None
    expected: tuple[Permitted, ...] = ()
    got: Outcome | None = None
    deviation: Deviation | None = None
    declared: str = ""
    pointers: Pointers = Pointers()

    @property
    def message(self) -> str:
        """The reason as reports show it, marked if it is a known deviation."""
        reason = f"{self.reason}; {self.declared}" if self.declared else self.reason
        return f"{Ground.DEVIATION}: {reason}" if self.ground == Ground.DEVIATION else reason

    @property
    def state(self) -> Status | Ground:
        """The status; or the ground of a skip, if that is DEVIATION, STALE or NOT_RUN."""
        if self.status == Status.SKIP and self.ground in (Ground.DEVIATION, Ground.STALE, Ground.NOT_RUN):
            return self.ground
        return self.status


class LooksLike(NamedTuple):
    """Another encoding that an implementation seems to follow. `explained` counts the failures of the cause that this explains,
    and `missing` the operations that should have failed as well."""

    encoding: str
    explained: int
    missing: int


class Cause(NamedTuple):
    """One cause of the failures of an implementation in an encoding.

    `title` says in a few words what the implementation does wrong. `requirement` is the id of the requirement that it
    breaks most clearly, or empty if the failures serve none. `explains` are the ids of the failures, the example first.
    `example` is the failure that shows the cause best: of the worst kind, the one with the smallest input. `looks_like`
    is missing if no other encoding explains the failures. `declaration` is the line of a manifest that would permit most of
    these outcomes, or empty.
    """

    implementation: str
    encoding: str
    title: str
    requirement: str
    explains: tuple[Id, ...]
    example: Verdict
    looks_like: LooksLike | None = None
    declaration: str = ""

    @property
    def plain_title(self) -> str:
        """The title without the number of inputs that were tried, and without examples."""
        return re.sub(r" \([\d,]+ of [\d,]+ tried\)|, such as [^:]*", "", self.title)
