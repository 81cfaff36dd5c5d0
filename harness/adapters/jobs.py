"""Processes of the harness's own that share work: forked, so that what is loaded need not be handed over."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

from harness.adapters.lifeline import die_with_parent

FORK = multiprocessing.get_context("fork")


@contextmanager
def pool(jobs: int, begin: Callable[..., None], *given: Any) -> Iterator[ProcessPoolExecutor]:
    """So many processes, each of which calls `begin(*given)` first. They end with this one, however it ends; an
    interrupt is for this one to hear."""
    with ProcessPoolExecutor(jobs, FORK, initializer=_begin, initargs=(begin, given)) as executor:
        try:
            yield executor
        except BaseException:
            for job in multiprocessing.active_children():
                job.kill()
            raise


def _begin(begin: Callable[..., None], given: tuple[Any, ...]) -> None:
    die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    begin(*given)
