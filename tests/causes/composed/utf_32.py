"""UTF-32 of either byte order."""

from __future__ import annotations

from collections.abc import Sequence

from composed.fed import Fed
from composed.plain import FIRST_MARK, IllFormed


def _swapped(data: bytes) -> bytes:
    """Returns the bytes of each code unit in the other order."""
    return b"".join(data[at : at + 4][::-1] for at in range(0, len(data), 4))


class FedUtf32(Fed):
    """A codec that judges four bytes."""

    def judge(self, held: bytes) -> int | None:
        on = self.on
        if len(held) < 4:
            return None
        value = int.from_bytes(held, self._order)
        if "21-bits-kept" in on:
            value &= 0x1FFFFF
        if value > 0x10FFFF or self._is_surrogate(value):
            raise ValueError(value)
        return value

    def decode(self, data: bytes) -> list[int]:
        if len(data) % 4 and "offset-0-if-cut" in self.on:
            raise IllFormed(0)
        if data[:4] == b"\0\0\xfe\xff" and "swapped-after-the-mark" in self.on:
            data = _swapped(data[4:])
        if "mark-obeyed" in self.on and data[:4] in (b"\0\0\xfe\xff", b"\xff\xfe\0\0"):
            is_swapped = int.from_bytes(data[:4], self._order) != FIRST_MARK
            data = _swapped(data[4:]) if is_swapped else data[4:]
        return super().decode(data)

    def encode(self, values: Sequence[int]) -> bytes:
        written = super().encode(values)
        return written[4:] if FIRST_MARK in values[:1] and "first-mark-not-written" in self.on else written

    def _is_surrogate(self, value: int) -> bool:
        """Returns whether the codec takes a value for a surrogate."""
        on = self.on
        return 0xD800 + ("d800-taken" in on) <= value <= (0xDBFF if "lows-taken" in on else 0xDFFF)

    def put(self, value: int) -> bytes:
        on = self.on
        is_negative = 0x80000000 <= value <= 0xFFFFFFFF
        if (value > 0x10FFFF and not ("negative-written" in on and is_negative)) or self._is_surrogate(value):
            raise ValueError(value)
        return value.to_bytes(4, self._order)
