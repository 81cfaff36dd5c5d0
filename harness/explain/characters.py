"""Says what the values of an encoding are called: characters by their names, and numbers by their digits."""

from __future__ import annotations

from unicodedata import category, name

from harness.core.encoding import Encoding
from harness.models.explaining.explainer import number
from harness.models.model import Walked

_LAST_CHARACTER = 0x10FFFF

_LAST_COUNT = 10**15
"""The last number that is also shown in decimal."""

_NAMELESS = {"Cc": "a control character", "Cs": "a surrogate", "Co": "for private use"}


class Characters:
    """The names of the values of an encoding."""

    def __init__(self, encoding: Encoding):
        # Values of any size are characters only if the ASCII characters are among them.
        self._has_characters = encoding.kind != "naturals" or encoding.claims("ascii-transparent")

    def title(self, step: Walked) -> str:
        """Returns what a step reads or writes."""
        if step.is_count and step.value is not None:
            return f"the count {_in_decimal(step.value)}"
        if step.value is None:
            return "ill-formed" if step.reason else "no value"
        said = self.named(step.value)
        return f"{said}, which cannot be encoded" if step.reason else said

    def named(self, value: int) -> str:
        """Returns a value with its name, such as `U+20AC EURO SIGN`, or as a number in both bases."""
        if not self._has_characters:
            return _in_decimal(value)
        return f"U+{value:04X} {_name(value)}" if value <= _LAST_CHARACTER else f"U+{number(value)}"


def _name(value: int) -> str:
    character = chr(value)
    if (value & 0xFFFE) == 0xFFFE or 0xFDD0 <= value <= 0xFDEF:
        return "(a noncharacter)"
    return name(character, "") or f"({_NAMELESS.get(category(character), 'not assigned')})"


def _in_decimal(value: int) -> str:
    return f"{value:X} ({value} in decimal)" if 9 < value <= _LAST_COUNT else number(value)
