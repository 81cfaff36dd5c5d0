"""Processes that a test starts bear a mark in their environment, as does all that comes of them."""

from __future__ import annotations

from uuid import uuid4

import psutil
import pytest
from patience import until

VARIABLE = "CONFORM_TEST"


def new_mark() -> str:
    """A value of VARIABLE that no other test has."""
    return uuid4().hex


def marked(mark: str) -> list[psutil.Process]:
    """The processes that bear the mark now."""
    return [process for process in psutil.process_iter() if _mark_of(process) == mark]


def hold_that_none_is_left(mark: str) -> None:
    """Wait until no process bears the mark. The test fails if one goes on for ever."""
    try:
        until(lambda: not marked(mark))
    except pytest.fail.Exception:
        pytest.fail(f"left behind: {marked(mark)}")


def _mark_of(process: psutil.Process) -> str:
    try:
        return process.environ().get(VARIABLE, "")
    except psutil.Error:
        return ""
