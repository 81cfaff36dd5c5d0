"""Finds causes while a run goes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import Id
from encoding_conformance.core.vector import Vector
from encoding_conformance.core.verdict import Cause, Verdict


class Collector:
    """Takes the verdicts of a run, those of an implementation in an encoding one after another, and finds the causes of
    their failures. `found` has all causes so far."""

    def __init__(self, encodings: Mapping[str, Encoding], vectors_of: Callable[[str], Sequence[Vector]]):
        """`vectors_of` returns the vectors of an encoding."""
        self._encodings = encodings
        self._vectors_of = vectors_of
        self._unit = ("", "")
        self._asked: set[Id] = set()
        self._failed: list[Verdict] = []
        self.found: list[Cause] = []

    def add(self, verdict: Verdict) -> Sequence[Cause]:
        """Takes a verdict. Returns the causes of the failures before it, the worst first, if they were of another
        implementation or encoding, and nothing otherwise."""
        told: Sequence[Cause] = ()
        if self._unit != (verdict.implementation, verdict.encoding):
            told = self.rest()
            self._unit = verdict.implementation, verdict.encoding
        if not (verdict.is_known_deviation or verdict.is_excused_change):
            self._asked.add(verdict.id)
        if verdict.status.is_bad:
            self._failed.append(verdict)
        return told

    def rest(self) -> Sequence[Cause]:
        """Returns the causes of the failures that came last."""
        told = self._causes() if self._failed else []
        self.found += told
        self._asked, self._failed = set(), []
        return told

    def _causes(self) -> list[Cause]:
        from encoding_conformance.causes.causes import alone, causes  # only a run with failures needs the rest of this folder

        encoding = self._encodings.get(self._unit[1])
        if encoding is None:
            return [alone(verdict) for verdict in self._failed]
        return causes(encoding, [each for each in self._vectors_of(encoding.id) if each.id in self._asked], self._failed)
