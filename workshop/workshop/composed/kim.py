"""Kim, of characters and of counts."""

from __future__ import annotations

from workshop.composed.codec import REPLACEMENT, Codec, CutShort, IllFormed
from workshop.composed.general import CUT, LIMIT, OVERLONG, SURROGATE, Broken, general
from workshop.composed.mistake import BOTH, DECODE, ENCODE, Mistake

ENCODINGS = ("kim", "kim-count")
_CHARACTERS, _COUNTS = (("kim",), ("kim-count",))

_GROUPS = "kim/most-significant-first kim/encode-groups kim/decode-accumulates kim/seven-data-bits"
_ROWS = "kim/one-byte kim/two-bytes kim/three-bytes kim/count-one-byte kim/count-two-bytes kim/count-three-bytes"
_WIDE = (
    "kim/two-bytes kim/three-bytes kim/count-two-bytes kim/count-three-bytes kim/code-points-directly kim/every-code-point"
    " kim/count-any-size"
)

MISTAKES = (
    *general(
        Broken(
            cut="kim/last-byte-clear kim/continue-bit",
            kept="",
            nul="kim/one-byte kim/ascii kim/count-one-byte",
            mark="kim/every-code-point kim/three-bytes kim/count-any-size",
            noncharacters="kim/every-code-point kim/count-any-size kim/three-bytes",
            ill_formed="kim/last-byte-clear kim/at-most-three-bytes kim/last-character",
            refused="kim/last-character",
            controls="kim/every-code-point kim/count-any-size",
        )
    ),
    Mistake("groups-reversed", BOTH, r"order|revers|swap|least|significant|group|endian", _GROUPS),
    Mistake("groups-reversed-when-written", ENCODE, r"order|revers|swap|least|significant|group|endian", _GROUPS),
    Mistake(
        "continue-bit-inverted",
        BOTH,
        r"continu|bit 7|last byte|invert|clear|\bset\b",
        f"kim/continue-bit kim/last-byte-clear kim/encode-groups kim/ascii {_ROWS}",
    ),
    Mistake(
        "three-groups-only",
        BOTH,
        rf"{LIMIT}|three|1FFFFF|200000|bytes|large|refuses",
        "kim/count-any-size kim/count-three-bytes",
        _COUNTS,
    ),
    Mistake(
        "wraps-at-32-bits",
        BOTH,
        rf"32|wrap|overflow|bits|FFFFFFFF|{LIMIT}|large",
        "kim/count-any-size kim/decode-accumulates",
        _COUNTS,
    ),
    Mistake(
        "wraps-at-64-bits-when-read",
        DECODE,
        rf"64|wrap|overflow|bits|FFFFFFFF|{LIMIT}|large",
        "kim/count-any-size kim/decode-accumulates",
        _COUNTS,
    ),
    Mistake(
        "four-groups-taken",
        DECODE,
        rf"{OVERLONG}|four|bytes|{LIMIT}",
        "kim/at-most-three-bytes kim/last-character",
        _CHARACTERS,
    ),
    Mistake(
        "fourth-group-begins-another",
        DECODE,
        rf"{OVERLONG}|four|three|many bytes|{LIMIT}",
        "kim/at-most-three-bytes kim/last-byte-clear kim/last-character kim/continue-bit",
        _CHARACTERS,
    ),
    Mistake("above-limit-decoded", DECODE, LIMIT, "kim/last-character kim/three-bytes", _CHARACTERS),
    Mistake(
        "above-limit-encoded", ENCODE, LIMIT, "kim/last-character kim/three-bytes common/values-of-the-encoding", _CHARACTERS
    ),
    Mistake(
        "3fff-in-three-bytes",
        ENCODE,
        rf"3FFF|{OVERLONG}|three|two bytes|length|wrong bytes|leading 80",
        "kim/two-bytes kim/count-two-bytes kim/shortest-form kim/compact",
    ),
    Mistake(
        "80-in-one-byte",
        ENCODE,
        r"\b80\b|one byte|two bytes|length|wrong bytes|boundary",
        "kim/two-bytes kim/count-two-bytes kim/encode-groups kim/continue-bit kim/last-byte-clear",
    ),
    Mistake(
        "pairs-written",
        ENCODE,
        rf"{SURROGATE}|pair|above FFFF|supplement|beyond",
        "kim/code-points-directly kim/no-surrogate-pairs kim/three-bytes kim/compact",
        _CHARACTERS,
    ),
    Mistake(
        "pairs-joined",
        DECODE,
        rf"{SURROGATE}|pair|joins",
        "kim/code-points-directly kim/no-surrogate-pairs kim/surrogates",
        _CHARACTERS,
    ),
    Mistake(
        "one-subtracted",
        BOTH,
        rf"wrong|one (less|more)|off by|80|offset|adds|subtract|groups|several bytes|{OVERLONG}",
        f"{_GROUPS} {_ROWS} kim/count-any-size",
    ),
    Mistake("groups-reversed-when-read", DECODE, r"order|revers|swap|least|significant|group|endian", f"{_GROUPS} {_WIDE}"),
    Mistake(
        "bit-7-kept",
        DECODE,
        r"bit 7|bits|continu|mask|group|wrong value|further|several bytes|two bytes|three bytes",
        f"{_GROUPS} {_WIDE} kim/continue-bit",
    ),
    Mistake(
        "last-group-taken-for-whole",
        DECODE,
        rf"{CUT}|continu|last byte",
        "kim/last-byte-clear kim/continue-bit common/incomplete-input",
    ),
    Mistake(
        "zero-writes-nothing",
        ENCODE,
        r"\b0\b|zero|NUL|U\+0000|empty|no byte|nothing",
        "kim/one-byte kim/ascii kim/count-one-byte kim/encode-groups kim/last-byte-clear kim/count-any-size common/map-both-ways",
    ),
    Mistake(
        "groups-as-if-signed",
        ENCODE,
        rf"{OVERLONG}|sign|leading 80|\b40\b|fewest|wrong bytes|length|bit 6",
        f"kim/shortest-form kim/ascii kim/compact kim/encode-groups kim/at-most-three-bytes {_ROWS} {_WIDE}",
    ),
    Mistake(
        "7f-in-two-bytes",
        ENCODE,
        rf"7F|{OVERLONG}|one byte|two bytes|length|wrong bytes|leading 80",
        "kim/one-byte kim/count-one-byte kim/ascii kim/shortest-form kim/compact kim/encode-groups kim/count-any-size",
    ),
    Mistake(
        "beyond-64-bits-refused",
        BOTH,
        rf"64|bits|FFFFFFFF|{LIMIT}|large",
        "kim/count-any-size kim/decode-accumulates kim/encode-groups",
        _COUNTS,
    ),
    Mistake(
        "third-group-shifted-by-eight",
        DECODE,
        r"three|third|bits|shift|3FFF|4000|group|wrong value|further|several bytes",
        f"{_GROUPS} {_WIDE}",
    ),
    Mistake(
        "surrogates-replaced",
        BOTH,
        rf"{SURROGATE}|FFFD|replac|substitut",
        "kim/surrogates kim/every-code-point kim/three-bytes",
        _CHARACTERS,
    ),
)

