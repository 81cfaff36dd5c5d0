"""The progress of a run: a bar that gives way to what the run says; without a bar, a line now and then on standard output."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from threading import Event, active_count

import pytest
from click.testing import CliRunner
from rich.console import Console
from rich.progress import Progress

from encoding_conformance.commands import reported_run, run
from encoding_conformance.report.console import ProgressLines, Screen, progress, without

LIAR = Path(__file__).parents[1] / "liars" / "always-wrong"
ERASED = "\x1b[2K"
"""How a terminal is told to erase a line."""


def test_without_a_bar_lines_say_how_far_a_run_is(capsys: pytest.CaptureFixture[str]) -> None:
    bar = progress(2000)
    waits: list[float] = []

    def ends_at_the_fourth(seconds: float) -> bool:
        waits.append(seconds)
        bar.advance(bar.task_ids[0], 700)
        return len(waits) == 4

    ProgressLines(bar, ends_at_the_fourth).tell()
    said = capsys.readouterr()
    assert said.out.splitlines() == [
        "checking for 0 s: 700 of 2,000 vectors and checks",
        "checking for 0 s: 1,400 of 2,000 vectors and checks",
        "asked all 2,000 vectors and checks in 0 s; now looking for causes",
    ]
    assert (said.err, waits) == ("", [30, 30, 30, 30])


def test_a_run_that_ends_early_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    lines = ProgressLines(progress(1))
    lines.close()
    lines.tell()
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("shown", [True, False])
def test_lines_are_begun_only_without_a_bar(shown: bool) -> None:
    bar = Progress(console=Console(force_terminal=True), disable=not shown)
    began, ended, before = Event(), Event(), active_count()

    def waits(seconds: float) -> bool:
        began.set()
        return ended.wait()

    ProgressLines(bar, waits).start()
    assert active_count() == before + (not shown)
    ended.set()
    assert shown or began.wait(60)


def test_a_bar_is_erased_before_a_run_writes_and_comes_back() -> None:
    written = StringIO()
    bar = Progress(console=Console(file=written, force_terminal=True), transient=True)
    bar.add_task("checking")
    with bar:
        with without(bar):
            assert (bar.live.is_started, written.getvalue().endswith(ERASED)) == (False, True)
        assert bar.live.is_started
    with without(bar):
        pass
    assert not bar.live.is_started


def test_a_run_erases_its_bar_before_it_explains(monkeypatch: pytest.MonkeyPatch) -> None:
    bars: list[Progress] = []
    shown: list[bool] = []

    def made(verdicts: int) -> Progress:
        bars.append(Progress(console=Console(file=StringIO(), force_terminal=True)))
        bars[0].add_task("checking", total=verdicts)
        return bars[0]

    monkeypatch.setattr(reported_run, "progress", made)
    monkeypatch.setattr(Screen, "explain", lambda *_: shown.append(bars[0].live.is_started))
    words = ["-i", str(LIAR), "-e", "ascii", "-k", "*/delete/decode", "--jobs", "1"]
    ended = CliRunner().invoke(run.command, words, standalone_mode=False)
    assert (ended.return_value, shown) == (1, [False])


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_run_begins_them_once_its_jobs_run_and_ends_them(monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    told: list[str] = []
    monkeypatch.setattr(ProgressLines, "start", lambda lines: told.append("begun"))
    monkeypatch.setattr(ProgressLines, "close", lambda lines: told.append("ended"))
    words = ["-i", "reference", "-e", "ascii", "-e", "cp437", "-k", "*/delete/decode", "--jobs", str(jobs)]
    ended = CliRunner().invoke(run.command, words, standalone_mode=False)
    assert (ended.return_value, ended.stderr, told) == (0, "", ["begun", "ended"])
