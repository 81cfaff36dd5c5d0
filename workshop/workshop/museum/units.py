"""Helpers for models of UTF-16 and UTF-32: decoders that look at one code unit, or at one and the next."""

from __future__ import annotations

from collections.abc import Callable

from mutants.methods import Excuse
from reference_codecs import Rejection
from workshop.museum.tools import Given, Step, Whole, one_each, stepping

MISSING = -1
"""The second unit, if the input ends after the first."""

Pair = Callable[[int, int], tuple[list[int], int] | None]
"""Returns the values for a unit and the next one, and how many of them were read; or None if a sound decoder reads them."""

Unit = Callable[[int], list[int] | None]
"""Returns the values for a whole unit; or None if a sound decoder reads it."""


class RefusedError(Exception):
    """A decoder refuses a unit."""


def number(encoding: str, unit: bytes) -> int:
    """Returns the value of a unit."""
    return int.from_bytes(unit, "big" if encoding.endswith("be") else "little")


def at_pairs(encoding: str, pair: Pair) -> Step:
    """Returns the step of a decoder of UTF-16 that calls `pair` at each unit."""

    def step(data: bytes, at: int) -> Given:
        first, second = data[at : at + 2], data[at + 2 : at + 4]
        if len(first) < 2:
            return None
        try:
            decoded = pair(number(encoding, first), number(encoding, second) if len(second) == 2 else MISSING)
        except RefusedError:
            raise Rejection("surrogate", first, at) from None
        return (decoded[0], at + 2 * decoded[1]) if decoded else None

    return step


def by_pairs(encoding: str, pair: Pair, excuse: Excuse | None = None, replaces: bool = False) -> Callable[[], Whole]:
    """Returns a function that makes a codec of UTF-16 whose decoder calls `pair` at each unit."""
    return lambda: stepping(encoding, at_pairs(encoding, pair), one_each(encoding) if replaces else excuse)


def by_units(encoding: str, unit: Unit, replaces: bool = False) -> Callable[[], Whole]:
    """Returns a function that makes a codec of UTF-32 whose decoder calls `unit` for each whole unit."""

    def step(data: bytes, at: int) -> Given:
        values = unit(number(encoding, data[at : at + 4])) if at + 4 <= len(data) else None
        return None if values is None else (values, at + 4)

    return lambda: stepping(encoding, step, one_each(encoding) if replaces else None)


def without_rest(size: int) -> Step:
    """Returns the step of a decoder that drops an incomplete unit of this size at the end."""
    return lambda data, at: ([], len(data)) if at + size > len(data) else None


def ten_bits(first: int, second: int) -> int:
    """Returns the value of two units by their ten low bits."""
    return 0x10000 + ((first & 0x3FF) << 10) + (second & 0x3FF)


def little(*units: int) -> bytes:
    """Returns sixteen bits of each number in little-endian bytes."""
    return b"".join((unit & 0xFFFF).to_bytes(2, "little") for unit in units)


def big(*units: int) -> bytes:
    """Returns sixteen bits of each number in big-endian bytes."""
    return b"".join((unit & 0xFFFF).to_bytes(2, "big") for unit in units)
