"""Findings of campaigns, and their crash buckets. It is pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, NamedTuple
from zlib import crc32

from encoding_conformance.checks.judging import Blamed
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import check_id
from encoding_conformance.core.judge import difference
from encoding_conformance.core.notation import outcome_text, sequence_text
from encoding_conformance.core.operation import Decode, Operation
from encoding_conformance.core.outcome import FAILURES, BrokenProtocol, Crash, Failure, Malformed, Outcome, Timeout
from encoding_conformance.core.vector import Case, Permitted
from encoding_conformance.core.verdict import Deviation, Judgement, Pointers, Status, Verdict
from encoding_conformance.fuzz.from_bytes import ANSWERS, LONG_TEXT, TABLES
from encoding_conformance.report.example import TEXT, LabelledLine, labelled
from encoding_conformance.report.failure import lines

_OUT_OF_MEMORY = re.compile(r"MemoryError|took more than \d+ MiB|out-of-memory|allocation-size-too-big")
_EXCEPTION = re.compile(r"([A-Za-z_]\w*)(?:: .*)?", re.DOTALL)
_QUOTED = re.compile(r"'[^']*'?|\"[^\"]*\"?")
_NUMBER = re.compile(r"\b(?:[0-9A-F]{2,}|\w*\d\w*)\b|\[[^\]]*\]")
_NO_NAME = re.compile(r"[^A-Za-z0-9.]+")
_LONGEST = 60
_LONGEST_NAME = TEXT - len("conform replay findings/") - len("-00000000")
"""The most characters of the readable part of a folder's name, so that the command that reruns a finding takes one line."""


class FindingKind(StrEnum):
    """What is wrong. A disagreement is one with the reference or the table. A leak of state only shows after other inputs."""

    CRASH = "crash"
    HANG = "hang"
    MEMORY = "memory"
    PROTOCOL = "broken protocol"
    MALFORMED = "malformed"
    DISAGREEMENT = "disagreement"
    CHECK = "broken check"
    LEAK = "leak of state"

    @property
    def has_no_answer(self) -> bool:
        """Whether the operation ended without an answer."""
        return self not in (self.DISAGREEMENT, self.CHECK, self.LEAK)


_KINDS: dict[type[Outcome], FindingKind] = {
    Timeout: FindingKind.HANG,
    BrokenProtocol: FindingKind.PROTOCOL,
    Malformed: FindingKind.MALFORMED,
}


class FindingState(StrEnum):
    """What a rerun says about a finding. A finding that has changed breaks another check, or breaks it differently."""

    NEW = "new"
    STILL = "still there"
    FIXED = "fixed"
    CHANGED = "changed"


