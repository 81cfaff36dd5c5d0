"""Turns the definitions in `encodings.yaml` into Encoding objects."""

import re
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import Any

from encoding_conformance.core.encoding import Edges, Encoding, Length, Longer, Optional, Property, SameAs
from encoding_conformance.core.identity import Location
from encoding_conformance.core.notation import parse_bytes, parse_set, parse_values
from encoding_conformance.core.ranges import EMPTY, RangeSet
from encoding_conformance.core.requirement import Selector
from encoding_conformance.core.vector import Witness
from encoding_conformance.data_files.problems import DataProblem
from encoding_conformance.data_files.requirements import selector
from encoding_conformance.data_files.yamlfile import YamlFile
from encoding_conformance.data_folders import VECTORS
from encoding_conformance.models import forms
from encoding_conformance.models.model import Problem, goes_in_steps

_WITNESSES = {
    "stateless": ("first", "second"),
    "canonical": ("bytes",),
    "order": ("smaller", "larger"),
    "self-synchronizing": ("values", "inside"),
    "ascii-transparent": ("values",),
    "order-of-joined": ("before", "after"),
}
"""The keys of the witness that shows why a property is denied, by the name of the property."""

AGREEMENTS = ("same-bytes-as", "same-order-as")
"""The keys under which a definition lists other encodings that it agrees with."""

_BYTES = ("bytes", "before", "after")
"""The keys of a witness whose values are bytes. Those of all other keys are values of the encoding."""


def encoding(id: str, data: dict[str, Any], others: Mapping[str, Encoding], location: Location) -> Encoding:
    """Returns the encoding that a definition without problems describes. `others` are the encodings that it may refer to."""
    optional, tables = data.get("optional", {}), forms.form_of(data).of(data, others)
    implied = tables.implied()
    return Encoding(
        id=id,
        title=data["title"],
        section=data["section"],
        kind=data["kind"],
        values=parse_set(data["values"]) if implied.values is None else implied.values,
        tables=tables,
        code_unit=data.get("code-unit", 1),
        byte_order=data.get("byte-order", "big"),
        shortest_form=data.get("shortest-form", "required") == "required",
        lead=_set(data, "lead"),
        trail=_set(data, "trail"),
        absent_bytes=_set(data, "absent-bytes") if implied.absent_bytes is None else implied.absent_bytes,
        own_bytes=_set(data, "own-bytes"),
        lengths=tuple(map(_length, data["lengths"])) if "lengths" in data else implied.lengths,
        resets=_set(data, "resets"),
        keep_state=_set(data, "keep-state"),
        joiner=parse_bytes(data.get("joiner", "-")),
        whole=data.get("whole", False),
        optional=Optional(_set(optional, "values"), tuple(optional.get("outcomes", ()))),
        noncanonical=tuple(
            Longer(longer["section"], longer.get("match", ""), _set(longer, "values")) for longer in data.get("noncanonical", ())
        ),
        same_bytes_as=_agreements(data, "same-bytes-as", others),
        same_order_as=_agreements(data, "same-order-as", others),
        properties={name: _property(claim) for name, claim in data["properties"].items()},
        edges=_edges(data["edges"]) if "edges" in data else Edges(),
        location=location,
    )


def problems(file: YamlFile, others: Mapping[str, Encoding]) -> Iterator[DataProblem]:
    """Yields the problems of a file that its schema does not find. `others` are the encodings before it."""
    in_steps = {id for id, encoding in others.items() if goes_in_steps(encoding)}
    value_sets = {id: encoding.values for id, encoding in others.items()}
    for id, data in file.data["encodings"].items():
        if id in others:
            yield file.problem(f"encoding {id} is already defined at {others[id].location}", "encodings", id)
        for message, pointer in [*forms.problems(data, in_steps), *_problems(data), *_disagreements(data, in_steps, value_sets)]:
            yield file.problem(f"{id}: {message}", "encodings", id, *pointer)
        if forms.form_of(data).in_steps:
            in_steps.add(id)
        if "values" in data:
            value_sets[id] = parse_set(data["values"])


