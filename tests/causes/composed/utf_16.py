"""UTF-16 of either byte order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from composed.fed import Fed
from composed.plain import FIRST_MARK, CutShort, IllFormed, Plain

FULL = 128


class Utf16(Plain):
    """A codec of utf-16-be or utf-16-le."""

    unit = 2

    def __init__(self, encoding: str, mistakes: Iterable[str] = ()) -> None:
        super().__init__(encoding, mistakes)
        self._reads_little = encoding == "utf-16-le"
        self._writes_little = self._reads_little != ("order-swapped-when-written" in self.on)

    def _unit(self, unit: int) -> bytes:
        return unit.to_bytes(2, "little" if self._writes_little else "big")

    def write(self, value: int, index: int) -> bytes:
        on = self.on
        if 0xD800 <= value <= 0xDFFF and "surrogates-both" not in on:
            raise IllFormed(index)
        if value > (0xFFFF if "ucs-2" in on else 0x10FFFF):
            raise IllFormed(index)
        front = self._unit(FIRST_MARK) if index == 0 and "mark-written" in on else b""
        if value < 0xFFFF or (value == 0xFFFF and "ffff-as-pair" not in on):
            return front + self._unit(value)
        rest = max(value - 0x10000, 0)
        high, low = self._unit(0xD800 | rest >> 10), self._unit(0xDC00 | rest & 0x3FF)
        return front + (low + high if "halves-swapped" in on else high + low)

    def _at(self, data: bytes, at: int, start: int) -> int:
        """Returns the code unit at an offset. Raises CutShort if it is not complete."""
        if at + 2 > len(data):
            raise CutShort(start)
        return int.from_bytes(data[at : at + 2], "little" if self._reads_little else "big")

    def decode(self, data: bytes) -> list[int]:
        return super().decode(data.split(b"\0")[0] if "zero-byte-ends-text" in self.on else data)

    def read(self, data: bytes, at: int) -> tuple[int, int]:
        on = self.on
        if at + 1 == len(data) and "odd-byte-crashes" in on:
            raise IndexError("index out of range")
        unit = self._at(data, at, at)
        if unit < 0xD800 or unit > 0xDFFF:
            return unit, at + 2
        if "ucs-2" in on:
            raise IllFormed(at)
        first, second = (0xDC00, 0xD800) if "halves-swapped" in on else (0xD800, 0xDC00)
        if unit & 0xFC00 != first:
            return self._lone(unit, at, "lone-low-taken")
        if at + 2 == len(data):
            return self._lone(unit, at, "lone-high-taken", CutShort)
        other = self._at(data, at + 2, at)
        if other & 0xFC00 != second:
            return self._lone(unit, at, "lone-high-taken")
        high, low = (other, unit) if "halves-swapped" in on else (unit, other)
        return 0x10000 + ((high & 0x3FF) << 10 | low & 0x3FF), at + 4

    def _lone(self, unit: int, at: int, mistake: str, fault: type[IllFormed] = IllFormed) -> tuple[int, int]:
        """Returns an unpaired surrogate as a value, and the offset after it. Raises the fault if the codec rejects it."""
        if self.on & {mistake, "surrogates-both"}:
            return unit, at + 2
        raise fault(at)


class FedUtf16(Fed):
    """A codec that judges one or two code units."""

    _unit_size = 2

    def judge(self, held: bytes) -> int | None:
        on = self.on
        if len(held) % 2:
            return None
        units = [self._unit(held[at : at + 2]) for at in range(0, len(held), 2)]
        unit, low = units[0], units[-1]
        if "halves-given" in on:
            return unit
        last_low = 0xDFFE if "dfff-not-low" in on else 0xDFFF
        if len(units) == 2:
            if not 0xDC00 <= low <= last_low:
                raise ValueError(held)
            return 0x10000 + ((unit & 0x3FF) << 10 | low & 0x3FF)
        if 0xD800 <= unit <= 0xDBFF or (unit & 0xFC00 == 0xDC00 and "lows-as-highs" in on):
            return None
        if 0xDC00 <= unit <= last_low:
            raise ValueError(unit)
        return unit

    def _unit(self, two: bytes) -> int:
        """Returns the code unit of two bytes."""
        unit = int.from_bytes(two, self._order)
        return unit | 0xFF00 if unit & 0x80 and "low-byte-sign-extended" in self.on else unit

    def decode(self, data: bytes) -> list[int]:
        on = self.on
        lone: list[int] = []
        if "last-high-given" in on and len(data) % 2 == 0 and self._ends_with_high(data):
            data, lone = data[:-2], [int.from_bytes(data[-2:], self._order)]
        if "zeros-stripped-at-the-end" in on:
            data = data.rstrip(b"\0")
        if "four-units-narrowed" in on:
            data = b"".join(self._narrowed(data[at : at + 8]) for at in range(0, len(data), 8))
        values = super().decode(data) + lone
        if values[:1] == [FIRST_MARK] and "one-byte-after-the-mark" in on:
            values[1:2] = [value & 0xFF for value in values[1:2]]
        return values

    def _ends_with_high(self, data: bytes) -> bool:
        return int.from_bytes(data[-2:], self._order) & 0xFC00 == 0xD800

    def _narrowed(self, four: bytes) -> bytes:
        """Returns the bytes of four units. If all bytes are ASCII, the upper byte of each unit becomes zero."""
        if len(four) < 8 or not four.isascii():
            return four
        lower = four[self._order == "big" :: 2]
        return b"".join(byte.to_bytes(2, self._order) for byte in lower)

    def encode(self, values: Sequence[int]) -> bytes:
        if "value-lost-in-a-full-buffer" in self.on:
            values = [value for index, value in enumerate(values) if index % (FULL + 1) != FULL]
        return super().encode(values)

    def put(self, value: int) -> bytes:
        on = self.on
        if value > 0x10FFFF or 0xD800 <= value <= 0xDFFF:
            raise ValueError(value)
        if value <= 0xFFFF:
            return value.to_bytes(2, self._order)
        if "above-ffff-crashes" in on:
            raise OverflowError("int too big to convert")
        low = 0xDC00 + (value & (0x7FF if "eleven-bits-in-the-low" in on else 0x3FF))
        return (0xD7C0 + (value >> 10)).to_bytes(2, self._order) + low.to_bytes(2, self._order)
