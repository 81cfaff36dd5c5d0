"""The implementations there are: the project's own by name, any other by the path of its folder."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from harness.adapters import manifest
from harness.adapters.manifest import Implementation
from harness.places import IMPLEMENTATIONS
from harness.specification.faults import DataError, DataFault


class UnknownName(Exception):
    """A name or path that is none; the message says which there are."""


@dataclass(frozen=True)
class Registered:
    """An implementation and how the command line calls it."""

    selector: str
    implementation: Implementation


def own() -> list[Registered]:
    """The project's own, by name. Raises DataError."""
    folders = sorted(path.parent for path in IMPLEMENTATIONS.glob(f"*/{manifest.FILE}"))
    found = [manifest.read(folder) for folder in folders]
    return [Registered(implementation.name, implementation) for implementation in found]


def selected(selectors: Sequence[str], encodings: Collection[str]) -> list[Registered]:
    """Those selected by name or path, or all of the project's own. Raises UnknownName, DataError."""
    found = [find(selector) for selector in dict.fromkeys(selectors)] if selectors else own()
    names = [each.implementation.name for each in found]
    if twice := {name for name in names if names.count(name) > 1}:
        raise UnknownName(f"two implementations are called {' and '.join(twice)}; give one of them another name")
    if faults := [fault for each in found for fault in _unknown_encodings(each.implementation, encodings)]:
        raise DataError(faults)
    return found


def oracle() -> Implementation:
    """The implementation that others must agree with: the reference. Raises DataError."""
    return find("reference").implementation


def find(selector: str) -> Registered:
    """The one of this name or path. Raises UnknownName, DataError."""
    names = {each.selector: each for each in own()}
    if selector in names:
        return names[selector]
    folder = Path(selector)
    if folder.name == manifest.FILE:
        folder = folder.parent
    if (folder / manifest.FILE).is_file():
        return Registered(str(folder), manifest.read(folder))
    if folder.is_dir():
        raise UnknownName(f"no {manifest.FILE} in {folder}; a folder with one is an implementation")
    raise UnknownName(f"no implementation {selector!r}; there are {', '.join(names)}, or give a folder's path")


def _unknown_encodings(implementation: Implementation, encodings: Collection[str]) -> list[DataFault]:
    file = implementation.folder / manifest.FILE
    return [
        DataFault(file, support.line, f"unknown encoding {id!r}; `conform list encodings` shows them")
        for id, support in implementation.encodings.items()
        if id not in encodings
    ]
