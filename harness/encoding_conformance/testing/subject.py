"""One codec in one encoding, of which each vector and check can be asked by itself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from encoding_conformance.adapters.block import Askable
from encoding_conformance.adapters.codec import load
from encoding_conformance.adapters.in_process import InProcess
from encoding_conformance.adapters.manifest import Implementation, Support, Way
from encoding_conformance.adapters.testee import Testee
from encoding_conformance.core.identity import Id, check_id
from encoding_conformance.core.verdict import Verdict
from encoding_conformance.data_folders import VECTORS
from encoding_conformance.runner import plan, registry, suites
from encoding_conformance.runner.deviations import with_deviation
from encoding_conformance.runner.registry import Registered
from encoding_conformance.runner.unit import UnitRun
from encoding_conformance.specification.suite import Suite


@cache
def suite() -> Suite:
    """The project's own encodings and vectors."""
    return suites.load([VECTORS])


class Subject:
    """What is tested: `ids` are those of all vectors and checks, and `asked` is whoever answers."""

    def __init__(self, implementation: Implementation, encoding: str, asked: Askable):
        """Raises UnknownName if there is no such encoding."""
        self.asked = asked
        self._declarations = implementation.deviations
        registered = Registered(str(implementation.folder), implementation, named=True)
        (self._unit,) = plan.units(suite(), [registered], [encoding])

    @property
    def ids(self) -> list[Id]:
        checks = [check_id(self._unit.encoding.id, check) for check in self._unit.checks]
        return [*(vector.id for vector in self._unit.vectors), *checks]

    def verdict(self, id: Id) -> Verdict:
        """The verdict on one vector or check."""
        (unit,) = plan.narrowed([self._unit], lambda _, each: each == id)
        (verdict,) = UnitRun(unit, self.asked).verdicts()
        return with_deviation(self._declarations, suite().encodings, verdict)


def of_object(name: str, folder: Path, encoding: str, codec: Any) -> Subject:
    """A codec object, which is asked in this process."""
    implementation = Implementation(name, name, folder, Way.PYTHON, (), "", (), {encoding: Support()})
    return Subject(implementation, encoding, InProcess(codec))


def of_manifest(file: Path) -> Iterator[tuple[str, Subject, Testee | None]]:
    """Yields the encodings of a manifest, each with what is tested, and with the process that must be ended if there is one. A
    Python codec is asked in this process, unless its manifest states an environment. Raises DataError if the manifest has
    faults, and whatever loading raises."""
    (registered,) = registry.selected([str(file.parent)], suite().encodings)
    implementation = registered.implementation
    if implementation.kind in (Way.PROCESS, Way.LIBRARY) or implementation.environment:
        testee = Testee(implementation)
        for encoding in implementation.encodings:
            yield encoding, Subject(implementation, encoding, testee), testee
    else:
        codecs = load(implementation.python, str(implementation.folder), implementation.codec_names)
        for encoding, codec in codecs.items():
            yield encoding, Subject(implementation, encoding, InProcess(codec)), None
