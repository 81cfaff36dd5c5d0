"""UTF-∞-8."""

from __future__ import annotations

from collections.abc import Iterable
from math import log

from composed.fed import Fed
from composed.plain import CutShort, IllFormed, Plain

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


class UtfInf8(Plain):
    """A codec of utf-inf-8."""

    def write(self, value: int, index: int) -> bytes:
        on = self.on
        if value < 0x80:
            return bytes((value,))
        for trails, end in enumerate(_ENDS[1:7], 1):
            if value <= end - (trails == 6 and "fffffffff-in-thirteen-bytes" in on):
                lead = (0xFF00 >> (trails + 1)) & 0xFF
                return bytes((lead | value >> 6 * trails,)) + _trail(value, trails)
        if value <= _ENDS[-1]:
            return b"\xff" + _trail(value, 12)
        if "71-bits-only" in on:
            raise IllFormed(index)
        digits = len(f"{value:X}")
        length = bytes(0xA0 | int(digit, 16) for digit in f"{digits - _LESS:X}")
        return b"\xff" + b"\xb4" * (len(length) - 1) + length + _trail(value, _storage(digits))

    def read(self, data: bytes, at: int) -> tuple[int, int]:
        lead = data[at]
        if lead < 0x80:
            return lead, at + 1
        if lead < 0xC2:
            raise IllFormed(at)
        return self._long(data, at) if lead == 0xFF else self._short(data, at)

    def _short(self, data: bytes, at: int) -> tuple[int, int]:
        """Returns the value of a sequence of two to seven bytes, and the offset after it."""
        lead = data[at]
        trails = sum(lead >= each for each in (0xC0, 0xE0, 0xF0, 0xF8, 0xFC, 0xFE))
        value, end = self._stored(data, at, at + 1, trails)
        if trails == 6 and "five-bits-in-the-seventh-row" in self.on:
            value &= 0x7FFFFFFFF
        value |= (lead & (0x3F >> trails)) << 6 * trails
        if value <= _ENDS[trails - 1]:
            raise IllFormed(at)
        return value, end

    def _long(self, data: bytes, at: int) -> tuple[int, int]:
        """Returns the value of a sequence that begins with FF, and the offset after it."""
        if at + 1 == len(data):
            raise CutShort(at)
        if 0x80 <= data[at + 1] < 0xA0:
            value, end = self._stored(data, at, at + 1, 12)
            if value <= _ENDS[-2] and "fffffffff-in-thirteen-bytes" not in self.on:
                raise IllFormed(at)
            return value, end
        if "71-bits-only" in self.on:
            raise IllFormed(at)
        digits, start = self._length(data, at)
        value, end = self._stored(data, at, start, _storage(digits))
        if value >> 4 * digits or value <= _ENDS[-1] or value >> 4 * (digits - 1) == 0:
            raise IllFormed(at)
        return value, end

    def _length(self, data: bytes, at: int) -> tuple[int, int]:
        """Returns the number of digits of a sequence that begins with FF, and the offset of the first byte that stores some."""
        start, count = at + 1, 1
        while data[start : start + 1] == b"\xb4":
            start, count = start + 1, count + 1
        digits = data[start : start + count]
        if any(not 0xA0 <= byte < 0xB0 for byte in digits):
            raise IllFormed(at)
        if len(digits) < count:
            raise CutShort(at)
        if count > 1 and digits[0] == 0xA0:
            raise IllFormed(at)
        return int("".join(f"{byte & 0xF:X}" for byte in digits), 16) + _LESS, start + count

    def _stored(self, data: bytes, at: int, start: int, count: int) -> tuple[int, int]:
        """Returns the number that `count` trail bytes store, and the offset after them."""
        value, some = 0, data[start : start + count]
        if any(byte & 0xC0 != 0x80 for byte in some) and "trail-unchecked" not in self.on:
            raise IllFormed(at)
        if len(some) < count and not (count <= 12 and "missing-bytes-as-zeros" in self.on):
            raise CutShort(at)
        for byte in some.ljust(count, b"\x80"):
            value = value << 6 | byte & 0x3F
        return value, min(start + count, len(data))


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
        digits = int(log(value, 16)) + 1 if "digits-by-logarithm" in on else (value.bit_length() + 3) // 4
        if "digits-rounded-down" in on:
            digits = value.bit_length() // 4
        length = bytes(0xA0 | int(each, 16) for each in f"{digits - self._less:X}")
        marks = b"\xb4" * (len(length) - 1)
        stored = _trail(value, _storage(digits))
        if "storage-swapped-in-pairs" in on:
            stored = b"".join(stored[at : at + 2][::-1] for at in range(0, len(stored), 2))
        return b"\xff" + (length + marks if "b4-after-the-length" in on else marks + length) + stored
