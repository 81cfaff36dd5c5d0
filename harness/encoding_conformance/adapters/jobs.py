"""The harness's own processes, which share its work. They are forked, so that they already have all data that is loaded."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

from encoding_conformance.adapters.lifeline import die_with_parent

FORK = multiprocessing.get_context("fork")


@contextmanager
def pool(jobs: int, begin: Callable[..., None] | None = None, *given: Any) -> Iterator[ProcessPoolExecutor]:
    """A pool of `jobs` processes, each of which first calls `begin(*given)`, if it is given. They end with this process, however
    it ends. Only this process reacts to an interrupt."""
    with ProcessPoolExecutor(jobs, FORK, initializer=_begin, initargs=(begin, given)) as executor:
        try:
            yield executor
        except BaseException:
            for job in multiprocessing.active_children():
                job.kill()
            raise


def _begin(begin: Callable[..., None] | None, given: tuple[Any, ...]) -> None:
    die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if begin:
        begin(*given)
