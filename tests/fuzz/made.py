"""Made for tests: encodings, and targets on codecs in this process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from project import suite

from encoding_conformance.adapters.codec import features_of
from encoding_conformance.adapters.in_process import InProcess
from encoding_conformance.adapters.manifest import Implementation, Support, Way
from encoding_conformance.checks.from_bytes import CheckFailure
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.fuzz.engine import PlainEngine
from encoding_conformance.fuzz.journal import Journal
from encoding_conformance.fuzz.loading import Loaded
from encoding_conformance.fuzz.target import Target
from encoding_conformance.runner.plan import Unit
from reference_codecs import CODECS


def encodings() -> list[str]:
    return list(CODECS)


def encoding(id: str) -> Encoding:
    return suite().encodings[id]


def unit_of(id: str, kind: Way = Way.PYTHON) -> Unit:
    """A unit of an implementation called x."""
    implementation = Implementation("x", "x", Path(), kind, (), "", (), {id: Support()})
    return Unit(implementation, encoding(id), (), (), suite())


def target_on(id: str, codec: Any, found: list[tuple[bytes, CheckFailure]], avoided: tuple[bytes, ...] = ()) -> Target:
    """A target on a codec object, which appends the failing inputs to a list."""
    loaded = Loaded(InProcess(codec).perform, features_of(codec), lambda data: None, is_apart=False)

    def report(data: bytes, failure: CheckFailure) -> bytes:
        found.append((data, failure))
        return data

    return Target(unit_of(id), loaded, Journal(), PlainEngine().trace, report, avoided)
