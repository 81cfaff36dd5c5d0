"""Work for processes on other machines: what it is, and which code must do it."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from encoding_conformance import __version__
from encoding_conformance.specification import artefacts

_CODE = ("adapters", "causes", "checks", "core", "models", "runner", "specification")
"""The folders of code that decide a verdict."""


class Errand(Protocol):
    """Work that consists of pieces."""

    def check(self) -> None:
        """Raises Unfit if a piece cannot be done here."""

    def do(self, piece: Any, tell: Callable[..., None]) -> Any:
        """Returns what a piece gives; `tell` is called with its progress. Raises Unfit."""


class Unfit(Exception):
    """The work cannot be done by this worker. The message says why."""


class HowFar(NamedTuple):
    """The progress of a piece of work."""

    progress: tuple[Any, ...]


class Declined(NamedTuple):
    """Why a worker cannot do the work."""

    reason: str


def version() -> str:
    """Returns the version of the harness, with a hash of its code."""
    return f"{__version__} (code {artefacts.code(*_CODE)[:8]})"


def pack(begin: Callable[..., Errand], *given: Any) -> bytes:
    """Returns what makes an errand elsewhere: a function of a module, which returns it, and what the function is given."""
    return pickle.dumps((begin, given))