def _problems(data: dict[str, Any]) -> Iterator[Problem]:
    for index, length in enumerate(data.get("lengths", ())):
        if ("bytes" in length) == ("least" in length or "most" in length):
            yield Problem("lengths: either bytes, or least and most", ("lengths", index))
        elif length.get("least", 1) > length.get("most", length.get("least", 1)):
            yield Problem("lengths: least is more than most", ("lengths", index))
    for name, claim in data["properties"].items():
        if "denied" in claim and set(claim["witness"]) != set(_WITNESSES[name]):
            yield Problem(f"{name}: the witness must have {' and '.join(_WITNESSES[name])}", ("properties", name))
        elif name == "order-of-joined" and "denied" in claim:
            before, behind = (parse_bytes(claim["witness"][key]) for key in _WITNESSES[name])
            if before >= behind:
                yield Problem(f"{name}: `before` must sort before `after`, byte by byte", ("properties", name))
    for index, longer in enumerate(data.get("noncanonical", ())):
        try:
            re.compile(longer.get("match", ""))
        except re.error as error:
            yield Problem(f"match: not a regular expression: {error}; see Python's re", ("noncanonical", index, "match"))


def _disagreements(data: dict[str, Any], in_steps: Collection[str], value_sets: Mapping[str, RangeSet]) -> Iterator[Problem]:
    """Yields the reasons why an encoding cannot be compared with another one that it is said to agree with."""
    agreements = [(key, index, each) for key in AGREEMENTS for index, each in enumerate(data.get(key, ()))]
    for key, index, agreement in agreements:
        name, values = agreement["encoding"], parse_set(agreement["values"])
        if name not in in_steps:
            message = f"{key}: no encoding {name!r} with its own table is defined before this one"
            yield Problem(message, (key, index, "encoding"))
            continue
        for owner, own in ((name, value_sets.get(name)), ("this encoding", parse_set(data.get("values", "0..")))):
            if own and (missing := values.difference(own)):
                yield Problem(f"{key}: {owner} does not have the values {missing}; take them out", (key, index, "values"))


def _set(data: dict[str, Any], key: str) -> RangeSet:
    return parse_set(data[key]) if key in data else EMPTY


def _agreements(data: dict[str, Any], key: str, others: Mapping[str, Encoding]) -> tuple[SameAs, ...]:
    return tuple(SameAs(others[each["encoding"]], parse_set(each["values"]), each["section"]) for each in data.get(key, ()))


def _edges(data: dict[str, Any]) -> Edges:
    """Returns the edge cases of a definition. A family serves one requirement, or one for each row with a selector."""
    requirements: dict[str, tuple[tuple[Selector, str], ...]] = {}
    for family, served in data["requirements"].items():
        rows = [{"requirement": served}] if isinstance(served, str) else served
        requirements[family] = tuple((selector(row), row["requirement"]) for row in rows)
    return Edges(tuple(Witness(*item) for each in data["witnesses"] for item in each.items()), requirements)


def _property(data: dict[str, Any]) -> Property:
    if "claimed" in data:
        return Property(True, data["claimed"])
    values = {key: parse_values(text) for key, text in data["witness"].items() if key not in _BYTES}
    octets = {key: parse_bytes(text) for key, text in data["witness"].items() if key in _BYTES}
    return Property(False, data["denied"], values, octets)


def _length(data: dict[str, Any]) -> Length:
    least = data.get("bytes", data.get("least", 1))
    return Length(parse_set(data["values"]), least, data.get("bytes", data.get("most", least)))


@lru_cache
def relatives() -> tuple[Encoding, ...]:
    """Returns encodings that are mistaken for those of the project, and that have no test vectors. Raises DataError if their file
    cannot be read. The tests find its problems."""
    file = YamlFile(VECTORS / "relatives.yaml")
    definitions = file.data["encodings"].items()
    return tuple(encoding(id, data, {}, file.location("encodings", id)) for id, data in definitions)
