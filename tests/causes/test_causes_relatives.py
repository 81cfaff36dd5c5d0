"""Implementations of other encodings than the one that they are tested in."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from composed import codec
from diagnosed import diagnosed

from encoding_conformance.data_files import encodings, schema
from encoding_conformance.data_files.yamlfile import YamlFile
from encoding_conformance.data_folders import SCHEMAS, VECTORS


class Cesu8:
    """It encodes the code units of UTF-16 in UTF-8."""

    def encode(self, values: Sequence[int]) -> bytes:
        if any(value > 0x10FFFF for value in values):
            raise ValueError("too large")
        units = "".join(map(chr, values)).encode("utf-16-be")
        pairs = [int.from_bytes(units[at : at + 2], "big") for at in range(0, len(units), 2)]
        return "".join(map(chr, pairs)).encode("utf-8", "surrogatepass")

    def decode(self, data: bytes) -> Sequence[int]:
        if any(byte >= 0xF0 for byte in data):
            raise ValueError("no such byte")
        units = data.decode("utf-8", "surrogatepass").encode("utf-16-be", "surrogatepass")
        return [ord(each) for each in units.decode("utf-16-be")]


class Units:
    """UCS-2: each code unit is a value."""

    def encode(self, values: Sequence[int]) -> bytes:
        if any(value > 0xFFFF for value in values):
            raise ValueError("too large")
        return b"".join(value.to_bytes(2, "little") for value in values)

    def decode(self, data: bytes) -> Sequence[int]:
        if len(data) % 2:
            raise ValueError("half a unit")
        return [int.from_bytes(data[at : at + 2], "little") for at in range(0, len(data), 2)]


class Cp1252:
    """A codec of Python's."""

    def encode(self, values: list[int]) -> bytes:
        return "".join(map(chr, values)).encode("cp1252")

    def decode(self, data: bytes) -> list[int]:
        return [ord(character) for character in data.decode("cp1252")]


@pytest.mark.parametrize(
    ("wrong", "name", "encoding"),
    [
        (Units(), "ucs-2-le", "utf-16-le"),
        pytest.param(codec("utf-16-le"), "utf-16-le", "utf-16-be", marks=pytest.mark.slow),
        pytest.param(Cesu8(), "cesu-8", "utf-8", marks=pytest.mark.slow),
        pytest.param(Cp1252(), "cp1252", "iso-8859-1", marks=pytest.mark.slow),
    ],
)
def test_another_encoding_is_named(wrong, name, encoding):
    found = {cause.plain_title: cause for cause in diagnosed(encoding, wrong)}
    cause = found[f"this is {name}, not {encoding}"]
    assert cause.looks_like is not None
    assert (cause.looks_like.encoding, cause.looks_like.explained) == (name, len(cause.explains))


def test_the_relatives_conform_to_the_schema_of_encodings():
    file = YamlFile(VECTORS / "relatives.yaml")
    assert [*schema.problems(file, SCHEMAS["encodings"]), *encodings.problems(file, {})] == []
