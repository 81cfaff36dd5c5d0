"""What makes inputs: what an engine is."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from typing import Protocol

from harness.fuzz.engines.settings import Settings

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
