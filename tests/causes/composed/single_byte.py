"""ASCII with parity, code page 437 and ISO 8859: one byte for each character."""

from __future__ import annotations

from collections.abc import Iterable

from composed.fed import Fed
from composed.plain import IllFormed, Plain


def _table(encoding: str) -> dict[int, int]:
    """Returns the value of each byte that has one."""
    if encoding == "ascii-parity":
        return {byte: byte & 0x7F for byte in range(0x100) if byte.bit_count() % 2 == 0}
    page = encoding.replace("iso-8859-", "iso8859-")
    characters = {byte: bytes((byte,)).decode(page, "ignore") for byte in range(0x100)}
    return {byte: ord(character) for byte, character in characters.items() if character}


class SingleByte(Plain):
    """A codec with a table for each direction."""

    def __init__(self, encoding: str, mistakes: Iterable[str] = ()) -> None:
        super().__init__(encoding, mistakes)
        table = _table(encoding)
        if "cells-of-another-page" in self.on:  # where ISO 8859-1 differs from ISO 8859-15
            table |= {byte: byte for byte in (0xA4, 0xBC, 0xBD, 0xBE)}
        if "c1-refused" in self.on:
            table = {byte: value for byte, value in table.items() if not 0x80 <= byte < 0xA0}
        self._written = {value: byte for byte, value in table.items()}
        if "upper-half-refused-when-read" in self.on:
            table = {byte: value for byte, value in table.items() if byte < 0x80}
        self._read = table

    def write(self, value: int, index: int) -> bytes:
        if value < 0x100 and "numbers-below-100-written" in self.on:
            return bytes((value,))
        if value not in self._written:
            raise IllFormed(index)
        return bytes((self._written[value],))

    def read(self, data: bytes, at: int) -> tuple[int, int]:
        if data[at] not in self._read:
            raise IllFormed(at)
        return self._read[data[at]], at + 1


_CELLS = {
    "house-at-7f": {0x7F: 0x2302},
    "sign-a4-as-euro": {0xA4: 0x20AC},
    "cyrillic-by-arithmetic": {0xAD: 0x40D, 0xF0: 0x450, 0xFD: 0x45D},
    "arabic-by-arithmetic": {byte: byte + 0x560 for byte in range(0xA1, 0x100)},
}
"""The cells that a mistake changes."""


class FedSingleByte(Fed):
    """A codec with a table for both directions."""

    def __init__(self, encoding: str, mistakes: Iterable[str] = ()) -> None:
        super().__init__(encoding, mistakes)
        self._table = _table(encoding)
        for name in self.on & _CELLS.keys():
            self._table |= _CELLS[name]
        if "last-cell-missing" in self.on:
            del self._table[0xFF]
        self._bytes = {value: byte for byte, value in self._table.items()}

    def judge(self, held: bytes) -> int | None:
        byte = held[0]
        if byte >= 0x80 and "upper-half-crashes" in self.on:
            raise IndexError("index out of range")
        if 0x80 <= byte < 0xA0 and "c1-from-the-end" in self.on:
            byte += 0x60
        if byte not in self._table:
            raise ValueError(held)
        return self._table[byte]

    def put(self, value: int) -> bytes:
        on, last = self.on, max(self._bytes)
        if "sixteen-bits-looked-up" in on:
            value &= 0xFFFF
        if value > 0xFFFF and "above-ffff-skipped" in on:
            return b""
        if value > last and "above-the-table-crashes" in on:
            raise IndexError("index out of range")
        if value not in self._bytes or (value == last and "largest-not-found" in on):
            raise ValueError(value)
        return bytes((self._bytes[value],))
