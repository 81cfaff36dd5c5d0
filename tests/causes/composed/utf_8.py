"""UTF-8 of one to four bytes, and the original of one to six bytes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from composed.fed import Fed
from composed.plain import LF, CutShort, IllFormed, Plain

_LEADS = (
    (0xC0, 0xE0, 1, 0x80),
    (0xE0, 0xF0, 2, 0x800),
    (0xF0, 0xF8, 3, 0x10000),
    (0xF8, 0xFC, 4, 0x200000),
    (0xFC, 0xFE, 5, 0x4000000),
)
"""The first lead byte, the first that is larger than all, the number of trail bytes, and the least value."""


class Utf8(Plain):
    """A codec of utf-8 or utf-8-31bit."""

    def __init__(self, encoding: str, mistakes: Iterable[str] = ()) -> None:
        super().__init__(encoding, mistakes)
        old = encoding == "utf-8-31bit"
        self._longest = 5 if old else 3
        self._limit = 0x7FFFFFFF if old else 0x10FFFF
        self._decodes_surrogates = old or bool(self.on & {"surrogates-decoded", "surrogates-both"})
        self._encodes_surrogates = old or "surrogates-both" in self.on

    def write(self, value: int, index: int) -> bytes:
        on = self.on
        if value > self._limit or (0xD800 <= value <= 0xDFFF and not self._encodes_surrogates):
            raise IllFormed(index)
        if value == 0 and "nul-as-c0-80" in on:
            return b"\xc0\x80"
        if value > 0xFFFF and "planes-cut" in on:
            return self.write(value & 0xFFFF, index)
        if 0xFFFF < value <= 0x10FFFF and "pairs-written" in on:
            return _bytes(0xD800 | value - 0x10000 >> 10, 2) + _bytes(0xDC00 | value & 0x3FF, 2)
        third = 0x10000 if "10000-in-three-bytes" in on else 0xFFFF
        ends = 0x7F, 0x7FF, third, 0x1FFFFF, 0x3FFFFFF
        return _bytes(value, sum(value > end for end in ends))

    def read(self, data: bytes, at: int) -> tuple[int, int]:
        on = self.on
        try:
            value, end = self._sequence(data, at)
            if 0xD800 <= value <= 0xDFFF and not self._decodes_surrogates:
                raise IllFormed(at)
        except IllFormed:
            if "latin-1-given" in on:
                return data[at], at + 1
            raise
        return value & 0xFFFF if "planes-cut" in on else value, end

    def _sequence(self, data: bytes, at: int) -> tuple[int, int]:
        """Returns the value at an offset, which may be a surrogate, and the offset after it."""
        on = self.on
        lead = data[at]
        if lead < 0x80 or (lead < 0xC0 and "lone-trail-taken" in on):
            return lead, at + 1
        trails, least = self._lead(lead, at)
        if data[at : at + 2] == b"\xc0\x80" and on & {"c0-80-taken", "nul-as-c0-80"}:
            return 0, at + 2
        if lead in (0xC0, 0xC1) and "overlong-taken" not in on:
            raise IllFormed(at)
        end = at + 1 + trails
        value = lead & (0x3F >> trails)
        for offset in range(at + 1, end):
            if offset == len(data):
                raise CutShort(at)
            byte = data[offset]
            unchecked = "trail-unchecked" in on or (at + 1 < offset == end - 1 and "last-trail-unchecked" in on)
            if byte & 0xC0 != 0x80 and not unchecked:
                raise IllFormed(at)
            value = value << 6 | byte & 0x3F
        takes_longer = "overlong-taken" in on or (trails == 2 and "overlong-of-three-taken" in on)
        if value > self._limit or (value < least and not takes_longer):
            raise IllFormed(at)
        return value, end

    def _lead(self, lead: int, at: int) -> tuple[int, int]:
        """Returns the number of trail bytes that a lead byte announces, and the least value that they may encode."""
        if "c2-to-cf-refused" in self.on and 0xC2 <= lead <= 0xCF:
            raise IllFormed(at)
        if "e0-and-f0-as-shorter" in self.on and lead in (0xE0, 0xF0):
            return (1, 0x80) if lead == 0xE0 else (2, 0x800)
        for first, end, trails, least in _LEADS:
            if first <= lead < end and trails <= self._longest:
                return trails, least
        raise IllFormed(at)


def _bytes(value: int, trails: int) -> bytes:
    """Returns the lead byte and the trail bytes of a value."""
    lead = (0xFF00 >> (trails + 1)) & 0xFF if trails else 0
    return bytes((lead | value >> 6 * trails, *(0x80 | value >> 6 * each & 0x3F for each in reversed(range(trails)))))


class FedUtf8(Fed):
    """A codec with a table of the second bytes that each lead byte permits."""

    def __init__(self, encoding: str, mistakes: Iterable[str] = ()) -> None:
        super().__init__(encoding, mistakes)
        on, self._old = self.on, encoding == "utf-8-31bit"
        second = {0xE0: (0xA0, 0xBF), 0xF0: (0x90, 0xBF), 0xF8: (0x88, 0xBF), 0xFC: (0x84, 0xBF)}
        second |= {} if self._old else {0xED: (0x80, 0x9F), 0xF4: (0x80, 0x8F)}
        self._second = second
        first, last = 0xC0 if "c0-and-c1-taken" in on else 0xC2, 0xFD if self._old else 0xF4
        leads = (*range(0x80), *range(first, last + 1))
        self._leads = {lead: sum(lead >= each for each in (0xC0, 0xE0, 0xF0, 0xF8, 0xFC)) for lead in leads}
        if "f1-and-f3-refused" in on:
            self._leads = {lead: trails for lead, trails in self._leads.items() if trails != 3 or lead % 2 == 0}
        if "each-lead-of-two-bytes" in on:
            self._leads = {lead: min(trails, 1) for lead, trails in self._leads.items()}

    def encode(self, values: Sequence[int]) -> bytes:
        written = super().encode(values)
        if len(written) > 2 * len(values) and "two-bytes-a-value" in self.on:
            raise IllFormed(0)
        return written.ljust(len(values) * 11 // 10, b"\0") if "zeros-appended" in self.on else written

    def decode(self, data: bytes) -> list[int]:
        try:
            return super().decode(data)
        except IllFormed as fault:
            line = data.rfind(LF, 0, fault.start) + 1 if "offset-in-its-line" in self.on else 0
            raise IllFormed(fault.start - line) from None

    def judge(self, held: bytes) -> int | None:
        on, lead = self.on, held[0]
        if lead not in self._leads:
            raise ValueError(lead)
        trails = self._leads[lead]
        index = len(held) - 1
        any_trail = 0x80, 0xFF if "any-upper-byte-as-a-trail" in on else 0xBF
        low, high = self._second.get(lead, any_trail) if index == 1 else any_trail
        if index and not low <= held[-1] <= high:
            raise ValueError(held)
        if index < trails:
            self._missing = trails - index
            return None
        value = lead & (0x3F >> trails if trails else 0x7F)
        for byte in held[1:]:
            value = value << 6 | byte & 0x3F
        return value | held[2] & 0xC0 if trails == 2 and "last-of-three-unmasked" in on else value

    def put(self, value: int) -> bytes:
        on = self.on
        is_surrogate = 0xD800 <= value <= 0xDFFF and not self._old
        if value > (0x7FFFFFFF if self._old else 0x10FFFF) or is_surrogate:
            raise ValueError(value)
        ends = 0x7F, 0x7FF, 0xFFF if "1000-in-four-bytes" in on else 0xFFFF, 0x1FFFFF, 0x3FFFFFF
        trails = sum(value > end for end in ends)
        return _bytes(value, trails)
