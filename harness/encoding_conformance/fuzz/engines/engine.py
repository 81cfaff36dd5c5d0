"""The interface of engines, which make inputs."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from typing import Protocol

from encoding_conformance.fuzz.engines.settings import Settings

ATHERIS, PLAIN = ENGINES = ("atheris", "plain")

Mutate = Callable[[bytes, int, int], bytes]
"""Changes an input. Its arguments are the input, the most bytes of the result, and a seed."""


class Engine(Protocol):
    """An engine, of which a process makes only one."""

    def instrumented(self, packages: Collection[str]) -> AbstractContextManager[None]:
        """A context in which imports of these packages are watched, if the engine can do that."""

    def trace(self, feature: int) -> None:
        """Takes the kind of the outcome of the current execution, a number below `feedback.FEATURES`."""

    def run(self, execute: Callable[[bytes], None], mutate: Mutate, settings: Settings) -> None:
        """Tries inputs until `execute` ends the process."""
