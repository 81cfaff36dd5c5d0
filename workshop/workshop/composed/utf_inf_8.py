"""UTF-∞-8."""

from __future__ import annotations

from workshop.composed.codec import Codec, CutShort, IllFormed
from workshop.composed.general import CRASH, CUT, LIMIT, OVERLONG, Broken, general
from workshop.composed.mistake import BOTH, DECODE, ENCODE, Mistake

ENCODINGS = ("utf-inf-8",)

_LENGTH = "utf-inf-8/length-bytes utf-inf-8/nme utf-inf-8/length-from-the-first-bytes utf-inf-8/length-bytes-only"
_B4 = "utf-inf-8/b4-count utf-inf-8/b4-order utf-inf-8/nme-from-sixteen utf-inf-8/length-bytes"
_STORAGE = "utf-inf-8/storage-bytes utf-inf-8/storage-count utf-inf-8/three-digits-in-two-bytes utf-inf-8/padding"
_LARGE = "utf-inf-8/any-size utf-inf-8/long-lead"
_LENGTH_WORDS = r"length|NME|NUD|\bA0|AF|B4|digits|after FF|long codes?|large values?|7F{5}"

MISTAKES = (
    *general(
        Broken(
            cut="utf-inf-8/truncated utf-inf-8/storage-missing",
            kept="utf-inf-8/any-size",
            nul="utf-inf-8/one-byte utf-inf-8/ascii",
            mark="utf-inf-8/noncharacters utf-inf-8/three-bytes",
            noncharacters="utf-inf-8/noncharacters utf-inf-8/any-size utf-inf-8/beyond-utf-16",
            ill_formed="utf-inf-8/bad-trail utf-inf-8/lone-trail utf-inf-8/shortest-form utf-inf-8/no-c0-c1"
            " utf-inf-8/thirteen-bytes-second utf-inf-8/length-bytes-only utf-inf-8/padding-zero utf-inf-8/length-as-needed",
            refused="",
            controls="utf-inf-8/any-size utf-inf-8/identical-to-utf-8",
        )
    ),
    Mistake("overlong-taken", DECODE, OVERLONG, "utf-inf-8/shortest-form utf-inf-8/no-c0-c1 utf-inf-8/seven-bytes-second"),
    Mistake(
        "trail-unchecked",
        DECODE,
        r"trail|continuation|further|storage|byte",
        "utf-inf-8/bad-trail utf-inf-8/trail-bytes utf-inf-8/storage-bytes utf-inf-8/thirteen-bytes-trail",
    ),
    Mistake(
        "31-bits-only",
        BOTH,
        rf"{LIMIT}|31|7FFFFFFF|80000000|large|refuse|FE|seven",
        f"{_LARGE} utf-inf-8/seven-bytes utf-inf-8/seven-bytes-lead utf-inf-8/beyond-utf-16 utf-inf-8/leading-bytes",
    ),
    Mistake(
        "wraps-at-64-bits",
        BOTH,
        rf"64|wrap|overflow|bits|FFFFFFFF|{LIMIT}|large",
        f"{_LARGE} utf-inf-8/thirteen-bytes utf-inf-8/thirteen-bytes-trail",
    ),
    Mistake("b4-missing", BOTH, rf"B4|{_LENGTH_WORDS}", f"{_B4} {_LENGTH}"),
    Mistake("18-not-subtracted", BOTH, rf"18|eighteen|{_LENGTH_WORDS}", f"{_LENGTH} utf-inf-8/nud utf-inf-8/nme-below-sixteen"),
    Mistake(
        "odd-storage",
        BOTH,
        rf"odd|even|storage|number of bytes|fifteen|{_LENGTH_WORDS}",
        f"{_STORAGE} utf-inf-8/no-fifteen-bytes utf-inf-8/first-storage-byte-kept utf-inf-8/padding",
    ),
    Mistake(
        "padded-behind",
        BOTH,
        rf"pad|behind|left|right|shift|storage|align|{_LENGTH_WORDS}",
        f"{_STORAGE} utf-inf-8/padding-zero",
    ),
    Mistake("padding-unchecked", DECODE, r"pad", "utf-inf-8/padding-zero utf-inf-8/padding"),
    Mistake(
        "length-too-large-taken",
        DECODE,
        rf"{OVERLONG}|{_LENGTH_WORDS}|leading zero",
        "utf-inf-8/length-as-needed utf-inf-8/nme-digits-as-needed utf-inf-8/shortest-form",
    ),
    Mistake(
        "fffffffff-in-thirteen-bytes",
        ENCODE,
        rf"FFFFFFFFF|{OVERLONG}|seven|thirteen|wrong bytes|boundary",
        "utf-inf-8/seven-bytes utf-inf-8/shortest-form utf-inf-8/thirteen-bytes",
    ),
    Mistake(
        "five-bits-in-the-seventh-row",
        DECODE,
        r"FE|seven|36|bits|value|second|trail",
        "utf-inf-8/seven-bytes utf-inf-8/seven-bytes-trail utf-inf-8/seven-bytes-second utf-inf-8/length-from-the-lead",
    ),
    Mistake(
        "seven-bytes-unknown",
        BOTH,
        rf"seven|\bFE\b|80000000|FFFFFFFFF|thirteen|36|{OVERLONG}",
        "utf-inf-8/seven-bytes utf-inf-8/seven-bytes-lead utf-inf-8/seven-bytes-trail utf-inf-8/seven-bytes-second"
        " utf-inf-8/seven-bytes-padding utf-inf-8/leading-bytes utf-inf-8/shortest-form utf-inf-8/thirteen-bytes"
        " utf-inf-8/length-from-the-lead utf-inf-8/any-size",
    ),
    Mistake(
        "71-bits-only",
        BOTH,
        rf"{LIMIT}|71|long|large|7F{{5}}|80{{5}}|eighteen|\b18\b|refuses all|{_LENGTH_WORDS}",
        f"{_LARGE} {_LENGTH} {_B4} {_STORAGE} utf-inf-8/nud utf-inf-8/nme-below-sixteen utf-inf-8/first-storage-byte-kept",
    ),
    Mistake(
        "length-in-decimal",
        BOTH,
        rf"decimal|{_LENGTH_WORDS}|B4|large|long",
        f"{_LENGTH} {_B4} utf-inf-8/nme-below-sixteen utf-inf-8/nme-digits-as-needed utf-inf-8/any-size utf-inf-8/long-lead",
    ),
    Mistake(
        "one-b4-too-many",
        BOTH,
        rf"B4|{_LENGTH_WORDS}|large|long",
        f"{_B4} {_LENGTH} utf-inf-8/nme-below-sixteen utf-inf-8/any-size utf-inf-8/long-lead",
    ),
    Mistake(
        "missing-storage-crashes",
        DECODE,
        rf"{CRASH}|memory",
        "utf-inf-8/storage-missing utf-inf-8/truncated common/incomplete-input common/always-an-answer",
    ),
    Mistake(
        "overlong-from-seven-bytes-taken",
        DECODE,
        OVERLONG,
        "utf-inf-8/shortest-form utf-inf-8/seven-bytes-second utf-inf-8/thirteen-bytes",
    ),
    Mistake(
        "first-storage-byte-left-out",
        ENCODE,
        rf"storage|\b80\b|odd|number of bytes|pad|left out|too few|shorter|{_LENGTH_WORDS}",
        f"{_STORAGE} utf-inf-8/first-storage-byte-kept utf-inf-8/any-size",
    ),
    Mistake(
        "missing-bytes-as-zeros",
        DECODE,
        CUT,
        "utf-inf-8/truncated utf-inf-8/storage-missing common/incomplete-input",
    ),
)

