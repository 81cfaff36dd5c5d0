"""The suite that a command works on. It is compiled once, and then read from artefacts."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from encoding_conformance.checks.catalogue import CHECKS
from encoding_conformance.core.vector import Vector
from encoding_conformance.data_files import artefacts
from encoding_conformance.data_files.problems import DataError
from encoding_conformance.data_files.suite import NOTHING, Promised, Suite, content_of, hashed, read_suite, suite_files
from encoding_conformance.runner.services import service_problems

_MADE_BY = ("core", "models", "data_files", "checks", "runner")
"""The folders of code that decide what an artefact holds."""


def load(folders: Sequence[Path]) -> Suite:
    """Returns the suite of these folders. It comes from artefacts if there are any for exactly these files and this code.
    Otherwise, it comes from the YAML, which is checked completely, and artefacts are written. Raises DataError with the
    problems of all files."""
    version = _version(folders)
    if not version or (index := artefacts.read(f"{version}-index", folders)) is None:
        return _compiled(version, folders)
    suite: Suite = index[0]
    ids: Mapping[str, Sequence[str]] = index[1]
    stored = {id: _stored(id, ids[id], suite, folders) for id in suite.encodings}
    return replace(suite, by_encoding=stored, added=tuple(folders[1:]))


def write(folders: Sequence[Path], to: Path) -> None:
    """Writes the artefacts of these folders into another folder. Raises DataError with the problems of all files."""
    _compiled(_version(folders), folders, to)


def _compiled(version: str, folders: Sequence[Path], to: Path | None = None) -> Suite:
    """Returns the suite of the YAML, written as artefacts if it has a version, to the user's cache if no other folder is given:
    the vectors first, then the index, which promises them. The vectors of an encoding to which nothing was added are already in
    an artefact of the base. Raises DataError."""
    base, read = NOTHING, folders[:0]
    if version and len(folders) > 1:  # what the user's own folders add to is not read again, unless it has problems by itself
        with suppress(DataError):
            base, read = load(folders[:1]), folders[:1]
    suite = read_suite(folders[len(read) :], CHECKS, base, read)
    if problems := list(service_problems(suite, base)):
        raise DataError(problems)
    kept = {id for id in suite.encodings if suite.by_encoding[id] is base.by_encoding.get(id)}
    versions = {id: base.versions[id] if id in kept else content_of(suite, id) for id in suite.encodings}
    written = {id: base.written[id] if id in kept else version for id in suite.encodings}
    suite = replace(suite, version=version, versions=versions, written=written)
    if version:
        artefacts.delete_unused(artefacts.user_folder())
        for id in suite.encodings.keys() - kept:
            artefacts.write(f"{version}-{id}", suite.by_encoding[id], folders, to)
        ids = {id: tuple(suite.ids_of(id)) for id in suite.encodings}
        artefacts.write(f"{version}-index", (replace(suite, by_encoding={}), ids), folders, to)
    return replace(suite, added=tuple(folders[1:]))


def _stored(encoding: str, ids: Sequence[str], suite: Suite, folders: Sequence[Path]) -> Mapping[str, Vector]:
    """Returns the vectors of an encoding from their artefact, which is read when the first of them is needed, or from the YAML if
    the artefact was lost."""

    def vectors() -> Mapping[str, Vector]:
        found: Mapping[str, Vector] | None = artefacts.read(f"{suite.written[encoding]}-{encoding}", folders)
        return found or _compiled(suite.version, folders).by_encoding[encoding]

    return Promised(ids, vectors)


def _version(folders: Sequence[Path]) -> str:
    """Returns a hash of the code and the files; empty if a file cannot be read, which loading will report."""
    parts = [artefacts.code(*_MADE_BY).encode()]
    try:
        for folder in folders:
            parts.append(b"folder")
            for file in suite_files(folder):
                if not file.is_file():
                    return ""
                parts += [file.relative_to(folder).as_posix().encode(), file.read_bytes()]
    except OSError:
        return ""
    return hashed(parts)
