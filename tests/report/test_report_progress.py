"""How far a run is, where nobody sees a bar."""

from __future__ import annotations

import time

import pytest

from encoding_conformance.report.console import progress, told_now_and_then


def test_without_a_terminal_a_line_comes_now_and_then(capfd: pytest.CaptureFixture[str]) -> None:
    bar, told = progress(914), ""
    with told_now_and_then(bar, 0.01), bar:
        bar.advance(bar.task_ids[0], 3)
        while not told:
            time.sleep(0.01)
            told = capfd.readouterr().err
    assert told.splitlines()[0] == "3 of 914 vectors and checks have been asked"
