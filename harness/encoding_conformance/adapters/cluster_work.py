"""Work for processes on other machines: what it is, and which code must do it."""

import pickle
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from encoding_conformance import __version__
from encoding_conformance.specification import artefacts
from encoding_conformance.specification.faults import HarnessFault

_CODE = ("adapters", "causes", "checks", "core", "models", "runner", "specification")
"""The folders of code that decide a verdict."""


class ClusterWork(Protocol):
    """Work that consists of pieces."""

    def check(self) -> None:
        """Raises Unfit if a piece cannot be done here."""

    def do(self, piece: Any, tell: Callable[..., None]) -> Any:
        """Returns what a piece gives; `tell` is called with its progress. Raises Unfit."""


class Unfit(HarnessFault):
    """A worker cannot do the work. The message says why. Processes return it, because Dask repeats what raises it."""


class HowFar(NamedTuple):
    """The progress of a piece of work."""

    progress: tuple[Any, ...]


def version() -> str:
    """Returns the version of the harness, with a hash of its code."""
    return f"{__version__} (code {artefacts.code(*_CODE)[:8]})"


def pack(begin: Callable[..., ClusterWork], *given: Any) -> bytes:
    """Returns what makes the work elsewhere: a function of a module, which returns it, and what the function is given."""
    return pickle.dumps((begin, given))
