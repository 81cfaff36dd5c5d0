"""The progress of a run: a bar that gives way to what the run says; without a bar, a line now and then on standard output."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

from encoding_conformance.commands import reported_run, run
from encoding_conformance.report.console import RunProgress, Screen

LIAR = Path(__file__).parents[1] / "liars" / "always-wrong"
ERASED = "\x1b[2K"
"""How a terminal is told to erase a line."""


def on_terminal(verdicts: int, written: StringIO) -> RunProgress:
    return RunProgress(verdicts, Console(file=written, force_terminal=True))


@pytest.mark.parametrize(
    ("is_terminal", "lines"),
    [(False, ["2 of 2,000 vectors and checks in 31 s", "4 of 2,000 vectors and checks in 62 s"]), (True, [])],
)
def test_without_a_bar_a_line_says_now_and_then_how_far_a_run_is(
    is_terminal: bool, lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    now = 0.0
    progress = RunProgress(2000, Console(file=StringIO(), force_terminal=is_terminal, get_time=lambda: now))
    for seconds in (29, 31, 59, 62):
        now = seconds
        progress.count()
    said = capsys.readouterr()
    assert (said.out.splitlines(), said.err) == (lines, "")


def test_a_bar_is_erased_before_a_run_writes_and_comes_back() -> None:
    written = StringIO()
    progress = on_terminal(1, written)
    with progress:
        with progress.hidden():
            assert (progress.live.is_started, written.getvalue().endswith(ERASED)) == (False, True)
        assert progress.live.is_started
    with progress.hidden():
        pass
    assert not progress.live.is_started


def test_a_run_erases_its_bar_before_it_explains(monkeypatch: pytest.MonkeyPatch) -> None:
    bars: list[RunProgress] = []
    shown: list[bool] = []

    def made(verdicts: int, is_seeking: Callable[[], bool]) -> RunProgress:
        bars.append(on_terminal(verdicts, StringIO()))
        return bars[0]

    monkeypatch.setattr(reported_run, "RunProgress", made)
    monkeypatch.setattr(Screen, "explain", lambda *_: shown.append(bars[0].live.is_started))
    words = ["-i", str(LIAR), "-e", "ascii", "-k", "*/delete/decode", "--jobs", "1"]
    ended = CliRunner().invoke(run.command, words, standalone_mode=False)
    assert (ended.return_value, shown) == (1, [False])


@pytest.mark.parametrize(("seeks", "words"), [(False, "checking "), (True, "checking, and looking for causes ")])
def test_the_bar_says_when_causes_are_sought(seeks: bool, words: str) -> None:
    written = StringIO()
    with RunProgress(2, Console(file=written, force_terminal=True, width=100), lambda: seeks):
        pass
    assert words in re.sub("\x1b\\[[^A-Za-z]*[A-Za-z]", "", written.getvalue())
