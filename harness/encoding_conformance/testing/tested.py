"""One codec in one encoding, of which each vector and check can be asked by itself."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from encoding_conformance.adapters.codec import Validator, load
from encoding_conformance.adapters.in_process import InProcess
from encoding_conformance.adapters.manifest import Implementation, Support, Way
from encoding_conformance.adapters.testee import Askable, Testee
from encoding_conformance.core.identity import Id, check_id
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.operation import BOTH, Kind
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


class Tested:
    """What is tested: `ids` are those of all vectors and checks of the `unit`, and `asked` is whoever answers."""

    def __init__(self, implementation: Implementation, encoding: str, asked: Askable):
        """Raises UnknownName if there is no such encoding."""
        self.encoding = encoding
        self.asked = asked
        self._declarations = implementation.deviations
        registered = Registered(str(implementation.folder), implementation, named=True)
        (self.unit,) = plan.units(suite(), [registered], [encoding])
        checks = [check_id(encoding, check) for check in self.unit.checks]
        self.ids: list[Id] = [*(vector.id for vector in self.unit.vectors), *checks]
        self._run = UnitRun(self.unit, asked)

    def verdict(self, id: Id) -> Verdict:
        """The verdict on one vector or check."""
        (part,) = plan.narrowed([self.unit], lambda _, each: each == id)
        (verdict,) = self._run.verdicts_on(part)
        return with_deviation(self._declarations, suite().encodings, verdict)


def of_object(name: str, folder: Path, encoding: str, codec: Any) -> Tested:
    """A codec object, which is asked in this process, and only for what it has methods for."""
    has = {Kind.ENCODE: hasattr(codec, "encode"), Kind.DECODE: hasattr(codec, "decode")}
    validates = not has[Kind.DECODE] and hasattr(codec, "validate")
    operations = frozenset(kind for kind in Kind if has[kind] or (kind == Kind.DECODE and validates)) or BOTH
    support = Support(Limits(operations=operations, validates=validates))
    implementation = Implementation(name, name, folder, Way.PYTHON, (), "", (), {encoding: support})
    return Tested(implementation, encoding, InProcess(Validator(codec) if validates else codec))


def of_manifest(file: Path) -> list[Tested]:
    """Returns what is tested in each encoding of a manifest. A Python codec is asked in this process, unless its manifest states
    an environment. Anything else is asked in a process of its own, which the caller must end. Raises DataError if the manifest
    has faults, and whatever loading raises."""
    (registered,) = registry.selected([str(file.parent)], suite().encodings)
    implementation = registered.implementation
    if implementation.kind in (Way.PROCESS, Way.LIBRARY) or implementation.environment:
        testee = Testee(implementation)
        return [Tested(implementation, encoding, testee) for encoding in implementation.encodings]
    codecs = load(implementation.python, str(implementation.folder), implementation.codec_names, implementation.offered)
    return [Tested(implementation, encoding, InProcess(codec)) for encoding, codec in codecs.items()]
