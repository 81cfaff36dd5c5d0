"""Writes JUnit XML, with a suite for each implementation and encoding, and a case for each vector and check."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from junitparser import Attr, Error, Failure, IntAttr, JUnitXml, Properties, Property, Skipped, TestCase, TestSuite

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import Id, Location
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.verdict import Cause, Status, Verdict
from encoding_conformance.report.failure import labelled, lines, of_verdict, readable

_RESULTS = {Status.FAIL: Failure, Status.ERROR: Error, Status.SKIP: Skipped}
_DIGITS = 6
"""The digits of a time behind the point: microseconds."""
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""The characters that XML cannot represent."""


class _Case(TestCase):
    """A case with the place to look at, as pytest and GitLab write it."""

    file = Attr()
    line = IntAttr()


class JUnit:
    """Collects the verdicts of a run, and writes the file at the end."""

    def __init__(
        self,
        path: Path,
        requirements: Mapping[str, Requirement],
        encodings: Mapping[str, Encoding],
        vectors: str,
        where: Callable[[Verdict], Location],
    ):
        """Creates the file, so that it fails at once if it cannot be written. `vectors` is the edition of the
        vectors, a property of each suite. `where` gives the place at which a vector is written, or the manifest where there
        is no vector. Raises OSError."""
        path.touch()
        self._vectors = vectors
        self._path = path
        self._requirements = requirements
        self._encodings = encodings
        self._where = where
        self._seconds: dict[tuple[str, Id], float] = {}
        self._suites: dict[str, TestSuite] = {}
        self._failed: dict[tuple[str, Id], TestCase] = {}

    def took(self, verdict: Verdict, seconds: float) -> None:
        """Notes how long a verdict took, before it is added."""
        self._seconds[verdict.implementation, verdict.id] = round(seconds, _DIGITS)

    def add(self, verdict: Verdict) -> None:
        name = ".".join(filter(None, (verdict.implementation, verdict.encoding)))
        if name not in self._suites:
            self._suites[name] = TestSuite(name)
            self._suites[name].add_property("vectors", self._vectors)
        self._suites[name].add_testcase(self._case(verdict, name))

    def write(self, causes: Sequence[Cause]) -> None:
        """Writes the file, in which each failure has its cause as a property. Raises OSError."""
        for cause in causes:
            for id in cause.explains:
                if case := self._failed.get((cause.implementation, id)):
                    properties = Properties()
                    properties.add_property(Property("cause", _clean(cause.title)))
                    case.append(properties)
        report = JUnitXml("conform")
        for suite in self._suites.values():
            report.add_testsuite(suite)
        report.update_statistics()
        report.write(str(self._path), pretty=True)

    def _case(self, verdict: Verdict, suite: str) -> TestCase:
        case = _Case(str(verdict.id), suite, self._seconds.pop((verdict.implementation, verdict.id), 0.0))
        place = readable(self._where(verdict))
        case.file, case.line = place.file, place.line
        if result := _RESULTS.get(verdict.status):
            outcome = result(_clean(verdict.told))
            told = lines(of_verdict(verdict), self._requirements, self._encodings.get(verdict.encoding))
            outcome.text = _clean("\n".join(labelled(*line) for line in told))
            case.result = [outcome]
            self._failed[verdict.implementation, verdict.id] = case
        return case


def _clean(text: str) -> str:
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)
