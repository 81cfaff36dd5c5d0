"""BOCU-1."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from composed.fed import Fed
from composed.plain import FIRST_MARK

GROWN = 32


class Row(NamedTuple):
    """A row of table 1. `end` is the first lead byte of the next row."""

    least: int
    end: int
    trails: int
    base: int
    offset: int


_ROWS = (
    Row(-0x200000, 0x22, 3, 0x22, -0x2DD0C),
    Row(-0x2DD0C, 0x25, 2, 0x25, -0x2911),
    Row(-0x2911, 0x50, 1, 0x50, -0x40),
    Row(-0x40, 0xD0, 0, 0x90, 0),
    Row(0x40, 0xFB, 1, 0xD0, 0x40),
    Row(0x2911, 0xFE, 2, 0xFB, 0x2911),
    Row(0x2DD0C, 0xFF, 3, 0xFE, 0x2DD0C),
)
_OWN = frozenset((0x00, *range(0x07, 0x10), 0x1A, 0x1B, 0x20))
_TRAIL = bytes(byte for byte in range(0x100) if byte not in _OWN)
_DIGIT = {byte: digit for digit, byte in enumerate(_TRAIL)}


def _row_of(difference: int) -> Row:
    return next(row for row in reversed(_ROWS) if difference >= row.least)


def _row_with(lead: int) -> Row:
    return next(row for row in _ROWS if lead < row.end)


class FedBocu1(Fed):
    """A codec of bocu-1."""

    def __init__(self, encoding: str, mistakes: Iterable[str] = ()) -> None:
        super().__init__(encoding, mistakes)
        self._state, self._count = 0x40, 0

    def begin(self) -> None:
        self._state, self._count = 0x40, 0

    def encode(self, values: Sequence[int]) -> bytes:
        return (b"\xff" if "reset-written" in self.on else b"") + super().encode(values)

    def _settle(self, value: int) -> None:
        """Sets the state after a value."""
        on = self.on
        if value == 0x20:
            return
        if value < 0x20:
            self._state = 0 if "controls-reset-to-0" in on else 0x40
        elif "state-is-the-value" in on:
            self._state = value
        elif 0x3040 <= value <= (0x30FF if "hiragana-to-30ff" in on else 0x309F):
            self._state = 0x3070
        elif (0x3400 if "unihan-from-3400" in on else 0x4E00) <= value <= 0x9FA5:
            self._state = 0x7711
        elif 0xAC00 <= value <= 0xD7A3:
            self._state = 0xC1D1
        else:
            self._state = (value & 0xFFFF if "state-of-16-bits" in on else value) & ~0x7F | 0x40

    def judge(self, held: bytes) -> int | None:
        value = self._judged(held)
        self._count += value is not None
        if value is not None and self._count % GROWN == 0 and "state-anew-in-a-grown-buffer" in self.on:
            self._state = 0x40
        return value

    def _judged(self, held: bytes) -> int | None:
        """Returns the same as `judge`, and sets the state."""
        on, lead = self.on, held[0]
        if lead <= 0x20:
            self._settle(lead)
            return lead
        if lead == 0xFF:
            self._state = 0x40
            return FIRST_MARK if "ff-gives-a-mark" in on else -1
        row = _row_with(lead)
        rest = lead - row.base
        for byte in held[:0:-1] if len(held) == 3 and row.trails == 2 and "trails-of-three-exchanged" in on else held[1:]:
            if byte not in _DIGIT and not (byte in (0x1A, 0x1B) and "1a-and-1b-taken" in on):
                raise ValueError(held)
            less = 4 if 0x1C <= byte <= 0x1F and "digits-by-four-too-small" in on else 0
            rest = rest * 243 + _DIGIT.get(byte, 0) - less
        if len(held) <= row.trails:
            return None
        value = self._state + row.offset + rest
        if not 0 <= value <= 0x10FFFF:
            raise ValueError(value)
        self._settle(max(value, 0x21))
        return value

    def put(self, value: int) -> bytes:
        if value > 0x10FFFF:
            raise ValueError(value)
        difference = value - self._state
        self._settle(value)
        if value <= 0x20:
            return bytes((value,))
        row = _row_of(difference + (difference == 0x2910 and "2910-in-three-bytes" in self.on))
        rest, digits = difference - row.offset, []
        for _ in range(row.trails):
            rest, digit = divmod(rest, 243)
            digits.append(_TRAIL[digit])
        return bytes((row.base + rest, *reversed(digits)))
