"""Waiting for events: a test waits until something has happened, never for a number of seconds."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

import pytest

FOREVER = 600
"""Seconds: however slow the machine is, what has not happened by then never will. What hangs on purpose in a test sleeps
longer than that."""

_PAUSE = 0.05

Seen = TypeVar("Seen")


def until(look: Callable[[], Seen], possible: Callable[[], bool] = lambda: True) -> Seen:
    """Look until there is something to see, and return it.

    The test fails once it is no longer possible that anything comes, and when nothing has come for as long as FOREVER.
    """
    ends = time.monotonic() + FOREVER
    while True:
        still = possible()  # before the last look, so that what came just before the end is seen
        if seen := look():
            return seen
        if not still or time.monotonic() > ends:
            pytest.fail("it has not happened, and " + ("nothing has for too long" if still else "it no longer can"))
        time.sleep(_PAUSE)
