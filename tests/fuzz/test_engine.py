"""Outcomes as numbers, and the journal of a worker, which outlives it."""

from __future__ import annotations

import faulthandler
import os
import signal
import subprocess
import sys
import tempfile

import pytest

from encoding_conformance.core.outcome import Crash, Decoded, Outcome, Rejection, Timeout, Unsupported
from encoding_conformance.fuzz.engine import FEATURES, feature
from encoding_conformance.fuzz.journal import LONGEST, SIZE, Journal

IN_ANOTHER_PROCESS = """
from encoding_conformance.core.outcome import *
from encoding_conformance.fuzz.engine import feature
print([feature(b"AB", outcome) for outcome in (
    Decoded((1, 0x10FFFF)), Rejection(1, "x"), Rejection(), Crash("TypeError: x", "x.py:f"), Unsupported(), Timeout("x"))])
"""


def test_the_number_is_in_range_and_the_same_in_another_process() -> None:
    crash = Crash("TypeError: x", "x.py:f")
    outcomes = [Decoded((1, 0x10FFFF)), Rejection(1, "x"), Rejection(), crash, Unsupported(), Timeout("x")]
    numbers = [feature(b"AB", outcome) for outcome in outcomes]
    other = {**os.environ, "PYTHONHASHSEED": "77"}
    printed = subprocess.run([sys.executable, "-c", IN_ANOTHER_PROCESS], env=other, text=True, capture_output=True, check=True)
    assert printed.stdout == f"{numbers}\n"
    assert set(numbers) <= set(range(FEATURES))
    assert feature(b"A", Decoded((1 << 200,))) in range(FEATURES)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Decoded((1,)), Rejection(0)),
        (Decoded((1,)), Decoded((1, 1))),
        (Decoded((1,)), Decoded((2,))),
        (Rejection(0), Rejection(1)),
        (Crash("TypeError: x", "x.py:f"), Crash("TypeError: x", "x.py:g")),
        (Crash("TypeError: x"), Crash("KeyError: x")),
        (Rejection(0), Unsupported()),
    ],
)
def test_outcomes_of_other_kinds_have_another_number(one: Outcome, other: Outcome) -> None:
    assert feature(b"AB", one) != feature(b"AB", other)


def test_the_text_of_a_rejection_does_not_matter() -> None:
    assert feature(b"A", Rejection(0, "one")) == feature(b"A", Rejection(0, "other"))


def test_the_longest_input_and_then_a_shorter_one_are_read() -> None:
    journal = Journal()
    for data in (b"x" * LONGEST, b"y"):
        journal.begin(data)
        assert journal.data == data
    assert journal.now.executions == 2


def test_the_current_input_is_there_after_the_writer_was_killed() -> None:
    with tempfile.TemporaryFile() as file:
        file.truncate(SIZE)
        reader = Journal(file.fileno())
        if not (child := os.fork()):
            faulthandler.disable()  # nobody needs what pytest would print
            Journal(file.fileno()).begin(b"current")
            os.kill(os.getpid(), signal.SIGKILL)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        assert os.WTERMSIG(status) == signal.SIGKILL
        assert (reader.data, reader.now.is_busy) == (b"current", True)
