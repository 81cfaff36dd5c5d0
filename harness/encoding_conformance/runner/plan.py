"""Plans a run: selects the vectors and checks for each implementation, in units of one encoding."""

import re
import shlex
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.adapters.restarting_session import AnySession
from encoding_conformance.checks.catalogue import CHECKS
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import Id, IdKind, check_id
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.operation import BOTH
from encoding_conformance.core.vector import Vector
from encoding_conformance.data_files.problems import WrongUsage, suggestion
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.models import bytes_of

if TYPE_CHECKING:
    from encoding_conformance.adapters.session_with_oracle import SessionWithOracle


@dataclass(frozen=True)
class Selection:
    """Selects an id if a pattern in `wanted` matches it, or `wanted` is empty, and no pattern in `unwanted` matches it."""

    wanted: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()

    def __contains__(self, id: str) -> bool:
        wanted = not self.wanted or any(selects(pattern, id) for pattern in self.wanted)
        return wanted and not any(selects(pattern, id) for pattern in self.unwanted)

    def concerns(self, encoding: str, known: Collection[str]) -> bool:
        """Returns whether ids of an encoding may be selected, without reading its vectors. A pattern that begins with one of the
        `known` encodings and a slash matches only encodings that end with that one."""
        begins = [pattern.partition("/") for pattern in (*self.wanted, *self.unwanted)]
        ends = (head if slash and head in known else "" for head, slash, _ in begins)
        return not self.wanted or any(map(encoding.endswith, ends))

    def __bool__(self) -> bool:
        """Returns whether there are patterns, which may exclude ids."""
        return bool(self.wanted or self.unwanted)


EVERYTHING = Selection()

CompleteSession: TypeAlias = "AnySession | SessionWithOracle"
"""An object that answers all operations of an encoding."""


def selects(pattern: str, id: str) -> bool:
    """Returns whether a pattern is a part of an id, or matches the whole id as a glob."""
    return pattern in id or fnmatchcase(id, pattern)


class Input(NamedTuple):
    """The bytes of a file in a folder."""

    folder: str
    name: str
    data: bytes

    def id_in(self, encoding: Encoding) -> Id:
        """Returns the id of the verdict on this input in an encoding."""
        return Id(encoding.id, IdKind.INPUT, self.name)


@dataclass(frozen=True)
class Unit:
    """One encoding of one implementation, with the selected vectors and checks, or with inputs instead of them."""

    implementation: Implementation
    encoding: Encoding
    vectors: tuple[Vector, ...]
    checks: tuple[str, ...]
    suite: Suite
    inputs: tuple[Input, ...] = ()

    @property
    def name(self) -> str:
        """The name of the implementation."""
        return self.implementation.name

    @property
    def ids(self) -> list[Id]:
        """The ids of all vectors, checks and inputs of the unit."""
        encoding = self.encoding.id
        checks = (check_id(encoding, name) for name in self.checks)
        inputs = (each.id_in(self.encoding) for each in self.inputs)
        return [*(vector.id for vector in self.vectors), *checks, *inputs]

    @cached_property
    def limits(self) -> Limits:
        """The limits in the manifest, with the bytes of the largest value if the encoding has larger ones."""
        declared, encoding = self.implementation.encodings[self.encoding.id].limits, self.encoding
        if declared.max_value is None or declared.max_value >= encoding.values.last:
            return declared
        return replace(declared, largest=bytes_of(encoding, (declared.max_value,)), ordered=encoding.claims("order"))

    @property
    def all_vectors(self) -> tuple[Vector, ...]:
        """Every vector of the encoding, from which the checks make their inputs."""
        return tuple(self.suite.vectors_of(self.encoding.id))


