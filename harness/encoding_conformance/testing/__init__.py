"""Conformance tests in pytest: `from encoding_conformance.testing import Conformance` (docs/pytest.md).

Each test vector and each check is a test of its own, in the user's own process. Pytest loads this package as a plug-in when the
distribution is installed, and it imports the rest of the harness only when there is something to test.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from encoding_conformance.core.verdict import Verdict
    from encoding_conformance.testing.tested import Tested

VERDICTS: pytest.StashKey[list[tuple[Tested, Verdict]]] = pytest.StashKey()
"""The verdicts of this process, each with the codec that it is on, for the causes at the end."""


@dataclass(frozen=True)
class Conformance:
    """A codec object that a test module gives to be tested in an encoding: each vector and check of it becomes a test."""

    encoding: str
    codec: Any


def pytest_pycollect_makeitem(collector: pytest.Collector, name: str, obj: object) -> pytest.Collector | None:
    """Collects a `Conformance` of a test module, whatever its name. Raises CollectError if its encoding is not known, or if
    its codec is none."""
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


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Tells the causes of the failures."""
    if verdicts := config.stash.get(VERDICTS, []):
        from encoding_conformance.testing.items import tell_causes

        tell_causes(terminalreporter, verdicts)
