"""Reads vector files as Vector objects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import is_reserved, vector_id
from encoding_conformance.core.notation import NotationError, parse_bytes, parse_values, read_operation, result_of
from encoding_conformance.core.operation import Decode, Encode, Kind, Operation
from encoding_conformance.core.outcome import Decoded, Encoded, Rejection
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.text import abridged
from encoding_conformance.core.vector import Permitted, Vector, Witness
from encoding_conformance.specification.faults import DataFault, unknown
from encoding_conformance.specification.yamlfile import YamlFile

_LONGEST = 60
"""The most characters of a witness that are shown in a fault."""

_OUTCOMES = {"result", "reject", "permitted"}
_FORMS = "values and bytes; or decode or encode, with one of result, reject and permitted"

_Problem = tuple[str, tuple[str | int, ...]]
"""A message, and the part of a vector that it is about."""


def vectors(file: YamlFile) -> Iterator[Vector]:
    """Yields the vectors of a file without faults: one for each operation and encoding."""
    for index, data in enumerate(file.data["vectors"]):
        witnesses = tuple(map(_witness, _witnesses(file, data)))
        for encoding in map(str, file.data["encodings"]):
            for suffix, operation, permitted in _cases(encoding, data):
                yield Vector(
                    id=vector_id(encoding, f"{data['id']}{suffix}"),
                    operation=operation,
                    permitted=permitted,
                    requirements=tuple(data["requirements"]),
                    witnesses=witnesses,
                    note=data.get("note", ""),
                    location=file.location("vectors", index),
                )


def faults(file: YamlFile) -> dict[int, list[DataFault]]:
    """Returns the faults of the vectors of a file that its schema does not find, by the index of the vector."""
    return {
        index: found
        for index, data in enumerate(file.data["vectors"])
        if (
            found := [
                file.fault(f"{data['id']}: {message}", "vectors", index, *pointer)
                for message, pointer in _problems(data, _witnesses(file, data))
            ]
        )
    }


def references(file: YamlFile, encodings: Mapping[str, Encoding], requirements: Mapping[str, Requirement]) -> Iterator[DataFault]:
    """Faults for encodings and requirements that a file names although they do not exist or do not fit."""
    for index, id in enumerate(file.data["encodings"]):
        if id not in encodings:
            where = "those that there are stand in the folders' encodings.yaml"
            yield file.fault(unknown("encoding", id, encodings, where), "encodings", index)
    bound = [id for id in file.data["encodings"] if id in encodings]
    for index, data in enumerate(file.data["vectors"]):
        for pointer, id in enumerate(data["requirements"]):
            if message := _reference_problem(id, bound, requirements):
                yield file.fault(f"{data['id']}: {message}", "vectors", index, "requirements", pointer)


def _reference_problem(id: str, encodings: list[str], requirements: Mapping[str, Requirement]) -> str:
    if id not in requirements:
        where = "those that there are stand in the folders' requirements.yaml"
        return unknown("requirement", id, requirements, where)
    bound = requirements[id].encodings
    if unbound := [encoding for encoding in encodings if encoding not in bound]:
        return f"requirement {id} does not bind {', '.join(unbound)}, only {', '.join(bound)}"
    return ""


def _witnesses(file: YamlFile, data: dict[str, Any]) -> list[dict[str, Any]]:
    return [*file.data.get("witnesses", []), *data.get("witnesses", [])]


def _witness(data: dict[str, Any]) -> Witness:
    (kind,) = data.keys() - {"confirms"}
    return Witness(kind, data[kind], tuple(pointer - 1 for pointer in data.get("confirms", ())))


def _problems(data: dict[str, Any], witnesses: list[dict[str, Any]]) -> Iterator[_Problem]:
    if is_reserved(data["id"]):
        yield "reports use this id for something else; choose another", ("id",)
    stated = [_witness(each) for each in witnesses]
    if len({(witness.kind, witness.text) for witness in stated}) < 2:
        yield "fewer than two witnesses; name two that were written apart", ("witnesses",)
    for witness in stated:
        yield from _confirms_problems(witness, len(data.get("permitted", ())))
    form = [key for key in data if key in {"values", "bytes", *Kind, *_OUTCOMES}]
    kinds = [kind for kind in Kind if kind in form]
    if set(form) == {"values", "bytes"}:
        return
    if len(form) != 2 or len(kinds) != 1 or not _OUTCOMES & set(form):
        yield f"has {', '.join(form) or 'no operation'}; a vector has {_FORMS}", ()
        return
    for outcome, pointer in _outcomes(data):
        yield from _outcome_problems(data, kinds[0], outcome, pointer)


def _confirms_problems(witness: Witness, permitted: int) -> Iterator[_Problem]:
    """Yields the faults of the outcomes that a witness says it confirms, of the `permitted` number of outcomes. If only one is
    permitted, a witness must not say which."""
    text = f"the witness {abridged(witness.text, _LONGEST)!r}"
    if permitted and not witness.confirms:
        yield f"{text} does not say which of the permitted outcomes it confirms; add confirms, such as [1]", ("witnesses",)
    elif witness.confirms and not permitted:
        yield f"{text} has confirms, which is for vectors with permitted; take it out", ("witnesses",)
    elif any(pointer >= permitted for pointer in witness.confirms):
        yield f"{text} confirms more than the {permitted} outcomes that are permitted", ("witnesses",)


def _outcomes(data: dict[str, Any]) -> list[tuple[dict[str, Any], tuple[str | int, ...]]]:
    """Returns the permitted outcomes of a vector, each with its place in the file's data."""
    if "permitted" in data:
        return [(outcome, ("permitted", index)) for index, outcome in enumerate(data["permitted"])]
    return [(data, ())]


def _outcome_problems(
    data: dict[str, Any], kind: Kind, outcome: dict[str, Any], pointer: tuple[str | int, ...]
) -> Iterator[_Problem]:
    if "result" in outcome:
        try:
            result_of(kind, outcome["result"])
        except NotationError as error:
            yield f"result: {error}", (*pointer, "result")
        return
    size = len(read_operation(kind, "", data[kind]).input)
    if outcome["reject"].get("offset", 0) > size:
        message = f"offset: the input ends at {size}; expected an offset in it"
        yield message, (*pointer, "reject", "offset")


def _cases(encoding: str, data: dict[str, Any]) -> Iterator[tuple[str, Operation, tuple[Permitted, ...]]]:
    if "values" in data:
        values, octets = parse_values(data["values"]), parse_bytes(data["bytes"])
        yield "/encode", Encode(encoding, values), (Encoded(octets),)
        yield "/decode", Decode(encoding, octets), (Decoded(values),)
        return
    kind = next(kind for kind in Kind if kind in data)
    permitted = tuple(_permitted(kind, outcome) for outcome, _ in _outcomes(data))
    yield "", read_operation(kind, encoding, data[kind]), permitted


def _permitted(kind: Kind, outcome: dict[str, Any]) -> Permitted:
    if "result" in outcome:
        return result_of(kind, outcome["result"])
    return Rejection(outcome["reject"].get("offset"), outcome["reject"].get("reason", ""))
