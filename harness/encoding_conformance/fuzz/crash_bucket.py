"""The crash bucket under which a finding is filed. Findings with the same crash bucket count as one fault. It is pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple
from zlib import crc32

from encoding_conformance.core.judge import difference
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import FAILURES, BrokenProtocol, Crash, Failure, Malformed, Outcome, Timeout
from encoding_conformance.core.vector import Permitted
from encoding_conformance.fuzz.law_inputs import TABLE_CHECK

CRASH, HANG, MEMORY, PROTOCOL, MALFORMED = FAILED = ("crash", "hang", "memory", "broken protocol", "malformed")
DISAGREEMENT, LAW, LEAK = "disagreement", "broken law", "leak of state"
CLASSES = (*FAILED, DISAGREEMENT, LAW, LEAK)
"""The classes of findings. A disagreement is one with the reference, and so with the specification's table. A leak of state only
shows after other inputs."""

_OUT_OF_MEMORY = re.compile(r"MemoryError|took more than \d+ MiB|out-of-memory|allocation-size-too-big")
_EXCEPTION = re.compile(r"([A-Za-z_]\w*)(?:: .*)?", re.DOTALL)
_QUOTED = re.compile(r"'[^']*'?|\"[^\"]*\"?")
_NUMBER = re.compile(r"\b(?:[0-9A-F]{2,}|\w*\d\w*)\b|\[[^\]]*\]")
_NO_NAME = re.compile(r"[^A-Za-z0-9.]+")
_LONGEST = 60


class CrashBucket(NamedTuple):
    """What distinguishes findings. `operation` is encode or decode, and `kind` is one of CLASSES. `reason` leaves out
    what differs from input to input. `frame` is the implementation's innermost function, if a crash names it."""

    implementation: str
    encoding: str
    operation: str
    kind: str
    reason: str
    frame: str = ""

    @property
    def folder(self) -> str:
        """A readable name for a folder, different for each crash bucket."""
        words = (self.implementation, self.encoding, self.operation, self.kind, self.reason, self.frame)
        readable = _NO_NAME.sub("-", " ".join(words[:4])), _NO_NAME.sub("-", " ".join(words[4:]))[:_LONGEST]
        return "-".join(word.strip("-.") for word in (*readable, f"{crc32(repr(words).encode()):08x}"))

    @property
    def fault(self) -> str:
        """The fault without the implementation, in ASCII. The most important part comes first, because some tools cut it at 80
        characters."""
        place = f" in {self.frame}" if self.frame else ""
        return f"{self.operation}: {self.kind}{place}: {self.reason}"

    def __str__(self) -> str:
        return f"{self.implementation} {self.encoding} {self.fault}"


def bucket_of(
    implementation: str, check: str, operation: Operation, outcome: Outcome, reason: str, permitted: Sequence[Permitted]
) -> CrashBucket:
    """The crash bucket of an operation whose outcome broke a check or is a failure; `reason` is what the law says."""
    kind = _kind(check, outcome)
    if isinstance(outcome, FAILURES):
        reason = _of_failure(outcome)
    elif kind == DISAGREEMENT:
        reason = _general(difference(permitted, outcome))
    else:
        reason = f"{check}: {_general(reason)}"
    frame = outcome.frame if isinstance(outcome, Crash) else ""
    return CrashBucket(implementation, operation.encoding, operation.kind, kind, reason, frame)


def _kind(check: str, outcome: Outcome) -> str:
    match outcome:
        case Crash(text):
            return MEMORY if _OUT_OF_MEMORY.match(text) else CRASH
        case Timeout():
            return HANG
        case BrokenProtocol():
            return PROTOCOL
        case Malformed():
            return MALFORMED
    return DISAGREEMENT if check == TABLE_CHECK else LAW


def _of_failure(outcome: Failure) -> str:
    """Of an exception its type alone: what it says may hold the input."""
    if not isinstance(outcome, Crash):
        return _general(outcome.text)
    exception = _EXCEPTION.fullmatch(outcome.text)
    return (exception[1] if exception else outcome.text)[:_LONGEST]


def _general(reason: str) -> str:
    """A reason without quotations and numbers."""
    return _NUMBER.sub("N", _QUOTED.sub("...", reason))[:_LONGEST].strip()
