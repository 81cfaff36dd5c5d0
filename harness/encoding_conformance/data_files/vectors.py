"""Reads vector files as Vector objects."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import is_reserved, vector_id
from encoding_conformance.core.notation import NotationError, parse_bytes, parse_values, read_operation, result_of
from encoding_conformance.core.operation import Decode, Encode, Kind, Operation
from encoding_conformance.core.outcome import Decoded, Encoded, Rejection
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.text import abridged
from encoding_conformance.core.vector import Permitted, Vector, Witness
from encoding_conformance.data_files.problems import DataProblem, unknown
from encoding_conformance.data_files.yamlfile import YamlFile

_LONGEST = 60
"""The most characters of a witness that are shown in a problem."""

_OUTCOMES = {"result", "reject", "permitted"}
_FORMS = "values and bytes; or decode or encode, with one of result, reject and permitted"

_witness = lru_cache(1 << 14)(Witness)
"""Thousands of vectors share their witnesses."""

_Problem = tuple[str, tuple[str | int, ...]]
"""A message, and the part of a vector that it is about."""


def vectors(file: YamlFile) -> Iterator[Vector]:
    """Yields the vectors of a file without problems: one for each operation and encoding."""
    shared = _witnesses(file.data)
    for index, data in enumerate(file.data["vectors"]):
        witnesses = (*shared, *_witnesses(data))
        about = tuple(data["requirements"]), witnesses, data.get("note", ""), file.location("vectors", index)
        for encoding in map(str, file.data["encodings"]):
            for suffix, operation, permitted in _cases(encoding, data):
                yield Vector(vector_id(encoding, f"{data['id']}{suffix}"), operation, permitted, *about)


def problems(file: YamlFile) -> dict[int, list[DataProblem]]:
    """Returns the problems of the vectors of a file that its schema does not find, by the index of the vector."""
    by_index: dict[int, list[DataProblem]] = {}
    for index, data in enumerate(file.data["vectors"]):
        for message, pointer in _problems(data, (*_witnesses(file.data), *_witnesses(data))):
            by_index.setdefault(index, []).append(file.problem(f"{data['id']}: {message}", "vectors", index, *pointer))
    return by_index


def references(
    file: YamlFile, encodings: Mapping[str, Encoding], requirements: Mapping[str, Requirement]
) -> Iterator[DataProblem]:
    """Yields problems with encodings and requirements that a file names although they do not exist or do not fit."""
    for index, id in enumerate(file.data["encodings"]):
        if id not in encodings:
            yield file.problem(unknown("encoding", id, encodings, "the folders' encodings.yaml name them"), "encodings", index)
    for index, data in enumerate(file.data["vectors"]):
        for pointer, id in enumerate(data["requirements"]):
            message = ""
            if id not in requirements:
                message = unknown("requirement", id, requirements, "the folders' requirements.yaml name them")
            elif others := [each for each in file.data["encodings"] if each in encodings.keys() - requirements[id].encodings]:
                message = f"requirement {id} applies to {', '.join(requirements[id].encodings)}, not to {', '.join(others)}"
            if message:
                yield file.problem(f"{data['id']}: {message}", "vectors", index, "requirements", pointer)


def _witnesses(data: dict[str, Any]) -> tuple[Witness, ...]:
    """Returns the witnesses of one vector, or those that all vectors of a file share."""
    witnesses = []
    for row in data.get("witnesses", ()):
        (kind,) = row.keys() - {"confirms"}
        witnesses.append(_witness(kind, row[kind], tuple([number - 1 for number in row.get("confirms", ())])))
    return tuple(witnesses)


def _problems(data: dict[str, Any], witnesses: tuple[Witness, ...]) -> Iterator[_Problem]:
    if is_reserved(data["id"]):
        yield "reports use this id for something else; choose another", ("id",)
    if len({(witness.kind, witness.text) for witness in witnesses}) < 2:
        yield "fewer than two witnesses; name two that were written apart", ("witnesses",)
    for witness in witnesses:
        yield from _confirms_problems(witness, len(data.get("permitted", ())))
    form = [key for key in data if key in {"values", "bytes", *Kind, *_OUTCOMES}]
    kinds = [kind for kind in Kind if kind in form]
    if set(form) == {"values", "bytes"}:
        return
    if len(form) != 2 or len(kinds) != 1 or not _OUTCOMES & set(form):
        yield f"has {', '.join(form) or 'no operation'}; a vector has {_FORMS}", ()
        return
    for outcome, pointer in _outcomes(data):
        if "result" in outcome:
            try:
                result_of(kinds[0], outcome["result"])
            except NotationError as error:
                yield f"result: {error}", (*pointer, "result")
        elif outcome["reject"].get("offset", 0) > (size := len(read_operation(kinds[0], "", data[kinds[0]]).input)):
            yield f"offset: the input ends at {size}; expected an offset in it", (*pointer, "reject", "offset")


def _confirms_problems(witness: Witness, permitted: int) -> Iterator[_Problem]:
    """Yields the problems of a witness's `confirms`. `permitted` is the length of the vector's list of permitted outcomes, or 0
    without such a list. A witness then must not have `confirms`."""
    text = f"the witness {abridged(witness.text, _LONGEST)!r}"
    if permitted and not witness.confirms:
        yield f"{text} does not say which of the permitted outcomes it confirms; add confirms, such as [1]", ("witnesses",)
    elif witness.confirms and not permitted:
        yield f"{text} has confirms, which is for vectors with permitted; take it out", ("witnesses",)
    elif any(pointer >= permitted for pointer in witness.confirms):
        yield f"{text} confirms more than the {permitted} outcomes that are permitted", ("witnesses",)


def _outcomes(data: dict[str, Any]) -> list[tuple[dict[str, Any], tuple[str | int, ...]]]:
    """Returns the permitted outcomes of a vector, each with its path in the file's data."""
    if "permitted" in data:
        return [(outcome, ("permitted", index)) for index, outcome in enumerate(data["permitted"])]
    return [(data, ())]


def _cases(encoding: str, data: dict[str, Any]) -> Iterator[tuple[str, Operation, tuple[Permitted, ...]]]:
    if "values" in data:
        values, octets = parse_values(data["values"]), parse_bytes(data["bytes"])
        yield "/encode", Encode(encoding, values), (Encoded(octets),)
        yield "/decode", Decode(encoding, octets), (Decoded(values),)
        return
    kind = next(kind for kind in Kind if kind in data)
    permitted: list[Permitted] = []
    for outcome, _ in _outcomes(data):
        if "result" in outcome:
            permitted.append(result_of(kind, outcome["result"]))
        else:
            permitted.append(Rejection(outcome["reject"].get("offset"), outcome["reject"].get("reason", "")))
    yield "", read_operation(kind, encoding, data[kind]), tuple(permitted)
