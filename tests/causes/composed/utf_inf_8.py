"""UTF-∞-8."""

from __future__ import annotations

from collections.abc import Iterable

from composed.fed import Fed

_ENDS = (0x7F, 0x7FF, 0xFFFF, 0x1FFFFF, 0x3FFFFFF, 0x7FFFFFFF, 0xFFFFFFFFF, (1 << 71) - 1)
"""The largest value of each size."""
_SIZES = (1, 2, 3, 4, 5, 6, 7, 13)
_LESS = 18


def _trail(value: int, count: int) -> bytes:
    """Returns the lower bits of a value, six in each of `count` trail bytes."""
    return bytes(0x80 | value >> 6 * each & 0x3F for each in reversed(range(count)))


def _storage(digits: int) -> int:
    """Returns the number of bytes that store this number of digits."""
    return (digits + 2) // 3 * 2


class FedUtfInf8(Fed):
    """A codec that calculates the size of a value once."""

    def __init__(self, encoding: str, mistakes: Iterable[str] = ()) -> None:
        super().__init__(encoding, mistakes)
        self._size, self._start, self._digits = 0, 0, 0
        self._less = 17 if "seventeen-subtracted" in self.on else _LESS

    def judge(self, held: bytes) -> int | None:
        lead, last = held[0], held[-1]
        if len(held) == 1:
            if 0x80 <= lead < 0xC2:
                raise ValueError(lead)
            size = 1 + sum(lead >= each for each in (0x80, 0xE0, 0xF0, 0xF8, 0xFC, 0xFE))
            self._size, self._start, self._digits = size if lead < 0xFF else 0, 1, 0
            return lead if lead < 0x80 else None
        if lead == 0xFF and len(held) == 2 and last < 0xA0:
            self._size = 13
        if not self._size:
            self._read_length(held)
            return None
        if not 0x80 <= last <= 0xBF:
            raise ValueError(last)
        if len(held) < self._size:
            return None
        value = lead & (0x7F >> len(held)) if lead < 0xFE else 0
        for byte in held[self._start :]:
            value = value << 6 | byte & 0x3F
        if value >> 128 and "128-bits-at-most" in self.on:
            raise ValueError(value)
        if self._digits:
            if value >> 4 * self._digits or value >> 4 * (self._digits - 1) == 0 or value <= _ENDS[-1]:
                raise ValueError(value)
            return value
        takes_longer = self._size == 13 and "longer-of-thirteen-taken" in self.on
        if value <= _ENDS[_SIZES.index(self._size) - 1] and not takes_longer:
            raise ValueError(value)
        return value

    def _read_length(self, held: bytes) -> None:
        """Sets the size as soon as the bytes after FF determine it."""
        digits = held[1:].lstrip(b"\xb4")
        marks = len(held) - 1 - len(digits)
        if digits and digits[-1] & 0xF0 != 0xA0:
            raise ValueError(held)
        if len(digits) <= marks:
            return
        if marks and digits[0] == 0xA0:
            raise ValueError(held)
        self._digits = int("".join(f"{byte & 0xF:X}" for byte in digits), 16) + self._less
        if "length-digits-added" in self.on:
            self._digits = sum(byte & 0xF for byte in digits) + self._less
        self._start = len(held)
        self._size = len(held) + _storage(self._digits)

    def put(self, value: int) -> bytes:
        on = self.on
        if value >> 128 and "128-bits-at-most" in on:
            raise ValueError(value)
        if value <= 0x7F:
            return bytes((value,))
        ends = [end >> ("signed-limits" in on) for end in _ENDS]
        if "72-bits-in-thirteen-bytes" in on:
            ends[7] = (1 << 72) - 1
        for size, end in zip(_SIZES[1:], ends[1:]):
            if value <= end + (size == 6 and "80000000-in-six-bytes" in on):
                lead = 0xFF if size == 13 else (0xFF00 >> size) & 0xFF
                return bytes((lead | value >> 6 * (size - 1),)) + _trail(value, size - 1)
        digits = (value.bit_length() + (0 if "digits-rounded-down" in on else 3)) // 4
        length = bytes(0xA0 | int(each, 16) for each in f"{digits - self._less:X}")
        return b"\xff" + b"\xb4" * (len(length) - 1) + length + _trail(value, _storage(digits))
