"""Says what a step reads or writes: a character by its name, or a number by its digits."""

from __future__ import annotations

from encoding_conformance.core.characters import LAST_CHARACTER, character
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.models.explaining.explainer import number
from encoding_conformance.models.model import Walked

_LAST_COUNT = 10**15
"""The last number that is also shown in decimal."""


def title(encoding: Encoding, step: Walked) -> str:
    """Returns what a step reads or writes, such as `U+20AC EURO SIGN` or `12C (300 in decimal)`."""
    if step.is_count and step.value is not None:
        return f"the count {_in_decimal(step.value)}"
    if step.value is None:
        return "ill-formed" if step.reason else "no value"
    said = _character(step.value) if encoding.has_characters else _in_decimal(step.value)
    return f"{said}, which cannot be encoded" if step.reason else said


def _character(value: int) -> str:
    return f"U+{value:04X} {character(value)}" if value <= LAST_CHARACTER else f"U+{number(value)}"


def _in_decimal(value: int) -> str:
    return f"{value:X} ({value} in decimal)" if 9 < value <= _LAST_COUNT else number(value)
