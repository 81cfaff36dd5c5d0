"""Processes that left their family are found by their mark, and ended."""

import os
import subprocess
import sys

import psutil
import pytest
from patience import FOREVER

from encoding_conformance.adapters.jobs import MARK, end_marked, guarded, new_mark

pytestmark = pytest.mark.usefixtures("nobody_left")

ESCAPE = """
import subprocess
subprocess.Popen(["sleep", "1000"], start_new_session=True)
"""


def sleeper(mark: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(["sleep", "1000"], env={**os.environ, MARK: mark}, start_new_session=True)


def test_a_sweep_ends_those_with_the_mark_or_one_below_it_and_no_others() -> None:
    marks = new_mark(), new_mark()
    swept, below, other = (sleeper(mark) for mark in (marks[0], marks[0] + "/below", marks[1]))
    try:
        end_marked(marks[0], os.getpgrp())
        assert (swept.wait(FOREVER), below.wait(FOREVER), other.poll()) == (-9, -9, None)
    finally:
        other.kill()
        other.wait()


def test_a_guard_ends_with_everything_that_was_started_under_it() -> None:
    before = {child.pid for child in psutil.Process().children()}
    with guarded():
        assert len({child.pid for child in psutil.Process().children()} - before) == 1
    assert {child.pid for child in psutil.Process().children()} <= before
    with guarded():
        subprocess.run([sys.executable, "-c", ESCAPE], check=True, env=os.environ)
    assert MARK not in os.environ


def test_a_guard_outlives_a_process_that_is_killed_just_long_enough() -> None:
    """`nobody_left` holds that what it guards is there no longer."""
    program = f"""
import os, signal
from encoding_conformance.adapters.jobs import guarded
with guarded():
    exec({ESCAPE!r})
    os.kill(os.getpid(), signal.SIGKILL)
"""
    assert subprocess.run([sys.executable, "-c", program]).returncode == -9