_LIMITS = ((0x7FF, 1), (0xFFFF, 2), (0x1FFFFF, 3), (0x3FFFFFF, 4), (0x7FFFFFFF, 5), (0xFFFFFFFFF, 6))
"""The largest value for each number of trail bytes."""
_THIRTEEN = (1 << 71) - 1


class UtfInf8(Codec):
    """A codec of utf-inf-8."""

    def __init__(self, encoding: str, mistakes: tuple[str, ...] = ()) -> None:
        super().__init__(encoding, mistakes)
        self._less = 0 if "18-not-subtracted" in self.on else 18

    def write(self, value: int, index: int) -> bytes:
        on = self.on
        if "31-bits-only" in on and value > 0x7FFFFFFF:
            raise IllFormed(index)
        if "wraps-at-64-bits" in on:
            value &= 0xFFFFFFFFFFFFFFFF
        if value < 0x80:
            return bytes((value,))
        if "71-bits-only" in on and value > _THIRTEEN:
            raise IllFormed(index)
        for limit, trails in _LIMITS[: 5 if "seven-bytes-unknown" in on else 6]:
            if value < limit or (value == limit and not (trails == 6 and "fffffffff-in-thirteen-bytes" in on)):
                lead = (0xFF00 >> (trails + 1)) & 0xFF
                return bytes((lead | value >> 6 * trails,)) + _trail(value, trails)
        if value <= _THIRTEEN:
            return b"\xff" + _trail(value, 12)
        return b"\xff" + self._long(value)

    def _long(self, value: int) -> bytes:
        """Returns what stands behind FF for a value of 18 digits or more."""
        digits = len(f"{value:X}")
        on = self.on
        written = f"{digits - self._less}" if "length-in-decimal" in on else f"{digits - self._less:X}"
        length = bytes(0xA0 | int(digit, 16) for digit in written)
        before = b"" if "b4-missing" in on else b"\xb4" * (len(length) - ("one-b4-too-many" not in on))
        storage = self._storage(digits)
        if "padded-behind" in on:
            value <<= 6 * storage - 4 * digits
        stored = _trail(value, storage)
        return before + length + (stored[1:] if "first-storage-byte-left-out" in on and stored[0] == 0x80 else stored)

    def _storage(self, digits: int) -> int:
        """Returns how many bytes store so many digits."""
        return (4 * digits + 5) // 6 if "odd-storage" in self.on else (digits + 2) // 3 * 2

    def read(self, data: bytes, at: int) -> tuple[int, int]:
        on = self.on
        lead = data[at]
        if lead < 0x80:
            return lead, at + 1
        if lead < 0xC0 or (lead < 0xC2 and "overlong-taken" not in on) or (lead > 0xFD and "31-bits-only" in on):
            raise IllFormed(at)
        if lead == 0xFE and "seven-bytes-unknown" in on:
            raise IllFormed(at)
        if lead == 0xFF:
            value, end = self._behind_ff(data, at)
        else:
            value, end = self._short(data, at)
        return value & 0xFFFFFFFFFFFFFFFF if "wraps-at-64-bits" in on else value, end

    def _short(self, data: bytes, at: int) -> tuple[int, int]:
        """Returns the value of a code of up to seven bytes, and the offset behind it."""
        lead = data[at]
        trails = next(count for count in range(1, 7) if lead < 0x100 - (0x80 >> count + 1) + (count == 6))
        bits = lead & (0x3F >> trails)
        value, end = self._stored(data, at, at + 1, trails)
        if trails == 6 and "five-bits-in-the-seventh-row" in self.on:
            value &= 0x7FFFFFFFF
        value |= bits << 6 * trails
        least = 0x80 if trails == 1 else _LIMITS[trails - 2][0] + 1
        taken = "overlong-taken" in self.on or (trails == 6 and "overlong-from-seven-bytes-taken" in self.on)
        if value < least and not taken:
            raise IllFormed(at)
        return value, end

    def _behind_ff(self, data: bytes, at: int) -> tuple[int, int]:
        """Returns the value of a code that begins with FF, and the offset behind it."""
        if at + 1 == len(data):
            raise CutShort(at)
        if 0x80 <= data[at + 1] < 0xA0:
            value, end = self._stored(data, at, at + 1, 12)
            least = 0x80000000 if "seven-bytes-unknown" in self.on else 0x1000000000
            taken = {"overlong-taken", "overlong-from-seven-bytes-taken", "fffffffff-in-thirteen-bytes"}
            if value < least and not self.on & taken:
                raise IllFormed(at)
            return value, end
        if "71-bits-only" in self.on:
            raise IllFormed(at)
        digits, place = self._length(data, at)
        storage = self._storage(digits)
        if len(data) < place + storage and "missing-storage-crashes" in self.on:
            raise MemoryError("so much memory cannot be had")
        value, end = self._stored(data, at, place, storage)
        if "padded-behind" in self.on:
            value >>= 6 * storage - 4 * digits
        if value >> 4 * digits and "padding-unchecked" not in self.on:
            raise IllFormed(at)
        value &= (1 << 4 * digits) - 1
        if (value <= _THIRTEEN or value >> 4 * (digits - 1) == 0) and "length-too-large-taken" not in self.on:
            raise IllFormed(at)
        return value, end

    def _length(self, data: bytes, at: int) -> tuple[int, int]:
        """Returns the number of digits of a code that begins with FF, and the offset of the first byte that stores some."""
        place, count = at + 1, int("one-b4-too-many" not in self.on)
        while place < len(data) and data[place] == 0xB4 and "b4-missing" not in self.on:
            place, count = place + 1, count + 1
        end = place + count
        digits = data[place:end]
        if "b4-missing" in self.on:
            while end < len(data) and 0xA0 <= data[end] < 0xB0 and end < at + 3:
                end += 1
            digits = data[place:end]
        if count == 0 or any(not 0xA0 <= byte < 0xB0 for byte in digits):
            raise IllFormed(at)
        if end > len(data):
            raise CutShort(at)
        if count > 1 and digits[0] == 0xA0 and "length-too-large-taken" not in self.on:
            raise IllFormed(at)
        written = "".join(f"{byte & 0xF:X}" for byte in digits)
        if "length-in-decimal" not in self.on:
            return int(written, 16) + self._less, end
        if not written.isdecimal():
            raise IllFormed(at)
        return int(written) + self._less, end

    def _stored(self, data: bytes, at: int, place: int, count: int) -> tuple[int, int]:
        """Returns the number that so many trail bytes store, and the offset behind them."""
        value = 0
        some = data[place : place + count]
        for byte in some:
            if byte & 0xC0 != 0x80 and "trail-unchecked" not in self.on:
                raise IllFormed(at)
        if len(some) < count and not (count <= 12 and "missing-bytes-as-zeros" in self.on):
            raise CutShort(at)
        for byte in some.ljust(count, b"\x80"):
            value = value << 6 | byte & 0x3F
        return value, min(place + count, len(data))


def _trail(value: int, count: int) -> bytes:
    """Returns the last bits of a value in so many trail bytes."""
    return bytes(0x80 | value >> 6 * each & 0x3F for each in reversed(range(count)))
