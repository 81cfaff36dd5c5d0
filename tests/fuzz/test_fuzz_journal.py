"""What a worker wrote is there, whatever becomes of it."""

from __future__ import annotations

import faulthandler
import os
import signal
import tempfile
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encoding_conformance.fuzz.journal import LONGEST, SIZE, Journal


@pytest.fixture
def fd() -> Iterator[int]:
    with tempfile.TemporaryFile() as file:
        file.truncate(SIZE)
        yield file.fileno()


def entry(journal: Journal) -> tuple[int, int, int, int, bytes]:
    """What a journal says: beats, executions, features, the check and the input."""
    now = journal.now
    return now.beats, now.executions, now.features, now.check, journal.data


@given(st.integers(0, 99), st.binary(max_size=2000), st.integers(0, 1 << 60), st.integers(0, 4096))
def test_what_is_written_is_read(check: int, data: bytes, executions: int, features: int) -> None:
    journal = Journal(-1)
    journal.now.executions, journal.now.features = executions, features
    journal.begin(check, data)
    journal.beat()
    assert entry(journal) == (2, executions, features, check, data)


def test_the_longest_input_is_read() -> None:
    journal = Journal(-1)
    journal.begin(0, b"x" * LONGEST)
    assert journal.data == b"x" * LONGEST


def test_a_shorter_input_leaves_nothing_of_a_longer_one(fd: int) -> None:
    writer, reader = Journal(fd), Journal(fd)
    writer.begin(1, b"longer")
    writer.begin(2, b"x")
    assert entry(reader) == (2, 0, 0, 2, b"x")


def test_the_word_to_stop_is_not_overwritten(fd: int) -> None:
    worker, supervisor = Journal(fd), Journal(fd)
    worker.begin(7, b"x")
    assert not worker.now.stops
    supervisor.now.stops = True
    worker.begin(0, b"")
    worker.beat()
    assert worker.now.stops


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGSEGV])
def test_the_input_under_way_is_there_after_the_writer_was_killed(fd: int, by: int) -> None:
    supervisor = Journal(fd)
    if not (child := os.fork()):
        faulthandler.disable()  # nobody needs what pytest would print
        journal = Journal(fd)
        journal.now.executions = 7
        journal.begin(3, b"under way")
        os.kill(os.getpid(), by)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) == by
    assert entry(supervisor) == (1, 7, 0, 3, b"under way")