def units(
    suite: Suite,
    implementations: Sequence[Implementation],
    encodings: Sequence[str],
    selection: Selection = EVERYTHING,
) -> list[Unit]:
    """Returns the non-empty units of a run. Raises WrongUsage if a pattern matches nothing, or nothing is selected."""
    must_be_known(encodings, suite.encodings)
    offered = [
        (each, id)
        for each in implementations
        for id in suite.encodings
        if id in each.encodings and (id in encodings or not encodings)
    ]
    if not offered:
        names = ", ".join(each.name for each in implementations)
        raise WrongUsage(f"{names} has no {' or '.join(encodings)}")
    concerned = [(each, id) for each, id in offered if selection.concerns(id, suite.encodings)]
    all_ids = {id: id_texts(suite, id) for _, id in concerned}
    for option, patterns in (("-k", selection.wanted), ("--not", selection.unwanted)):
        for pattern in patterns:
            if not any(selects(pattern, id) for ids in all_ids.values() for id in ids):
                known = (id_texts(suite, id) for _, id in offered)
                near = suggestion(pattern.strip("*"), _like(pattern, known), "`conform list vectors` shows the ids")
                raise WrongUsage(f"{option} {pattern!r} matches no vector or check; {near}")
    vectors = {id: [each for text, each in suite.by_id(id).items() if text in selection] for id in all_ids}
    checks = {id: tuple(name for name in CHECKS if str(check_id(id, name)) in selection) for id in all_ids}
    selected = []
    for each, id in concerned:
        operations = each.encodings[id].limits.operations
        supported = tuple(vector for vector in vectors[id] if vector.operation.kind in operations)
        if supported or checks[id]:
            selected.append(Unit(each, suite.encodings[id], supported, checks[id], suite))
    if not selected:
        raise WrongUsage("-k and --not leave no vector or check; `conform list vectors` shows the ids")
    return selected


def _like(pattern: str, ids: Iterable[Iterable[str]]) -> set[str]:
    """Returns texts to suggest instead of a pattern: whole ids, parts of ids, or the words in these."""
    separator = "$" if "/" in pattern else "/" if "-" in pattern else "[/-]"
    return {part for id in chain.from_iterable(ids) for part in re.split(separator, id) if part}


def vectors_alone(units: Iterable[Unit]) -> list[Unit]:
    """Returns the units without their checks. Raises WrongUsage if no vector is left."""
    remaining = [replace(unit, checks=()) for unit in units if unit.vectors]
    if not remaining:
        raise WrongUsage("-k and --not leave only checks and no vector; `conform list vectors` shows the ids")
    return remaining


def with_inputs(units: Iterable[Unit], inputs: Sequence[Input], selection: Selection = EVERYTHING) -> list[Unit]:
    """Returns the units with the selected inputs instead of vectors and checks. Raises WrongUsage if none is selected."""
    selected = []
    for unit in units:
        whole = replace(unit, vectors=(), checks=(), inputs=tuple(inputs))
        matching = tuple(each for each, id in zip(whole.inputs, whole.ids) if str(id) in selection)
        selected += [replace(whole, inputs=matching)] if matching else []
    if not selected:
        raise WrongUsage("-k and --not leave no input; the id of an input is ENCODING/input/FILE")
    return selected


def narrowed(units: Iterable[Unit], wanted: Callable[[str, Id], bool]) -> list[Unit]:
    """Returns the units with only the wanted vectors, checks and inputs, without empty units. `wanted` takes the name of the
    implementation and the id."""
    narrow = []
    for unit in units:
        vectors = tuple(vector for vector in unit.vectors if wanted(unit.name, vector.id))
        checks = tuple(check for check in unit.checks if wanted(unit.name, check_id(unit.encoding.id, check)))
        inputs = tuple(each for each in unit.inputs if wanted(unit.name, each.id_in(unit.encoding)))
        narrow.append(replace(unit, vectors=vectors, checks=checks, inputs=inputs))
    return [unit for unit in narrow if unit.ids]


def complete_session(session: AnySession, encoding: Encoding, limits: Limits) -> CompleteSession:
    """Returns an object that answers all operations of an encoding, for an implementation that may lack some."""
    if limits.operations == BOTH and not limits.validates:
        return session
    from encoding_conformance.adapters.session_with_oracle import SessionWithOracle  # few implementations need it

    return SessionWithOracle(session, encoding, limits)


def must_be_known(encodings: Sequence[str], known: Collection[str]) -> None:
    """Raises WrongUsage if one of the encodings is unknown."""
    for id in encodings:
        if id not in known:
            expected = f"there are {', '.join(known)}"
            raise WrongUsage(f"no encoding {id!r}; {suggestion(id, known, expected)}")


def id_texts(suite: Suite, encoding: str) -> list[str]:
    """Returns the texts of the ids of all verdicts on an encoding."""
    return [*suite.by_id(encoding), *(str(check_id(encoding, name)) for name in CHECKS)]


def repeat_command(unit: Unit, id: str = "", options: Sequence[str] = (), command: str = "run") -> str:
    """Returns the command that repeats the verdict with this id, or all verdicts of the unit, with the same options."""
    words = ["conform", command, "-i", unit.implementation.selector, "-e", unit.encoding.id, *(["-k", id] if id else [])]
    for folder in unit.suite.added:
        words += ["--vectors", str(folder)]
    return shlex.join([*words, *options])
