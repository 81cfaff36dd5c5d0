"""What a campaign found, in the form in which it is kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from harness.checks.law import Violation
from harness.core.identity import LawId
from harness.core.notation import format_bytes
from harness.core.operation import Operation
from harness.core.outcome import Outcome
from harness.core.vector import Permitted
from harness.fuzz.asking.failure_key import FAILED, FailureKey
from harness.fuzz.asking.target import Broken
from harness.fuzz.inputs.of_laws import ANSWERS
from harness.report.failure import Failure, lines

NEW, STILL, FIXED, CHANGED = "new", "still there", "fixed", "changed"
STATES = (NEW, STILL, FIXED, CHANGED)
"""The states of a finding after it was last asked again. One that has changed breaks another law, or breaks it differently."""


@dataclass(frozen=True)
class Case:
    """What is asked: a law on bytes, after an implementation has decoded the inputs `before` them."""

    encoding: str
    law: LawId
    data: bytes
    before: tuple[bytes, ...] = ()


class Seen(NamedTuple):
    """What an operation of a case came to, the outcomes that were permitted (none known: empty), and what the law says."""

    operation: Operation
    permitted: tuple[Permitted, ...]
    outcome: Outcome
    reason: str


@dataclass(frozen=True)
class Finding:
    """The shortest case of a failure key; `selector` is how the command line calls the implementation. `count` is how often
    it was met, `repeats` whether it is met again in a fresh process; `known` the reason of a declared deviation, if it is
    one; `sanitizer` the one that native code was built with."""

    failure_key: FailureKey
    selector: str
    case: Case
    seen: Seen
    count: int = 1
    repeats: bool = True
    state: str = NEW
    known: str = ""
    sanitizer: str = ""

    def lines(self) -> Iterator[tuple[str, str]]:
        """What a person needs to know of it, as labels and texts."""
        failure_key, case = self.failure_key, self.case
        yield "what", f"{failure_key.kind}: {failure_key.reason}" + (f" in {failure_key.frame}" if failure_key.frame else "")
        yield "of", f"{failure_key.implementation}, {failure_key.encoding}"
        yield "input", format_bytes(case.data)
        yield "check", str(case.law)
        yield from lines(self.failure, {})
        if self.sanitizer:
            yield "sanitizer", self.sanitizer
        if not self.repeats:
            yield "but", "it has not been met in a fresh process"
        if self.known:
            yield "declared", self.known

    @property
    def failure(self) -> Failure:
        """What is shown of it as of any failure."""
        seen = self.seen
        return Failure(seen.reason, seen.operation, seen.permitted, seen.outcome, after=self.case.before)

    @property
    def counts(self) -> bool:
        """Whether the finding counts as a failure of the implementation."""
        return self.state != FIXED and not self.known


def seen_in(violation: Violation) -> Seen:
    """What a law says it has seen."""
    return Seen(violation.operation, violation.permitted, violation.outcome, violation.reason)


def of_broken(found: Broken, selector: str, before: tuple[bytes, ...] = ()) -> Finding:
    """The finding for a law that does not hold."""
    violation = found.violation
    return Finding(
        found.failure_key,
        selector,
        Case(found.failure_key.encoding, found.law.id, found.data, before),
        seen_in(violation),
    )


def merged(old: Finding, new: Finding) -> Finding:
    """Two findings of one failure key as one, with both counts: the more helpful of the two."""
    better = min(new, old, key=_rank)
    return replace(better, count=old.count + new.count, state=NEW if old.state == FIXED else old.state)


def asked_again(old: Finding, now: Finding | None) -> str:
    """The state of a finding that was asked again, which is one of STATES. What was met only once is not known to be fixed."""
    if now is None:
        return FIXED if old.repeats else old.state
    return STILL if now.failure_key == old.failure_key else CHANGED


def _rank(finding: Finding) -> tuple[Any, ...]:
    """A key that sorts findings: first those that show again, then those that fail outside a law, then the shortest."""
    case = finding.case
    within_a_law = finding.failure_key.kind in FAILED and case.law != ANSWERS.id
    return not finding.repeats, within_a_law, sum(map(len, case.before)), len(case.data), case.data