_LARGEST = 0xFFFFFFFFFFFFFFFF
"""The largest value of 64 bits."""


class Kim(Codec):
    """A codec of kim or kim-count."""

    def __init__(self, encoding: str, mistakes: tuple[str, ...] = ()) -> None:
        super().__init__(encoding, mistakes)
        self._counts = encoding == "kim-count"
        self._most = 3 if not self._counts or "three-groups-only" in self.on else 1 << 30
        if "four-groups-taken" in self.on:
            self._most = 4
        self._more = 0 if "continue-bit-inverted" in self.on else 0x80

    def write(self, value: int, index: int) -> bytes:
        on = self.on
        if not self._counts and value > 0x10FFFF and not (value <= 0x1FFFFF and "above-limit-encoded" in on):
            raise IllFormed(index)
        if "wraps-at-32-bits" in on:
            value &= 0xFFFFFFFF
        if ("three-groups-only" in on and value > 0x1FFFFF) or ("beyond-64-bits-refused" in on and value > _LARGEST):
            raise IllFormed(index)
        if "surrogates-replaced" in on and 0xD800 <= value <= 0xDFFF:
            value = REPLACEMENT
        if "pairs-written" in on and 0xFFFF < value <= 0x10FFFF:
            rest = value - 0x10000
            return self._groups(0xD800 | rest >> 10) + self._groups(0xDC00 | rest & 0x3FF)
        return self._groups(value)

    def _groups(self, value: int) -> bytes:
        """Returns the bytes of a value."""
        on = self.on
        if value == 0x80 and "80-in-one-byte" in on:
            return b"\x80"
        if value == 0 and "zero-writes-nothing" in on:
            return b""
        groups = [value & 0x7F]
        rest = value >> 7
        while rest:
            if "one-subtracted" in on:
                rest -= 1
            groups.append(rest & 0x7F)
            rest >>= 7
        if value == 0x3FFF and "3fff-in-three-bytes" in on:
            groups.append(0)
        if value == 0x7F and "7f-in-two-bytes" in on:
            groups.append(0)
        if groups[-1] & 0x40 and "groups-as-if-signed" in on:
            groups.append(0)
        if not on & {"groups-reversed", "groups-reversed-when-written"}:
            groups.reverse()
        last = len(groups) - 1
        return bytes(group | (self._more if place < last else self._more ^ 0x80) for place, group in enumerate(groups))

    def read(self, data: bytes, at: int) -> tuple[int, int]:
        value, behind = self._one(data, at)
        if "surrogates-replaced" in self.on and 0xD800 <= value <= 0xDFFF:
            return REPLACEMENT, behind
        if "pairs-joined" in self.on and 0xD800 <= value < 0xDC00 and behind < len(data):
            other, end = self._one(data, behind)
            if 0xDC00 <= other < 0xE000:
                return 0x10000 + ((value & 0x3FF) << 10 | other & 0x3FF), end
        return value, behind

    def _one(self, data: bytes, at: int) -> tuple[int, int]:
        """Returns the value that begins at an offset, and the offset behind it."""
        on = self.on
        value, place = 0, at
        while True:
            if place - at == self._most and "fourth-group-begins-another" in on:
                break
            if place - at == self._most:
                raise IllFormed(at)
            if place == len(data) and "last-group-taken-for-whole" in on:
                break
            if place == len(data):
                raise CutShort(at)
            byte = data[place]
            if on & {"groups-reversed", "groups-reversed-when-read"}:
                value |= (byte & 0x7F) << 7 * (place - at)
            else:
                shift = 8 if place - at == 2 and "third-group-shifted-by-eight" in on else 7
                value = value << shift | (byte if "bit-7-kept" in on else byte & 0x7F)
            place += 1
            if byte & 0x80 != self._more:
                break
            if "one-subtracted" in on:
                value += 1
        if "wraps-at-32-bits" in on:
            value &= 0xFFFFFFFF
        if "wraps-at-64-bits-when-read" in on:
            value &= 0xFFFFFFFFFFFFFFFF
        if "beyond-64-bits-refused" in on and value > _LARGEST:
            raise IllFormed(at)
        if not self._counts and value > 0x10FFFF and not on & {"above-limit-decoded"}:
            raise IllFormed(at)
        return value, place
