"""Turns a suite into plain data and back, so that the YAML is read and checked only once.

The index has the definitions, the requirements and the ids of all vectors. The vectors of each encoding are in an artefact of
their own, so that a command reads only those it needs. Locations are relative to the folders that were read, because the same
data may be in another place the next time.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import Location, read_id
from encoding_conformance.core.notated import notated_input, notated_result, operation_of, result_of
from encoding_conformance.core.notation import parse_set
from encoding_conformance.core.operation import Kind
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.core.requirement import About, Requirement, Selector
from encoding_conformance.core.vector import Permitted, Vector, Witness
from encoding_conformance.models.forms import made_of
from encoding_conformance.specification import cache
from encoding_conformance.specification.encodings import AGREEMENTS, Definition, encoding
from encoding_conformance.specification.suite import Made, Suite

Plain = Any
"""Data that JSON can hold: mappings, lists, texts and numbers."""


def index_of(suite: Suite, folders: Sequence[Path], base: Suite) -> Plain:
    """The part of a suite that every command needs. `folders` are those from which it was read. If nothing was added to the
    vectors of an encoding, they are already in an artefact of the base, and `written` says under which version."""
    kept = {id for id in suite.encodings if suite.by_encoding[id] is base.by_encoding.get(id)}
    return {
        "encodings": [[id, each.data, _place(each.location, folders)] for id, each in suite.definitions.items()],
        "requirements": [
            [
                each.id,
                each.section,
                each.text,
                each.encodings,
                each.checks,
                _place(each.location, folders),
                list(map(_about, each.about)),
                each.general,
            ]
            for each in suite.requirements.values()
        ],
        "ids": {id: list(suite.ids_of(id)) for id in suite.encodings},
        "versions": {id: base.versions[id] if id in kept else _version(suite, id) for id in suite.encodings},
        "written": {id: base.written[id] for id in suite.encodings if id in kept},
    }


def vectors_of(suite: Suite, encoding: str, folders: Sequence[Path]) -> Plain:
    """The vectors of one encoding, in the order of their ids in the index."""
    return [
        [
            *_case(vector),
            vector.requirements,
            [(witness.kind, witness.text, witness.confirms) for witness in vector.witnesses],
            vector.note,
            _place(vector.location, folders),
        ]
        for vector in suite.vectors_of(encoding)
    ]


def suite_of(index: Plain, read_vectors: Callable[[str], Plain], folders: Sequence[Path]) -> Suite:
    """The suite of an index. `read_vectors` gives the vectors of an encoding, and is called only when they are needed."""
    definitions = {id: Definition(data, _location(place, folders)) for id, data, place in index["encodings"]}
    encodings: Mapping[str, Encoding] = Made(definitions, lambda id: encoding(id, definitions[id], encodings))
    requirements = {
        id: Requirement(
            id, section, text, tuple(bound), tuple(checks), _location(place, folders), tuple(map(_read_about, about)), general
        )
        for id, section, text, bound, checks, place, about, general in index["requirements"]
    }

    def made_of(id: str) -> Mapping[str, Vector]:
        rows: dict[str, Plain] = {}

        def vector(vector_id: str) -> Vector:
            if not rows:
                rows.update(zip(index["ids"][id], read_vectors(id), strict=True))
            return _vector(vector_id, id, rows[vector_id], folders)

        return Made(dict.fromkeys(index["ids"][id]), vector)

    return Suite(definitions, encodings, requirements, Made(definitions, made_of), versions=index["versions"])


def _version(suite: Suite, encoding: str) -> str:
    """A hash of what an encoding's definition and vectors ask and permit, without their locations and notes."""
    data = suite.definitions[encoding].data
    agreeing = [each["encoding"] for key in AGREEMENTS for each in data.get(key, ())]
    definitions = [suite.definitions[id].data for id in (encoding, *made_of(data), *agreeing)]
    vectors = [(str(vector.id), *_case(vector)) for vector in suite.vectors_of(encoding)]
    return cache.key([json.dumps([definitions, vectors], sort_keys=True).encode()])


def _vector(id: str, encoding: str, row: Plain, folders: Sequence[Path]) -> Vector:
    kind, text, permitted, requirements, witnesses, note, place = row
    return Vector(
        id=read_id(encoding, id),
        operation=operation_of(kind, encoding, text),
        permitted=tuple([_permitted(kind, outcome) for outcome in permitted]),
        requirements=tuple(requirements),
        witnesses=tuple([Witness(kind_of, said, tuple(confirms)) for kind_of, said, confirms in witnesses]),
        note=note,
        location=_location(place, folders),
    )


def _about(about: About) -> Plain:
    selector = about.selector
    sets = [None if each is None else str(each) for each in (selector.values, selector.lead, selector.trail)]
    return [about.operation, about.outcome, about.reasons, sets]


def _read_about(row: Plain) -> About:
    operation, outcome, reasons, sets = row
    selector = Selector(*(None if text is None else parse_set(text) for text in sets))
    return About(operation, outcome, tuple(reasons), selector)


def _case(vector: Vector) -> Plain:
    """The operation and the permitted outcomes of a vector."""
    return vector.operation.kind, notated_input(vector.operation), [_outcome(outcome) for outcome in vector.permitted]


def _outcome(outcome: Permitted) -> Plain:
    """A result as its text, or a rejection as its offset and reason."""
    return [outcome.offset, outcome.text] if isinstance(outcome, Rejection) else notated_result(outcome)


def _permitted(kind: Kind, outcome: Plain) -> Permitted:
    return result_of(kind, outcome) if isinstance(outcome, str) else Rejection(*outcome)


def _place(place: Location, folders: Sequence[Path]) -> Plain:
    """A location as the number of its folder, the file in the folder, and the line."""
    return [*_relative(place.file, tuple(folders)), place.line]


def _location(place: Plain, folders: Sequence[Path]) -> Location:
    number, file, line = place
    return Location(os.path.join(folders[number], file), line)


@lru_cache
def _relative(file: str, folders: Sequence[Path]) -> tuple[int, str]:
    for number, folder in enumerate(folders):
        if Path(file).is_relative_to(folder):
            return number, Path(file).relative_to(folder).as_posix()
    raise ValueError(f"{file} is in none of the folders that were read")
