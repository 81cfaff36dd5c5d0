"""The suite that a command works on, which is compiled once and then read from artefacts, and what serves its requirements."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from pathlib import Path

from encoding_conformance.checks.catalogue import CHECKS, served_by
from encoding_conformance.core.requirement import Service
from encoding_conformance.core.vector import Vector
from encoding_conformance.specification import artefacts
from encoding_conformance.specification.faults import DataError, DataFault
from encoding_conformance.specification.suite import NOTHING, Promised, Suite, content_of, hashed, read_suite, suite_files

_MADE_BY = ("core", "models", "specification", "checks", "runner")
"""The folders of code that decide what an artefact holds."""


def load(folders: Sequence[Path]) -> Suite:
    """Returns the suite of these folders. It comes from artefacts if there are any for exactly these files and this code.
    Otherwise, it comes from the YAML, which is checked completely, and artefacts are written. Raises DataError with the
    faults of all files."""
    version = _version(folders)
    if not version or (index := artefacts.read(f"{version}-index", folders)) is None:
        return _compiled(version, folders)
    suite: Suite = index[0]
    ids: Mapping[str, Sequence[str]] = index[1]
    stored = {id: _stored(id, ids[id], suite, folders) for id in suite.encodings}
    return replace(suite, by_encoding=stored, added=tuple(folders[1:]))


def write(folders: Sequence[Path], to: Path) -> None:
    """Writes the artefacts of these folders into another folder. Raises DataError with the faults of all files."""
    _compiled(_version(folders), folders, to)


def _compiled(version: str, folders: Sequence[Path], to: Path | None = None) -> Suite:
    """Returns the suite of the YAML, written as artefacts if it has a version, to the user's cache if no other folder is given:
    the vectors first, then the index, which promises them. The vectors of an encoding to which nothing was added are already in
    an artefact of the base. Raises DataError."""
    base, read = NOTHING, folders[:0]
    if version and len(folders) > 1:  # what the user's own folders add to is not read again, unless it has faults by itself
        with suppress(DataError):
            base, read = load(folders[:1]), folders[:1]
    suite = read_suite(folders[len(read) :], CHECKS, base, read)
    if faults := list(service_faults(suite, base)):
        raise DataError(faults)
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


def services(suite: Suite, base: Suite = NOTHING) -> list[Service]:
    """Returns what serves each requirement that the suite adds to its base. Only the vectors of their encodings are loaded. They
    are in the order of their files and lines."""
    requirements = [each for id, each in suite.requirements.items() if id not in base.requirements]
    encodings = dict.fromkeys(id for requirement in requirements for id in requirement.encodings)
    vectors = chain.from_iterable(map(suite.vectors_of, encodings))
    named: dict[str, list[Vector]] = defaultdict(list)
    for vector in sorted(vectors, key=lambda vector: vector.location):
        for id in vector.requirements:
            named[id].append(vector)
    found = []
    for requirement in requirements:
        bound = [suite.encodings[id] for id in requirement.encodings]
        applying = (name for name in requirement.checks if not all(CHECKS[name].applies(encoding) for encoding in bound))
        found.append(Service(requirement, tuple(named[requirement.id]), tuple(applying)))
    return found


def service_faults(suite: Suite, base: Suite = NOTHING) -> Iterator[DataFault]:
    """Yields the faults of what the suite adds to its base: requirements that nothing serves, checks that are named but do not
    apply, and checks that serve no requirement."""
    for service in services(suite, base):
        requirement = service.requirement
        if not service.vectors and not service.checks:
            message = f"requirement {requirement.id} is served by no vector and no check; write one"
            yield DataFault(requirement.location, message)
        for name in requirement.checks:
            if name not in service.checks:
                bound = requirement.encodings
                why_not = CHECKS[name].applies(suite.encodings[bound[0]]) if bound else "there are none"
                message = f"check {name} applies to none of its encodings ({why_not}); take it out"
                yield DataFault(requirement.location, f"{requirement.id}: {message}")
    for encoding in [each for id, each in suite.encodings.items() if id not in base.encodings]:
        for check in CHECKS.values():
            if not check.applies(encoding) and not served_by(check.name, encoding.id, suite.requirements):
                what = f"check {check.name} of {encoding.id} serves no requirement"
                yield DataFault(encoding.location, f"{what}; name it in the checks of one")
