"""The implementations there are: the project's own by name, any other by the path of its folder."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from harness.adapters import manifest
from harness.adapters.manifest import PROCESS, Implementation
from harness.core.location import Location
from harness.places import IMPLEMENTATIONS
from harness.specification.faults import DataError, DataFault, suggestion

ALL = "all"
"""Selects every implementation of the project's own."""


class UnknownName(Exception):
    """A name or path that is none; the message says which there are."""


@dataclass(frozen=True)
class Registered:
    """An implementation and how the command line calls it."""

    selector: str
    implementation: Implementation


def own() -> list[Registered]:
    """The project's own, by name. Raises DataError."""
    return list(map(_own, names()))


def names() -> list[str]:
    """The names of the project's own: an implementation is called what its folder is called."""
    return sorted(path.parent.name for path in IMPLEMENTATIONS.glob(f"*/{manifest.FILE}"))


def _own(name: str) -> Registered:
    return Registered(name, manifest.read(IMPLEMENTATIONS / name))


def undemanding() -> list[Registered]:
    """Those of the project's own that need nothing but Python. Raises DataError."""
    return [each for each in own() if each.implementation.kind != PROCESS and not each.implementation.requires]


def selected(selectors: Sequence[str], encodings: Collection[str]) -> list[Registered]:
    """Those selected by name or path, `all` among the names; those that need nothing but Python where no name is given.
    Raises UnknownName, DataError."""
    found = list(_selected(selectors)) if selectors else undemanding()
    names = [each.implementation.name for each in found]
    if twice := {name for name in names if names.count(name) > 1}:
        raise UnknownName(f"two implementations are called {' and '.join(twice)}; give one of them another name")
    if faults := [fault for each in found for fault in _unknown_encodings(each.implementation, encodings)]:
        raise DataError(faults)
    return found


def _selected(selectors: Sequence[str]) -> Iterator[Registered]:
    named = [find(selector) for selector in dict.fromkeys(selectors) if selector != ALL]
    yield from named
    if ALL in selectors:
        yield from (each for each in own() if each not in named)


def oracle() -> Implementation:
    """The implementation that others must agree with: the reference. Raises DataError."""
    return find("reference").implementation


def find(selector: str) -> Registered:
    """The one of this name or path. Raises UnknownName, DataError."""
    own_names = names()
    if selector in own_names:
        return _own(selector)
    folder = Path(selector)
    if folder.name == manifest.FILE:
        folder = folder.parent
    if (folder / manifest.FILE).is_file():
        return Registered(str(folder), manifest.read(folder))
    if folder.is_dir():
        raise UnknownName(f"no {manifest.FILE} in {folder}; a folder with one is an implementation")
    where = "`conform list implementations` shows the names, or give the path of a folder"
    raise UnknownName(f"no implementation {selector!r}; {suggestion(selector, own_names, where)}")


def _unknown_encodings(implementation: Implementation, encodings: Collection[str]) -> list[DataFault]:
    file = implementation.folder / manifest.FILE
    return [
        DataFault(Location(str(file), support.line), f"unknown encoding {id!r}; `conform list encodings` shows them")
        for id, support in implementation.encodings.items()
        if id not in encodings
    ]
