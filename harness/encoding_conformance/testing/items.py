"""What pytest collects, runs and tells: a test for each vector and check of a codec in an encoding."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

import hypothesis
import pytest

from encoding_conformance.adapters import in_process
from encoding_conformance.adapters.codec import OPERATIONS, Validator, load
from encoding_conformance.adapters.in_process import InProcess
from encoding_conformance.adapters.manifest import Implementation, Support, Way
from encoding_conformance.adapters.testee import Askable, Testee
from encoding_conformance.causes.collecting import Ask, Collector, ask_units
from encoding_conformance.core.identity import Id, check_id
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.operation import BOTH, Kind
from encoding_conformance.core.outcome import Crash
from encoding_conformance.core.text import counted
from encoding_conformance.core.verdict import Cause, Ground, Status, Verdict
from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.data_files.problems import DataError, WrongUsage
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.report.failure import by_unit, cause_lines, in_short, lines, title
from encoding_conformance.runner import plan, registry
from encoding_conformance.runner.deviations import with_deviation
from encoding_conformance.runner.plan import Unit
from encoding_conformance.runner.unit import Parameters, UnitRun
from encoding_conformance.testing import VERDICTS, Conformance, VerdictOfTest


@cache
def suite() -> Suite:
    """The project's own encodings and vectors."""
    return load_suite()


class Tested:
    """What is tested: `ids` are those of all vectors and checks of the `unit`, and `asked` is whoever answers."""

    def __init__(self, implementation: Implementation, encoding: str, asked: Askable):
        """Raises WrongUsage if there is no such encoding."""
        self.encoding = encoding
        self.asked = asked
        self._declarations = implementation.deviations
        (self.unit,) = plan.units(suite(), [implementation], [encoding])
        checks = [check_id(encoding, check) for check in self.unit.checks]
        self.ids: list[Id] = [*(vector.id for vector in self.unit.vectors), *checks]
        # the user's own profile of Hypothesis says how many examples are drawn
        self._run = UnitRun(self.unit, asked, Parameters(examples=hypothesis.settings().max_examples))

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
    implementation = Implementation(name, name, folder, Way.PYTHON, (), "", (), {encoding: support}, selector=str(folder))
    return Tested(implementation, encoding, InProcess(Validator(codec) if validates else codec))


def of_manifest(file: Path) -> list[Tested]:
    """Returns what is tested in each encoding of a manifest. A Python codec is asked in this process, unless its manifest states
    an environment. Anything else is asked in a process of its own, which the caller must end. Raises DataError if the manifest
    has problems, and whatever loading raises."""
    (implementation,) = registry.selected([str(file.parent)], suite().encodings)
    if implementation.kind in (Way.PROCESS, Way.LIBRARY) or implementation.environment:
        testee = Testee(implementation)
        return [Tested(implementation, encoding, testee) for encoding in implementation.encodings]
    codecs = load(implementation.python, str(implementation.folder), implementation.codec_names, implementation.offered)
    return [Tested(implementation, encoding, InProcess(codec)) for encoding, codec in codecs.items()]


if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from _pytest._io import TerminalWriter

_PATIENCE = 120
"""After this many seconds, a copy of the process that asks codecs again is given up."""


class Unmet(Exception):
    """A test vector or a check failed. The first line of the message says so in short, and the others explain it."""


class CodecTests(pytest.Collector):
    """The tests of one codec in one encoding."""

    def __init__(self, subject: Tested, **more: Any):
        super().__init__(**more)
        self._subject = subject

    def collect(self) -> Iterator[pytest.Item]:
        """Yields a test for each vector and each check."""
        for id in self._subject.ids:
            yield _Test.from_parent(self, name=str(id), subject=self._subject, id=id)


def of_conformance(collector: pytest.Collector, name: str, given: Conformance) -> CodecTests:
    """Returns the tests of the codec object with this name. Raises CollectError as `pytest_pycollect_makeitem` does."""
    wrong = ""
    if isinstance(given.codec, type):
        wrong = f"{given.codec.__name__} is a class"
    elif not any(callable(getattr(given.codec, method, None)) for method in OPERATIONS):
        wrong = f"the {type(given.codec).__name__} has no method {Kind.ENCODE}"
    if wrong:
        expected = "expected an object with the methods encode and decode, or one of them, or validate"
        raise collector.CollectError(f"{name}: {wrong}; {expected}")
    try:
        subject = of_object(name, collector.path.parent, given.encoding, given.codec)
    except WrongUsage as error:
        raise collector.CollectError(f"{name}: {error}") from None
    return CodecTests.from_parent(collector, name=name, subject=subject)


class ManifestTests(pytest.File):
    """The tests of the implementation of a manifest, in each encoding that it offers."""

    def collect(self) -> Iterator[pytest.Collector]:
        """Yields the tests of each encoding. Raises CollectError if the manifest has problems."""
        try:
            for subject in of_manifest(self.path):
                if isinstance(subject.asked, Testee):
                    self.config.add_cleanup(subject.asked.close)
                yield CodecTests.from_parent(self, name=subject.encoding, subject=subject)
        except DataError as error:
            raise self.CollectError(str(error)) from None


