"""Writes JUnit XML, with a suite for each implementation and encoding, and a case for each vector and check."""

import re
from io import BytesIO
from pathlib import Path

from junitparser import Attr, Error, Failure, IntAttr, JUnitXml, Properties, Property, Skipped, TestCase, TestSuite

from encoding_conformance.core.identity import Id
from encoding_conformance.core.text import escaped
from encoding_conformance.core.verdict import Status, Verdict
from encoding_conformance.report.failure import lines, readable
from encoding_conformance.report.sink import FileSink, Summary

_RESULTS = {Status.FAIL: Failure, Status.ERROR: Error, Status.SKIP: Skipped}
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""The characters that XML cannot represent."""


class _Case(TestCase):
    """A case with the file and line to look at, as pytest and GitLab write them."""

    file = Attr()
    line = IntAttr()


class JUnit(FileSink):
    """Collects the verdicts of a run, and writes the file at the end."""

    def __init__(self, path: Path):
        super().__init__(path)
        self._suites: dict[str, TestSuite] = {}
        self._failed: dict[tuple[str, Id], TestCase] = {}

    def add(self, verdict: Verdict) -> None:
        """Makes the case of a verdict."""
        name = ".".join(filter(None, (verdict.implementation, verdict.encoding)))
        if name not in self._suites:
            self._suites[name] = TestSuite(name)
            self._suites[name].add_property("vectors", self.run.vectors)
        self._suites[name].add_testcase(self._case(verdict, name))

    def end(self, summary: Summary) -> None:
        """Writes the file, in which each failure has properties that state its cause. Raises OSError."""
        for cause in summary.causes:
            for id in cause.explains:
                if case := self._failed.get((cause.implementation, id)):
                    properties = Properties()
                    stated = {"cause": cause.title, "example": str(cause.example.id), "requirement": cause.requirement}
                    if cause.declaration:
                        stated["declaration"] = cause.declaration
                    for name, value in stated.items():
                        properties.add_property(Property(name, escaped(value)))
                    case.append(properties)
        report = JUnitXml("conform")
        for suite in self._suites.values():
            report.add_testsuite(suite)
        report.update_statistics()
        buffer = BytesIO()
        report.write(buffer, pretty=True)
        self.write(buffer.getvalue().decode("utf-8"))

    def _case(self, verdict: Verdict, name: str) -> TestCase:
        case = _Case(escaped(str(verdict.id)), name)
        location = readable(self.run.location(verdict))
        case.file, case.line = escaped(location.file), location.line
        if result := _RESULTS.get(verdict.status):
            outcome = result(_clean(verdict.message))
            suite = self.run.suite
            explanation = lines(verdict, suite.requirements, suite.encodings.get(verdict.encoding))
            outcome.text = _clean("\n".join(map(str, explanation)))
            case.result = [outcome]
            self._failed[verdict.implementation, verdict.id] = case
        return case


def _clean(text: str) -> str:
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)
