"""Collects and runs a pytest test for each vector and check of a codec object in an encoding."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import hypothesis
import pytest

from encoding_conformance.adapters import in_process
from encoding_conformance.adapters.codec import OPERATIONS, Validator
from encoding_conformance.adapters.in_process import InProcess
from encoding_conformance.adapters.manifest import Implementation, Support, Way
from encoding_conformance.core.identity import Id
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.operation import Kind
from encoding_conformance.core.outcome import Crash
from encoding_conformance.core.verdict import Status, Verdict
from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.data_files.problems import WrongUsage
from encoding_conformance.report.failure import in_short, lines
from encoding_conformance.runner import plan
from encoding_conformance.runner.plan import Unit
from encoding_conformance.runner.unit import Parameters, UnitRun
from encoding_conformance.testing import VERDICTS, Conformance

suite = cache(load_suite)


class Judged(NamedTuple):
    """The verdict of a test, with the codec and its unit."""

    unit: Unit
    codec: InProcess
    verdict: Verdict


def of_conformance(collector: pytest.Collector, name: str, conformance: Conformance) -> CodecTests:
    """Returns the tests of the codec object with this name. Raises CollectError as `pytest_pycollect_makeitem` does."""
    codec = conformance.codec
    methods = [name for name in OPERATIONS if callable(getattr(codec, name, None))]
    if isinstance(codec, type) or not methods:
        wrong = f"{codec.__name__} is a class" if isinstance(codec, type) else f"the {type(codec).__name__} has no method encode"
        expected = "expected an object with the methods encode and decode, or one of them, or validate"
        raise collector.CollectError(f"{name}: {wrong}; {expected}")
    validates = Kind.DECODE not in methods and len(methods) > (Kind.ENCODE in methods)
    operations = frozenset(kind for kind in Kind if kind in methods or (kind == Kind.DECODE and validates))
    support = {conformance.encoding: Support(Limits(operations=operations, validates=validates))}
    folder = collector.path.parent
    implementation = Implementation(name, name, folder, Way.PYTHON, (), "", (), support, selector=str(folder))
    try:
        (unit,) = plan.units(suite(), [implementation], [conformance.encoding])
    except WrongUsage as error:
        raise collector.CollectError(f"{name}: {error}") from None
    return CodecTests.from_parent(
        collector, name=name, unit=unit, codec=InProcess(Validator(codec) if validates else codec, crashes=Exception)
    )


class CodecTests(pytest.Collector):
    """The tests of a codec object in an encoding."""

    def __init__(self, unit: Unit, codec: InProcess, **more: Any):
        super().__init__(**more)
        self.unit, self.codec = unit, codec
        # the user's own profile of Hypothesis sets the number of examples
        self.run = UnitRun(unit, codec, Parameters(examples=hypothesis.settings().max_examples))

    def collect(self) -> Iterator[pytest.Item]:
        """Yields a test for each vector and each check."""
        for id in self.unit.ids:
            yield _Test.from_parent(self, name=str(id), tests=self, id=id)


class _Test(pytest.Item):
    def __init__(self, tests: CodecTests, id: Id, **more: Any):
        super().__init__(**more)
        self._tests, self._tested = tests, id

    def runtest(self) -> None:
        tests = self._tests
        (part,) = plan.narrowed([tests.unit], lambda _, id: id == self._tested)
        (verdict,) = tests.run.verdicts_on(part)
        verdict = verdict._replace(pointers=verdict.pointers._replace(rerun=f"pytest {shlex.quote(self.nodeid)}"))
        self.config.stash.setdefault(VERDICTS, []).append(Judged(tests.unit, tests.codec, verdict))
        if verdict.status == Status.SKIP:
            pytest.skip(verdict.reason)
        if verdict.status == Status.PASS:
            return
        text = "\n".join(map(str, lines(verdict, suite().requirements, tests.unit.encoding)))
        in_a_line = self.config.getoption("tbstyle", "auto") == "line"
        if isinstance(verdict.got, Crash) and verdict.operation:
            if not in_a_line:
                self.add_report_section("call", "conformance", text)
            tests.codec.raise_again(verdict.operation)  # its traceback shows more, and a debugger stops in it
        pytest.fail(in_short(verdict) if in_a_line else f"{in_short(verdict)}\n{text}", pytrace=False)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if not self.config.getoption("fulltrace", False):
            harness = [index for index, entry in enumerate(excinfo.traceback) if entry.path == Path(in_process.__file__)]
            if harness:  # the rest of the traceback is the codec's
                excinfo.traceback = excinfo.traceback[harness[-1] + 1 :] or excinfo.traceback
        wanted = self.config.getoption("tbstyle", "auto")
        return super().repr_failure(excinfo, "long" if wanted == "auto" else wanted)

    def reportinfo(self) -> tuple[Path, None, str]:
        return self.path, None, str(self._tested)
