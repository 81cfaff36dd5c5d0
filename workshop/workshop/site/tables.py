"""Shows the tables of an encoding, in whatever form its definition states them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from encoding_conformance.core.notation import parse_number
from encoding_conformance.report.markdown import code, plain, row

_ROW = 16
"""The number of values in a row of a table that lists a value for each byte."""

_NONE = "--"
"""What a table has in the place of a byte that stands for no value."""


def tables(name: str, data: Any) -> Iterator[str]:
    """Yields the lines of Markdown that show a table. It is a list of rows, a mapping of rows by their first byte, or a
    mapping of names to values, some of which may be tables themselves. `name` says what it is."""
    if isinstance(data, Mapping):
        yield from _grid(data) if _is_grid(data) else _named(name, data)
    elif isinstance(data, Sequence) and data and all(isinstance(each, Mapping) for each in data):
        yield from _rows(data)
    else:
        yield from (_cell(data), "")


def _is_grid(data: Mapping[str, Any]) -> bool:
    return all(isinstance(each, str) and len(each.split()) == _ROW for each in data.values())


def _grid(data: Mapping[str, str]) -> Iterator[str]:
    """A row for each sixteen bytes: the values, and the characters if they can be seen."""
    yield row(["byte", *(f"\\_{column:X}" for column in range(_ROW))])
    yield row(["---"] * (1 + _ROW))
    for first, values in data.items():
        yield row([f"**{plain(first[:-1])}\\_**", *map(_value, values.split())])
    yield ""


def _value(text: str) -> str:
    if text == _NONE:
        return ""
    character = chr(parse_number(text))
    seen = unicodedata.category(character)[0] in "LNPS"
    return f"{plain(character)}<br>{code(text)}" if seen else code(text)


def _rows(data: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    heads = list(dict.fromkeys(key for each in data for key in each))
    yield row(map(plain, heads))
    yield row(["---"] * len(heads))
    yield from (row(_cell(each.get(key, "")) for key in heads) for each in data)
    yield ""


def _named(name: str, data: Mapping[str, Any]) -> Iterator[str]:
    """A table of the plain values, and then the tables among them."""
    simple = {key: each for key, each in data.items() if not isinstance(each, (Mapping, list))}
    if simple:
        yield row([plain(name), ""])
        yield row(["---", "---"])
        yield from (row([plain(key), _cell(each)]) for key, each in simple.items())
        yield ""
    for key, each in data.items():
        if key not in simple:
            yield from (f"{plain(name)}, {plain(key)}:", "")
            yield from tables(key, each)


def _cell(data: Any) -> str:
    if isinstance(data, (list, tuple)):
        return ", ".join(map(_cell, data))
    return code(str(data)) if data != "" else ""