class _Test(pytest.Item):
    def __init__(self, subject: Tested, id: Id, **more: Any):
        super().__init__(**more)
        self._subject = subject
        self._tested = id

    def runtest(self) -> None:
        verdict = self._subject.verdict(self._tested)
        rerun = f"pytest {shlex.quote(self.nodeid)}"
        verdict = verdict._replace(pointers=verdict.pointers._replace(rerun=rerun))
        self.config.stash.setdefault(VERDICTS, []).append(VerdictOfTest(self._subject, verdict, self.nodeid))
        if verdict.ground == Ground.DEVIATION:
            pytest.xfail(verdict.reason)
        if verdict.status == Status.SKIP:
            pytest.skip(verdict.reason)
        if verdict.status == Status.PASS:
            return
        told = lines(verdict, suite().requirements, suite().encodings[verdict.encoding])
        text = "\n".join(map(str, told))
        if isinstance(verdict.got, Crash) and verdict.operation and isinstance(self._subject.asked, InProcess):
            if self.config.getoption("tbstyle") != "line":
                self.add_report_section("call", "conformance", text)
            self._subject.asked.raise_again(verdict.operation)  # its traceback says more, and a debugger stops in it
        raise Unmet(f"{in_short(verdict)}\n{text}")  # pytest's summary shows the first line

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        wanted = self.config.getoption("tbstyle")
        if isinstance(excinfo.value, Unmet):
            text = str(excinfo.value)
            return _Told("" if wanted == "line" else text, _InShort(self.nodeid, text.partition("\n")[0]))
        if not self.config.getoption("fulltrace"):
            places = [place for place, entry in enumerate(excinfo.traceback) if entry.path == Path(in_process.__file__)]
            behind = places[-1] + 1 if places else 0  # the rest of the traceback is the codec's
            excinfo.traceback = excinfo.traceback[behind:] or excinfo.traceback
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


def causes_of(verdicts: Sequence[VerdictOfTest]) -> list[Cause]:
    """Returns the causes of the failures. Codecs are asked again for that, in a copy of this process. If the copy ends or hangs,
    the causes are what the failures alone tell."""
    return _asked_apart(verdicts) or _causes(verdicts, None)


def examples(verdicts: Sequence[VerdictOfTest], causes: Sequence[Cause]) -> set[str]:
    """Returns the ids of the tests that are examples of causes."""
    shown = {(cause.implementation, cause.example.id) for cause in causes}
    return {each.nodeid for each in verdicts if (each.verdict.implementation, each.verdict.id) in shown}


def tell_causes(terminal: pytest.TerminalReporter, causes: Sequence[Cause], left_out: int) -> None:
    """Writes the causes, if there are any. `left_out` is the number of failures that were not shown in full."""
    known = suite()
    if causes:
        terminal.section("causes of the failures")
        terminal.write_line("")
    for told in by_unit(causes):
        terminal.write_line(f"{told.heading}\n")
        for number, cause in enumerate(told.causes, 1):
            terminal.write_line(title(number, cause))
            for line in cause_lines(cause, known.requirements, known.encodings[told.encoding]):
                terminal.write_line(f"   {line}")
            terminal.write_line("")
    if left_out:
        terminal.write_line(f"{counted(left_out, 'failure')} of the same causes not shown in full; --conform-all shows all")


def _asked_apart(verdicts: Sequence[VerdictOfTest]) -> list[Cause]:
    """Returns the causes after asking again in a copy of this process, and nothing if the copy ends, hangs, or cannot be made."""
    if not any(each.verdict.status.is_bad for each in verdicts) or "fork" not in get_all_start_methods():
        return []
    context = get_context("fork")  # only a copy has the codec objects as the tests left them
    ours, theirs = context.Pipe(duplex=False)
    copy = context.Process(target=_send_causes, args=(theirs, verdicts))
    copy.start()
    theirs.close()  # so that the end of the copy is the end of the pipe
    try:
        found: list[Cause] = ours.recv() if ours.poll(_PATIENCE) else []
    except EOFError:
        found = []
    copy.kill()
    copy.join()
    return found


def _send_causes(pipe: Connection, verdicts: Sequence[VerdictOfTest]) -> None:
    subjects = {(each.unit.name, each.encoding): each for each, *_ in verdicts}

    def start(unit: Unit) -> AbstractContextManager[Askable]:
        asked = subjects[unit.name, unit.encoding.id].asked
        return nullcontext(asked) if isinstance(asked, InProcess) else Testee(unit.implementation)

    pipe.send(_causes(verdicts, ask_units((each.unit for each in subjects.values()), start)))


def _causes(verdicts: Sequence[VerdictOfTest], ask: Ask | None) -> list[Cause]:
    causes = Collector(suite(), ask)
    for verdict in sorted((each.verdict for each in verdicts), key=lambda each: (each.implementation, each.encoding)):
        causes.add(verdict)
    causes.rest()
    return causes.found
