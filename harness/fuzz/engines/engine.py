"""What makes inputs: which engines there are."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from importlib.util import find_spec
from typing import Protocol

from harness.fuzz.workers.settings import Settings

ATHERIS, PLAIN = ENGINES = ("atheris", "plain")

Mutate = Callable[[bytes, int, int], bytes]
"""An input, changed: no longer than so many bytes, by a seed."""


class Engine(Protocol):
    """Made once in a process."""

    def instrumented(self, packages: Collection[str]) -> AbstractContextManager[None]:
        """What is imported of these packages is watched, where that can be."""

    def trace(self, feature: int) -> None:
        """The execution at hand has an outcome of this kind, below `feedback.FEATURES`."""

    def run(self, execute: Callable[[bytes], None], mutate: Mutate, settings: Settings) -> None:
        """Try inputs until `execute` ends the process."""


def available() -> str:
    """The best that is installed."""
    return ATHERIS if find_spec(ATHERIS) else PLAIN


def load(name: str) -> Engine:
    """An engine of one of ENGINES, ready in this process. Raises ImportError."""
    if name == ATHERIS:
        from harness.fuzz.engines.with_atheris import AtherisEngine

        return AtherisEngine()
    from harness.fuzz.engines.plain import PlainEngine

    return PlainEngine()
