"""`encodings.yaml` → Encoding objects."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from harness.core.encoding import Agreement, Edges, Encoding, Length, Longer, Optional, Property, Row
from harness.core.label import Selector
from harness.core.location import Location
from harness.core.notation import parse_bytes, parse_number, parse_set, parse_values
from harness.core.ranges import EMPTY, EVERY_NATURAL, RangeSet
from harness.core.vector import Witness
from harness.models.differences import DifferenceRow, DifferenceTable
from harness.specification.faults import DataFault
from harness.specification.labels import selector
from harness.specification.yamlfile import YamlFile

WITNESSES = {
    "stateless": ("first", "second"),
    "canonical": ("bytes",),
    "order": ("smaller", "larger"),
    "self-synchronizing": ("values", "inside"),
    "ascii-transparent": ("values",),
    "order-of-joined": ("before", "behind"),
}
"""What the witness of a denied property is made of."""


_FORMS = ("layout", "table", "udigits", "continuation", "differences")
"""Tables that a counted encoding can be made of."""

AGREEMENTS = ("same-bytes-as", "same-order-as")
"""Keys under which a definition names other encodings that it agrees with."""

_BYTES = ("bytes", "before", "behind")
"""Parts of a witness that are bytes; the others are values."""

_Problem = tuple[str, tuple[str | int, ...]]
"""A message, and the part of an encoding that it is on."""


@dataclass(frozen=True)
class Definition:
    """An encoding as its file has it: plain data that holds by its schema, and where it stands."""

    data: dict[str, Any]
    place: Location


def definitions(file: YamlFile) -> dict[str, Definition]:
    """The definitions in a file without faults, by the encoding's id."""
    return {id: Definition(data, file.location("encodings", id)) for id, data in file.data["encodings"].items()}


def encoding(id: str, definition: Definition, others: Mapping[str, Encoding]) -> Encoding:
    """The encoding that a definition describes; one with a count is made of `others`."""
    return _encoding(id, definition.data, others, definition.place)


def faults(file: YamlFile, others: Mapping[str, Encoding]) -> Iterator[DataFault]:
    """What is wrong in a file although its schema holds."""
    with_table = {id for id, encoding in others.items() if not encoding.tables.keys().isdisjoint(_FORMS)}
    value_sets = {id: encoding.values for id, encoding in others.items()}
    for id, data in file.data["encodings"].items():
        if id in others:
            yield file.fault(f"encoding {id} is there already, at {others[id].place}", "encodings", id)
        for part, name in data.get("counted", {}).items():
            if name not in with_table:
                message = f"counted: no encoding {name!r} with a table of its own stands before this one"
                yield file.fault(f"{id}: {message}", "encodings", id, "counted", part)
        for message, place in [*_problems(data), *_disagreements(data, with_table, value_sets)]:
            yield file.fault(f"{id}: {message}", "encodings", id, *place)
        if not data.keys().isdisjoint(_FORMS):
            with_table.add(id)
        if "values" in data:
            value_sets[id] = parse_set(data["values"])


def _problems(data: dict[str, Any]) -> Iterator[_Problem]:
    for index, row in enumerate(data.get("layout", ())):
        if problem := _row_problem(row, data.get("code-unit", 1)):
            yield problem, ("layout", index)
    if "layout" in data and "udigits" not in data and "values" in data:
        rows = RangeSet.of(ends for row in data["layout"] for ends in parse_set(row["values"]).ranges)
        if without := parse_set(data["values"]).difference(rows):
            message = f"layout: no row has the values {without}; write one, or take them out of values"
            yield message, ("layout",)
    for index, length in enumerate(data.get("lengths", ())):
        if ("bytes" in length) == ("least" in length or "most" in length):
            yield "lengths: either bytes, or least and most", ("lengths", index)
        elif length.get("least", 1) > length.get("most", length.get("least", 1)):
            yield "lengths: least is more than most", ("lengths", index)
    for name, claim in data["properties"].items():
        if "denied" in claim and set(claim["witness"]) != set(WITNESSES[name]):
            yield f"{name}: the witness must have {' and '.join(WITNESSES[name])}", ("properties", name)
        elif name == "order-of-joined" and "denied" in claim and not _sorts(claim["witness"]):
            yield f"{name}: before must sort before behind, byte by byte", ("properties", name)
    for index, longer in enumerate(data.get("noncanonical", ())):
        if problem := _regex_problem(longer.get("match", "")):
            yield f"match: {problem}", ("noncanonical", index, "match")
    if "udigits" in data and "layout" not in data:
        yield "udigits: the layout of the shorter codes is missing", ("udigits",)
    for index, row in enumerate(data.get("differences", {}).get("rows", ())):
        if problem := _differences_problem(row, len(list(parse_set(data["differences"]["trail"])))):
            yield problem, ("differences", "rows", index)


