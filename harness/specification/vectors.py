"""Vector files → Vector objects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from harness.core.encoding import Encoding
from harness.core.notation import NotationError, parse_bytes, parse_values
from harness.core.operation import DECODE, ENCODE, Operation
from harness.core.outcome import Rejection, Result
from harness.core.requirement import Requirement
from harness.core.vector import Permitted, Vector, Witness
from harness.specification.faults import DataFault
from harness.specification.yamlfile import Plain, YamlFile

_OTHER = {"encode": parse_bytes, "decode": parse_values}
"""What the result of an operation is written as."""

_FORMS = "values and bytes; or decode or encode, with one of result, reject and permitted"


def vectors(file: YamlFile) -> Iterator[Vector]:
    """The vectors of a file without faults: one for each operation and encoding."""
    shared = file.data.get("witnesses", [])
    for index, data in enumerate(file.data["vectors"]):
        witnesses = tuple(Witness(*item) for each in shared + data.get("witnesses", []) for item in each.items())
        for encoding in map(str, file.data["encodings"]):
            for suffix, operation, permitted in _cases(encoding, data):
                yield Vector(
                    id=f"{encoding}/{data['id']}{suffix}",
                    operation=operation,
                    permitted=permitted,
                    requirements=tuple(data["requirements"]),
                    witnesses=witnesses,
                    note=data.get("note", ""),
                    place=f"{file.path}:{file.line('vectors', index)}",
                )


def faults(
    file: YamlFile, encodings: Mapping[str, Encoding], requirements: Mapping[str, Requirement]
) -> Iterator[DataFault]:
    """What is wrong in a file although its schema holds."""
    for index, id in enumerate(file.data["encodings"]):
        if id not in encodings:
            yield file.fault(f"unknown encoding {id!r}; `conform list encodings` shows them", "encodings", index)
    for index, data in enumerate(file.data["vectors"]):
        for message in _faults(data, file.data, encodings, requirements):
            yield file.fault(f"{data['id']}: {message}", "vectors", index)


def _faults(
    data: dict[str, Any],
    file: dict[str, Any],
    encodings: Mapping[str, Encoding],
    requirements: Mapping[str, Requirement],
) -> Iterator[str]:
    form = set(data) & {"values", "bytes", "encode", "decode", "result", "reject", "permitted"}
    if form != {"values", "bytes"} and not (
        len(form & {"encode", "decode"}) == 1 == len(form & {"result", "reject", "permitted"}) and len(form) == 2
    ):
        yield f"has {', '.join(sorted(form)) or 'no operation'}; a vector has {_FORMS}"
        return
    yield from _result_faults(data)
    if len(file.get("witnesses", [])) + len(data.get("witnesses", [])) < 2:
        yield "fewer than two witnesses; name two that were written apart"
    for id in data["requirements"]:
        if id not in requirements:
            yield f"unknown requirement {id!r}; `conform list requirements` shows them"
        else:
            unbound = [e for e in file["encodings"] if e in encodings and e not in requirements[id].encodings]
            if unbound:
                yield f"requirement {id} does not bind {', '.join(unbound)}"


def _result_faults(data: dict[str, Any]) -> Iterator[str]:
    kind = next((kind for kind in _OTHER if kind in data), None)
    for outcome in data.get("permitted", [data]):
        if kind and "result" in outcome:
            if isinstance(outcome["result"], Plain):
                yield f"result stands without quotes; write \"{outcome['result']}\""
                continue
            try:
                _OTHER[kind](outcome["result"])
            except NotationError as error:
                yield f"result: {error}"


def _cases(encoding: str, data: dict[str, Any]) -> Iterator[tuple[str, Operation, tuple[Permitted, ...]]]:
    if "values" in data:
        values, octets = parse_values(data["values"]), parse_bytes(data["bytes"])
        yield "/encode", Operation(ENCODE, encoding, values), (Result(octets),)
        yield "/decode", Operation(DECODE, encoding, octets), (Result(values),)
        return
    kind, parse = (ENCODE, parse_values) if "encode" in data else (DECODE, parse_bytes)
    permitted = tuple(_permitted(kind, outcome) for outcome in data.get("permitted", [data]))
    yield "", Operation(kind, encoding, parse(data[kind])), permitted


def _permitted(kind: str, outcome: dict[str, Any]) -> Permitted:
    if "result" in outcome:
        return Result(_OTHER[kind](outcome["result"]))
    return Rejection(outcome["reject"].get("offset"), outcome["reject"].get("reason", ""))
