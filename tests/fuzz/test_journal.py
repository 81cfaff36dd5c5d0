"""What a worker writes into its journal outlives it."""

from __future__ import annotations

import faulthandler
import os
import signal
import tempfile

import pytest

from encoding_conformance.fuzz.journal import LONGEST, SIZE, Journal


def test_the_longest_input_and_then_a_shorter_one_are_read() -> None:
    journal = Journal()
    for data in (b"x" * LONGEST, b"y"):
        journal.begin(data)
        assert journal.data == data
    assert journal.now.executions == 2


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGSEGV])
def test_the_current_input_is_there_after_the_writer_was_killed(by: int) -> None:
    with tempfile.TemporaryFile() as file:
        file.truncate(SIZE)
        reader = Journal(file.fileno())
        if not (child := os.fork()):
            faulthandler.disable()  # nobody needs what pytest would print
            Journal(file.fileno()).begin(b"current")
            os.kill(os.getpid(), by)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        assert os.WTERMSIG(status) == by
        assert (reader.data, reader.now.is_busy) == (b"current", True)
