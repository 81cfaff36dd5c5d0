"""Artefacts: files with data that takes long to make, which are used only if they are complete and have the right key.

An artefact's name contains a hash of everything that it was made from, code and data. Its first line has the hash of the
rest, so a file that was cut short, or is something else, is ignored. The artefacts of a wheel are in the package; all others
are in the user's cache folder. It is not an error if the cache cannot be read or written. Commands then only take longer.
"""

from __future__ import annotations

import json
import os
import tempfile
import time
import zlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import platformdirs

import encoding_conformance
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import Location, read_id
from encoding_conformance.core.notation import operation_of, parse_set, result_of, result_text, whole_input_text
from encoding_conformance.core.operation import Kind
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.core.requirement import About, Requirement, Selector
from encoding_conformance.core.vector import Permitted, Vector, Witness
from encoding_conformance.data_folders import COMPILED
from encoding_conformance.models.forms import made_of
from encoding_conformance.specification.encodings import AGREEMENTS, Definition, encoding
from encoding_conformance.specification.suite import Made, Suite, hashed

_HEAD = b"conform artefact 1 "
_UNUSED = 14 * 24 * 3600
"""The seconds after which an artefact that no command has read may be deleted."""

_PACKAGE = Path(encoding_conformance.__file__).parent


def user_folder() -> Path:
    """Returns the folder to which artefacts are written."""
    return platformdirs.user_cache_path("encoding-conformance")


def read(name: str) -> Any:
    """Returns the data of an artefact, or None if there is no intact artefact with this name."""
    for folder in (COMPILED, user_folder()):
        try:
            content = (folder / name).read_bytes()
        except OSError:
            continue
        if (found := _parsed(content)) is not None:
            _mark_used(folder / name)
            return found
    return None


def write(name: str, data: Any, folder: Path | None = None) -> None:
    """Keeps data that JSON can hold, in the user's folder unless another is given. A command that reads at the same time sees
    all of it or none."""
    folder = folder or user_folder()
    packed = zlib.compress(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8"), 6)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        descriptor, temporary = tempfile.mkstemp(dir=folder)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(_HEAD + sha256(packed).hexdigest().encode() + b"\n" + packed)
            os.replace(temporary, folder / name)
        except OSError:
            os.unlink(temporary)
    except OSError:
        pass


def delete_unused() -> None:
    """Deletes from the user's folder what no command has read for long: artefacts of older code and data."""
    with suppress(OSError):
        for file in user_folder().iterdir():
            if time.time() - file.stat().st_mtime > _UNUSED:
                file.unlink()


def code(*folders: str) -> str:
    """Returns a hash of the code in these folders of the package. Raises OSError if it cannot be read."""
    files = sorted(path for folder in folders for path in (_PACKAGE / folder).rglob("*.py"))
    return hashed(part for path in files for part in (path.relative_to(_PACKAGE).as_posix().encode(), path.read_bytes()))


def _parsed(content: bytes) -> Any:
    head, _, packed = content.partition(b"\n")
    if head != _HEAD + sha256(packed).hexdigest().encode():
        return None
    try:
        return json.loads(zlib.decompress(packed))
    except (ValueError, zlib.error):
        return None


def _mark_used(file: Path) -> None:
    with suppress(OSError):
        os.utime(file)


Plain = Any
"""Data that JSON can hold: mappings, lists, texts and numbers."""


def index_of(suite: Suite, folders: Sequence[Path], base: Suite) -> Plain:
    """Returns the part of a suite that every command needs. `folders` are those from which it was read. If nothing was added to
    the vectors of an encoding, they are already in an artefact of the base, and `written` says under which version."""
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
    """Returns the vectors of one encoding, in the order of their ids in the index."""
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
    """Returns the suite of an index. `read_vectors` gives the vectors of an encoding, and is called only when they are needed."""
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
    """Returns a hash of what an encoding's definition and vectors ask and permit, without their locations and notes."""
    data = suite.definitions[encoding].data
    agreeing = [each["encoding"] for key in AGREEMENTS for each in data.get(key, ())]
    definitions = [suite.definitions[id].data for id in (encoding, *made_of(data), *agreeing)]
    vectors = [(str(vector.id), *_case(vector)) for vector in suite.vectors_of(encoding)]
    return hashed([json.dumps([definitions, vectors], sort_keys=True).encode()])


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
    """Returns the operation and the permitted outcomes of a vector."""
    return vector.operation.kind, whole_input_text(vector.operation), [_outcome(outcome) for outcome in vector.permitted]


def _outcome(outcome: Permitted) -> Plain:
    """Returns a result as its text, or a rejection as its offset and reason."""
    return [outcome.offset, outcome.text] if isinstance(outcome, Rejection) else result_text(outcome)


def _permitted(kind: Kind, outcome: Plain) -> Permitted:
    return result_of(kind, outcome) if isinstance(outcome, str) else Rejection(*outcome)


def _place(place: Location, folders: Sequence[Path]) -> Plain:
    """Returns a location as the number of its folder, the file in the folder, and the line."""
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
