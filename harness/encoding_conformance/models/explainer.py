"""The interface of all explainers, and what holds for tables of any form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, islice
from typing import Any, Literal, NamedTuple

from encoding_conformance.core.notation import format_number
from encoding_conformance.core.operation import WORDS
from encoding_conformance.core.ranges import SURROGATES
from encoding_conformance.core.text import abridged
from encoding_conformance.models.model import Walked

Role = Literal["single", "lead", "trail", "length", "padding", "count", "reset", "fault"]
"""What bytes of a code are for. `single` is the only byte of its code, `length` stores the length of the code, `padding`
has no bit of the value, and `fault` shows that the code is ill-formed."""

Purpose = Literal["fixed", "value", "continue", "length", "padding", "parity"]
"""What bits of a byte are for. `fixed` are the same in every value of the row, and `continue` says whether another byte
follows."""

BY_A_BYTE = ("bad-lead", "bad-trail", "too-long", "bad-length")
"""The reasons for which one byte, the last of the ill-formed code, is at fault."""

LAST_DECIMAL = 10**15
"""The last number that is also shown in decimal."""

_LONGEST_NUMBER = 48
"""The number of characters of a number that are shown."""


class Bits(NamedTuple):
    """Some bits of a byte, as binary digits."""

    digits: str
    purpose: Purpose


class Part(NamedTuple):
    """Consecutive bytes of a code that are for the same. `bits` are those of a single byte, from the most significant
    on; they are empty if the tables do not look at bits."""

    data: bytes
    role: Role
    bits: tuple[Bits, ...] = ()


class Told(NamedTuple):
    """What an explainer says of a step: the parts of its code in order, sentences, and in a few words what is wrong, if
    something is."""

    parts: tuple[Part, ...]
    lines: tuple[str, ...] = ()
    brief: str = ""


class Explainer:
    """Explains the steps of a model. This one tells lead bytes from trail bytes, and knows nothing of the tables."""

    def __init__(self, model: Any):
        self.model = model

    def read(self, step: Walked) -> Told:
        """Explains how a well-formed code gives its value."""
        return Told(parts_of(step))

    def written(self, step: Walked) -> Told:
        """Explains how a value gives its code."""
        return self.read(step)

    def fault(self, step: Walked) -> Told:
        """Explains what is wrong with the last step of an input, in the last line."""
        told = self.ill_formed(step) if step.value is None else self.unencodable(step)
        return told._replace(lines=(*told.lines, sentence(told.brief)))

    def ill_formed(self, step: Walked) -> Told:
        """Returns what `fault` says of a code, without its last line."""
        return Told(parts_of(step), (), WORDS[step.reason].fault)

    def unencodable(self, step: Walked) -> Told:
        """Returns what `fault` says of a value that cannot be encoded, without its last line."""
        return self.without((), (), step.value or 0)

    def without(self, parts: tuple[Part, ...], lines: Iterable[str], value: int) -> Told:
        """Says that the encoding does not have a value, with these parts and lines."""
        values, brief = self.model.encoding.values, f"{number(value)} is not a value of the encoding"
        if value in SURROGATES:
            brief = f"{value:X} is a surrogate, which is not a value of the encoding"
        elif value < 0:
            brief = f"{number(value)} is below zero"
        elif value > values.last:
            brief = f"{number(value)} is above {values.last:X}, the largest value"
        return Told(parts, (*lines, f"The values of the encoding are {values}."), brief)


def parts_of(step: Walked, patterns: Sequence[str] = (), unit: int = 1) -> tuple[Part, ...]:
    """Returns the bytes of a code one by one. Those of the first code unit, which has `unit` bytes, lead the others. If a single
    byte is at fault, it is the last one. The other bytes have bits if there are patterns, as `split` takes them."""
    size = len(step.code)
    lead: Role = "single" if size == unit and step.reason != "truncated" else "lead"
    roles: list[Role] = ["trail"] * size
    roles[:unit] = [lead] * min(unit, size)
    if step.reason in BY_A_BYTE:
        roles[-1] = "fault"
    each = zip(step.code, roles, [*patterns, *[""] * size])
    return tuple(Part(bytes([byte]), role, () if role == "fault" else split(byte, bits)) for byte, role, bits in each)


_PURPOSES: Mapping[str, Purpose] = {"x": "value", "p": "parity", "c": "continue", "l": "length", "z": "padding"}


def split(byte: int, pattern: str) -> tuple[Bits, ...]:
    """Returns the bits of a byte, grouped by what they are for. The pattern has a character for each bit: `x` for the value, `p`
    for parity, `c` for a continue bit, `l` for a length, `z` for padding, and any other for a fixed bit."""
    digits, purposes = iter(f"{byte:08b}"), (_PURPOSES.get(character, "fixed") for character in pattern)
    return tuple(Bits("".join(islice(digits, len(list(group)))), purpose) for purpose, group in groupby(purposes))


def sentence(text: str) -> str:
    """Returns a few words as a sentence."""
    return f"{text[:1].upper()}{text[1:]}."


def number(value: int) -> str:
    """Returns the hexadecimal digits of a number of any size and sign. The middle of a long one is left out."""
    return abridged(format_number(value), _LONGEST_NUMBER)
