"""Made for tests: findings, and targets in this process."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, NamedTuple

from project import suite

from encoding_conformance.adapters.in_process import InProcess
from encoding_conformance.adapters.manifest import Way
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import NO_LIMITS
from encoding_conformance.core.operation import Decode, Operation
from encoding_conformance.core.outcome import Crash, Outcome
from encoding_conformance.core.vector import Permitted
from encoding_conformance.fuzz.engine import PLAIN, Settings, load
from encoding_conformance.fuzz.finding import CrashBucket, Finding, FindingKind, Reproducer
from encoding_conformance.fuzz.from_bytes import ANSWERS
from encoding_conformance.fuzz.journal import Journal
from encoding_conformance.fuzz.loading import Asked
from encoding_conformance.fuzz.target import Target
from reference_codecs import CODECS

BUCKET = CrashBucket("x", "ascii", "decode", FindingKind.CRASH, "TypeError", "x.py:decode")


class Seen(NamedTuple):
    """What a finding shows."""

    operation: Operation
    permitted: tuple[Permitted, ...]
    outcome: Outcome
    reason: str


def encodings() -> list[str]:
    return list(CODECS)


def encoding(id: str) -> Encoding:
    return suite().encodings[id]


def finding(data: bytes = b"A", *before: bytes, bucket: CrashBucket = BUCKET, seen: Seen | None = None, **more: Any) -> Finding:
    """A crash on these bytes."""
    crash = Crash("TypeError: odd", "x.py:decode")
    seen = seen or Seen(Decode(bucket.encoding, data), (), crash, "crash: TypeError: odd in x.py:decode")
    return Finding(bucket, Reproducer(ANSWERS.name, data, before), *seen, "x", **more)


def oracle(id: str, data: bytes) -> Outcome:
    """What the reference does."""
    return InProcess(CODECS[id]).ask(Decode(id, data))


def settings_of(id: str, kind: Way = Way.PYTHON, **more: Any) -> Settings:
    """The settings for an implementation, of which only the name and the kind matter."""
    return Settings(SimpleNamespace(name="x", kind=kind), encoding(id), NO_LIMITS, **more)


def target_on(id: str, codec: Any, found: list[Finding], **more: Any) -> Target:
    """A target on a codec object, which appends what it finds to a list."""
    journal = Journal()
    asked = more.pop("asked", None) or Asked(InProcess(codec), id, journal, InProcess(codec))
    trace, at_once = more.pop("trace", None) or load(PLAIN).trace, more.pop("at_once", False)
    return Target(settings_of(id, **more), asked, lambda data: oracle(id, data), journal, trace, found.append, at_once=at_once)