class CrashBucket(NamedTuple):
    """What distinguishes findings: those in one bucket count as one fault. `operation` is encode or decode. `reason` leaves out
    what differs from input to input. `frame` is the implementation's innermost function, if a crash names it."""

    implementation: str
    encoding: str
    operation: str
    kind: FindingKind
    reason: str
    frame: str = ""

    @property
    def folder(self) -> str:
        """A readable name for a folder, different for each bucket."""
        fields = tuple(map(str, self))
        kind, reason = (
            [_NO_NAME.sub("-", word).strip("-.") for word in " ".join(some).split()] for some in (fields[:4], fields[4:])
        )
        while reason and len("-".join([*kind, *reason])) > _LONGEST_NAME:
            del reason[len(reason) // 2]  # its beginning and its end tell most
        readable = "-".join([*kind, *reason]).strip("-.")[:_LONGEST_NAME].rstrip("-.")
        return f"{readable}-{crc32(repr(fields).encode()):08x}"

    @property
    def fault(self) -> str:
        """The fault without the implementation, in ASCII. What matters most comes first: some tools cut it at 80 characters."""
        where = f" in {self.frame}" if self.frame else ""
        return f"{self.operation}: {self.kind}{where}: {self.reason}"

    def __str__(self) -> str:
        return f"{self.implementation} {self.encoding} {self.fault}"


def bucket_of(
    implementation: str, check: str, operation: Operation, outcome: Outcome, reason: str, permitted: Sequence[Permitted]
) -> CrashBucket:
    """Returns the bucket of an operation whose outcome broke a check or is a failure; `reason` says why."""
    frame = ""
    if isinstance(outcome, Crash):
        kind = FindingKind.MEMORY if _OUT_OF_MEMORY.match(outcome.text) else FindingKind.CRASH
        exception = _EXCEPTION.fullmatch(outcome.text)  # its type alone counts, because its text may hold the input
        reason, frame = (exception[1] if exception else outcome.text)[:_LONGEST], outcome.frame
    elif isinstance(outcome, FAILURES):
        kind, reason = _KINDS[type(outcome)], _general(outcome.text)
    elif check in (TABLES.name, LONG_TEXT.name):
        kind, reason = FindingKind.DISAGREEMENT, _general(difference(permitted, outcome))
    else:
        kind, reason = FindingKind.CHECK, f"{check}: {_general(reason)}"
    return CrashBucket(implementation, operation.encoding, operation.kind, kind, reason, frame)


def _general(reason: str) -> str:
    """Returns a reason without quotations and numbers."""
    return _NUMBER.sub("N", _QUOTED.sub("...", reason))[:_LONGEST].strip()


class Reproducer(NamedTuple):
    """What shows a finding: a check whose cases are made from `data`, after the inputs in `before` were decoded."""

    check: str
    data: bytes
    before: tuple[bytes, ...] = ()


@dataclass(frozen=True)
class Finding:
    """The shortest known reproducer in a crash bucket, and what it shows: the outcome of an operation, the permitted outcomes,
    which are empty if they are unknown, and why it breaks the check.

    `selector` is the implementation's name on the command line. `repeats` says whether a new process shows the finding. `known`
    is the known deviation that covers it, or None. `sanitizer` names that of native code, and is empty if there is none.
    """

    bucket: CrashBucket
    reproducer: Reproducer
    operation: Operation
    permitted: tuple[Permitted, ...]
    outcome: Outcome
    reason: str
    selector: str = ""
    repeats: bool = True
    state: FindingState = FindingState.NEW
    known: Deviation | None = None
    sanitizer: str = ""

    @property
    def input(self) -> bytes:
        """The bytes whose decoding is wrong; if an encoding is, or a whole check, the bytes that its cases are made from."""
        return self.operation.input if isinstance(self.operation, Decode) else self.reproducer.data

    def lines(self, encoding: Encoding | None = None) -> Iterator[LabelledLine]:
        """Yields what a person needs to know about the finding. If its encoding is not given, less is marked and named."""
        bucket = self.bucket
        yield labelled("what", f"{bucket.kind}: {bucket.reason}" + (f" in {bucket.frame}" if bucket.frame else ""))
        yield labelled("of", f"{bucket.implementation}, {bucket.encoding}")
        yield labelled("input", sequence_text(self.input))
        yield labelled("check", self.reproducer.check)
        yield from lines(self.failure, {}, encoding)
        if self.sanitizer:
            yield labelled("sanitizer", self.sanitizer)
        if not self.repeats:
            yield labelled("but", "a new process did not show it")
        if self.known:
            yield labelled("declared", str(self.known))

    @property
    def failure(self) -> Verdict:
        """The part of the finding that is shown as for any other failure."""
        (name, encoding, *_), judgement = self.bucket, Judgement(Status.FAIL, self.reason)
        id, pointers = check_id(encoding, self.reproducer.check), Pointers(after=self.reproducer.before)
        return Verdict(name, encoding, id, (), *judgement, self.operation, self.permitted, self.outcome, pointers=pointers)

    @property
    def counts(self) -> bool:
        """Whether the finding counts as a failure of the implementation."""
        return self.state != FindingState.FIXED and not self.known


def finding_of(implementation: str, reproducer: Reproducer, blamed: Blamed) -> Finding:
    """Returns the finding for a case that breaks a check."""
    operation, permitted, outcome, reason = blamed.case.operation, blamed.expected, blamed.outcome, blamed.reason
    bucket = bucket_of(implementation, reproducer.check, operation, outcome, reason, permitted)
    return Finding(bucket, reproducer, operation, permitted, outcome, reason)


def unanswered(implementation: str, encoding: str, data: bytes, outcome: Failure, check: str = ANSWERS.name) -> Finding:
    """Returns the finding for an input to which there was no answer."""
    blamed = Blamed(Case(Decode(encoding, data)), outcome, outcome_text(outcome), (), is_vector=False)
    return finding_of(implementation, Reproducer(check, data), blamed)


def merged(old: Finding, new: Finding) -> Finding:
    """Returns the one of two findings in the same bucket that has the more helpful reproducer."""
    state = FindingState.NEW if old.state == FindingState.FIXED else old.state
    return replace(min(new, old, key=_rank), state=state)


def state_after_rerun(old: Finding, now: Finding | None) -> FindingState:
    """Returns the state of the finding `old` after a rerun with the result `now`. If a finding that was never repeated does
    not appear, it keeps its state, because it is not known to be fixed."""
    if now is None:
        return FindingState.FIXED if old.repeats else old.state
    return FindingState.STILL if now.bucket == old.bucket else FindingState.CHANGED


def _rank(finding: Finding) -> tuple[Any, ...]:
    """Returns a key by which findings that repeat come first, then failures outside a check, then the shortest inputs."""
    check, data, before = finding.reproducer
    within_a_check = finding.bucket.kind.has_no_answer and check != ANSWERS.name
    return not finding.repeats, within_a_check, sum(map(len, before)), len(data), data
