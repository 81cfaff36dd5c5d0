"""Finds implementations: the project's own by name, others by the path of their folder."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from encoding_conformance.adapters import manifest
from encoding_conformance.adapters.manifest import REPLACES, Implementation
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import Location
from encoding_conformance.core.limits import REJECTS
from encoding_conformance.data_files.problems import MOST, DataError, DataProblem, WrongUsage, suggestion, unknown
from encoding_conformance.data_folders import IMPLEMENTATIONS
from encoding_conformance.models.replacement import can_be_replaced

ALL = "all"
"""The name that selects all of the project's own implementations."""


def own() -> list[Implementation]:
    """Returns the project's own implementations, sorted by name. Raises DataError if a manifest has problems."""
    return [manifest.read(IMPLEMENTATIONS / name, name) for name in names()]


def names() -> list[str]:
    """Returns the names of the project's own implementations, which are the names of their folders."""
    return sorted(path.parent.name for path in IMPLEMENTATIONS.glob(f"*/{manifest.FILE}"))


def selected(selectors: Sequence[str], encodings: Mapping[str, Encoding]) -> list[Implementation]:
    """Returns the implementations that these names, paths and `all` select, by default those that need only Python. Raises
    WrongUsage if a selector selects nothing, and DataError if a manifest has problems."""
    implementations = [replace(find(selector), named=True) for selector in dict.fromkeys(selectors) if selector != ALL]
    if ALL in selectors:
        implementations += [each for each in own() if replace(each, named=True) not in implementations]
    elif not selectors:
        implementations = [each for each in own() if each.needs_only_python]
    names = [each.name for each in implementations]
    if twice := {name for name in names if names.count(name) > 1}:
        raise WrongUsage(f"two implementations are called {' and '.join(twice)}; give one of them another name")
    if problems := [problem for each in implementations for problem in islice(_problems(each, encodings), MOST)]:
        raise DataError(problems)
    return implementations


def oracle() -> Implementation:
    """Returns the reference implementation. Raises DataError if its manifest has problems."""
    return find("reference")


def find(selector: str) -> Implementation:
    """Returns the implementation with this name or path. Raises WrongUsage if it is missing, and DataError if its manifest has
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
        raise WrongUsage(f"no {manifest.FILE} in {folder}; expected the folder of an implementation")
    hint = "`conform list implementations` shows the names, or give the path of a folder"
    beside = [str(path.parent) for path in folder.parent.glob(f"*/{manifest.FILE}")]
    kind = "folder" if "/" in selector else "implementation"
    raise WrongUsage(f"no {kind} {selector!r}; {suggestion(selector, [*beside, *own_names], hint)}")


def _problems(implementation: Implementation, encodings: Mapping[str, Encoding]) -> Iterator[DataProblem]:
    """Yields the conflicts of a manifest with the encodings' definitions, and the problems in its file of outcomes."""
    for id, support in implementation.encodings.items():
        location = Location(str(implementation.manifest), support.line)
        if id not in encodings:
            yield DataProblem(location, unknown("encoding", id, encodings, "`conform list encodings` shows them"))
        elif (replacing := support.limits.replacing) != REJECTS:
            if not can_be_replaced(encodings[id]):
                problem = "replacement is not defined for this encoding; expected {}"
                yield DataProblem(location, f"{id}: {REPLACES}: {problem}")
            elif replacing.encode is not None and replacing.encode not in encodings[id].values:
                problem = f"encode: the encoding lacks {replacing.encode:X}; expected one of its values"
                yield DataProblem(location, f"{id}: {REPLACES}: {problem}")
    try:
        for declaration in implementation.deviations:
            declaration.outcomes()
    except DataError as error:
        yield from error.problems
