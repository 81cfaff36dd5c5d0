"""The library that a command works on: compiled once, read from artefacts afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from harness.checks.catalogue import CHECKS
from harness.runner import coverage
from harness.specification import cache, compiled, loader
from harness.specification.faults import DataError
from harness.specification.library import Library

_MADE_BY = ("core", "models", "specification", "checks", "runner")
"""The folders of code that decide what an artefact holds."""


def load(folders: Sequence[Path]) -> Library:
    """The library of these folders. It comes from artefacts if there are any of just these files, read by just this code;
    else from the YAML, with all checks, and artefacts are written. Raises DataError, with the faults of all files."""
    version = _version(folders)
    library = _from_artefacts(version, folders) if version else None
    if library is None:
        library = loader.load(folders, CHECKS)
        if faults := list(coverage.faults(library)):
            raise DataError(faults)
        if version:
            write(library, version, folders)
    library.version = version
    return library


def write(library: Library, version: str, folders: Sequence[Path], to: Path | None = None) -> None:
    """Write a library's artefacts, to the user's cache if no folder is given: first the vectors, then the index, which
    promises them."""
    for id in library.encodings:
        cache.write(_name(version, id), compiled.vectors_of(library, id, folders), to)
    cache.write(_name(version), compiled.index_of(library, folders), to)


def _from_artefacts(version: str, folders: Sequence[Path]) -> Library | None:
    index = cache.read(_name(version))
    if index is None:
        return None

    def vectors(encoding: str) -> compiled.Plain:
        rows = cache.read(_name(version, encoding))
        if rows is None:  # the index is there, but this file was deleted or damaged
            made = loader.load(folders, CHECKS)
            write(made, version, folders)
            rows = compiled.vectors_of(made, encoding, folders)
        return rows

    return compiled.library_of(index, vectors, folders)


def _version(folders: Sequence[Path]) -> str:
    """What identifies the code and the files; empty where a file cannot be read, which loading will then say."""
    parts = [cache.code(*_MADE_BY).encode()]
    try:
        for folder in folders:
            parts.append(b"folder")
            for file in loader.files(folder):
                if not file.is_file():
                    return ""
                parts += [file.relative_to(folder).as_posix().encode(), file.read_bytes()]
    except OSError:
        return ""
    return cache.key(parts)


def _name(version: str, encoding: str = "index") -> str:
    return f"{version}-{encoding}"
