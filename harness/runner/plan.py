"""Decides which implementation is asked which vectors and checks, in units of one encoding."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

from harness.checks.catalogue import CHECKS
from harness.core.encoding import Encoding
from harness.core.identity import Id, check_id, read_id
from harness.core.vector import Vector
from harness.runner.registry import Registered, UnknownName
from harness.specification.faults import suggestion
from harness.specification.library import Library


@dataclass(frozen=True)
class Unit:
    """One encoding of one implementation, with the vectors and checks that are selected."""

    registered: Registered
    encoding: Encoding
    vectors: tuple[Vector, ...]
    checks: tuple[str, ...]
    library: Library

    @property
    def all_vectors(self) -> tuple[Vector, ...]:
        """Every vector of the encoding. The checks make their inputs from these."""
        return tuple(self.library.vectors_of(self.encoding.id))


def units(library: Library, registered: Sequence[Registered], encodings: Sequence[str], pattern: str) -> list[Unit]:
    """The units of a run, without empty ones. Raises UnknownName if the selection matches nothing."""
    must_be_known(encodings, library.encodings)
    offered = [
        (each, id)
        for each in registered
        for id in library.encodings
        if id in each.implementation.encodings and (id in encodings or not encodings)
    ]
    if not offered:
        names = ", ".join(each.implementation.name for each in registered)
        raise UnknownName(f"{names} has no {' or '.join(encodings)}")
    matched = {id: _matched(library, id, pattern) for _, id in offered}
    found = [_unit(library, each, id, *matched[id]) for each, id in offered if any(matched[id])]
    if not found:
        raise UnknownName(f"-k {pattern!r} matches no vector or check; `conform list vectors` shows the ids")
    return found


def vectors_alone(units: Iterable[Unit], pattern: str) -> list[Unit]:
    """The units without their checks. Raises UnknownName if no vector is left."""
    found = [replace(unit, checks=()) for unit in units if unit.vectors]
    if not found:
        raise UnknownName(f"-k {pattern!r} matches no vector; `conform list vectors` shows the ids")
    return found


def must_be_known(encodings: Sequence[str], known: Collection[str]) -> None:
    """Checks the ids of encodings. Raises UnknownName if one of them is not known."""
    for id in encodings:
        if id not in known:
            all_of_them = f"there are {', '.join(known)}"
            raise UnknownName(f"no encoding {id!r}; {suggestion(id, known, all_of_them)}")


def ids(library: Library, encoding: str) -> list[Id]:
    """The ids of all verdicts on an encoding."""
    return [read_id(encoding, id) for id in library.ids_of(encoding)] + [check_id(encoding, name) for name in CHECKS]


def _matched(library: Library, encoding: str, pattern: str) -> tuple[list[str], list[str]]:
    """The ids of an encoding's vectors, and the names of the checks, that a pattern selects."""
    return (
        [id for id in library.ids_of(encoding) if matches(pattern, id)],
        [name for name in CHECKS if matches(pattern, str(check_id(encoding, name)))],
    )


def _unit(library: Library, registered: Registered, encoding: str, vectors: Sequence[str], checks: Sequence[str]) -> Unit:
    return Unit(
        registered,
        library.encodings[encoding],
        tuple(library.by_encoding[encoding][id] for id in vectors),
        tuple(checks),
        library,
    )


def matches(pattern: str, id: str) -> bool:
    """Whether a pattern selects an id. A pattern with `*` or `?` must match the whole id; any other must be a part of it."""
    return pattern in id or fnmatchcase(id, pattern)
