"""UTF-32 of either byte order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from composed.fed import Fed
from composed.plain import FIRST_MARK, CutShort, IllFormed, Plain


class Utf32(Plain):
    """A codec of utf-32-be or utf-32-le."""

    unit = 4

    def __init__(self, encoding: str, mistakes: Iterable[str] = ()) -> None:
        super().__init__(encoding, mistakes)
        self._writes_little = encoding == "utf-32-le"
        self._limit = 0xFFFF if "ucs-2" in self.on else 0x10FFFF
        self.begin()

    def begin(self) -> None:
        self._first, self._reads_little = True, self._writes_little != ("order-swapped-when-read" in self.on)

    def _unit(self, unit: int) -> bytes:
        return unit.to_bytes(4, "little" if self._writes_little else "big")

    def write(self, value: int, index: int) -> bytes:
        on = self.on
        if 0xD800 <= value <= 0xDFFF and "surrogates-both" not in on:
            raise IllFormed(index)
        if value > (0xFFFFFFFF if "above-limit-encoded" in on else self._limit):
            raise IllFormed(index)
        front = self._unit(FIRST_MARK) if index == 0 and "mark-written" in on else b""
        if "pairs-written" in on and value > 0xFFFF:
            return front + self._unit(0xD800 | value - 0x10000 >> 10) + self._unit(0xDC00 | value & 0x3FF)
        return front + self._unit(value)

    def read(self, data: bytes, at: int) -> tuple[int | None, int]:
        on = self.on
        if at + 4 > len(data):
            raise CutShort(at)
        value = int.from_bytes(data[at : at + 4], "little" if self._reads_little else "big")
        value &= 0xFFFFFF if "top-byte-ignored" in on else 0x1FFFFF if "21-bits-kept" in on else 0xFFFFFFFF
        first, self._first = self._first, False
        if first and "mark-obeyed" in on and value in (FIRST_MARK, 0xFFFE0000):
            self._reads_little ^= value == 0xFFFE0000
            return None, at + 4
        if 0xD800 <= value <= 0xDFFF and "surrogates-both" not in on:
            raise IllFormed(at)
        if value > self._limit and "above-limit-decoded" not in on:
            raise IllFormed(at)
        return value, at + 4


class FedUtf32(Fed):
    """A codec that judges four bytes."""

    def judge(self, held: bytes) -> int | None:
        on = self.on
        if len(held) < 4:
            return None
        value = int.from_bytes(held, self._order)
        if "middle-bytes-lost" in on:
            value &= 0xFF0000FF
        if value > (0xFFFFF if "plane-16-refused" in on else 0x10FFFF) or self._is_surrogate(value):
            raise ValueError(value)
        if 0xFDD0 <= value <= 0xFDFF and "fdd0-to-fdff-refused" in on:
            raise ValueError(value)
        return value

    def decode(self, data: bytes) -> list[int]:
        if len(data) % 4 and "offset-0-if-cut" in self.on:
            raise IllFormed(0)
        if data[:4] == b"\0\0\xfe\xff" and "swapped-after-the-mark" in self.on:
            data = b"".join(data[at : at + 4][::-1] for at in range(4, len(data), 4))
        return super().decode(data)

    def encode(self, values: Sequence[int]) -> bytes:
        if "pairs-joined-when-written" in self.on:
            values = [*_with_pairs_joined(values)]
        written = super().encode(values)
        return written[4:] if FIRST_MARK in values[:1] and "first-mark-not-written" in self.on else written

    def _is_surrogate(self, value: int) -> bool:
        """Returns whether the codec takes a value for a surrogate."""
        on = self.on
        value &= 0xFFFF if "surrogates-of-each-plane" in on else 0xFFFFFFFF
        return 0xD800 + ("d800-taken" in on) <= value <= (0xDBFF if "lows-taken" in on else 0xDFFF)

    def put(self, value: int) -> bytes:
        on = self.on
        limit = 0xFFFFF if "plane-16-refused" in on else 0x10FFFF
        is_negative = 0x80000000 <= value <= 0xFFFFFFFF
        if (value > limit and not ("negative-written" in on and is_negative)) or self._is_surrogate(value):
            raise ValueError(value)
        if "plane-shifted-by-fifteen" in on:
            value = value & 0xFF00FFFF | (value >> 15 & 0xFF) << 16
        return value.to_bytes(3 if "three-bytes-written" in on else 4, self._order)


def _with_pairs_joined(values: Sequence[int]) -> Iterator[int]:
    """Yields the values, but the value of UTF-16 for a high surrogate and a low one that follows it."""
    rest = [*reversed(values)]
    while rest:
        value = rest.pop()
        if rest and value & ~0x3FF == 0xD800 and rest[-1] & ~0x3FF == 0xDC00:
            value = 0x10000 + ((value & 0x3FF) << 10) + (rest.pop() & 0x3FF)
        yield value