def _disagreements(data: dict[str, Any], with_table: Collection[str], value_sets: Mapping[str, RangeSet]) -> Iterator[_Problem]:
    """Why the encodings that one is said to agree with cannot show it."""
    for key in AGREEMENTS:
        for index, agreement in enumerate(data.get(key, ())):
            name, values = agreement["encoding"], parse_set(agreement["values"])
            if name not in with_table:
                yield f"{key}: no encoding {name!r} with a table of its own stands before this one", (key, index, "encoding")
                continue
            for whose, has in ((name, value_sets.get(name)), ("this encoding", parse_set(data.get("values", "0..")))):
                if has and (without := values.difference(has)):
                    yield f"{key}: {whose} does not have the values {without}; take them out", (key, index, "values")


def _row_problem(row: dict[str, str], code_unit: int) -> str:
    """Why a row of a layout cannot hold its values; empty where it can."""
    groups = row["bits"].split(" ")
    values, minus = parse_set(row["values"]), parse_number(row.get("minus", "0"))
    places = row["bits"].count("x")
    if any(len(bits) != 8 for bits in groups):
        return "bits: a group has not eight places; write one group of eight for each byte"
    if len(groups) % code_unit:
        return f"bits: {len(groups)} bytes are no whole number of code units of {code_unit}"
    if values.first < minus:
        return f"minus: {values.first:X} less {minus:X} is below zero"
    if values.last - minus >= 1 << places:
        return f"bits: {places} x's hold 0..{(1 << places) - 1:X}; {values} does not fit"
    return ""


def _differences_problem(row: dict[str, Any], digits: int) -> str:
    """Why a row cannot hold its differences; empty where it can."""
    first, last = _ends(row)
    lead = parse_set(row["lead"])
    if last < first:
        return f"differences: {row['differences']} runs backwards"
    if last - first >= len(list(lead)) * digits ** row["trails"]:
        what = f"{lead} with {row['trails']} trail bytes"
        return f"lead: {what} hold fewer differences than {row['differences']} has"
    return ""


def _ends(row: dict[str, Any]) -> tuple[int, int]:
    first, last = row["differences"].split("..")
    return int(first, 16), int(last, 16)


def _sorts(witness: dict[str, str]) -> bool:
    return parse_bytes(witness["before"]) < parse_bytes(witness["behind"])


def _regex_problem(pattern: str) -> str:
    try:
        re.compile(pattern)
    except re.error as error:
        return f"no regular expression: {error}; Python's re shows the form"
    return ""


def _encoding(id: str, data: dict[str, Any], others: Mapping[str, Encoding], place: Location) -> Encoding:
    tables = {form: read(data[form], others) for form, read in _TABLES.items() if form in data}
    table = tables.get("table")
    return Encoding(
        id=id,
        title=data["title"],
        section=data["section"],
        kind=data["kind"],
        values=RangeSet.of((value, value) for value in table.values()) if table else parse_set(data["values"]),
        tables=tables,
        code_unit=data.get("code-unit", 1),
        byte_order=data.get("byte-order", "big"),
        shortest_form=data.get("shortest-form", "required") == "required",
        lead=_set(data, "lead"),
        trail=_set(data, "trail"),
        absent_bytes=_unassigned(table) if table else _set(data, "absent-bytes"),
        own_bytes=_set(data, "own-bytes"),
        lengths=tuple(_length(length) for length in data["lengths"]) if "lengths" in data else _lengths(tables),
        resets=_set(data, "resets"),
        keep_state=_set(data, "keep-state"),
        joiner=parse_bytes(data.get("joiner", "-")),
        whole=data.get("whole", False),
        optional=_optional(data["optional"]) if "optional" in data else Optional(),
        noncanonical=tuple(
            Longer(longer["section"], longer.get("match", ""), _set(longer, "values")) for longer in data.get("noncanonical", ())
        ),
        same_bytes_as=_agreements(data, "same-bytes-as", others),
        same_order_as=_agreements(data, "same-order-as", others),
        properties={name: _property(claim) for name, claim in data["properties"].items()},
        edges=_edges(data["edges"]) if "edges" in data else Edges(),
        place=place,
    )


