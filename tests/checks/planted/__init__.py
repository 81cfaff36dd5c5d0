"""Codecs with one fault each, of the sort that implementers make: what the vectors and checks must catch."""

from __future__ import annotations

from typing import Any, NamedTuple

from planted import bocu_1, kim, single_byte, utf_8, utf_16_32, utf_inf_8


class Planted(NamedTuple):
    """`codec` has the fault that `name` tells, and none besides."""

    encoding: str
    name: str
    codec: Any

    def __str__(self) -> str:
        return f"{self.encoding}/{self.name}"


PLANTED = [
    Planted(encoding, name, codec)
    for module in (kim, utf_8, utf_inf_8, bocu_1, utf_16_32, single_byte)
    for encoding, faults in module.FAULTS.items()
    for name, codec in faults.items()
]
