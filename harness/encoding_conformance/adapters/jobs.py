"""Starts the harness's own processes, and ends everything that they start.

The jobs of a run are forked, so they share all loaded data. A process under test may fork, leave its session and lose its
parent, but its environment keeps a mark. Marks are paths: a child's mark extends the mark of its parent. So a process can be
ended with all its descendants.
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
from select import select
from typing import Any, TypeVar
from uuid import uuid4

import psutil

FORK = multiprocessing.get_context("fork")
MARK = "CONFORM_SESSION"
"""The environment variable with the mark."""

Result = TypeVar("Result")

ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
"""The signals that end a process, except an interrupt."""

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36

_ROUNDS = 20
"""The number of searches for marked processes: some may fork while others are ended."""

_LOOK = 5.0
"""The seconds between two looks for a command that was stopped."""


class Lost(Exception):
    """A process ended before its work was done. The message names the process."""


def die_with_parent() -> None:
    """Makes the kernel end this process when its parent ends for any reason (Linux only)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def keep_descendants() -> None:
    """Makes this process the parent of orphaned descendants (Linux only), also after it executes another program."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1)


def become_job() -> None:
    """Makes this process end with its parent and ignore interrupts, which the parent handles."""
    die_with_parent()
    keep_descendants()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in ENDING:
        signal.signal(number, signal.SIG_DFL)


def descendants(process: int) -> list[psutil.Process]:
    """Returns the children of a process, and their descendants; an empty list if it has ended."""
    try:
        return psutil.Process(process).children(recursive=True)
    except psutil.Error:
        return []


@contextmanager
def pool(jobs: int, begin: Callable[..., None] = become_job, *arguments: Any) -> Iterator[ProcessPoolExecutor]:
    """Yields a pool of `jobs` processes. Each first calls `begin(*arguments)`, which must call `become_job`. They end with this
    process, and only this process reacts to an interrupt."""
    with ProcessPoolExecutor(jobs, FORK, initializer=begin, initargs=arguments) as executor:
        try:
            yield executor
        except BaseException:
            for job in multiprocessing.active_children():
                job.kill()
            raise


def submit(executor: Executor, function: Callable[..., Result], *arguments: Any) -> Callable[[], Result]:
    """Submits a call to a pool, and returns a function that returns its result. This function raises Lost if a job was killed,
    which ends the whole pool."""
    try:
        return partial(_result, executor.submit(function, *arguments))
    except BrokenProcessPool as broken:
        lost = Future[Result]()
        lost.set_exception(broken)
        return partial(_result, lost)


def _result(future: Future[Result]) -> Result:
    try:
        return future.result()
    except BrokenProcessPool:
        raise Lost("a job of the harness was killed from outside") from None


def new_mark() -> str:
    """Returns a mark that no other process has."""
    return f"{os.environ.get(MARK, '')}/{uuid4().hex}"


def end_marked(mark: str, own_group: int) -> None:
    """Ends every process with this mark or one that extends it. `own_group` is the process group of the command."""
    for _ in range(_ROUNDS):
        if not (marked := [process for process in psutil.process_iter() if _mark_of(process).startswith(mark)]):
            return
        for process in marked:
            _end(process, own_group)


def _end(process: psutil.Process, own_group: int) -> None:
    """Ends a process with all of its group, whose members may fork faster than they are found. Of `own_group`, ends no other."""
    with suppress(psutil.Error, OSError):
        group = os.getpgid(process.pid)
        os.killpg(group, signal.SIGKILL) if group != own_group else process.kill()


@contextmanager
def guarded() -> Iterator[None]:
    """Ends all processes that this one has started on exit, even if this process is killed.

    A forked guard in its own session waits on a pipe whose other end only this process has. If this process is killed, a process
    escapes only if it has left its parents and cleared its environment.
    """
    keep_descendants()
    others = {process.pid for process in descendants(os.getpid())}
    mark, before = new_mark(), os.environ.get(MARK)
    watched, held = os.pipe()
    guard = os.fork()
    if not guard:
        _guard(watched, mark, os.getppid())
    os.close(watched)
    os.environ[MARK] = mark
    try:
        yield
    finally:
        for process in descendants(os.getpid()):
            if process.pid not in {guard, *others}:
                _end(process, os.getpgrp())
        os.environ.pop(MARK)
        if before is not None:
            os.environ[MARK] = before
        os.close(held)
        os.waitpid(guard, 0)


def _guard(watched: int, mark: str, command: int) -> None:
    try:
        own_group = os.getpgrp()
        os.setsid()
        os.dup2(watched, 0)
        os.closerange(1, os.sysconf("SC_OPEN_MAX"))
        while not select([0], [], [], _LOOK)[0]:
            _continue(command)
        end_marked(mark, own_group)
    finally:
        os._exit(0)


def _continue(command: int) -> None:
    """Continues a command and its jobs if an implementation has stopped them. Leaves a command alone that stopped at a terminal,
    whose user can see that."""
    with suppress(psutil.Error, ProcessLookupError):
        process, group = psutil.Process(command), os.getpgid(command)
        if process.status() == psutil.STATUS_STOPPED and process.terminal():
            return
        for member in (process, *descendants(command)):
            if os.getpgid(member.pid) == group and member.status() == psutil.STATUS_STOPPED:
                member.resume()


def _mark_of(process: psutil.Process) -> str:
    try:
        return process.environ().get(MARK, "")
    except (psutil.Error, OSError):
        return ""
