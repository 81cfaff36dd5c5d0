"""The models, in modules named after classes of bugs. `MODELS` in each has functions that make a codec with the bug of an entry,
by the id of the entry."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from mutants.mutant import Codec

Make = Callable[[], Codec]
"""Makes a fresh codec."""


@cache
def models() -> dict[str, Make]:
    """Returns all models in Python, by the ids of their entries. Raises ValueError if two models have one id."""
    by_id: dict[str, Make] = {}
    for module in iter_modules(__path__):
        for id, make in import_module(f"{__name__}.{module.name}").MODELS.items():
            if id in by_id:
                raise ValueError(f"two models have the id {id}")
            by_id[id] = make
    return by_id
