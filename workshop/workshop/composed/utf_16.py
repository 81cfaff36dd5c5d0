"""UTF-16 with either byte order."""

from __future__ import annotations

from collections.abc import Sequence

from workshop.composed.codec import FIRST_MARK, Codec, CutShort, IllFormed
from workshop.composed.general import CRASH, CUT, LIMIT, MARK, SURROGATE, Broken, general
from workshop.composed.mistake import BOTH, DECODE, ENCODE, Mistake

ENCODINGS = ("utf-16-be", "utf-16-le")

_LONE = "utf-16/unpaired-surrogates utf-16/high-before-low"
_PAIRS = "utf-16/other-planes utf-16/subtract-10000 utf-16/high-surrogate utf-16/low-surrogate utf-16/high-before-low"
_ORDER_WORDS = r"order|endian|swap|revers|utf-16-[bl]e"
_ORDER = "utf-16/big-endian utf-16/little-endian"
_LONE_WORDS = rf"{SURROGATE}|unpaired|lone|\bhalf\b|halves|pair|cannot continue"

MISTAKES = (
    *general(
        Broken(
            cut="utf-16/whole-units",
            kept="utf-16/sequence-kept",
            nul="utf-16/plane-0",
            mark="utf-16/no-byte-order-mark",
            noncharacters="utf-16/noncharacters",
            ill_formed=f"{_LONE} utf-16/whole-units utf-16/not-utf-8 utf-16/disjoint-ranges",
            refused="utf-16/surrogate-code-points utf-16/code-space",
            controls="utf-16/one-or-two-units utf-16/code-space",
        )
    ),
    Mistake("byte-order-swapped", BOTH, _ORDER_WORDS, f"{_ORDER} utf-16/one-or-two-units utf-16/plane-0"),
    Mistake(
        "order-swapped-when-read",
        DECODE,
        _ORDER_WORDS,
        f"{_ORDER} utf-16/one-or-two-units utf-16/plane-0",
    ),
    Mistake("halves-swapped", BOTH, r"swap|order|revers|before|halves|high|low|pair", _PAIRS),
    Mistake("halves-swapped-when-written", ENCODE, r"swap|order|revers|before|halves|high|low|pair", _PAIRS),
    Mistake("lone-high-taken", DECODE, rf"{_LONE_WORDS}|ends inside", f"{_LONE} utf-16/whole-units"),
    Mistake("lone-low-taken", DECODE, _LONE_WORDS, _LONE),
    Mistake("second-half-unchecked", DECODE, rf"{_LONE_WORDS}|trail|second|follow", _LONE),
    Mistake("surrogates-encoded", ENCODE, SURROGATE, "utf-16/surrogate-code-points common/values-of-the-encoding"),
    Mistake(
        "surrogates-both",
        BOTH,
        _LONE_WORDS,
        f"{_LONE} utf-16/surrogate-code-points common/values-of-the-encoding utf-16/code-space",
    ),
    Mistake("10000-not-subtracted", BOTH, rf"1?0000|subtract|pair|above|beyond|offset|plane|{SURROGATE}", _PAIRS),
    Mistake("odd-byte-taken", DECODE, rf"{CUT}|odd|single byte|half a", "utf-16/whole-units common/incomplete-input"),
    Mistake(
        "odd-byte-crashes",
        DECODE,
        rf"{CRASH}|struct",
        "utf-16/whole-units common/incomplete-input common/always-an-answer",
    ),
    Mistake("above-limit-encoded", ENCODE, LIMIT, "utf-16/code-space common/values-of-the-encoding utf-16/planes"),
    Mistake("mark-written", ENCODE, rf"{MARK}|adds|prefix|extra|in front", "utf-16/no-byte-order-mark"),
    Mistake("mark-obeyed", DECODE, rf"{MARK}|FFFE|order|endian|swap", f"utf-16/no-byte-order-mark utf-16/noncharacters {_ORDER}"),
    Mistake(
        "ucs-2",
        BOTH,
        r"above|beyond|FFFF|10000|plane|pair|refus|UCS|supplement|surrogate",
        f"{_PAIRS} utf-16/code-space utf-16/planes utf-16/one-or-two-units",
    ),
    Mistake(
        "ffff-as-pair",
        ENCODE,
        r"FFFF|pair|noncharacter|wrong bytes|boundary|last",
        "utf-16/plane-0 utf-16/noncharacters utf-16/one-or-two-units utf-16/subtract-10000",
    ),
    Mistake(
        "10000-as-one-unit",
        ENCODE,
        r"1?0000|pair|wrong bytes|one unit|boundary|first|cuts|wrap",
        f"{_PAIRS} utf-16/one-or-two-units utf-16/planes",
    ),
    Mistake(
        "order-swapped-when-written",
        ENCODE,
        _ORDER_WORDS,
        f"{_ORDER} utf-16/one-or-two-units utf-16/plane-0",
    ),
    Mistake(
        "low-dc00-refused",
        DECODE,
        r"DC00|\blow\b|pair|surrogate|1?0000|first",
        f"{_PAIRS} utf-16/code-space utf-16/planes utf-16/one-or-two-units",
    ),
    Mistake(
        "e000-to-ffff-as-surrogates",
        DECODE,
        r"E000|FFFF|surrogate|private|above|beyond|D7FF|range|F8FF|FFFD|FEFF",
        "utf-16/plane-0 utf-16/disjoint-ranges utf-16/code-space utf-16/noncharacters utf-16/no-byte-order-mark"
        " utf-16/one-or-two-units utf-16/not-utf-8",
    ),
    Mistake(
        "10000-or-ed",
        DECODE,
        r"1?0000|plane|pair|surrogate|above|beyond|supplement|bit",
        f"{_PAIRS} utf-16/planes utf-16/code-space utf-16/one-or-two-units",
    ),
    Mistake(
        "planes-cut",
        ENCODE,
        r"plane|20000|1?FFFF|pair|surrogate|above|beyond|supplement|bit|wrap",
        f"{_PAIRS} utf-16/planes utf-16/code-space utf-16/one-or-two-units",
    ),
    Mistake(
        "zero-byte-ends-text",
        DECODE,
        r"\bNUL\b|U\+0000|\b00?\b|zero|terminat|(ends?|stops?) (at|early|before)",
        "utf-16/plane-0 utf-16/one-or-two-units utf-16/sequence-kept utf-16/code-space common/any-length common/map-both-ways",
    ),
    Mistake(
        "last-high-dropped",
        DECODE,
        rf"{_LONE_WORDS}|{CUT}|\blast\b",
        f"{_LONE} utf-16/whole-units common/incomplete-input",
    ),
    Mistake(
        "low-from-dcee",
        DECODE,
        r"DC|\blow\b|pair|surrogate|1?0000|above|beyond|supplement",
        f"{_PAIRS} utf-16/code-space utf-16/planes utf-16/one-or-two-units",
    ),
    Mistake(
        "surrogate-takes-the-next",
        ENCODE,
        rf"{SURROGATE}|accepts|los(es|t)|drop",
        "utf-16/surrogate-code-points utf-16/sequence-kept common/values-of-the-encoding common/map-both-ways common/any-length",
    ),
    Mistake("lone-high-takes-the-next", DECODE, rf"{_LONE_WORDS}|accepts|ill-formed", _LONE),
)


