"""Made for tests: findings, and targets in this process."""

from __future__ import annotations

from functools import cache
from typing import Any

from reference_codecs import CODECS

from harness.adapters.answer import outcome_of
from harness.adapters.codec import perform
from harness.core.encoding import Encoding
from harness.core.limits import NO_LIMITS
from harness.core.operation import DECODE, Decode
from harness.core.outcome import Crash, Outcome
from harness.fuzz.asking.asked import InProcess
from harness.fuzz.asking.failure_key import CRASH, FailureKey
from harness.fuzz.asking.journal import Journal
from harness.fuzz.asking.target import Found, Target
from harness.fuzz.engines.engine import PLAIN
from harness.fuzz.engines.loading import load
from harness.fuzz.findings.finding import Case, Finding, Seen
from harness.fuzz.inputs.of_laws import ANSWERS
from harness.places import VECTORS
from harness.runner import libraries
from harness.specification.library import Library

FAILURE_KEY = FailureKey("x", "ascii", "decode", CRASH, "TypeError", "x.py:decode")


@cache
def library() -> Library:
    return libraries.load([VECTORS])


def encodings() -> list[str]:
    return list(CODECS)


def encoding(id: str) -> Encoding:
    return library().encodings[id]


def finding(data: bytes = b"A", *before: bytes, failure_key: FailureKey = FAILURE_KEY, **more: Any) -> Finding:
    """A crash on these bytes."""
    case = Case(failure_key.encoding, ANSWERS.id, data, before)
    outcome = Crash("TypeError: odd", "x.py:decode")
    seen = Seen(Decode(case.encoding, data), (), outcome, "crash: TypeError: odd in x.py:decode")
    return Finding(failure_key, "x", case, **{"seen": seen, **more})


def oracle(id: str, data: bytes) -> Outcome:
    """What the reference does."""
    return outcome_of(*perform(CODECS[id], DECODE, data, ()))


def target_on(id: str, codec: Any, found: list[Found], **more: Any) -> Target:
    """A target on a codec object, which appends what it finds to a list."""
    journal = Journal(-1)
    asked = more.pop("asked", None) or InProcess(codec, codec, journal)
    trace = more.pop("trace", None) or load(PLAIN).trace
    return Target("x", encoding(id), NO_LIMITS, asked, lambda data: oracle(id, data), journal, trace, found.append, **more)
