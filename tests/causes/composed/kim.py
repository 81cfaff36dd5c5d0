"""Kim, of characters and of counts."""

from __future__ import annotations

from collections.abc import Iterable

from composed.fed import Fed
from composed.plain import CutShort, IllFormed, Plain

_64_BITS = 0xFFFFFFFFFFFFFFFF


class Kim(Plain):
    """A codec of kim or kim-count."""

    def write(self, value: int, index: int) -> bytes:
        limit = 0x1FFFFF if "above-limit-encoded" in self.on else 0x10FFFF
        if self.encoding == "kim" and value > limit:
            raise IllFormed(index)
        groups = [value & 0x7F]
        while value := value >> 7:
            groups.append(value & 0x7F)
        if not self.on & {"groups-reversed", "groups-reversed-when-written"}:
            groups.reverse()
        return bytes((*(group | 0x80 for group in groups[:-1]), groups[-1]))

    def read(self, data: bytes, at: int) -> tuple[int, int]:
        value, end = self._one(data, at)
        if "pairs-joined" in self.on and 0xD800 <= value < 0xDC00 and end < len(data):
            other, after = self._one(data, end)
            if 0xDC00 <= other < 0xE000:
                return 0x10000 + ((value & 0x3FF) << 10 | other & 0x3FF), after
        return value, end

    def _one(self, data: bytes, start: int) -> tuple[int, int]:
        """Returns the value at an offset, and the offset after it."""
        on, is_kim = self.on, self.encoding == "kim"
        value, at, byte = 0, start, 0x80
        while byte & 0x80:
            if is_kim and at - start == 3:
                raise IllFormed(start)
            if at == len(data):
                raise CutShort(start)
            byte = data[at]
            if "groups-reversed" in on:
                value |= (byte & 0x7F) << 7 * (at - start)
            else:
                value = value << 7 | (byte if "bit-7-kept" in on else byte & 0x7F)
            at += 1
        if "wraps-at-64-bits-when-read" in on:
            value &= _64_BITS
        if is_kim and value > 0x10FFFF and "above-limit-decoded" not in on:
            raise IllFormed(start)
        return value, at


class FedKim(Fed):
    """A codec that begins each value with 0, unless it keeps what the value before it has left."""

    def __init__(self, encoding: str, mistakes: Iterable[str] = ()) -> None:
        super().__init__(encoding, mistakes)
        self._left = 0

    def begin(self) -> None:
        self._left = 0

    def judge(self, held: bytes) -> int | None:
        on, size = self.on, len(held)
        if size > 9 and "nine-groups-held" in on:
            raise OverflowError("int too large")
        continues = held[-1] > (0x80 if "80-ends-a-value" in on else 0x7F)
        if continues:
            if size != 3 or self.encoding == "kim-count":
                return None
            if "overflow-begins-anew" in on:
                return -1
            raise ValueError(held)
        value, self._left = self._left, 0
        for byte in held:
            value = value << 7 | byte & 0x7F
        if self._refuses(value):
            raise ValueError(value)
        if size == 3 and "kept-after-three-bytes" in on:
            self._left = value
        return value

    def _refuses(self, value: int) -> bool:
        return self.encoding == "kim" and value > (0xFFFF if "above-ffff-refused" in self.on else 0x10FFFF)

    def put(self, value: int) -> bytes:
        on = self.on
        if self._refuses(value):
            raise ValueError(value)
        if value >> 31 & 1 and "negative-from-31-bits" in on:
            return bytes((value & 0x7F,))
        padded = 0
        if "padded-to-eight-bits" in on:
            padded = ((max(value.bit_length(), 1) + 7) // 8 * 8 + 6) // 7
        groups = [value & 0x7F]
        while value := value >> 7:
            groups.append(value & 0x7F | 0x80)
        if len(groups) == 9 and "nine-bytes-in-ten" in on:
            padded = 10
        groups += [0x80] * (padded - len(groups))
        if len(groups) > 9 and "nine-groups-held" in on:
            raise OverflowError("int too large")
        return bytes(reversed(groups))
