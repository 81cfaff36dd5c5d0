"""Conformance tests in pytest: `from encoding_conformance.testing import Conformance` (docs/pytest.md).

Each test vector and each check is a test of its own, in the user's own process. Pytest loads this package as a plug-in when the
distribution is installed, and it imports the rest of the harness only when there is something to test.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

if TYPE_CHECKING:
    from encoding_conformance.core.verdict import Verdict
    from encoding_conformance.testing.items import Tested


class VerdictOfTest(NamedTuple):
    """The verdict of a test, with the codec that it is on and the id of the test."""

    subject: Tested
    verdict: Verdict
    nodeid: str


VERDICTS: pytest.StashKey[list[VerdictOfTest]] = pytest.StashKey()
"""The verdicts of this process, for the causes at the end."""

_FAILED: pytest.StashKey[list[Any]] = pytest.StashKey()
"""All reports of failed tests, while some of them are not shown in full."""


@dataclass(frozen=True)
class Conformance:
    """A codec object that a test module gives to be tested in an encoding: each vector and check of it becomes a test."""

    encoding: str
    codec: Any


def pytest_pycollect_makeitem(collector: pytest.Collector, name: str, obj: object) -> pytest.Collector | None:
    """Collects a `Conformance` of a test module, whatever its name. Raises CollectError for an unknown encoding, or no codec."""
    if not isinstance(obj, Conformance):
        return None
    from encoding_conformance.testing.items import of_conformance

    return of_conformance(collector, name, obj)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collects a manifest that was named on the command line."""
    if file_path.name != "implementation.yaml" or not parent.session.isinitpath(file_path):
        return None
    from encoding_conformance.testing.items import ManifestTests

    return ManifestTests.from_parent(parent, path=file_path)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the option for people who want to see every failure in full."""
    about = "Show every failed test vector and check in full, not only one for each cause."
    parser.getgroup("conform").addoption("--conform-all", action="store_true", help=about)


def pytest_configure(config: pytest.Config) -> None:
    """Registers the hook that shows the end of a run."""
    config.pluginmanager.register(_Ending())


class _Ending:
    """Shows one failure for each cause in full, and the causes last. It wraps everything that pytest shows at the end:
    the failures, what plug-ins report, and a line for each failure."""

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_terminal_summary(
        self, terminalreporter: pytest.TerminalReporter, config: pytest.Config
    ) -> Generator[None, None, None]:
        if not (verdicts := config.stash.get(VERDICTS, [])):
            return (yield)
        from encoding_conformance.testing.items import causes_of, examples, tell_causes

        causes, left_out = causes_of(verdicts), 0
        if causes and not config.getoption("conform_all"):
            ours = {each.nodeid for each in verdicts} - examples(verdicts, causes)
            every = config.stash[_FAILED] = terminalreporter.stats.get("failed", [])
            terminalreporter.stats["failed"] = [report for report in every if report.nodeid not in ours]
            left_out = len(every) - len(terminalreporter.stats["failed"])
        yield
        tell_causes(terminalreporter, causes, left_out)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Restores the failures that were left out, so that each of them gets its line in the summary."""
    if _FAILED in config.stash:
        terminalreporter.stats["failed"] = config.stash[_FAILED]
