"""The contents of a report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from encoding_conformance.core.deviation import Changed, Deviation
from encoding_conformance.core.identity import Id
from encoding_conformance.core.manner import Manner
from encoding_conformance.core.outcome import Outcome
from encoding_conformance.core.vector import Vector
from encoding_conformance.core.verdict import CHANGED, DEVIATION, NOT_ASKED, SKIP, Ground
from encoding_conformance.report.excused import Largest
from encoding_conformance.report.partition import Partition, partition_of


@dataclass(frozen=True, slots=True)
class Line:
    """What was said of one vector or check on one implementation. `deviation` is the known deviation that excuses a failure.
    It is None if there is none, or if the report was written before reports stated deviations; then `reason` alone tells
    of it. `did` is what the implementation did, and None if nothing is recorded or if it did the only thing that is
    permitted. `answer` is its answer as text, without remarks, if `did` is known and it gave one. `changed` is what it does
    other than it did in the version that its known deviations are of."""

    implementation: str
    encoding: str
    id: Id
    verdict: str
    reason: str
    ground: Ground | None = None
    deviation: Deviation | None = None
    did: Manner | None = None
    answer: str = ""
    changed: Changed | None = None

    @property
    def state(self) -> str:
        """The verdict. For a skip, DEVIATION if it is a known deviation, NOT_ASKED if it was not asked, and CHANGED if it is a
        failure of another version than the one that the known deviations are of."""
        if self.verdict == SKIP and self.ground in (DEVIATION, NOT_ASKED, CHANGED):
            return self.ground
        return self.verdict


class RecordedCause(NamedTuple):
    """One cause of failures, as a report has it. `requirement` is the id of the one that it breaks, or empty. `explains` are
    the ids of the failures."""

    implementation: str
    encoding: str
    title: str
    requirement: str
    explains: tuple[Id, ...]


@dataclass
class Report:
    """`versions` are those of the implementations, by name. `causes` has no entry for failures of a run that was cut off, or
    that was written before reports stated causes. `selected` says that only some encodings, or only some
    vectors and checks, were asked. `largest` are the largest values that the manifests declare. A report is `whole` if it has its
    footer; one without comes from a run that was cut off. `vectors` is the edition of the test vectors."""

    versions: Mapping[str, str]
    lines: list[Line] = field(default_factory=list)
    whole: bool = False
    silences: dict[Id, tuple[Vector, dict[str, Outcome]]] = field(default_factory=dict)
    """The vectors that permit several outcomes, by id, with what each implementation did. Their witnesses and notes
    are not recorded."""
    selected: bool = False
    causes: list[RecordedCause] = field(default_factory=list)
    largest: Largest = field(default_factory=dict)
    vectors: str = ""

    def partitions(self) -> Iterator[Partition]:
        """The partitions of the silences."""
        for vector, answers in self.silences.values():
            yield partition_of(vector, answers)
