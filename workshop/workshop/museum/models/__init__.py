"""The models, in modules named after classes of bugs: each has `MODELS`, which makes a codec with the bug of an entry, by the id
of the entry."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from mutants.mutant import Codec

Make = Callable[[], Codec]
"""Makes a codec that has not been asked anything."""


@cache
def models() -> dict[str, Make]:
    """Returns all models in Python, by the ids of their entries. Raises ValueError if two models have one id."""
    found: dict[str, Make] = {}
    for module in iter_modules(__path__):
        for id, make in import_module(f"{__name__}.{module.name}").MODELS.items():
            if id in found:
                raise ValueError(f"two models have the id {id}")
            found[id] = make
    return found