class Utf16(Codec):
    """A codec of utf-16-be or utf-16-le."""

    unit = 2

    def __init__(self, encoding: str, mistakes: tuple[str, ...] = ()) -> None:
        super().__init__(encoding, mistakes)
        on = self.on
        little = encoding == "utf-16-le"
        self._writes_little = little != bool(on & {"byte-order-swapped", "order-swapped-when-written"})
        self._reads_little = self._stated = little != bool(on & {"byte-order-swapped", "order-swapped-when-read"})
        self._first = True

    def begin(self) -> None:
        self._first, self._reads_little = True, self._stated

    def encode(self, values: Sequence[int]) -> bytes:
        if "surrogate-takes-the-next" in self.on:
            high = [0xD800 <= value < 0xDC00 for value in values]
            values = [value for value, lost, before in zip(values, high, [False, *high]) if not (lost or before)]
        return super().encode(values)

    def _unit(self, unit: int) -> bytes:
        return (unit & 0xFFFF).to_bytes(2, "little" if self._writes_little else "big")

    def write(self, value: int, index: int) -> bytes:
        on = self.on
        front = self._unit(FIRST_MARK) if index == 0 and "mark-written" in on else b""
        if 0xD800 <= value <= 0xDFFF and not on & {"surrogates-encoded", "surrogates-both"}:
            raise IllFormed(index)
        if value > 0x10FFFF and not (value <= 0x1FFFFF and "above-limit-encoded" in on):
            raise IllFormed(index)
        if value > 0xFFFF and "ucs-2" in on:
            raise IllFormed(index)
        one = value < 0xFFFF or (value == 0xFFFF and "ffff-as-pair" not in on) or (value == 0x10000 and "10000-as-one-unit" in on)
        if one:
            return front + self._unit(value)
        rest = value if "10000-not-subtracted" in on else max(value - 0x10000, 0)
        rest = rest & 0xFFFF if "planes-cut" in on else rest
        high, low = self._unit(0xD800 + (rest >> 10)), self._unit(0xDC00 | rest & 0x3FF)
        return front + (low + high if on & {"halves-swapped", "halves-swapped-when-written"} else high + low)

    def _at(self, data: bytes, at: int, start: int) -> int:
        """Returns the code unit at an offset. Raises CutShort if not all of it is there."""
        if at + 2 > len(data):
            raise CutShort(start)
        return int.from_bytes(data[at : at + 2], "little" if self._reads_little else "big")

    def decode(self, data: bytes) -> list[int]:
        return super().decode(data.split(b"\0")[0] if "zero-byte-ends-text" in self.on else data)

    def read(self, data: bytes, at: int) -> tuple[int | None, int]:
        on = self.on
        if at + 1 == len(data):
            if "odd-byte-taken" in on:
                return None, at + 1
            if "odd-byte-crashes" in on:
                raise IndexError("index out of range")
        unit = self._at(data, at, at)
        if self._first and "mark-obeyed" in on and unit in (FIRST_MARK, 0xFFFE):
            self._first, self._reads_little = False, self._reads_little != (unit == 0xFFFE)
            return None, at + 2
        self._first = False
        swapped = "halves-swapped" in on
        first = 0xDC00 if swapped else 0xD800
        if unit < 0xD800 or (unit > 0xDFFF and "e000-to-ffff-as-surrogates" not in on):
            return unit, at + 2
        if "ucs-2" in on:
            raise IllFormed(at)
        if not first <= unit < first + 0x400:
            return self._lone(unit, at, "lone-low-taken")
        return self._pair(unit, data, at, swapped)

    def _pair(self, unit: int, data: bytes, at: int, swapped: bool) -> tuple[int | None, int]:
        """Returns the value of a pair whose first half is given, and the offset behind it; or the half itself if it is taken."""
        if at + 2 == len(data) and self.on & {"lone-high-taken", "surrogates-both"}:
            return unit, at + 2
        if at + 2 == len(data) and "last-high-dropped" in self.on:
            return None, at + 2
        other = self._at(data, at + 2, at)
        second = 0xD800 if swapped else 0xDC00
        if "lone-high-takes-the-next" in self.on and not second <= other < second + 0x400:
            return None, at + 4
        if not second <= other < second + 0x400 and "second-half-unchecked" not in self.on:
            return self._lone(unit, at, "lone-high-taken")
        high, low = (other, unit) if swapped else (unit, other)
        if (low == 0xDC00 and "low-dc00-refused" in self.on) or (low < 0xDCEE and "low-from-dcee" in self.on):
            raise IllFormed(at)
        rest = (high & 0x3FF) << 10 | low & 0x3FF
        if "10000-or-ed" in self.on:
            return rest | 0x10000, at + 4
        return rest if "10000-not-subtracted" in self.on else 0x10000 + rest, at + 4

    def _lone(self, unit: int, at: int, mistake: str) -> tuple[int, int]:
        """Returns an unpaired half as a value, and the offset behind it. Raises IllFormed if it is not taken."""
        if self.on & {mistake, "surrogates-both"}:
            return unit, at + 2
        raise IllFormed(at)
