"""The harness's own processes, and an end for everything that they start.

The jobs of a run are forked, so that they already have all loaded data. A process under test may fork, leave its session and
lose its parent, but it keeps its environment, and with it a mark. Marks are paths: a process that starts another adds a step to
its own mark. So a process can be ended with all its descendants.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing.queues import SimpleQueue
from threading import Thread
from typing import Any
from uuid import uuid4

import psutil

from encoding_conformance.adapters.child_setup import become_job

FORK = multiprocessing.get_context("fork")
MARK = "CONFORM_TESTEE"
"""The environment variable that has the mark."""

_ROUNDS = 20
"""How often to look again, because processes may fork while others are ended."""


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


Do = Callable[[Any, Callable[..., None]], Any]
"""Does a piece of some work, and calls a function with the progress."""


class Jobs:
    """Processes of this machine that do pieces of work. `lost` says why a piece of work was not done."""

    lost = "a job of the harness was ended from outside"

    def __init__(self, executor: ProcessPoolExecutor, told: SimpleQueue[tuple[Any, ...]]):
        self._executor = executor
        self._told = told

    def submit(self, name: str, piece: Any) -> Any:
        """Returns a future for what a piece gives. After a job was lost, there are no others."""
        try:
            return self._executor.submit(_do_piece, piece)
        except BrokenProcessPool as broken:
            lost = Future[Any]()
            lost.set_exception(broken)
            return lost

    def result(self, future: Any) -> Any:
        """Returns what a piece gave; None if the job was lost."""
        try:
            return future.result()
        except BrokenProcessPool:
            return None

    def listen(self, tell: Callable[..., None]) -> None:
        """Calls `tell` with the progress of pieces, from another thread, as long as this process lives."""
        Thread(target=self._pass_on, args=(tell,), daemon=True).start()

    def _pass_on(self, tell: Callable[..., None]) -> None:
        while True:
            tell(*self._told.get())


@contextmanager
def jobs_for(do: Do, jobs: int) -> Iterator[Jobs]:
    """A context with so many jobs, which begin with the first piece of work."""
    told = FORK.SimpleQueue()
    with pool(jobs, _begin, do, told) as executor:
        yield Jobs(executor, told)


_DO: Do
_TOLD: SimpleQueue[tuple[Any, ...]]


def _begin(do: Do, told: SimpleQueue[tuple[Any, ...]]) -> None:
    global _DO, _TOLD
    become_job()
    _DO, _TOLD = do, told


def _do_piece(piece: Any) -> Any:
    return _DO(piece, lambda *progress: _TOLD.put(progress))


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
    """A context in which everything that is started ends with this process, even if this process is killed.

    A guard, which is forked and in its own session, reads a pipe whose other end only this process has.
    """
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
