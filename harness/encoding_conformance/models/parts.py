"""The parts of a byte sequence with their roles, and the explanation of a step."""

from collections.abc import Mapping
from itertools import groupby, islice
from typing import Literal, NamedTuple

from encoding_conformance.core.notation import format_number
from encoding_conformance.core.text import abridged

Role = Literal["single", "lead", "trail", "length", "padding", "count", "reset", "fault"]
"""The roles of bytes in a sequence. `single` is the only byte of its sequence, `length` stores the length of the sequence,
`padding` has no bit of the value, and `fault` shows that the sequence is ill-formed."""

Purpose = Literal["fixed", "value", "continue", "length", "padding", "parity"]
"""The purposes of bits in a byte. `fixed` are the same in the whole row, and `continue` says whether another byte follows."""

LAST_DECIMAL = 10**15
"""The last number that is also shown in decimal."""

_LONGEST_NUMBER = 48
"""The number of characters of a number that are shown."""


class Bits(NamedTuple):
    """Some bits of a byte, as binary digits."""

    digits: str
    purpose: Purpose


class Part(NamedTuple):
    """Consecutive bytes of a sequence that have the same role. `bits` are the bits of a single byte, from the most significant
    on, or empty if the tables do not look at bits."""

    data: bytes
    role: Role
    bits: tuple[Bits, ...] = ()


class Explanation(NamedTuple):
    """How a model explains a step: the parts of its sequence in order, sentences, and the fault in a few words, or empty."""

    parts: tuple[Part, ...]
    lines: tuple[str, ...] = ()
    brief: str = ""


_PURPOSES: Mapping[str, Purpose] = {"x": "value", "p": "parity", "c": "continue", "l": "length", "z": "padding"}


def split(byte: int, pattern: str) -> tuple[Bits, ...]:
    """Returns the bits of a byte, grouped by purpose. The pattern has a character for each bit: `x` for the value, `p`
    for parity, `c` for a continue bit, `l` for a length, `z` for padding, and any other for a fixed bit."""
    digits, purposes = iter(f"{byte:08b}"), (_PURPOSES.get(character, "fixed") for character in pattern)
    return tuple(Bits("".join(islice(digits, len(list(group)))), purpose) for purpose, group in groupby(purposes))


def sentence(text: str) -> str:
    """Returns a few words as a sentence."""
    return f"{text[:1].upper()}{text[1:]}."


def number(value: int) -> str:
    """Returns the hexadecimal digits of a number of any size and sign. The middle of a long one is left out."""
    return abridged(format_number(value), _LONGEST_NUMBER)
