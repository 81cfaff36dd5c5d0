"""Findings of campaigns, in the form in which they are stored."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from encoding_conformance.checks.law import Violation
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import LawId
from encoding_conformance.core.notation import format_bytes
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import Outcome
from encoding_conformance.core.vector import Permitted
from encoding_conformance.core.verdict import Deviation
from encoding_conformance.fuzz.crash_bucket import FAILED, CrashBucket
from encoding_conformance.fuzz.law_inputs import ANSWERS
from encoding_conformance.fuzz.target import Broken
from encoding_conformance.report.failure import Failure, lines

NEW, STILL, FIXED, CHANGED = "new", "still there", "fixed", "changed"
STATES = (NEW, STILL, FIXED, CHANGED)
"""The states of a finding after it was asked again. A finding that has changed breaks another law, or breaks its law
differently."""


@dataclass(frozen=True)
class Case:
    """A law that is asked about `data`, after the implementation has decoded the inputs in `before`."""

    encoding: str
    law: LawId
    data: bytes
    before: tuple[bytes, ...] = ()


class Seen(NamedTuple):
    """The outcome of an operation of a case, the permitted outcomes, and what the law says about it. `permitted` is
    empty if the permitted outcomes are unknown."""

    operation: Operation
    permitted: tuple[Permitted, ...]
    outcome: Outcome
    reason: str

    def failure(self, after: tuple[bytes, ...] = ()) -> Failure:
        """What is shown of it as of any failure; `after` are the inputs that were decoded before."""
        return Failure(self.reason, self.operation, self.permitted, self.outcome, after=after)


@dataclass(frozen=True)
class Finding:
    """The shortest known case of a crash bucket.

    `selector` is the implementation's name on the command line. `count` is the number of times that the crash bucket was
    found. `repeats` says whether a new process shows the finding again. `known` is the known deviation that covers
    the finding, or None if none does. `sanitizer` names the sanitizer with which native code was built, and
    is empty if there was none.
    """

    bucket: CrashBucket
    selector: str
    case: Case
    seen: Seen
    count: int = 1
    repeats: bool = True
    state: str = NEW
    known: Deviation | None = None
    sanitizer: str = ""

    def lines(self, encoding: Encoding | None = None) -> Iterator[tuple[str, str]]:
        """Yields what a person needs to know about the finding, as labels and texts. If its encoding is not given, less is
        marked and named."""
        bucket, case = self.bucket, self.case
        yield "what", f"{bucket.kind}: {bucket.reason}" + (f" in {bucket.frame}" if bucket.frame else "")
        yield "of", f"{bucket.implementation}, {bucket.encoding}"
        yield "input", format_bytes(case.data)
        yield "check", str(case.law)
        yield from lines(self.failure, {}, encoding)
        if self.sanitizer:
            yield "sanitizer", self.sanitizer
        if not self.repeats:
            yield "but", "a new process did not show it again"
        if self.known:
            yield "declared", str(self.known)

    @property
    def failure(self) -> Failure:
        """The part of the finding that is shown as for any other failure."""
        return self.seen.failure(self.case.before)

    @property
    def counts(self) -> bool:
        """Whether the finding counts as a failure of the implementation."""
        return self.state != FIXED and not self.known


def seen_in(violation: Violation) -> Seen:
    """Returns what a violation says about the outcome."""
    return Seen(violation.operation, violation.permitted, violation.outcome, violation.reason)


def of_broken(found: Broken, selector: str, before: tuple[bytes, ...] = ()) -> Finding:
    """Returns the finding for a law that does not hold."""
    violation = found.violation
    return Finding(
        found.bucket,
        selector,
        Case(found.bucket.encoding, found.law.id, found.data, before),
        seen_in(violation),
    )


def merged(old: Finding, new: Finding) -> Finding:
    """Returns one finding for two with the same crash bucket. It has the more helpful case of the two, and the sum of
    their counts."""
    better = min(new, old, key=_rank)
    return replace(better, count=old.count + new.count, state=NEW if old.state == FIXED else old.state)


def asked_again(old: Finding, now: Finding | None) -> str:
    """Returns the state, one of STATES, of the finding `old` after it was asked again with the result `now`. If a
    finding that was never repeated does not appear again, it keeps its state, because it is not known to be fixed."""
    if now is None:
        return FIXED if old.repeats else old.state
    return STILL if now.bucket == old.bucket else CHANGED


def _rank(finding: Finding) -> tuple[Any, ...]:
    """Returns a key that sorts findings: first those that repeat, then those that fail outside a law, then those with
    the shortest inputs."""
    case = finding.case
    within_a_law = finding.bucket.kind in FAILED and case.law != ANSWERS.id
    return not finding.repeats, within_a_law, sum(map(len, case.before)), len(case.data), case.data
