"""Implementations of other encodings than the one that they are tested in."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from composed import codec
from diagnosed import diagnosed

from encoding_conformance.data_files import encodings, schema
from encoding_conformance.data_files.yamlfile import YamlFile
from encoding_conformance.data_folders import SCHEMAS, VECTORS


class PairsInUtf8:
    """CESU-8: it encodes the code units of UTF-16. If `nul` is true, it writes no NUL byte, as Java does."""

    def __init__(self, nul: bool) -> None:
        self.nul = nul

    def encode(self, values: Sequence[int]) -> bytes:
        if any(value > 0x10FFFF for value in values):
            raise ValueError("too large")
        units = "".join(map(chr, values)).encode("utf-16-be")
        pairs = [int.from_bytes(units[at : at + 2], "big") for at in range(0, len(units), 2)]
        data = "".join(map(chr, pairs)).encode("utf-8", "surrogatepass")
        return data.replace(b"\0", b"\xc0\x80") if self.nul else data

    def decode(self, data: bytes) -> Sequence[int]:
        if (self.nul and b"\0" in data) or any(byte >= 0xF0 for byte in data):
            raise ValueError("no such byte")
        text = (data.replace(b"\xc0\x80", b"\0") if self.nul else data).decode("utf-8", "surrogatepass")
        return [ord(each) for each in text.encode("utf-16-be", "surrogatepass").decode("utf-16-be")]


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


class Python:
    """A codec of Python's, by its name."""

    def __init__(self, name: str):
        self.name = name

    def encode(self, values: list[int]) -> bytes:
        return "".join(map(chr, values)).encode(self.name)

    def decode(self, data: bytes) -> list[int]:
        return [ord(character) for character in data.decode(self.name)]


@pytest.mark.parametrize(
    ("wrong", "name", "encoding"),
    [
        (PairsInUtf8(nul=False), "cesu-8", "utf-8"),
        (PairsInUtf8(nul=True), "modified-utf-8", "utf-8"),
        (Units(), "ucs-2-le", "utf-16-le"),
        (codec("utf-16-le"), "utf-16-le", "utf-16-be"),
        (Python("cp1252"), "cp1252", "iso-8859-1"),
    ],
)
def test_another_encoding_is_named(wrong: object, name: str, encoding: str) -> None:
    found = {cause.plain_title: cause for cause in diagnosed(encoding, wrong)}
    cause = found[f"this is {name}, not {encoding}"]
    assert cause.looks_like is not None
    assert (cause.looks_like.encoding, cause.looks_like.explained) == (name, len(cause.explains))


def test_the_relatives_conform_to_the_schema_of_encodings() -> None:
    file = YamlFile(VECTORS / "relatives.yaml")
    assert [*schema.problems(file, SCHEMAS["encodings"]), *encodings.problems(file, {})] == []
