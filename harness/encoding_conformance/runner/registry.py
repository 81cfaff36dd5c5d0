"""Finds implementations, the project's own by name and any other by the path of its folder."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from encoding_conformance.adapters import manifest
from encoding_conformance.adapters.manifest import REPLACES, Implementation
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import Location
from encoding_conformance.core.limits import REJECTS
from encoding_conformance.data_files.problems import DataError, DataProblem, WrongUsage, suggestion, unknown
from encoding_conformance.data_folders import IMPLEMENTATIONS
from encoding_conformance.models.replacement import can_be_replaced

ALL = "all"
"""The name that selects all of the project's own implementations."""


def own() -> list[Implementation]:
    """Returns the project's own implementations, in the order of their names. Raises DataError if a manifest has problems."""
    return [manifest.read(IMPLEMENTATIONS / name, name) for name in names()]


def names() -> list[str]:
    """Returns the names of the project's own implementations. An implementation has the name of its folder."""
    return sorted(path.parent.name for path in IMPLEMENTATIONS.glob(f"*/{manifest.FILE}"))


def selected(selectors: Sequence[str], encodings: Mapping[str, Encoding]) -> list[Implementation]:
    """Returns the implementations that these names or paths select; `all` is a name as well. Without any, those that need
    only Python. Raises WrongUsage if a selector selects nothing, and DataError if a manifest has problems."""
    found = [replace(find(selector), named=True) for selector in dict.fromkeys(selectors) if selector != ALL]
    if ALL in selectors:
        found += [each for each in own() if replace(each, named=True) not in found]
    elif not selectors:
        found = [each for each in own() if each.needs_only_python]
    names = [each.name for each in found]
    if twice := {name for name in names if names.count(name) > 1}:
        raise WrongUsage(f"two implementations are called {' and '.join(twice)}; give one of them another name")
    if problems := [problem for each in found for problem in _problems(each, encodings)]:
        raise DataError(problems)
    return found


def oracle() -> Implementation:
    """Returns the reference, with which other implementations must agree. Raises DataError if its manifest has problems."""
    return find("reference")


def find(selector: str) -> Implementation:
    """Returns the implementation with this name or path. Raises WrongUsage if there is none, and DataError if its manifest has
    problems."""
    own_names, folder = names(), Path(selector)
    if selector in own_names:
        if (folder / manifest.FILE).is_file() and folder.resolve() != IMPLEMENTATIONS / selector:
            raise WrongUsage(f"{selector} is one of the project's own, and a folder here; write ./{selector} for the folder")
        return manifest.read(IMPLEMENTATIONS / selector, selector)
    if folder.name == manifest.FILE:
        folder = folder.parent
    if (folder / manifest.FILE).is_file():
        return manifest.read(folder, f"./{folder}" if str(folder) in own_names else "")
    if folder.is_file():
        raise WrongUsage(f"{folder} is a file; expected the folder that has {manifest.FILE}")
    if folder.is_dir():
        raise WrongUsage(f"no {manifest.FILE} in {folder}; a folder with one is an implementation")
    where = "`conform list implementations` shows the names, or give the path of a folder"
    beside = [str(path.parent) for path in folder.parent.glob(f"*/{manifest.FILE}")]
    raise WrongUsage(f"no implementation {selector!r}; {suggestion(selector, [*beside, *own_names], where)}")


def _problems(implementation: Implementation, encodings: Mapping[str, Encoding]) -> Iterator[DataProblem]:
    """Yields the problems of a manifest in view of the encodings' definitions, and those of its file of outcomes."""
    for id, support in implementation.encodings.items():
        place = Location(str(implementation.manifest), support.line)
        if id not in encodings:
            yield DataProblem(place, unknown("encoding", id, encodings, "`conform list encodings` shows them"))
        elif (replacing := support.limits.replacing) != REJECTS:
            if not can_be_replaced(encodings[id]):
                problem = "the encoding's tables do not say what a replacing codec gives; expected {} for this encoding"
                yield DataProblem(place, f"{id}: {REPLACES}: {problem}")
            elif replacing.encode is not None and replacing.encode not in encodings[id].values:
                problem = f"encode: the encoding lacks {replacing.encode:X}; expected one of its values"
                yield DataProblem(place, f"{id}: {REPLACES}: {problem}")
    try:
        for declaration in implementation.deviations:
            declaration.outcomes()
    except DataError as error:
        yield from error.problems
