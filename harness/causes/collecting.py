"""Collects what causes are found in while a run goes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from harness.causes.causes import causes
from harness.core.cause import Cause
from harness.core.encoding import Encoding
from harness.core.identity import Id
from harness.core.vector import Vector
from harness.core.verdict import ERROR, FAIL, Verdict

Unit = tuple[str, str]
"""The name of an implementation and the id of an encoding."""


class Causes:
    """Collects verdicts, and finds the causes of the failures of each implementation and encoding."""

    def __init__(self, encodings: Mapping[str, Encoding], vectors_of: Callable[[str], Sequence[Vector]]):
        self._encodings = encodings
        self._vectors_of = vectors_of
        self._failed: dict[Unit, list[Verdict]] = {}
        self._asked: dict[Unit, set[Id]] = {}

    def add(self, verdict: Verdict) -> None:
        """Takes a verdict."""
        unit = verdict.implementation, verdict.encoding
        self._asked.setdefault(unit, set()).add(verdict.id)
        if verdict.judgement.verdict in (FAIL, ERROR):
            self._failed.setdefault(unit, []).append(verdict)

    def of(self, unit: Unit) -> list[Cause]:
        """Returns the causes of the failures so far of an implementation in an encoding, the worst first."""
        failed = self._failed.get(unit, [])
        if not failed:
            return []
        encoding = self._encodings.get(unit[1])
        asked = self._asked[unit]
        vectors = [vector for vector in self._vectors_of(unit[1]) if vector.id in asked] if encoding else []
        return causes(encoding, vectors, failed)
