"""Codecs in another style: a decoder is given one byte after another, and holds those of a value that is not complete.

What the bytes that it holds are is said by a function for each encoding: a value, nothing yet, or nothing ever. An encoder looks
values up in rows. The mistakes are those that are made in this style; `fed_mistakes` lists them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from math import log
from typing import Literal
from unicodedata import normalize

from workshop.composed.codec import CR, FIRST_MARK, LF, IllFormed

SIZE = 200
"""How many values or bytes fit into a buffer that nobody looks at."""
BLOCK = 4096
"""How many bytes a decoder reads before it loses one."""
READ = 255
"""How many bytes are read at a time into a buffer of 256, whose last byte is kept for a zero."""
GROWN = 32
"""How many values fit into a buffer before it grows."""
FULL = 128
"""How many values fit into a buffer that loses the value behind them."""
BLOCK_OF_UNITS = 16
"""How many bytes a decoder looks at as one block of code units."""
HELD = 16
"""How many bytes a codec keeps that forgets to drop them."""
JOINER = 0x200D
_64_BITS = 0xFFFFFFFFFFFFFFFF
"""All bits of a register of 64."""
LINE_ENDS = {
    "vertical-tab-as-lf": (0x0B,),
    "next-line-as-lf": (0x85,),
    "cr-as-lf": (CR,),
}
"""The values that a mistake takes for line ends."""


class Fed:
    """A codec of one encoding that makes some mistakes, which are given by their names."""

    _unit_size = 1
    """How many bytes a code unit has."""

    def __init__(self, encoding: str, mistakes: Iterable[str] = ()) -> None:
        self.encoding = encoding
        self.on = frozenset(mistakes)
        self._held = b""
        self._written = b""
        self._missing = 0
        """How many bytes are missing of the value whose bytes are held, if a codec counts them."""

    @property
    def _order(self) -> Literal["little", "big"]:
        return "little" if self.encoding.endswith("le") else "big"

    def judge(self, held: bytes) -> int | None:
        """Returns the value of some bytes, below 0 if they stand for none, or None if more of them are needed. Raises ValueError
        if they begin no value."""
        raise NotImplementedError

    def put(self, value: int) -> bytes:
        """Returns the bytes of one value. Raises ValueError if it has none."""
        raise NotImplementedError

    def begin(self) -> None:
        """Begins an operation. A codec with a state sets it here."""

    def encode(self, values: Sequence[int]) -> bytes:
        """Returns the bytes of all values. Raises ValueError if a value cannot be encoded."""
        on, written = self.on, bytearray(self._written)
        self._written = b""
        self.begin()
        for index, value in enumerate(values):
            if "buffer-overrun" in on and index >= SIZE:
                raise IndexError("list assignment index out of range")
            try:
                if "private-use-refused" in on and 0xE000 <= value <= 0xF8FF:
                    raise ValueError(value)
                if "joiner-dropped" not in on or value != JOINER:
                    written += self.put(0x20 if "tab-as-space" in on and value == 9 else value)
            except ValueError:
                if "encode-ends-at-a-fault" in on:
                    break
                if "written-kept-after-a-fault" in on:
                    self._written = bytes(written[-HELD:])
                raise IllFormed(self._told(values, index, len(written))) from None
        return bytes(written[: len(values) * self._unit_size] if "cut-to-the-number-of-values" in on else written)

    def _told(self, values: Sequence[int], index: int, size: int) -> int:
        """Returns what is told as the index of a value that cannot be encoded. So many bytes were written before it."""
        if "index-in-units" in self.on:
            return index + sum(value > 0xFFFF for value in values[:index])
        return size if "index-in-bytes" in self.on else index + ("index-from-one" in self.on)

    def decode(self, data: bytes) -> list[int]:
        """Returns the values of all bytes. Raises ValueError if the bytes are ill-formed."""
        on, held = self.on, self._held if "held-after-a-fault" in self.on else b""
        self._held = b""
        self.begin()
        values: list[int] = []
        lost = BLOCK if "byte-lost-at-4096" in on else -1
        last_fault = -1
        if "ff-ends-input" in on:
            data = data.partition(b"\xff")[0]
        if "white-space-stripped" in on:
            data = data.strip()
        for at, byte in enumerate(data):
            if at == lost:
                continue
            if "cut-at-each-read" in on and held and at % READ == 0:
                raise IllFormed(at - len(held))
            held += bytes((byte,))
            try:
                value = self.judge(held)
                if value == 0xFFFD and "fffd-as-a-fault" in on:
                    raise ValueError(value)
            except ValueError:
                if "swallowed-with-the-fault" in on:
                    held, values = b"", [*values, 0xFFFD]
                    continue
                if "last-fault-told" in on:
                    held, last_fault = b"", at + 1 - len(held)
                    continue
                self._held = held[-HELD:]
                raise IllFormed(at if "told-where-noticed" in on else max(0, at + 1 - len(held))) from None
            if (value == 0x1A and "ends-at-1a" in on) or (value == 0xFFFF and "ffff-ends-input" in on):
                return values
            if value is not None:
                held = b""
                values += self._given(value)
                if value == 0xFFFF and "behind-ffff-skipped" in on:
                    lost = at + 1
                if "buffer-overrun" in on and len(values) > SIZE:
                    raise IndexError("list assignment index out of range")
        if held and ("reads-beyond-the-end" in on or (self._missing == 1 and "one-missing-byte-crashes" in on)):
            raise IndexError("index out of range")
        if held and "cut-forgotten" not in on:
            self._held = held[-HELD:]
            raise IllFormed(len(data) - 1 if "told-where-noticed" in on else max(0, len(data) - len(held)))
        if last_fault >= 0:
            raise IllFormed(last_fault)
        if values == [FIRST_MARK] and "mark-alone-crashes" in on:
            raise IndexError("index out of range")
        if "empty-gives-nul" in on and not data:
            return [0]
        if "last-line-end-dropped" in on and values[-1:] == [LF]:
            del values[-1]
        if "normalized" in on and max(values, default=0) <= 0x10FFFF:
            return [*map(ord, normalize("NFC", "".join(map(chr, values))))]
        return values

    def _given(self, value: int) -> Iterator[int]:
        """Yields what a value that was read is given as."""
        dropped = {"nul-skipped": 0, "joiner-dropped": JOINER, "marks-dropped": FIRST_MARK, "cr-dropped": CR}
        if value < 0 or any(name in self.on and value == each for name, each in dropped.items()):
            return
        if "private-use-refused" in self.on and 0xE000 <= value <= 0xF8FF:
            value = 0xFFFD
        if "pairs-given" in self.on and value > 0xFFFF:
            yield 0xD800 | value - 0x10000 >> 10
            value = 0xDC00 | value & 0x3FF
        yield LF if any(name in self.on and value in some for name, some in LINE_ENDS.items()) else value


class FedUtf8(Fed):
    """UTF-8 with a table of the second bytes that each lead may have, and the original of up to six bytes."""

    def __init__(self, encoding: str, mistakes: Iterable[str] = ()) -> None:
        super().__init__(encoding, mistakes)
        on, self._old = self.on, encoding == "utf-8-31bit"
        second = {0xE0: (0xA0, 0xBF), 0xF0: (0x90, 0xBF), 0xF8: (0x88, 0xBF), 0xFC: (0x84, 0xBF)}
        second |= {} if self._old else {0xED: (0x80, 0x9F), 0xF4: (0x80, 0x8F)}
        for name, lead in ("e0-second-free", 0xE0), ("f0-second-free", 0xF0), ("ed-second-free", 0xED), ("f4-second-free", 0xF4):
            if name in on:
                second.pop(lead, None)
        if "ed-and-f4-second-from-00" in on:
            second |= {0xED: (0x00, 0x9F), 0xF4: (0x00, 0x8F)}
        if "e0-second-from-90" in on:
            second[0xE0] = 0x90, 0xBF
        if "f0-second-from-91" in on:
            second[0xF0] = 0x91, 0xBF
        if "fc-second-from-88" in on and self._old:
            second[0xFC] = 0x88, 0xBF
        if "f4-second-to-90" in on:
            second[0xF4] = 0x80, 0x90
        if "ee-second-to-9f" in on:
            second[0xEE] = 0x80, 0x9F
        if "ed-second-to-9e" in on:
            second[0xED] = 0x80, 0x9E
        if on & {"low-surrogates-read", "ends-of-surrogates-read"}:
            second[0xED] = 0x80, 0xBF
        if "f1-to-f3-as-f4" in on:
            second |= dict.fromkeys((0xF1, 0xF2, 0xF3), (0x80, 0x8F))
        self._second = second
        self._first = 0xC0 if "c0-and-c1-taken" in on else 0xC2
        last = 0xFB if "fc-unknown" in on else 0xFD if self._old else 0xF7 if "f5-to-f7-taken" in on else 0xF4
        self._leads = {lead: (lead >= 0xC0) + sum(lead >= each for each in (0xE0, 0xF0, 0xF8, 0xFC)) for lead in range(last + 1)}
        unknown = {"df-unknown": 0xDF, "ef-unknown": 0xEF, "f0-unknown": 0xF0, "f4-unknown": 0xF4, "fd-unknown": 0xFD}
        for name, lead in unknown.items():
            if name in on:
                self._leads.pop(lead, None)
        if "f1-and-f3-refused" in on:
            self._leads = {lead: trails for lead, trails in self._leads.items() if trails != 3 or lead % 2 == 0}
        if "f5-to-f7-unknown" in on:
            self._leads = {lead: trails for lead, trails in self._leads.items() if not 0xF5 <= lead <= 0xF7}
        if "each-lead-of-two-bytes" in on:
            self._leads = {lead: min(trails, 1) for lead, trails in self._leads.items()}

    def encode(self, values: Sequence[int]) -> bytes:
        if max(values, default=0) <= 0xFF and "texts-of-latin-1-as-they-are" in self.on:
            return bytes(values)
        written = super().encode(values)
        if max(values, default=0) > 0x7F and "mark-before-other-than-ascii" in self.on:
            written = b"\xef\xbb\xbf" + written
        if len(written) > 2 * len(values) and "two-bytes-a-value" in self.on:
            raise IllFormed(0)
        return written.ljust(len(values) * 11 // 10, b"\0") if "zeros-behind" in self.on else written

    def decode(self, data: bytes) -> list[int]:
        if data[:2] in (b"\xfe\xff", b"\xff\xfe") and "utf-16-by-its-mark" in self.on:
            return [*map(ord, data.decode("utf-16", "replace"))]
        near_the_end = len(data)
        if "four-bytes-read-at-once" in self.on:  # the first lead byte behind which there are fewer than three bytes
            near_the_end = next((at for at in range(max(0, len(data) - 3), len(data)) if data[at] >= 0xC0), near_the_end)
        try:
            values = super().decode(data)
            if near_the_end < len(data):
                raise IndexError("index out of range")
            if data[-1:] > b"\x7f" and "last-of-several-bytes-refused" in self.on:
                raise IllFormed(max(at for at, byte in enumerate(data) if at == 0 or byte & 0xC0 != 0x80))
        except IllFormed as fault:
            start = fault.start
            if near_the_end <= start:
                raise IndexError("index out of range") from None
            while "told-at-the-run" in self.on and start and data[start - 1] >= 0x80:
                start -= 1
            raise IllFormed(start - (data.rfind(LF, 0, start) + 1 if "told-in-its-line" in self.on else 0)) from None
        return values

    def judge(self, held: bytes) -> int | None:
        if "a-lead-begins-anew" in self.on:
            held = held[max((at for at, byte in enumerate(held) if byte & 0xC0 != 0x80), default=0) :]
        lead = held[0]
        if lead == 0xFF and "ff-as-itself" in self.on:
            return lead
        if lead >= 0xF8 and "f8-as-f0" in self.on:
            return self.judge(bytes((lead & 0xF7,)) + held[1:])
        if lead == 0xFF and "ff-as-six-bytes" in self.on:
            return self.judge(b"\xfd" + held[1:])
        if 0x80 <= lead < 0xC0 and "lone-trails-skipped" in self.on:
            return -1
        if 0x82 <= lead <= 0xBD and "leads-by-any-bit" in self.on:
            return self.judge(bytes((lead | 0x40,)) + held[1:])
        trails = self._leads.get(lead)
        if lead > max(self._leads) and "beyond-the-leads-crashes" in self.on:
            raise IndexError("index out of range")
        if trails is None or 0x80 <= lead < self._first:
            raise ValueError(lead)
        if held == b"\xe0\xa0\x80" and "800-refused" in self.on:
            raise ValueError(held)
        place = len(held) - 1
        least_trail = 0x00 if "trails-below-c0" in self.on else 0x80
        any_trail = (
            least_trail,
            0xBE if "trail-bf-refused" in self.on else 0xFF if "any-upper-byte-as-a-trail" in self.on else 0xBF,
        )
        low, high = self._second.get(lead, any_trail) if place == 1 else any_trail
        if place and not low <= held[-1] <= high and not (place > 1 and "only-second-looked-at" in self.on):
            raise ValueError(held)
        if place and held[-1] == 0x80 and "trail-80-refused" in self.on:
            raise ValueError(held)
        if place < trails:
            self._missing = trails - place
            return None
        bits = 2 if trails == 3 and "two-bits-of-f4" in self.on else 6 - trails if trails else 7
        bits -= trails == 1 and "four-bits-of-two-bytes" in self.on
        bits += 2 * (trails == 3 and "lead-of-four-masked-with-1f" in self.on)
        value = lead & (1 << bits) - 1
        if trails == 3 and "lead-masked-with-0e" in self.on:
            value &= 0x0E
        if "sum-shifted" in self.on:
            value <<= 6 * trails
            for place, byte in enumerate(held[1:], 1):
                value = value + (byte & 0x3F) << 6 * (trails - place)
            return value
        if trails == 1 and "trail-masked-with-c0" in self.on:
            return (value << 6) + (held[1] & 0xC0)
        if trails == 3 and "third-for-the-fourth" in self.on:
            held = held[:3] + held[2:3]
        if trails == 3 and "third-for-the-second" in self.on:
            held = held[:1] + held[2:3] + held[2:]
        if trails == 2 and "second-of-three-twice" in self.on:
            held = held[:2] + held[1:2]
        for byte in held[1:]:
            value = value << 6 | byte & 0x3F
        if trails == 2 and "last-of-three-unmasked" in self.on:
            value |= held[2] & 0xC0
        if trails == 2 and "lead-of-three-masked-with-3f" in self.on:
            value |= 0x20 << 12
        if trails == 2 and value >= 0xE000 and "e000-to-ffff-as-fffd" in self.on:
            return 0xFFFD
        if trails == 4 and "one-bit-in-the-lead-of-five" in self.on:
            value &= ~(2 << 24)
        if trails == 3 and "third-of-four-unshifted" in self.on:
            value = value & ~0xFFF | held[2] & 0x3F | held[3] & 0x3F
        if lead == 0xED and "ed-second-lost" in self.on:
            value &= ~0xFC0
        if trails == 3 and "six-bits-of-four-bytes" in self.on:
            value &= 0x3F
        if value >> 16 >= 0x10 and trails == 3 and "plane-16-as-fffd" in self.on:
            return 0xFFFD
        if 0x80 <= value <= 0x9F and "80-to-9f-refused" in self.on:
            raise ValueError(value)
        if 0xD800 <= value <= 0xDBFF and "low-surrogates-read" in self.on:
            raise ValueError(value)
        if 0xD800 < value < 0xDFFF and "ends-of-surrogates-read" in self.on:
            raise ValueError(value)
        if value in (0xFFFE, 0xFFFF) and "fffe-and-ffff-refused" in self.on:
            raise ValueError(value)
        if value > 0xFFFF and value & 0xF800 == 0xD800 and "surrogates-masked-with-f800" in self.on:
            raise ValueError(value)
        if trails == 3 and "lead-shifted-by-24" in self.on:
            value = value >> 18 << 24 | value & 0x3FFFF
        if trails == 3 and "second-of-four-unmasked" in self.on:
            value += 0x80 << 12
        if trails == 3 and "last-of-four-subtracted" in self.on:
            value -= 2 * (held[3] & 0x3F)
        if "shifted-in-a-byte" in self.on:
            value &= 0xFF
        if trails == 3 and "four-bytes-masked-with-10ffff" in self.on:
            value &= 0x10FFFF
        return value & 0xFFFF if trails == 3 and "sixteen-bits-held" in self.on else value

    def put(self, value: int) -> bytes:
        limit = 0x3FFFFFF if "fc-unknown" in self.on else 0x7FFFFFFF if self._old else 0x10FFFF
        limit -= "10ffff-not-written" in self.on
        less = int("ends-of-surrogates-written" in self.on)
        is_surrogate = 0xD800 + less <= value <= 0xDFFF - less and not self._old and "surrogates-written" not in self.on
        if value > limit or is_surrogate or (value & 0xFE == 0xFE and "low-byte-fe-refused" in self.on):
            raise ValueError(value)
        if value in (0xFFFE, 0xFFFF) and "fffe-and-ffff-refused" in self.on:
            raise ValueError(value)
        if value in (0xFFFE, 0xFFFF) and "fffe-and-ffff-in-one-byte" in self.on:
            return bytes((value & 0xFF,))
        less = ("ends-in-the-next-length" in self.on) - ("starts-in-the-length-before" in self.on)
        if value < 0x80 - less or (value < 0xC0 and "c2-not-written" in self.on):
            return bytes((value,))
        ends = (
            0x800 if "800-in-two-bytes" in self.on else 0x7FF - less,
            0xFFF if "1000-in-four-bytes" in self.on else 0xFFFF - (less or "ffff-in-four-bytes" in self.on),
            0x10FFFF if "110000-in-five-bytes" in self.on else 0x1FFFFF - less,
            0x3FFFFF if "3fffff-for-3ffffff" in self.on else 0x3FFFFFF - less,
            0x7FFFFFFF,
        )
        trails = next(count for count, end in enumerate(ends, 1) if value <= end)
        if trails > 1 and value >> 6 * (trails - 1) == 0x40 >> (trails - 1) and "prefix-compared-with-greater" in self.on:
            trails -= 1
        lead = (0xFF00 >> (trails + 1)) & 0xFF | value >> 6 * trails
        if trails == 2 and "three-bits-in-the-lead-of-three" in self.on:
            lead = 0xE0 | value >> 12 & 0x07
        if trails == 3 and "e0-for-four-bytes" in self.on:
            lead = 0xE0 | value >> 18
        if trails == 3 and "lead-of-four-by-twelve" in self.on:
            lead = 0xF0 | value >> 12
        if trails == 3 and "two-bits-in-the-lead-of-four" in self.on:
            lead = 0xF0 | value >> 18 & 0x03
        if trails == 1 and "four-bits-in-the-lead-of-two" in self.on:
            lead = 0xC0 | value >> 6 & 0x0F
        if trails == 4 and "f0-for-five-bytes" in self.on:
            lead = 0xF0 | value >> 24
        if trails == 5 and "f8-for-six-bytes" in self.on:
            lead = 0xF8 | value >> 30
        if trails > 1 and "c0-for-each-lead" in self.on:
            lead = 0xC0 | value >> 6 * trails
        bit = 0x08 if trails == 1 and "08-for-80" in self.on else 0x80
        mask = 0x7F if "trails-masked-with-7f" in self.on else 0x2F if "trails-masked-with-2f" in self.on else 0x3F
        written = bytearray((lead & 0xFF, *(bit | value >> 6 * each & mask for each in reversed(range(trails)))))
        if trails == 2 and value & 0x1000 and "bit-12-in-the-second" in self.on:
            written[1] |= 0x40
        if trails == 4 and "third-for-the-second-of-five" in self.on:
            written[1] = written[2]
        if trails == 3 and value & 0x1000 and "bit-12-in-the-third" in self.on:
            written[1] -= 1
            written[2] |= 0x40
        return bytes(written)


class FedUtf16(Fed):
    """UTF-16 of either byte order."""

    _unit_size = 2
    _swapped = False
    """Whether the bytes of a unit are read in the other order."""

    def begin(self) -> None:
        self._swapped = False

    def judge(self, held: bytes) -> int | None:
        on = self.on
        if len(held) % 2:
            return None
        units = [self._unit(held[at : at + 2]) for at in range(0, len(held), 2)]
        if "halves-given" in on:
            return units[0]
        last_high = 0xDBFE if "dbff-not-high" in on else 0xDBFF
        last_low = 0xDFFE if "dfff-not-low" in on else 0xDFFF
        first_low = 0xDCEE if "lows-from-dcee" in on else 0xD800 if "highs-as-lows" in on else 0xDC00
        if len(units) > 1 and "second-high-replaces-the-first" in on:
            units = units[-2:]
            if units[1] & 0xFC00 == 0xD800:
                return None
        if len(units) == 2:
            if "low-half-unswapped" in on:
                units[1] = int.from_bytes(held[-2:], "little")
            if units[1] == 0xE000 and "e000-as-low" in on:
                return 0x10400 + ((units[0] & 0x3FF) << 10)
            if not first_low <= units[1] <= last_low and "any-unit-as-low" not in on:
                raise ValueError(units)
            if units[0] >= 0xDBC0 and "pairs-above-fffff-refused" in on:
                raise ValueError(units)
            if (units[0] in (0xD800, 0xDBFF) or units[1] in (0xDC00, 0xDFFF)) and "ends-of-halves-refused" in on:
                raise ValueError(units)
            if "low-half-by-its-first-byte" in on:
                return 0x10000 + ((units[0] & 0x3FF) << 10) + held[2]
            if "eleven-bits-of-low" in on:
                return 0x10000 + ((units[0] & 0x3FF) << 10) | units[1] & 0x7FF
            if "added-before-the-shift" in on:
                return 0x10000 + (units[0] & 0x3FF) << 10 | units[1] & 0x3FF
            if "first-half-given" in on:
                return units[0]
            bits = 9 if "nine-bits-of-low" in on else 10
            shift = 5 if "high-shifted-by-five" in on else 10
            start = 0x100000 if "100000-added" in on else 0x10000
            start -= 0x3FF if "dfff-subtracted" in on else 0
            high = (units[0] & (0x1FF if "nine-bits-of-high" in on else 0x3FF)) << shift
            low = units[1] if "dc00-not-subtracted" in on else units[1] & (1 << bits) - 1
            return start + (high & 0xFFFF if "shifted-in-sixteen-bits" in on else high) + low
        unit = units[0]
        if unit >= 0x8000 and "units-as-signed" in on:
            raise ValueError(unit)
        if 0xD800 + ("d800-not-high" in on) <= unit <= last_high or (unit & 0xFC00 == 0xDC00 and "lows-as-highs" in on):
            return None
        if unit & 0xDC00 == 0xD800 and "highs-masked-with-dc00" in on:
            return None
        if unit == 0xDFFF and "lone-dfff-given" in on:
            return unit
        if unit == 0xFFFE and "fffe-swaps-from-there" in on:
            self._swapped = not self._swapped
            return -1
        if (
            max(last_high + 1, first_low) <= unit <= last_low
            or (unit == 0xE000 and "e000-refused" in on)
            or (unit == 0xD7FF and "d7ff-refused" in on)
            or (unit == 0xD800 and "d800-not-high" in on)
            or (unit == 0xFFFE and "fffe-refused" in on)
        ):
            raise ValueError(unit)
        return -1 if unit & 0xFF == CR and "low-byte-0d-dropped" in on else unit

    def _unit(self, two: bytes) -> int:
        """Returns the code unit of two bytes."""
        unit = int.from_bytes(two[::-1] if self._swapped else two, self._order)
        return unit | 0xFF00 if unit & 0x80 and "low-byte-sign-extended" in self.on else unit

    def decode(self, data: bytes) -> list[int]:
        behind: list[int] = []
        if len(data) % 2 == 0 and 0xD800 <= (last := int.from_bytes(data[-2:], self._order)) <= 0xDBFF:
            if "last-high-dropped" in self.on or "last-high-given" in self.on:
                data = data[:-2]
            if "last-high-given" in self.on:
                behind = [last]
        if "zeros-stripped-at-the-end" in self.on:
            data = data.rstrip(b"\0")
        if "pairs-across-blocks-refused" in self.on:
            data = self._up_to_a_pair_across_blocks(data)
        if "lone-high-as-nul" in self.on:
            data = self._with_lone_highs_as_nul(data)
        if len(data) % 2 and "odd-length-told-first" in self.on:
            raise IllFormed(len(data) - 1)
        if "four-units-narrowed" in self.on:
            data = b"".join(self._narrowed(data[at : at + 8]) for at in range(0, len(data), 8))
        try:
            values = super().decode(data) + behind
        except IllFormed as fault:
            first = int.from_bytes(data[fault.start : fault.start + 2], self._order)
            late = 0xD800 <= first <= 0xDBFF and "told-at-the-second-unit" in self.on
            raise IllFormed((fault.start + 2 * late) // (2 if "told-in-units" in self.on else 1)) from None
        if values[:1] == [FIRST_MARK] and "one-byte-behind-the-mark" in self.on:
            values[1:2] = [value & 0xFF for value in values[1:2]]
        if values[-1:] > [0xFFFF] and "pair-at-the-end-refused" in self.on:
            raise IllFormed(len(data) - 4)
        if "fffd-before-each-pair" in self.on:
            return [each for value in values for each in ((0xFFFD, value) if value > 0xFFFF else (value,))]
        return values

    def _up_to_a_pair_across_blocks(self, data: bytes) -> bytes:
        """Returns the bytes up to the first half of a pair whose halves are in two blocks of sixteen bytes."""
        ends = range(BLOCK_OF_UNITS, len(data), BLOCK_OF_UNITS)
        return data[: next((at for at in ends if self._is_within_a_pair(data, at)), len(data))]

    def _is_within_a_pair(self, data: bytes, at: int) -> bool:
        """Returns whether there is a high surrogate before an offset, and a low one behind it."""
        high, low = (int.from_bytes(data[start : start + 2], self._order) for start in (at - 2, at))
        return high & 0xFC00 == 0xD800 and low & 0xFC00 == 0xDC00

    def _with_lone_highs_as_nul(self, data: bytes) -> bytes:
        """Returns the bytes with zeros for each high surrogate that has another unit behind it than a low surrogate."""
        units = [data[at : at + 2] for at in range(0, len(data), 2)]
        kinds = [int.from_bytes(unit, self._order) & 0xFC00 if len(unit) == 2 else 0xDC00 for unit in units]
        lone = [kind == 0xD800 and behind != 0xDC00 for kind, behind in zip(kinds, [*kinds[1:], 0xDC00])]
        return b"".join(bytes(2) if is_lone else unit for unit, is_lone in zip(units, lone))

    def _narrowed(self, four: bytes) -> bytes:
        """Returns the bytes of four units. If all bytes are those of ASCII, the upper byte of each unit is cleared."""
        if len(four) < 8 or not four.isascii():
            return four
        lower = four[self._order == "big" :: 2]
        return b"".join(byte.to_bytes(2, self._order) for byte in lower)

    def encode(self, values: Sequence[int]) -> bytes:
        if "value-lost-in-a-full-buffer" in self.on:
            values = [value for index, value in enumerate(values) if index % (FULL + 1) != FULL]
        if 0 in values and "written-up-to-nul" in self.on:
            values = values[: values.index(0)]
        written = super().encode(values)
        if "20-dropped-at-the-end" in self.on:
            written = written.rstrip(b" ")
        return written.replace(b"\n", b"\r\n") if "0d-before-each-0a" in self.on else written

    def put(self, value: int) -> bytes:
        on = self.on
        first = 0xDC00 if "highs-written" in on else 0xD800 - ("d7ff-refused" in on)
        last = 0xDFFF + ("e000-refused" in on) - ("dfff-written" in on)
        limit = 0x10FFFE if "limit-not-written" in on else 0x10FFFF + ("110000-as-a-pair" in on)
        if value > limit or first <= value <= last:
            raise ValueError(value)
        if 0xF800 <= value <= 0xFFFF and "f800-to-ffff-as-fffd" in on:
            value = 0xFFFD
        ends = {"pairs-from-1001": 0x1000, "pairs-from-100000": 0xFFFFF, "pairs-from-e000": 0xDFFF}
        if value <= next((end for name, end in ends.items() if name in on), 0xFFFF):
            return (value & 0xFFFF).to_bytes(2, self._order)
        if "above-ffff-crashes" in on:
            raise OverflowError("int too big to convert")
        if value > 0x1FFFF and "planes-from-2-refused" in on:
            raise ValueError(value)
        unit = 0xD7C0 + (value >> 10 & (0x3FF if "plane-16-masked" in on else 0x7FF))
        if "d7c0-or-ed" in on:
            unit = 0xD7C0 | value >> 10
        if "1000-subtracted" in on:
            unit = 0xD800 + (value - 0x1000 >> 10)
        if "10000-subtracted-twice" in on:
            unit = 0xD7C0 + (value - 0x10000 >> 10)
        if "nine-bits-in-the-high" in on:
            unit = 0xD800 | value - 0x10000 >> 10 & 0x1FF
        if "high-shifted-by-sixteen" in on:
            unit = 0xD800 | value - 0x10000 >> 16
        lower = 0 if "dc00-for-each-low" in on else value & (0x7FF if "eleven-bits-in-the-low" in on else 0x3FF)
        if "modulo-3ff" in on:
            lower = (value - 0x10000) % 0x3FF
        if "ffff-subtracted" in on:
            unit, lower = 0xD800 + (value - 0xFFFF >> 10), value - 0xFFFF & 0x3FF
        if "halves-of-the-value-exchanged" in on:
            unit, lower = 0xD800 | value & 0x3FF, value - 0x10000 >> 10
        first = 0xD800 if "lows-from-d800" in on else 0 if "precedence-in-the-low" in on else 0xDC00
        high, low = (half.to_bytes(2, self._order) for half in (unit, first + lower))
        return high[::-1] + low[::-1] if "pairs-in-the-other-order" in on else high + low


class FedUtf32(Fed):
    """UTF-32 of either byte order."""

    def judge(self, held: bytes) -> int | None:
        on = self.on
        if len(held) < 4:
            return None
        value = int.from_bytes(held, self._order)
        if "signed-bytes-added" in on:
            value = value - 2 * (value & 0x808080) & 0xFFFFFFFF
        if value >= 0x80000000 and "negative-cut-to-16-bits" in on:
            return value & 0xFFFF
        if "middle-bytes-exchanged" in on:
            value = value & 0xFF0000FF | (value & 0xFF00) << 8 | (value & 0xFF0000) >> 8
        if "second-byte-unshifted" in on:
            value = value & 0xFFFF00FF | value >> 8 & 0xFF
        if "middle-bytes-lost" in on:
            value &= 0xFF0000FF
        if "upper-half-swapped" in on:
            value = value & 0xFFFF | (value >> 16 & 0xFF) << 24 | (value >> 24) << 16
        if "upper-half-overwritten" in on:
            value &= 0xFFFF
        if "plane-shifted-by-twelve" in on:
            value = value & 0xFF00FFFF | (value >> 16 & 0xFF) << 12
        if "plane-masked-with-0f" in on:
            value &= 0xFF0FFFFF
        if "plane-from-the-byte-behind" in on:
            value = value & 0xFF00FFFF | (value & 0xFF00) << 8
        limit = (
            0xEFFFF
            if "beyond-effff-refused" in on
            else 0xFFFFF
            if "plane-16-refused" in on
            else 0x1FFFFF
            if "limit-of-21-bits" in on
            else 0x10FFFF
        )
        if "limit-of-10fff" in on:
            limit = 0x10FFF
        limit += "110000-taken" in on
        if value > limit or self._is_surrogate(value):
            raise ValueError(value)
        if value & 0x808080 and "bytes-sign-extended" in on:
            raise ValueError(value)
        if value & 0xFFFE == 0xFFFE and "ends-of-planes-refused" in on:
            raise ValueError(value)
        if 0xFDD0 <= value <= 0xFDFF and "fdd0-to-fdff-refused" in on:
            raise ValueError(value)
        return value

    def decode(self, data: bytes) -> list[int]:
        over = len(data) % 4
        if over and "cut-told-at-0" in self.on:
            raise IllFormed(0)
        if over == 2 and "half-a-unit-ignored" in self.on:
            data = data[:-over]
        if over and "zeros-at-the-end-ignored" in self.on and not any(data[-over:]):
            data = data[:-over]
        if len(data) > 3 and data[3 if self._order == "big" else 0] == 0 and "order-guessed" in self.on:
            data = b"".join(data[at : at + 4][::-1] for at in range(0, len(data), 4))
        if "ffffffff-ends-input" in self.on:
            whole = (at for at in range(0, len(data), 4) if data[at : at + 4] == b"\xff\xff\xff\xff")
            data = data[: next(whole, len(data))]
        if data[:4] == b"\0\0\xfe\xff" and "swapped-behind-the-mark" in self.on:
            data = b"".join(data[at : at + 4][::-1] for at in range(4, len(data), 4))
        if "cut-units-misread" in self.on:
            data = b"".join(self._across_reads(data[at : at + 4], at) for at in range(0, len(data), 4))
        return super().decode(data)

    def encode(self, values: Sequence[int]) -> bytes:
        if "pairs-joined-when-written" in self.on:
            values = [*_with_pairs_joined(values)]
        written = super().encode(values)
        if [*values[:1]] == [FIRST_MARK] and "first-mark-not-written" in self.on:
            return written[len(self.put(FIRST_MARK)) :]
        return written

    @staticmethod
    def _across_reads(four: bytes, at: int) -> bytes:
        """Returns what is read of a unit at an offset. The bytes before those of the next read are left out, if it needs some."""
        behind = (at + 4) % READ
        return four[behind:] + bytes(behind) if behind < 4 == len(four) else four

    def _is_surrogate(self, value: int) -> bool:
        """Returns whether a value is taken for a surrogate, or is refused as one is."""
        last = 0xDBFF if "lows-taken" in self.on else 0xFFFF if "e000-to-ffff-refused" in self.on else 0xDFFF
        last += ("e000-refused" in self.on) - ("dfff-taken" in self.on)
        if "d000-to-dfff-refused" in self.on and value & ~0xFFF == 0xD000:
            return True
        looked_at = value & 0xFFFF if "surrogates-of-each-plane" in self.on else value
        return (0xDC00 if "highs-taken" in self.on else 0xD800) + ("d800-taken" in self.on) <= looked_at <= last

    def put(self, value: int) -> bytes:
        on = self.on
        limit = 0x10FFF if "limit-of-10fff" in on else 0xFFFFF if "plane-16-refused" in on else 0x10FFFF
        limit = 0xEFFFF if "beyond-effff-refused" in on else limit
        taken = "negative-written" in on and 0x80000000 <= value <= 0xFFFFFFFF
        taken = taken or (value == 0x110000 and "110000-written" in on)
        if (value > limit and not taken) or self._is_surrogate(value):
            raise ValueError(value)
        if "twenty-bits-written" in on and value <= 0x10FFFF:
            value &= 0xFFFFF
        if "swap-masks-alike" in on:
            value = value & 0xFF0000FF | value >> 16 & 0xFF | value & 0xFF0000
        if "lowest-byte-masked-with-7f" in on:
            value &= ~0x80
        if "plane-in-the-top-byte" in on:
            value |= (value >> 16 & 0xFF) << 24
        if "second-byte-written-twice" in on:
            value = value & 0xFF00FFFF | (value & 0xFF00) << 8
        if "swapped-in-each-half" in on:
            value = (value & 0xFF00FF) << 8 | value >> 8 & 0xFF00FF
        if "plane-shifted-by-fifteen" in on:
            value = value & 0xFF00FFFF | (value >> 15 & 0xFF) << 16
        if "lower-three-bytes-reversed" in on:
            value = value & 0xFF00FF00 | (value & 0xFF) << 16 | value >> 16 & 0xFF
        if "bytes-as-needed" in on:
            return value.to_bytes(max(value.bit_length() + 7, 8) // 8, self._order)
        if "three-bytes-written" in on:
            return (value & 0xFFFFFF).to_bytes(3, self._order)
        return value.to_bytes(4, self._order)


def _with_pairs_joined(values: Sequence[int]) -> Iterator[int]:
    """Yields some values. Instead of a high surrogate and a low one, it yields the value that they stand for in UTF-16."""
    rest = [*reversed(values)]
    while rest:
        value = rest.pop()
        if rest and value & ~0x3FF == 0xD800 and rest[-1] & ~0x3FF == 0xDC00:
            value = 0x10000 + ((value & 0x3FF) << 10) + (rest.pop() & 0x3FF)
        yield value


class FedKim(Fed):
    """Kim, of characters and of counts. What is left of the value before is 0, unless that is forgotten."""

    def __init__(self, encoding: str, mistakes: Iterable[str] = ()) -> None:
        super().__init__(encoding, mistakes)
        self._left, self._first = 0, True

    def begin(self) -> None:
        self._left, self._first = 0, True

    def decode(self, data: bytes) -> list[int]:
        if data[-1:] == b"\x80" and data[-2:-1] < b"\x80" and "80-at-the-end-as-0" in self.on:
            data = data[:-1] + b"\0"
        return super().decode(data)

    def judge(self, held: bytes) -> int | None:
        on, counts = self.on, self.encoding == "kim-count"
        if (held[0] == 0x80 and "leading-80-refused" in on) or (held[1:][-1:] == b"\x80" and "later-80-refused" in on):
            raise ValueError(held)
        if self._first and "first-byte-alone" in on:
            self._first = False
            return held[0]
        if len(held) == 3 and "three-bytes-refused" in on:
            raise ValueError(held)
        if len(held) > 9 and "nine-groups-held" in on:
            raise OverflowError("int too large")
        if len(held) > 9 and "ten-bytes-as-zero" in on:
            return 0
        if len(held) > 5 and "five-bytes-at-most" in on:
            raise ValueError(held)
        ended = (len(held) == 4 and "four-bytes-end-a-value" in on) or (held[-1] == 0xFF and "ff-ends-a-value" in on)
        is_whole = len(held) == 9 and "eight-bits-of-the-ninth" in on
        ended = ended or is_whole
        last = 0x80 if "80-ends-a-value" in on else 0x7E if "7f-continues" in on else 0x7F
        continues = held[-1] % 2 == 1 if "bit-0-continues" in on else held[-1] > last
        if continues and not ended:
            if len(held) == 3 and not counts:
                if "overflow-begins-anew" in on:
                    return -1
                raise ValueError(held)
            return None
        if len(held) > 1 and "added-to-the-shift" in on:
            value = held[0] & 0x7F
            for byte in held[1:]:
                value = value << (7 + (byte & 0x7F) & 0x1F) & 0xFFFFFFFF
            if self._refuses(value):
                raise ValueError(value)
            return value
        value, self._left = self._left, 0
        if len(held) > 2 and "middle-groups-lost" in on:
            held = held[:1] + bytes(len(held) - 2) + held[-1:]
        for place, byte in enumerate(held):
            group = min(byte, 0x7F) if "least-for-a-mask" in on else byte & 0x7F
            if byte > 0x7F and "masked-with-3f" in on:
                group &= 0x3F
            by_eight = (place == 2 and "third-group-by-eight" in on) or "shifted-by-eight" in on
            shift = 8 if by_eight else 6 if "shifted-by-six" in on else 7
            value = value << shift | group
        if "multiplied-by-the-place" in on:
            value = sum((byte & 0x7F) * (0x80 * place or 1) for place, byte in enumerate(reversed(held)))
        if "multiplied-by-7f" in on:
            value = 0
            for byte in held:
                value = value * 0x7F + (byte & 0x7F)
        if len(held) == 2 and "first-of-two-unmasked" in on:
            value += 0x80 << 7
        if is_whole:
            value = value >> 7 << 8 | held[-1]
        if "groups-added" in on:
            value = sum(byte & 0x7F for byte in held)
        if len(held) == 3 and "six-bits-of-the-first" in on:
            value &= 0xFFFFF
        if len(held) > 1 and "bit-7-flipped-in-the-last" in on:
            value += 0x80
        if len(held) > 2 and "second-unmasked-before-a-third" in on:
            value |= 0x80 << 7 * (len(held) - 2)
        if held[0] & 0x40 and "bit-6-as-a-sign" in on:
            value = value - (1 << 7 * len(held)) & _64_BITS
        if held[0] == 0x80 and "leading-80-negates" in on:
            value = -value & _64_BITS
        if "shifted-behind-the-last" in on:
            value <<= 7
        if "sixteen-bits-held" in on and value <= 0x10FFFF:
            value &= 0xFFFF
        if "widened-from-32-bits" in on:
            value = ((value & 0xFFFFFFFF ^ 0x80000000) - 0x80000000) & 0xFFFFFFFFFFFFFFFF
        if self._refuses(value) and not (value == 0x110000 and "110000-taken" in on):
            raise ValueError(value)
        if value >> 7 >= 0x10FFFF >> 7 and not counts and "10ff80-refused" in on:
            raise ValueError(value)
        if len(held) == 3 and "kept-behind-three-bytes" in on:
            self._left = value
        return _as_double(value) if "beyond-53-bits-rounded" in on else value

    def _refuses(self, value: int) -> bool:
        """Returns whether a value is taken for none of the encoding."""
        if value >> 53 and "above-53-bits-refused" in self.on:
            return True
        last = 0xFFFF if "above-ffff-refused" in self.on else 0x10FFFF - ("last-character-refused" in self.on)
        return self.encoding == "kim" and value > last

    def put(self, value: int) -> bytes:
        on = self.on
        if "beyond-53-bits-rounded" in on:
            value = _as_double(value)
        if self._refuses(value):
            raise ValueError(value)
        if value >> 63 and "above-63-bits-crashes" in on:
            raise OverflowError("int too big to convert")
        if value >> 31 & 1 and "negative-from-31-bits" in on:
            return bytes((value & 0x7F,))
        if value == 0x4000 and "4000-in-two-bytes" in on:
            return b"\x80\0"
        if value > 0xFFFFF and "six-bits-written" in on and value <= 0x10FFFF:
            return bytes((0x80 | value >> 14 & 0x3F, 0x80 | value >> 7 & 0x7F, value & 0x7F))
        if 0x80 <= value <= 0xFF and "80-to-ff-in-one-byte" in on:
            return bytes((value,))
        count = ((value - 1).bit_length() + 6) // 7 if value and "bytes-by-logarithm" in on else None
        padded = ((max(value.bit_length(), 1) + 7) // 8 * 8 + 6) // 7 if "padded-to-eight-bits" in on else 0
        if value >= 0x800 and "800-in-three-bytes" in on:
            padded = 3
        if "wraps-at-64-bits-when-written" in on:
            value &= _64_BITS
        if value >> 27 == 1 and "27-bits-in-four-bytes" in on:
            padded = 5
        if 0x80 <= value <= 0xFFFF and "aligned-to-the-left" in on:
            value <<= 3 if value < 0x800 else 5
        middle = 0x80 | value >> 8 & 0x7F
        groups = [value & (0xFF if "last-byte-unmasked" in on else 0x7F)]
        while value > 0x7F and not (value == 0x80 and "128-ends-the-groups" in on):
            value >>= 7
            with_bit = value + 0x80 & 0xFF if "continue-bit-added" in on else value & 0x7F | 0x80
            if "80-in-decimal" in on:
                with_bit = value & 0x7F | 80
            groups.append(0 if "continue-bit-and-ed" in on else with_bit)
        if len(groups) == 3 and "middle-group-by-eight" in on:
            groups[1] = middle
        if len(groups) == 9 and "nine-bytes-in-ten" in on:
            padded = 10
        if "ends-in-one-byte-more" in on and all(group & 0x7F == 0x7F for group in groups):
            padded = len(groups) + 1
        if "zero-groups-end" in on:
            groups[1:] = [0 if group == 0x80 else group for group in groups[1:]]
        groups += [0x80] * (padded - len(groups))
        if len(groups) > 1 and "last-continues-too" in on:
            groups[0] |= 0x80
        if "two-bytes-at-most-written" in on:
            del groups[2:]
        if len(groups) > 9 and "nine-groups-held" in on:
            raise OverflowError("int too large")
        if "zero-groups-left-out" in on:
            groups[1:] = [group for group in groups[1:] if group != 0x80]
        if "first-alone-continues" in on:
            groups[:-1] = [group & 0x7F for group in groups[:-1]]
        return bytes(reversed(groups[:count]))


def _as_double(value: int) -> int:
    """Returns the value that is nearest of those with 53 significant bits."""
    spare = max(value.bit_length() - 53, 0)
    return value + (1 << spare >> 1) >> spare << spare


class FedUtfInf8(Fed):
    """UTF-∞-8. How many bytes a value has is worked out once."""

    _ends = (0x7F, 0x7FF, 0xFFFF, 0x1FFFFF, 0x3FFFFFF, 0x7FFFFFFF, 0xFFFFFFFFF, (1 << 71) - 1)
    _sizes = (1, 2, 3, 4, 5, 6, 7, 13)

    def __init__(self, encoding: str, mistakes: Iterable[str] = ()) -> None:
        super().__init__(encoding, mistakes)
        self._size, self._behind, self._digits = 0, 0, 0
        self._less = 17 if "seventeen-subtracted" in self.on else 18

    def judge(self, held: bytes) -> int | None:
        lead, last = held[0], held[-1]
        if len(held) == 1:
            self._size, self._behind, self._digits = self._by_lead(lead), 1, 0
            return lead if lead < 0x80 else None
        behind = 0x90 if "thirteen-second-to-8f" in self.on else 0xA0 + ("a0-in-thirteen-bytes" in self.on)
        if lead == 0xFF and len(held) == 2 and (last < behind or "thirteen-bytes-behind-each-ff" in self.on):
            self._size = 13
        if not self._size:
            self._read_length(held)
            return None
        if not 0x80 <= last <= 0xBF:
            raise ValueError(last)
        if lead == 0xFE and held[1] == 0x82 and "seven-second-from-83" in self.on:
            raise ValueError(held)
        if len(held) < self._size - (self._size == 13 and "thirteen-bytes-as-twelve" in self.on):
            return None
        value = lead & (0x7F >> len(held)) if lead < 0xFE else 0
        for byte in held[self._behind :]:
            value = value << 6 | byte & (0x1F if "trails-masked-with-1f" in self.on else 0x3F)
        if self._size == 13 and "four-bits-of-the-second" in self.on:
            value &= (1 << 70) - 1
        if value >> 128 and "128-bits-at-most" in self.on:
            raise ValueError(value)
        if self._digits:
            if value >> 4 * self._digits or value >> 4 * (self._digits - 1) == 0 or value <= self._ends[-1]:
                raise ValueError(value)
        elif value <= self._ends[self._sizes.index(self._size) - 1] and not self._takes_longer():
            raise ValueError(value)
        if value > 0x10FFFF and "fffd-above-10ffff" in self.on:
            return 0xFFFD
        return _as_double(value) if "beyond-53-bits-rounded" in self.on else value

    def _takes_longer(self) -> bool:
        return self._size == 13 and "longer-of-thirteen-taken" in self.on

    def _by_lead(self, lead: int) -> int:
        """Returns the size of a value by its first byte, or 0 if more bytes tell it."""
        if 0x80 <= lead < 0xC2 or (lead >= 0xFC and lead <= 0xFD and "fc-unknown" in self.on):
            raise ValueError(lead)
        if lead == 0xFE and "fe-as-six-bytes" in self.on:
            return 6
        if lead == 0xFD and "fd-as-seven-bytes" in self.on:
            return 7
        return next((size for size, end in enumerate((0x80, 0xE0, 0xF0, 0xF8, 0xFC, 0xFE, 0xFF), 1) if lead < end), 0)

    def _read_length(self, held: bytes) -> None:
        """Sets the size as soon as the bytes behind FF tell it."""
        marks = len(held) - 1 - len(held[1:].lstrip(b"\xb4"))
        digits = held[1 + marks :]
        if marks and "one-length-byte-only" in self.on:
            raise ValueError(held)
        if not digits:
            return
        if "each-ax-as-length" in self.on:
            self._read_each_ax(held, digits)
            return
        if digits[-1] & 0xF0 != 0xA0 and not (len(digits) > 1 and "length-unchecked" in self.on):
            raise ValueError(held)
        if "b4-as-a-digit" in self.on:
            digits = held[1:]
        if len(digits) <= marks:
            return
        if marks and digits[0] == 0xA0:
            raise ValueError(held)
        if "length-read-backwards" in self.on:
            digits = digits[::-1]
        self._digits = int("".join(f"{byte & 0xF:X}" for byte in digits), 16) + self._less
        if "length-digits-added" in self.on:
            self._digits = sum(byte & 0xF for byte in digits) + self._less
        if "length-masked-with-07" in self.on:
            self._digits = int("".join(f"{byte & 0x7:X}" for byte in digits), 16) + self._less
        self._behind = len(held)
        self._size = len(held) + self._storage(self._digits)

    def _read_each_ax(self, held: bytes, digits: bytes) -> None:
        """Sets the size as soon as a byte is held that is none of A0..AF. These are all taken for the length."""
        if digits[-1] & 0xF0 == 0xA0:
            return
        if len(digits) == 1 or not 0x80 <= digits[-1] <= 0xBF:
            raise ValueError(held)
        self._digits = int("".join(f"{byte & 0xF:X}" for byte in digits[:-1]), 16) + self._less
        self._behind = len(held) - 1
        self._size = self._behind + self._storage(self._digits)

    def _storage(self, digits: int) -> int:
        """Returns how many bytes store so many digits."""
        if "two-more-behind-each-third" in self.on:
            return digits // 3 * 2 + 2
        return (digits if "storage-rounded-down" in self.on else digits + 2) // 3 * 2

    def put(self, value: int) -> bytes:
        if "fc-unknown" in self.on and 0x3FFFFFF < value <= 0x7FFFFFFF:
            raise ValueError(value)
        if value >> 63 and "above-63-bits-crashes" in self.on:
            raise OverflowError("int too big to convert")
        if value >> 128 and "128-bits-at-most" in self.on:
            raise ValueError(value)
        if "beyond-53-bits-rounded" in self.on:
            value = _as_double(value)
        ends = [end >> (end > 0x7F and "signed-limits" in self.on) for end in self._ends]
        if "72-bits-in-thirteen-bytes" in self.on:
            ends[7] = (1 << 72) - 1
        if "sixteen-fs-in-thirteen-bytes" in self.on:
            ends[7] = 0x7FFFFFFFFFFFFFFFF
        if "35-bits-in-seven-bytes" in self.on:
            ends[6] = (1 << 35) - 1
        if value > ends[6] and "36-bits-at-most-written" in self.on:
            return b"\xfe" + _stored(value, 6)
        if ends[6] < value <= ends[7] and "64-bits-in-thirteen-bytes" in self.on:
            return b"\xff" + _stored(value & _64_BITS, 12)
        for size, end in zip(self._sizes, ends):
            if value <= end + (size == 6 and "80000000-in-six-bytes" in self.on):
                lead = 0 if size == 1 else 0xFF if size > 7 else (0xFF00 >> size) & 0xFF
                if size == 7 and "bit-30-in-fe" in self.on:
                    lead |= value >> 30
                return bytes((lead | value >> 6 * (size - 1),)) + _stored(value, size - 1) if size > 1 else bytes((value,))
        digits = int(log(value, 16)) + 1 if "digits-by-logarithm" in self.on else (value.bit_length() + 3) // 4
        if "digits-rounded-down" in self.on:
            digits = value.bit_length() // 4
        if digits % 2 and "odd-digits-crash" in self.on:
            raise IndexError("odd number of digits")
        digits += digits % 2 and "digits-made-even" in self.on
        digits += value.bit_length() % 4 == 0 and "room-for-a-sign" in self.on
        told = self._storage(digits) - 12 if "storage-for-the-length" in self.on else digits - self._less
        nme = f"{told & 0xFF if 'length-of-eight-bits' in self.on else told:X}"
        if len(nme) % 2 and "length-in-whole-bytes" in self.on:
            nme = f"0{nme}"
        length = bytes(0xA0 | int(each, 16) for each in nme)
        if "letters-behind-nine" in self.on:
            length = bytes(0xA0 + ord(each) - ord("0") for each in nme)
        if "letters-from-zero" in self.on:
            length = bytes(0xA0 | int(each, 16) % 10 for each in nme)
        if len(length) > 1 and "one-length-byte-only" in self.on:
            raise ValueError(value)
        if "length-reversed" in self.on:
            length = length[::-1]
        if nme == "10" and "10-in-one-length-byte" in self.on:
            length = b"\xb0"
        if nme == "F" and "f-in-two-length-bytes" in self.on:
            length = b"\xa0\xaf"
        marks = b"\xb4" * (len(length) - 1)
        length = length + marks if "b4-behind-the-length" in self.on else marks + length
        stored = _stored(value, self._storage(digits))
        if "storage-swapped-in-pairs" in self.on:
            stored = b"".join(stored[at : at + 2][::-1] for at in range(0, len(stored), 2))
        return b"\xff" + length + stored


def _stored(value: int, count: int) -> bytes:
    """Returns the lower bits of a value, six in each of so many bytes."""
    return bytes(0x80 | value >> 6 * each & 0x3F for each in reversed(range(count)))


class FedBocu1(Fed):
    """BOCU-1."""

    _rows = (
        (0x21, 0x22, 3, 0x22, -0x2DD0C),
        (0x22, 0x25, 2, 0x25, -0x2911),
        (0x25, 0x50, 1, 0x50, -0x40),
        (0x50, 0xD0, 0, 0x90, 0),
        (0xD0, 0xFB, 1, 0xD0, 0x40),
        (0xFB, 0xFE, 2, 0xFB, 0x2911),
        (0xFE, 0xFF, 3, 0xFE, 0x2DD0C),
    )
    """The first lead byte, the one behind the last, how many trails, the base, and the offset."""

    def __init__(self, encoding: str, mistakes: Iterable[str] = ()) -> None:
        super().__init__(encoding, mistakes)
        own = {0x00, *range(0x07, 0x10), 0x1A, 0x1B}
        own |= set() if "space-as-a-trail" in self.on else {0x20}
        own -= {0x1B} if "1b-as-a-trail" in self.on else set()
        self._trails = bytes(byte for byte in range(0x100) if byte not in own)
        self._base = 242 if "base-242" in self.on else 243
        self._state, self._first_value, self._count = 0x40, True, 0

    def begin(self) -> None:
        self._state, self._first_value, self._count = 0x40, True, 0

    def encode(self, values: Sequence[int]) -> bytes:
        return (b"\xff" if "reset-written" in self.on else b"") + super().encode(values)

    @property
    def _last_hiragana(self) -> int:
        """The last value that is taken for one of Hiragana."""
        return 0x30FF if "hiragana-to-30ff" in self.on else 0x309F - ("hiragana-to-309e" in self.on)

    @property
    def _last_unihan(self) -> int:
        """The last value that is taken for one of Unihan."""
        return 0 if "unihan-not-special" in self.on else 0x9FA5 + ("unihan-to-9fa6" in self.on)

    @property
    def _last_hangul(self) -> int:
        """The last value that is taken for one of Hangul."""
        ends = {"hangul-not-special": 0, "hangul-to-d7ff": 0xD7FF, "hangul-to-d79d": 0xD79D}
        return next((end for name, end in ends.items() if name in self.on), 0xD7A3)

    def _settle(self, value: int) -> None:
        """Sets the state behind a value."""
        on = self.on
        first, self._first_value = self._first_value, False
        less = "ranges-without-their-ends" in on
        if first and value == FIRST_MARK and "mark-leaves-the-state" in on:
            return
        if value == 0x09 and "tab-keeps-the-state" in on:
            pass
        elif value < 0x20:
            if "only-line-ends-reset" not in on or value in (CR, LF):
                self._state = 0 if "controls-reset-to-0" in on else 0x40
        elif value == 0x20:
            pass
        elif 0x3040 + less + ("hiragana-from-3041" in on) <= value <= self._last_hiragana - less:
            self._state = 0x3070 - ("hiragana-at-306f" in on)
        elif (0x3400 if "unihan-from-3400" in on else 0x4E00) + less <= value <= self._last_unihan - less:
            self._state = 0x7171 if "7171-for-7711" in on else 0x7711
        elif 0xAC00 + less <= value <= self._last_hangul - less:
            self._state = 0xC1D1 + ("hangul-rounded-up" in on)
        elif value > 0xFFFF and "state-kept-above-ffff" in on:
            pass
        elif 0x7F <= value <= 0x9F and "c1-resets" in on:
            self._state = 0x40
        elif "precedence-of-the-center" in on:
            self._state = value & ~0x7F + 0x40
        elif "blocks-of-64" in on:
            self._state = value & ~0x3F | 0x20
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
        lead = held[0]
        if lead <= 0x20 + ("21-as-itself" in self.on) or (lead == 0x7F and "del-as-itself" in self.on):
            self._settle(lead)
            return 0x20 if lead in (0x09, LF, CR) and "line-ends-as-spaces" in self.on else lead
        if lead == 0xFF:
            self._state = 0 if "ff-resets-to-0" in self.on else 0x40
            return FIRST_MARK if "ff-gives-a-mark" in self.on else -1
        early = (lead == 0xFA and "fa-as-three-bytes" in self.on) - (lead == 0xD0 and "d0-as-one-byte" in self.on)
        early -= lead == 0xFE and "fe-as-three-bytes" in self.on
        _, _, count, base, offset = next(row for row in self._rows if lead + early < row[1])
        rest = 1 if lead == 0x21 and "21-read-upward" in self.on else lead - base
        for byte in held[:0:-1] if len(held) == 3 and count == 2 and "trails-of-three-exchanged" in self.on else held[1:]:
            digit = self._trails.find(byte)
            if byte == 0xFF and "ff-resets-within-a-value" in self.on:
                self._state = 0x40
                return -1
            if byte == 0xFF and "ff-no-trail" in self.on:
                raise ValueError(held)
            if digit < 0 and "controls-within-a-value-given" in self.on:
                self._settle(byte)
                return byte
            if digit < 0 and not (byte in (0x1A, 0x1B) and "1a-and-1b-taken" in self.on):
                raise ValueError(held)
            if 0x1C <= byte <= 0x1F and "digits-by-four-too-small" in self.on:
                digit -= 4
            rest = rest * self._base + max(digit, 0)
        if len(held) <= count:
            return None
        if count > 1 and "59094-for-59049" in self.on:
            rest += (59094 - 243**2) * (lead - base if count == 2 else rest // 243**2 - 243 * (lead - base))
        value = self._state + offset + rest
        if value < 0 and "below-zero-as-zero" in self.on:
            value = 0
        if not 0 <= value <= 0x10FFFF - ("10ffff-not-read" in self.on):
            raise ValueError(value)
        if count or "state-kept-behind-one-byte" not in self.on:
            self._settle(max(value, 0x21) if value < 0x21 else value)
        return value

    def put(self, value: int) -> bytes:
        if value > 0x10FFFF:
            raise ValueError(value)
        if self._first_value and "signature-written" in self.on:
            return self._put(FIRST_MARK) + self._put(value)
        return self._put(value)

    def _put(self, value: int) -> bytes:
        """Returns the bytes of one value, and sets the state."""
        difference = value - self._state
        if value == 0x20 and "space-by-difference" in self.on:
            self._state = 0x40
        else:
            self._settle(value)
            if value <= (0x7E if "ascii-as-itself" in self.on else 0x20) or (value == 0x7F and "del-as-itself" in self.on):
                return bytes((value,))
            if "adjusted-before-the-difference" in self.on:
                difference = value - self._state
        if difference > 0x2DD0B and "beyond-2dd0b-in-one-byte" in self.on:
            return bytes((difference & 0xFF,))
        if "difference-of-16-bits" in self.on:
            difference = (difference + 0x8000 & 0xFFFF) - 0x8000
        if difference < -0x40 and "negative-differences-crash" in self.on:
            raise IndexError("index out of range")
        least = -0x3F if "least-difference-in-two-bytes" in self.on else -0x40
        greatest = 0x40 + ("40-in-one-byte" in self.on)
        least_of_two = -0x2911 + ("2911-down-in-three-bytes" in self.on)
        ends = 0x2911 + ("2911-in-two-bytes" in self.on), 0x2DD0C + ("2dd0c-in-three-bytes" in self.on)
        starts = (-0x200000, -0x2DD0C, least_of_two, least, greatest, *ends)
        row = sum(difference >= start for start in starts) - 1
        if "far-differences-wrapped" in self.on:
            row = min(max(row, 1), 5)
        _, _, count, base, offset = self._rows[row]
        if not count and "state-kept-behind-one-byte" in self.on:
            self._state = value - difference
        rest, digits = difference - offset, b""
        for _ in range(count):
            rest, digit = divmod(rest, self._base)
            digits = self._trails[digit : digit + 1] + digits
        if count == 2 and "far-differences-wrapped" in self.on:
            rest = rest % 3 - 3 * (difference < 0)
        return bytes((base + rest,)) + digits


_CELLS = {
    "euro-at-80": {0x80: 0x20AC},
    "house-at-7f": {0x7F: 0x2302},
    "beta-at-e1": {0xE1: 0x3B2},
    "tilde-as-overline": {0x7E: 0x203E},
    "sign-a4-as-euro": {0xA4: 0x20AC},
    "ring-at-b0": {0xB0: 0x2DA},
    "mu-at-e6": {0xE6: 0x3BC},
    "dots-exchanged": {0xF9: 0xB7, 0xFA: 0x2219},
    "quotes-exchanged": {0xA1: 0x201C, 0xB4: 0x201D},
    "greek-as-mathematics": {0xE4: 0x2211, 0xEA: 0x2126, 0xED: 0x2205, 0xEE: 0x2208},
    "eth-for-d-stroke": {0xD0: 0xD0},
    "bar-as-em-dash": {0xBD: 0x2014},
    "bars-exchanged": {0xB3: 0x2551, 0xBA: 0x2502},
    "ff-of-latin-4": {0xFF: 0x2D9},
    "breve-and-caron-exchanged": {0xA2: 0x2C7, 0xB7: 0x2D8},
    "tildes-for-double-acutes": {0xD5: 0xD5, 0xDB: 0xDB, 0xF5: 0xF5, 0xFB: 0xFB},
    "b4-and-ff-of-1257": {0xB4: 0xB4, 0xFF: 0x2D9},
    "commas-for-cedillas": {0xAA: 0x218, 0xBA: 0x219, 0xDE: 0x21A, 0xFE: 0x21B},
    "digits-as-arabic": {0x30 + digit: 0x660 + digit for digit in range(10)},
    "cyrillic-by-arithmetic": {0xAD: 0x40D, 0xF0: 0x450, 0xFD: 0x45D},
}
"""The cells that a mistake fills otherwise."""
_Z_CARONS = {0x17D: 0x17E, 0x17E: 0x17D}
"""The letters Z with a caron, and what a mistake takes for each."""
_LATIN = {5: 9, 6: 10, 7: 13, 8: 14, 9: 15, 10: 16}
"""The part of ISO 8859 with the Latin alphabet of a number, for each number that is also that of another part."""


class FedSingleByte(Fed):
    """ASCII with parity, code page 437 and ISO 8859, by tables."""

    def __init__(self, encoding: str, mistakes: Iterable[str] = ()) -> None:
        super().__init__(encoding, mistakes)
        self._odd = 0
        """Whether the bits so far are odd in number."""
        self._table = dict(_table(encoding))
        if "latin-by-the-part" in self.on:
            self._table = dict(_table(f"iso-8859-{_LATIN[int(encoding.removeprefix('iso-8859-'))]}"))
        for name in self.on & _CELLS.keys():
            self._table |= _CELLS[name]
        if "z-carons-exchanged" in self.on:
            self._table = {byte: _Z_CARONS.get(value, value) for byte, value in self._table.items()}
        if encoding == "ascii-parity" and "tilde-as-overline" in self.on:
            del self._table[0x7E]
            self._table[0xFE] = 0x203E
        if "e0-and-e8-exchanged" in self.on:
            self._table[0xE0], self._table[0xE8] = self._table[0xE8], self._table[0xE0]
        if "last-cell-missing" in self.on:
            self._table.pop(0xFF, None)
        if "greek-of-1987" in self.on:
            self._table = {byte: value for byte, value in self._table.items() if byte not in (0xA4, 0xA5, 0xAA)}
        if "parity-of-every-second-bit" in self.on:
            self._table = {byte | (byte & 0x55).bit_count() % 2 << 7: byte for byte in range(0x80)}
        if "one-fold-forgotten" in self.on:
            self._table = {byte | (byte & 0x33).bit_count() % 2 << 7: byte for byte in range(0x80)}
        if "bit-0-not-counted" in self.on:
            self._table = {byte | (byte & 0x7E).bit_count() % 2 << 7: byte for byte in range(0x80)}
        if "parity-bit-last" in self.on:
            self._table = {byte << 1 | byte.bit_count() % 2: byte for byte in range(0x80)}
        if "parity-of-the-lower-half" in self.on:
            self._table = {byte | (byte & 0x0F).bit_count() % 2 << 7: byte for byte in range(0x80)}
        if "arabic-by-arithmetic" in self.on:
            self._table |= {byte: byte + 0x560 for byte in range(0xA1, 0x100)}
        if "parity-of-the-lowest-ones" in self.on:
            self._table = {_with_parity_of_the_lowest_ones(byte & 0x7F): value for byte, value in self._table.items()}
        if "b2-left-out" in self.on:
            self._table = {byte - (byte > 0xB2): value for byte, value in self._table.items() if byte != 0xB2}
        if "gap-closed" in self.on:
            self._table = {byte - 5 * (byte >= 0xE0): value for byte, value in self._table.items()}
        if "a0-missing" in self.on:
            self._table.pop(0xA0, None)
        self._bytes = {value: byte for byte, value in self._table.items()}
        self._in_order = [value for _, value in sorted(self._table.items())]
        """The values in the order of their bytes."""
        if "81-and-89-given-twice" in self.on:
            self._table |= {0x91: 0x81, 0x99: 0x89}
        if "80-as-itself" in self.on:
            self._table[0x80] = 0x80

    def begin(self) -> None:
        self._odd = 0

    def decode(self, data: bytes) -> list[int]:
        values = super().decode(data)
        if "sixteenth-as-is" in self.on and len(values) == len(data):
            return [byte if at % 16 == 15 and byte >= 0x80 else value for at, (byte, value) in enumerate(zip(data, values))]
        return values

    def judge(self, held: bytes) -> int | None:
        if held[0] >= 0x80 and "sign-extended" in self.on:
            return 0xFF00 | held[0]
        if held[0] >= 0x80 and "upper-half-crashes" in self.on:
            raise IndexError("index out of range")
        if "bit-7-stripped" in self.on:
            held = bytes((held[0] & 0x7F,))
        if "parity-of-the-stripped-byte" in self.on:
            stripped = held[0] & 0x7F
            if stripped.bit_count() % 2:
                raise ValueError(held)
            return stripped
        value = self._table.get(held[0])
        if 0x80 <= held[0] < 0xA0 and "c1-from-the-end" in self.on:
            value = self._table.get(held[0] + 0x60)
        if value is None:
            if "holes-as-fffd" in self.on:
                return 0xFFFD
            if "holes-as-question-marks" in self.on:
                return 0x3F
            raise ValueError(held)
        if "table-of-eight-bits" in self.on:
            value &= 0xFF
        if "punctuation-as-ascii" in self.on:
            value = {0x60C: 0x2C, 0x61B: 0x3B, 0x61F: 0x3F}.get(value, value)
        skipped = ("c1-skipped" in self.on and 0x80 <= value < 0xA0) or ("soft-hyphen-dropped" in self.on and value == 0xAD)
        return -1 if skipped or (held[0] == 0xFF and "ff-dropped" in self.on) else value

    def put(self, value: int) -> bytes:
        if "sixteen-bits-looked-up" in self.on:
            value &= 0xFFFF
        if value > 0xFFFF and "above-ffff-skipped" in self.on:
            return b""
        if value <= 0xFF and "latin-1-as-it-is" in self.on:
            return bytes((value,))
        if value > max(self._bytes) and "above-the-table-crashes" in self.on:
            raise IndexError("index out of range")
        if value not in self._bytes and "lacking-as-ff" in self.on:
            return b"\xff"
        if value not in self._bytes or (value == max(self._bytes) and "largest-not-found" in self.on):
            raise ValueError(value)
        if "searched-by-halves" in self.on and self._in_order[bisect_left(self._in_order, value) :][:1] != [value]:
            raise ValueError(value)
        if (value == 0 and "0-as-not-found" in self.on) or (self._bytes[value] == 0xFF and "ff-not-found" in self.on):
            raise ValueError(value)
        if self._bytes[value] == (0x80 if self.encoding == "cp437" else 0xA0) and "first-cell-not-found" in self.on:
            raise ValueError(value)
        if "controls-as-question-marks" in self.on and (value < 0x20 or 0x7F <= value < 0xA0) and value != 0x09:
            return b"?"
        byte = self._bytes[value]
        if "parity-carried-on" in self.on:
            self._odd = (self._odd + value.bit_count()) % 2
            byte = value | self._odd << 7
        return bytes((byte | 0x80 if "bit-7-always-set" in self.on else byte,))


def _with_parity_of_the_lowest_ones(byte: int) -> int:
    """Returns a byte whose bit 7 makes the ones below its lowest zero even."""
    return byte | (0x80 if (byte ^ (byte + 1)).bit_count() % 2 == 0 else 0)


def _table(encoding: str) -> Iterator[tuple[int, int]]:
    """Yields the bytes that stand for a value, and the value."""
    for byte in range(0x100):
        if encoding == "ascii-parity":
            if byte.bit_count() % 2 == 0:
                yield byte, byte & 0x7F
        elif character := bytes((byte,)).decode(encoding.replace("iso-8859-", "iso8859-"), "ignore"):
            yield byte, ord(character)
