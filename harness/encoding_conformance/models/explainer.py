"""The interface of all explainers, and what holds for tables of any form."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.notation import format_number
from encoding_conformance.core.ranges import SURROGATES
from encoding_conformance.core.text import abridged
from encoding_conformance.core.vector import WORDS
from encoding_conformance.models.model import Walked

Role = Literal["single", "lead", "trail", "length", "padding", "count", "reset", "fault"]
"""What bytes of a code are for. `single` is the only byte of its code, `length` stores the length of the code, `padding`
has no bit of the value, and `fault` shows that the code is ill-formed."""

Purpose = Literal["fixed", "value", "continue", "length", "padding", "parity"]
"""What bits of a byte are for. `fixed` are the same in every value of the row, and `continue` says whether another byte
follows."""

BY_A_BYTE = ("bad-lead", "bad-trail", "too-long", "bad-length")
"""The reasons for which one byte, the last of the ill-formed code, is at fault."""

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
    """What an explainer says of a step: the parts of its code in order, and sentences."""

    parts: tuple[Part, ...]
    lines: tuple[str, ...] = ()


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
        """Explains why a code is ill-formed."""
        return Told(parts_of(step))

    def unencodable(self, step: Walked) -> Told:
        """Explains why a value cannot be encoded."""
        value, has = step.value or 0, f"The values of the encoding are {step.model.encoding.values}."
        if value in SURROGATES:
            return Told((), (f"{value:X} is a surrogate code point.", has))
        return Told((), (f"{number(value)} is not a value of the encoding.", has))

    def brief(self, step: Walked) -> str:
        """Says in a few words what is wrong with a code that is ill-formed, or with a value that cannot be encoded."""
        return WORDS[step.reason].fault if step.value is None else self.not_a_value(step.model.encoding, step.value)

    @staticmethod
    def not_a_value(encoding: Encoding, value: int) -> str:
        """Says in a few words why the encoding does not have a value."""
        if value in SURROGATES:
            return f"{value:X} is a surrogate, which is not a value of the encoding"
        if value < 0:
            return f"{number(value)} is below zero"
        if value > encoding.values.last:
            return f"{number(value)} is above {encoding.values.last:X}, the largest value"
        return f"{number(value)} is not a value of the encoding"


def parts_of(step: Walked) -> tuple[Part, ...]:
    """Returns the bytes of a code one by one, of which the first leads the others. If a single byte is at fault, it is the last
    one."""
    roles: list[Role] = ["trail"] * len(step.code)
    roles[:1] = ["lead"] if step.reason or len(step.code) > 1 else ["single"]
    if step.reason in BY_A_BYTE:
        roles[-1] = "fault"
    return tuple(Part(bytes([byte]), role) for byte, role in zip(step.code, roles))


def cut_off(there: int, sizes: Iterable[int]) -> str:
    """Says in a few words that the input ends after so many bytes of a code that has one of these sizes."""
    return f"the input ends after {there} of {' or '.join(map(str, sizes))} bytes"


def continue_bit(byte: int) -> str:
    """Says in a few words that the input ends although a byte says that another one follows."""
    return f"the continue bit of {byte:02X} is set, and nothing follows"


def number(value: int) -> str:
    """Returns the hexadecimal digits of a number of any size and sign. The middle of a long one is left out."""
    return abridged(format_number(value), _LONGEST_NUMBER)


def counted(count: int, noun: str) -> str:
    """Returns a number of things in decimal, such as `1 byte` or `3 bytes`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
