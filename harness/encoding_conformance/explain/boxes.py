"""The bytes of a step as boxes to draw, few enough for a screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from encoding_conformance.core.notation import format_bytes
from encoding_conformance.models.explaining.explainer import Bits, Part, Role, counted

_MOST, _FIRST, _LAST = 16, 8, 4
"""The number of parts that are all drawn, and the number of first and last ones that are drawn if there are more."""

_LONGEST = 24
"""The number of characters of the bytes in one box."""

BoxRole = Role | Literal["left out"]


class Box(NamedTuple):
    """A box: the bytes in it as hexadecimal digits, their bits if it is one byte of which the tables look at bits, and what they
    are for. Boxes that are not drawn are one box, whose text is their number."""

    text: str
    role: BoxRole
    bits: tuple[Bits, ...] = ()


def boxes(parts: Sequence[Part]) -> tuple[Box, ...]:
    """Returns the boxes for the parts of a code. The middle of many parts, and of many bytes in a part, is left out."""
    if len(parts) <= _MOST:
        return tuple(map(_box, parts))
    left = sum(len(part.data) for part in parts[_FIRST:-_LAST])
    return (*map(_box, parts[:_FIRST]), Box(f"… {counted(left, 'byte')} …", "left out"), *map(_box, parts[-_LAST:]))


def _box(part: Part) -> Box:
    return Box(_shortened(part.data), part.role, part.bits)


def _shortened(data: bytes) -> str:
    text = format_bytes(data)
    if len(text) <= _LONGEST:
        return text
    return f"{data[:4].hex(' ').upper()} … {data[-2:].hex(' ').upper()} ({counted(len(data), 'byte')})"
