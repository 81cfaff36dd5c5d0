"""Pytest's plug-in (docs/pytest.md). It imports the rest of the harness only when there is something to test."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from _pytest._code.code import Traceback
    from _pytest._io import TerminalWriter

    from encoding_conformance.core.identity import Id
    from encoding_conformance.core.verdict import Verdict
    from encoding_conformance.testing.subject import Subject

_MANIFEST = "implementation.yaml"

_VERDICTS: pytest.StashKey[list[Verdict]] = pytest.StashKey()
"""The verdicts of this process, for the causes at the end."""


@dataclass(frozen=True)
class Conformance:
    """A codec object that a test module gives to be tested in an encoding: each vector and check of it becomes a test."""

    encoding: str
    codec: Any


class Unmet(Exception):
    """A test vector or a check failed. The first line of the message says so in short, and the others explain it."""


def pytest_pycollect_makeitem(collector: pytest.Collector, name: str, obj: object) -> pytest.Collector | None:
    """Collects a `Conformance` of a test module, whatever its name. Raises CollectError if its encoding is not known, or if
    its codec is none."""
    if not isinstance(obj, Conformance):
        return None
    if wrong := _no_codec(obj.codec):
        raise collector.CollectError(f"{name}: {wrong}; expected an object with the methods encode and decode")
    from encoding_conformance.runner.registry import UnknownName
    from encoding_conformance.testing.subject import of_object

    try:
        subject = of_object(name, collector.path.parent, obj.encoding, obj.codec)
    except UnknownName as error:
        raise collector.CollectError(f"{name}: {error}") from None
    return _Tests.from_parent(collector, name=name, subject=subject)


def _no_codec(codec: object) -> str:
    """Why this cannot be a codec; empty if it can."""
    if isinstance(codec, type):
        return f"{codec.__name__} is a class"
    lacking = [method for method in ("encode", "decode") if not callable(getattr(codec, method, None))]
    return f"the {type(codec).__name__} has no method {lacking[0]}" if lacking else ""


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collects a manifest that was named on the command line."""
    if file_path.name == _MANIFEST and parent.session.isinitpath(file_path):
        return _Manifest.from_parent(parent, path=file_path)
    return None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Tells the causes of the failures."""
    if verdicts := config.stash.get(_VERDICTS, []):
        lines = list(_causes(verdicts))
        if lines:
            terminalreporter.section("causes of the failures")
            terminalreporter.write_line("")
        for line in lines:
            terminalreporter.write_line(line)


class _Tests(pytest.Collector):
    """The tests of one codec in one encoding."""

    def __init__(self, subject: Subject, **more: Any):
        super().__init__(**more)
        self._subject = subject

    def collect(self) -> Iterator[pytest.Item]:
        for id in self._subject.ids:
            yield _Test.from_parent(self, name=str(id), subject=self._subject, id=id)


class _Manifest(pytest.File):
    def collect(self) -> Iterator[pytest.Collector]:
        from encoding_conformance.specification.faults import DataError
        from encoding_conformance.testing.subject import of_manifest

        try:
            for encoding, subject, process in of_manifest(self.path):
                if process:
                    self.config.add_cleanup(partial(process.__exit__, None, None, None))
                yield _Tests.from_parent(self, name=encoding, subject=subject)
        except DataError as error:
            raise self.CollectError(str(error)) from None


class _Test(pytest.Item):
    def __init__(self, subject: Subject, id: Id, **more: Any):
        super().__init__(**more)
        self._subject = subject
        self._tested = id

    def runtest(self) -> None:
        from encoding_conformance.adapters.in_process import InProcess
        from encoding_conformance.core.outcome import Crash
        from encoding_conformance.core.verdict import Status

        verdict = self._subject.verdict(self._tested)
        rerun = f"pytest {shlex.quote(self.nodeid)}"
        verdict = verdict._replace(pointers=verdict.pointers._replace(rerun=rerun))
        self.config.stash.setdefault(_VERDICTS, []).append(verdict)
        if verdict.is_known_deviation:
            pytest.xfail(verdict.reason)
        if verdict.status == Status.SKIP:
            pytest.skip(verdict.reason)
        if verdict.status != Status.PASS:
            text = _explained(verdict)
            if isinstance(verdict.got, Crash) and verdict.operation and isinstance(self._subject.asked, InProcess):
                if self.config.getoption("tbstyle") != "line":
                    self.add_report_section("call", "conformance", text)
                self._subject.asked.raise_again(verdict.operation)  # its traceback says more, and a debugger stops in it
            raise Unmet(f"{_in_short(verdict)}\n{text}")  # pytest's summary shows the first line

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        wanted = self.config.getoption("tbstyle")
        if isinstance(excinfo.value, Unmet):
            text = str(excinfo.value)
            return _Told("" if wanted == "line" else text, _InShort(self.nodeid, text.partition("\n")[0]))
        if not self.config.getoption("fulltrace"):
            excinfo.traceback = _of_the_codec(excinfo.traceback)
        return super().repr_failure(excinfo, "long" if wanted == "auto" else wanted)

    def reportinfo(self) -> tuple[Path, None, str]:
        return self.path, None, str(self._tested)


@dataclass(frozen=True)
class _InShort:
    """What pytest says of a failure in one line: `message` in its summary and in JUnit XML, and all of it for --tb=line."""

    nodeid: str
    message: str

    def __str__(self) -> str:
        return f"{self.nodeid}: {self.message}"


@dataclass(frozen=True)
class _Told:
    """An explanation, with the names that pytest looks for in that of any failure."""

    text: str
    reprcrash: _InShort

    def toterminal(self, terminal: TerminalWriter) -> None:
        if self.text:
            terminal.line(self.text)

    def __str__(self) -> str:
        return self.text or str(self.reprcrash)


def _of_the_codec(traceback: Traceback) -> Traceback:
    """The part of a traceback that is behind the harness's own code. The whole, if nothing is."""
    from encoding_conformance.adapters import in_process

    own = [place for place, entry in enumerate(traceback) if entry.path == Path(in_process.__file__)]
    return traceback[own[-1] + 1 :] or traceback if own else traceback


def _explained(verdict: Verdict) -> str:
    from encoding_conformance.report.failure import labelled, lines, of_verdict
    from encoding_conformance.testing.subject import suite

    known = suite()
    told = lines(of_verdict(verdict), known.requirements, known.encodings[verdict.encoding])
    return "\n".join(labelled(*line) for line in told)


def _in_short(verdict: Verdict) -> str:
    """Returns the actual and the expected outcome, or the reason of the verdict."""
    from encoding_conformance.report.example import outcome_shortly

    if verdict.got is None or not verdict.expected:
        return verdict.reason
    return f"got {outcome_shortly(verdict.got)}, expected {outcome_shortly(verdict.expected[0])}"


def _causes(verdicts: list[Verdict]) -> Iterator[str]:
    from encoding_conformance.causes.collecting import Collector
    from encoding_conformance.report.failure import by_unit, cause_lines, labelled, title
    from encoding_conformance.testing.subject import suite

    known = suite()
    causes = Collector(known.encodings, known.vectors_of)
    for verdict in sorted(verdicts, key=lambda each: (each.implementation, each.encoding)):
        causes.add(verdict)
    causes.rest()
    for told in by_unit(causes.found):
        yield f"{told.implementation}  {told.encoding}    {told.explaining}\n"
        for number, cause in enumerate(told.causes, 1):
            yield title(number, cause)
            lines = cause_lines(cause, known.requirements, known.encodings[told.encoding])
            yield from (f"   {labelled(line.label, line.text)}" for line in lines)
            yield ""
