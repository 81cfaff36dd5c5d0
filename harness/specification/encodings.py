"""`encodings.yaml` → Encoding objects."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from math import inf
from typing import Any

from harness.core.encoding import Edges, Encoding, Length, Longer, Optional, Property, Row
from harness.core.notation import parse_bytes, parse_number, parse_set, parse_values
from harness.core.ranges import EMPTY, RangeSet
from harness.core.vector import Witness
from harness.models.differences import DifferenceRow, DifferenceTable
from harness.specification.faults import DataFault
from harness.specification.yamlfile import YamlFile

WITNESSES = {
    "stateless": ("first", "second"),
    "canonical": ("bytes",),
    "order": ("smaller", "larger"),
    "self-synchronizing": ("values", "inside"),
    "ascii-transparent": ("values",),
}
"""What the witness of a denied property is made of."""


def encodings(file: YamlFile, others: Mapping[str, Encoding]) -> dict[str, Encoding]:
    """The encodings of a file that its schema holds for; a counted one may be made of `others`."""
    found: dict[str, Encoding] = {}
    for id, data in file.data["encodings"].items():
        place = f"{file.path}:{file.line('encodings', id)}"
        found[id] = _encoding(id, data, {**others, **found}, place)
    return found


def faults(file: YamlFile, others: Mapping[str, Encoding]) -> Iterator[DataFault]:
    """What is wrong in a file although its schema holds."""
    known = set(others)
    for id, data in file.data["encodings"].items():
        if id in others:
            yield file.fault(f"encoding {id} is there already, at {others[id].place}", "encodings", id)
        for part in data.get("counted", {}).values():
            if part not in known:
                yield file.fault(f"counted: no encoding {part!r} before this one", "encodings", id, "counted")
        for index, row in enumerate(data.get("layout", ())):
            if any(len(bits) != 8 for bits in row["bits"].split(" ")):
                yield file.fault("bits: a group has not eight places", "encodings", id, "layout", index)
        for name, claim in data["properties"].items():
            if "denied" in claim and set(claim["witness"]) != set(WITNESSES[name]):
                message = f"{name}: the witness must have {' and '.join(WITNESSES[name])}"
                yield file.fault(message, "encodings", id, "properties", name)
        for index, longer in enumerate(data.get("noncanonical", ())):
            if problem := _regex_problem(longer.get("match", "")):
                yield file.fault(f"match: {problem}", "encodings", id, "noncanonical", index)
        known.add(id)


def _regex_problem(pattern: str) -> str:
    try:
        re.compile(pattern)
    except re.error as error:
        return f"no regular expression: {error}"
    return ""


def _encoding(id: str, data: dict[str, Any], others: Mapping[str, Encoding], place: str) -> Encoding:
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
        joiner=parse_bytes(data.get("joiner", "-")),
        whole=data.get("whole", False),
        optional=_optional(data["optional"]) if "optional" in data else Optional(),
        noncanonical=tuple(
            Longer(longer["section"], longer.get("match", ""), _set(longer, "values"))
            for longer in data.get("noncanonical", ())
        ),
        properties={name: _property(claim) for name, claim in data["properties"].items()},
        edges=_edges(data["edges"]) if "edges" in data else Edges(),
        place=place,
    )


def _set(data: dict[str, Any], key: str) -> RangeSet:
    return parse_set(data[key]) if key in data else EMPTY


def _optional(data: dict[str, Any]) -> Optional:
    return Optional(parse_set(data["values"]), tuple(data["outcomes"]))


def _edges(data: dict[str, Any]) -> Edges:
    witnesses = tuple(Witness(*item) for each in data["witnesses"] for item in each.items())
    return Edges(witnesses, data["requirements"])


def _property(data: dict[str, Any]) -> Property:
    if "claimed" in data:
        return Property(True, data["claimed"])
    parse = {"bytes": parse_bytes}
    witness = {key: parse.get(key, parse_values)(text) for key, text in data["witness"].items()}
    return Property(False, data["denied"], witness)


def _length(data: dict[str, Any]) -> Length:
    least = data.get("bytes", data.get("least", 1))
    return Length(parse_set(data["values"]), least, data.get("bytes", data.get("most", least)))


def _lengths(tables: dict[str, Any]) -> tuple[Length, ...]:
    """The lengths that a layout or a table implies."""
    if "table" in tables:
        return (Length(RangeSet.of([(0, inf)]), 1, 1),)
    return tuple(Length(row.values, len(row.bits), len(row.bits)) for row in tables.get("layout", ()))


def _unassigned(table: dict[int, int]) -> RangeSet:
    return RangeSet.of((byte, byte) for byte in range(0x100) if byte not in table)


def _layout(rows: list[dict[str, str]], others: Mapping[str, Encoding]) -> tuple[Row, ...]:
    return tuple(
        Row(parse_set(row["values"]), tuple(row["bits"].split(" ")), parse_number(row.get("minus", "0")))
        for row in rows
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
        rows=tuple(
            DifferenceRow(
                *(int(end, 16) for end in row["differences"].split("..")), parse_set(row["lead"]), row["trails"]
            )
            for row in data["rows"]
        ),
    )


_TABLES: dict[str, Callable[[Any, Mapping[str, Encoding]], Any]] = {
    "layout": _layout,
    "table": _table,
    "udigits": _udigits,
    "counted": _counted,
    "continuation": _continuation,
    "differences": _differences,
}
