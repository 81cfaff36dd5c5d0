"""Made for tests: findings, and targets in this process."""

from __future__ import annotations

from typing import Any

from project import suite

from encoding_conformance.adapters.in_process import InProcess
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import NO_LIMITS
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Crash, Outcome
from encoding_conformance.fuzz.crash_bucket import CRASH, CrashBucket
from encoding_conformance.fuzz.engine import PLAIN, load
from encoding_conformance.fuzz.finding import Case, Finding, Seen
from encoding_conformance.fuzz.journal import Journal
from encoding_conformance.fuzz.law_inputs import ANSWERS
from encoding_conformance.fuzz.loading import WatchedCodec
from encoding_conformance.fuzz.target import Found, Target
from reference_codecs import CODECS

BUCKET = CrashBucket("x", "ascii", "decode", CRASH, "TypeError", "x.py:decode")


def encodings() -> list[str]:
    return list(CODECS)


def encoding(id: str) -> Encoding:
    return suite().encodings[id]


def finding(data: bytes = b"A", *before: bytes, bucket: CrashBucket = BUCKET, **more: Any) -> Finding:
    """A crash on these bytes."""
    case = Case(bucket.encoding, ANSWERS.id, data, before)
    outcome = Crash("TypeError: odd", "x.py:decode")
    seen = Seen(Decode(case.encoding, data), (), outcome, "crash: TypeError: odd in x.py:decode")
    return Finding(bucket, "x", case, **{"seen": seen, **more})


def oracle(id: str, data: bytes) -> Outcome:
    """What the reference does."""
    return InProcess(CODECS[id]).ask(Decode(id, data))


def target_on(id: str, codec: Any, found: list[Found], **more: Any) -> Target:
    """A target on a codec object, which appends what it finds to a list."""
    journal = Journal(-1)
    asked = more.pop("asked", None) or WatchedCodec(codec, codec, journal)
    trace = more.pop("trace", None) or load(PLAIN).trace
    return Target("x", encoding(id), NO_LIMITS, asked, lambda data: oracle(id, data), journal, trace, found.append, **more)
