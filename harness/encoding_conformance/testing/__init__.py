"""Conformance tests in pytest: `from encoding_conformance.testing import Conformance` (docs/ci-and-pytest.md).

Each test vector and each check is a test of its own, in the user's own process. Pytest loads this package as a plug-in when the
distribution is installed. It imports the rest of the harness only when there is something to test.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from encoding_conformance.testing.items import Judged


_loaded: list[pytest.Config] = []
"""The configuration of the pytest session that loaded this plug-in."""


def pytest_configure(config: pytest.Config) -> None:
    """Records that the plug-in is loaded."""
    _loaded.append(config)


@dataclass(frozen=True)
class Conformance:
    """A codec object to test in an encoding. Each vector and check of the encoding becomes a test."""

    encoding: str
    codec: Any

    def __post_init__(self) -> None:
        """Raises RuntimeError if nothing would be tested."""
        if not _loaded:
            raise RuntimeError(f"pytest has not loaded the plug-in {__name__}, so nothing would be tested; add -p {__name__}")


VERDICTS: pytest.StashKey[list[Judged]] = pytest.StashKey()
"""The verdicts in this process, from which the causes are found at the end."""


def pytest_pycollect_makeitem(collector: pytest.Collector, name: str, obj: object) -> pytest.Collector | None:
    """Collects a `Conformance` with any name in a test module. Raises CollectError for an unknown encoding or a bad codec."""
    if not isinstance(obj, Conformance):
        return None
    from encoding_conformance.testing.items import of_conformance

    return of_conformance(collector, name, obj)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> Generator[None, None, None]:
    """Shows the causes of the failures after everything else."""
    yield
    judged = config.stash.get(VERDICTS, [])
    if any(each.verdict.status.is_bad for each in judged):
        from encoding_conformance.testing.causes_shown import show_causes

        show_causes(terminalreporter, judged)
