"""The harness's own processes, and an end for everything that they start.

The jobs of a run are forked, so that they already have all loaded data. A process under test may fork, leave its session and
lose its parent, but it keeps its environment, and with it a mark. Marks are paths: a process that starts another adds a step to
its own mark. So a process can be ended with all its descendants.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, TypeVar
from uuid import uuid4

import psutil

FORK = multiprocessing.get_context("fork")
MARK = "CONFORM_TESTEE"
"""The environment variable that has the mark."""

Result = TypeVar("Result")

ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
"""The signals that ask a process to end; an interrupt is another matter."""

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36

_ROUNDS = 20
"""How often to look again, because processes may fork while others are ended."""


class Lost(Exception):
    """The process that did a piece of work ended before it was done. The message says which."""


def die_with_parent() -> None:
    """Makes the kernel end this process when its parent ends, however that happens (only on Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def keep_descendants() -> None:
    """Makes this process the parent of each descendant whose parent has ended, so that none gets lost (only on Linux). That stays
    so in the program that it starts in its place."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1)


def become_job() -> None:
    """Makes this process end with its parent, and leaves interrupts to its parent."""
    die_with_parent()
    keep_descendants()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in ENDING:
        signal.signal(number, signal.SIG_DFL)


def descendants(process: int) -> list[psutil.Process]:
    """Returns the processes that a process has started, and those that these have started; none if it has ended."""
    try:
        return psutil.Process(process).children(recursive=True)
    except psutil.Error:
        return []


@contextmanager
def pool(jobs: int, begin: Callable[..., None] = become_job, *given: Any) -> Iterator[ProcessPoolExecutor]:
    """Yields a pool of `jobs` processes, each of which first calls `begin(*given)`, which makes it a job. They end with this
    process, however it ends. Only this process reacts to an interrupt."""
    with ProcessPoolExecutor(jobs, FORK, initializer=begin, initargs=given) as executor:
        try:
            yield executor
        except BaseException:
            for job in multiprocessing.active_children():
                job.kill()
            raise


def submit(executor: Executor, function: Callable[..., Result], *given: Any) -> Callable[[], Result]:
    """Submits work to a pool, and returns a function that returns its result. This function raises Lost if a job was ended from
    outside, which ends the whole pool."""
    try:
        return partial(_result, executor.submit(function, *given))
    except BrokenProcessPool as broken:
        lost = Future[Result]()
        lost.set_exception(broken)
        return partial(_result, lost)


def _result(future: Future[Result]) -> Result:
    try:
        return future.result()
    except BrokenProcessPool:
        raise Lost("a job of the harness was ended from outside") from None


def new_mark() -> str:
    """Returns a mark that no other process has."""
    return f"{os.environ.get(MARK, '')}/{uuid4().hex}"


def end_marked(mark: str) -> None:
    """Ends every process that has this mark, or a mark below it."""
    for _ in range(_ROUNDS):
        if not (found := [process for process in psutil.process_iter() if _mark_of(process).startswith(mark)]):
            return
        for process in found:
            with suppress(psutil.Error):
                process.kill()


@contextmanager
def guarded() -> Iterator[None]:
    """A context at whose end everything ends that this process has started, even if this process is killed.

    A guard, which is forked and in its own session, reads a pipe whose other end only this process has. Only if this process is
    killed, a process that has left its parents and cleared its environment escapes.
    """
    keep_descendants()
    others = {process.pid for process in descendants(os.getpid())}
    mark, before = new_mark(), os.environ.get(MARK)
    watched, held = os.pipe()
    guard = os.fork()
    if not guard:
        _guard(watched, mark)
    os.close(watched)
    os.environ[MARK] = mark
    try:
        yield
    finally:
        for process in descendants(os.getpid()):
            if process.pid not in {guard, *others}:
                with suppress(psutil.Error):
                    process.kill()
        os.environ.pop(MARK)
        if before is not None:
            os.environ[MARK] = before
        os.close(held)
        os.waitpid(guard, 0)


def _guard(watched: int, mark: str) -> None:
    try:
        os.setsid()
        os.dup2(watched, 0)
        os.closerange(1, os.sysconf("SC_OPEN_MAX"))
        os.read(0, 1)
        end_marked(mark)
    finally:
        os._exit(0)


def _mark_of(process: psutil.Process) -> str:
    try:
        return process.environ().get(MARK, "")
    except (psutil.Error, OSError):
        return ""