def _set(data: dict[str, Any], key: str) -> RangeSet:
    return parse_set(data[key]) if key in data else EMPTY


def _optional(data: dict[str, Any]) -> Optional:
    return Optional(parse_set(data["values"]), tuple(data["outcomes"]))


def _agreements(data: dict[str, Any], key: str, others: Mapping[str, Encoding]) -> tuple[Agreement, ...]:
    return tuple(Agreement(others[each["encoding"]], parse_set(each["values"]), each["section"]) for each in data.get(key, ()))


def _edges(data: dict[str, Any]) -> Edges:
    witnesses = tuple(Witness(*item) for each in data["witnesses"] for item in each.items())
    return Edges(witnesses, {family: tuple(_served(served)) for family, served in data["requirements"].items()})


def _served(data: str | list[dict[str, str]]) -> Iterator[tuple[Selector, str]]:
    """The requirement that a family of edge cases serves, or those that it serves by its bytes and values."""
    for row in [{"requirement": data}] if isinstance(data, str) else data:
        yield selector(row), row["requirement"]


def _property(data: dict[str, Any]) -> Property:
    if "claimed" in data:
        return Property(True, data["claimed"])
    values = {key: parse_values(text) for key, text in data["witness"].items() if key not in _BYTES}
    octets = {key: parse_bytes(text) for key, text in data["witness"].items() if key in _BYTES}
    return Property(False, data["denied"], values, octets)


def _length(data: dict[str, Any]) -> Length:
    least = data.get("bytes", data.get("least", 1))
    return Length(parse_set(data["values"]), least, data.get("bytes", data.get("most", least)))


def _lengths(tables: dict[str, Any]) -> tuple[Length, ...]:
    """The lengths that a layout or a table implies."""
    if "table" in tables:
        return (Length(EVERY_NATURAL, 1, 1),)
    return tuple(Length(row.values, len(row.bits), len(row.bits)) for row in tables.get("layout", ()))


def _unassigned(table: dict[int, int]) -> RangeSet:
    return RangeSet.of((byte, byte) for byte in range(0x100) if byte not in table)


def _layout(rows: list[dict[str, str]], others: Mapping[str, Encoding]) -> tuple[Row, ...]:
    return tuple(
        Row(parse_set(row["values"]), tuple(row["bits"].split(" ")), parse_number(row.get("minus", "0"))) for row in rows
    )


def _table(rows: dict[str, str], others: Mapping[str, Encoding]) -> dict[int, int]:
    return {
        int(first, 16) + place: int(value, 16)
        for first, row in rows.items()
        for place, value in enumerate(row.split())
        if value != "--"
    }


def _udigits(data: dict[str, Any], others: Mapping[str, Encoding]) -> dict[str, int]:
    return {key: parse_number(value) if isinstance(value, str) else value for key, value in data.items()}


def _counted(data: dict[str, str], others: Mapping[str, Encoding]) -> dict[str, Encoding]:
    return {part: others[id] for part, id in data.items()}


def _continuation(data: dict[str, str], others: Mapping[str, Encoding]) -> dict[str, str]:
    return data


def _differences(data: dict[str, Any], others: Mapping[str, Encoding]) -> DifferenceTable:
    return DifferenceTable(
        initial=parse_number(data["initial"]),
        block=parse_number(data["block"]),
        direct=parse_set(data["direct"]),
        reset_byte=parse_number(data["reset-byte"]),
        trail=tuple(parse_set(data["trail"])),
        centres=tuple((parse_set(row["values"]), parse_number(row["previous"])) for row in data["centres"]),
        rows=tuple(DifferenceRow(*_ends(row), parse_set(row["lead"]), row["trails"]) for row in data["rows"]),
    )


_TABLES: dict[str, Callable[[Any, Mapping[str, Encoding]], Any]] = {
    "layout": _layout,
    "table": _table,
    "udigits": _udigits,
    "counted": _counted,
    "continuation": _continuation,
    "differences": _differences,
}
