"""Runs the tools of the workshop in this process."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

import project
import pytest

from encoding_conformance.commands import main
from encoding_conformance.data_files import loader
from encoding_conformance.data_files.suite import Suite
from workshop.__main__ import tools


class Ended(NamedTuple):
    status: int
    out: str
    err: str


class Tool:
    """Runs a tool in a folder of the test: `tool("mutants", "-e", "ascii")`. The project's own vectors are those of `suite`,
    which a test may replace by a smaller one. No other place knows how tools are started."""

    def __init__(self, folder: Path, suite: Suite, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]):
        self.folder = folder
        self.suite = suite
        self._monkeypatch = monkeypatch
        self._capfd = capfd

    def __call__(self, name: str, *words: object) -> Ended:
        self._monkeypatch.setattr(sys, "argv", ["workshop", name, *map(str, words)])
        self._capfd.readouterr()
        return Ended(main.status_of(tools), *self._capfd.readouterr())


@pytest.fixture
def tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Tool:
    made = Tool(tmp_path, project.suite(), monkeypatch, capfd)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(loader, "own_suite", lambda: made.suite)
    return made
