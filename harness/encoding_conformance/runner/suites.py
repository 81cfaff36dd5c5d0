"""The suite that a command works on, which is compiled once and then read from artefacts, and what serves its requirements."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path

from encoding_conformance.checks.catalogue import CHECKS, served_by
from encoding_conformance.core.requirement import Requirement, Service
from encoding_conformance.core.vector import Vector
from encoding_conformance.specification import artefacts
from encoding_conformance.specification.faults import DataError, DataFault
from encoding_conformance.specification.suite import NOTHING, Suite, hashed, read_suite, suite_files

_MADE_BY = ("core", "models", "specification", "checks", "runner")
"""The folders of code that decide what an artefact holds."""


def load(folders: Sequence[Path]) -> Suite:
    """Returns the suite of these folders. It comes from artefacts if there are any for exactly these files and this code.
    Otherwise, it comes from the YAML, which is checked completely, and artefacts are written. Raises DataError with the
    faults of all files."""
    version = _version(folders)
    if not version or (index := artefacts.read(_name(version))) is None:
        return _compiled(version, folders)
    suite = artefacts.suite_of(index, partial(_vectors, index["written"], version, folders), folders)
    return _named(suite, version, index, folders)


def write(folders: Sequence[Path], to: Path) -> None:
    """Writes the artefacts of these folders into another folder. Raises DataError with the faults of all files."""
    _compiled(_version(folders), folders, to)


def _compiled(version: str, folders: Sequence[Path], to: Path | None = None) -> Suite:
    """Returns the suite of the YAML, written as artefacts if it has a version, to the user's cache if no other folder is given:
    the vectors first, then the index, which promises them. Raises DataError."""
    base, read = _base(version, folders)
    suite = read_suite(folders[len(read) :], CHECKS, base, read)
    if faults := list(service_faults(suite, base)):
        raise DataError(faults)
    index = artefacts.index_of(suite, folders, base)
    if version:
        artefacts.delete_unused()
        for id in suite.encodings:
            if id not in index["written"]:
                artefacts.write(_name(version, id), artefacts.vectors_of(suite, id, folders), to)
        artefacts.write(_name(version), index, to)
    return _named(suite, version, index, folders)


def _base(version: str, folders: Sequence[Path]) -> tuple[Suite, Sequence[Path]]:
    """Returns the suite of the first folder, to which the others add, and the folders that were read for it. So a command with a
    folder of the user's own does not read the project's YAML. The suite is empty if there is only one folder, or if the first
    one has faults when it is read alone."""
    if version and len(folders) > 1:
        with suppress(DataError):
            return load(folders[:1]), folders[:1]
    return NOTHING, ()


def _named(suite: Suite, version: str, index: artefacts.Plain, folders: Sequence[Path]) -> Suite:
    """Returns the suite with its versions and the folders that were added to the first one."""
    written = {**dict.fromkeys(suite.encodings, version), **index["written"]}
    return replace(suite, added=tuple(folders[1:]), version=version, versions=index["versions"], written=written)


def _vectors(written: Mapping[str, str], version: str, folders: Sequence[Path], encoding: str) -> artefacts.Plain:
    """Returns the vectors of an encoding from their artefact, or from the YAML if the artefact was lost."""
    rows = artefacts.read(_name(written.get(encoding, version), encoding))
    return artefacts.vectors_of(_compiled(version, folders), encoding, folders) if rows is None else rows


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


def _name(version: str, encoding: str = "index") -> str:
    return f"{version}-{encoding}"


def services(suite: Suite) -> list[Service]:
    """Returns what serves each requirement. Vectors are in the order of their files and lines."""
    return _services(suite, suite.requirements.values())


def _services(suite: Suite, requirements: Collection[Requirement]) -> list[Service]:
    """Returns what serves these requirements. Only the vectors of their encodings are loaded."""
    encodings = dict.fromkeys(id for requirement in requirements for id in requirement.encodings)
    vectors = chain.from_iterable(map(suite.vectors_of, encodings))
    named: dict[str, list[Vector]] = defaultdict(list)
    for vector in sorted(vectors, key=lambda vector: vector.location):
        for id in vector.requirements:
            named[id].append(vector)
    return [
        Service(requirement, tuple(named[requirement.id]), tuple(_applying(suite, requirement))) for requirement in requirements
    ]


def service_faults(suite: Suite, base: Suite = NOTHING) -> Iterator[DataFault]:
    """Faults: requirements that nothing serves, checks that are named but do not apply, and checks that serve no requirement.
    Only what the suite adds to its base is examined."""
    for service in _services(suite, [each for id, each in suite.requirements.items() if id not in base.requirements]):
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


def _applying(suite: Suite, requirement: Requirement) -> Iterator[str]:
    for name in requirement.checks:
        if any(not CHECKS[name].applies(suite.encodings[id]) for id in requirement.encodings):
            yield name
