"""BOCU-1."""

from __future__ import annotations

from typing import NamedTuple

from workshop.composed.codec import Codec, CutShort, IllFormed
from workshop.composed.general import LIMIT, STATE, SURROGATE, Broken, general
from workshop.composed.mistake import BOTH, DECODE, ENCODE, Mistake

ENCODINGS = ("bocu-1",)

_BOTH = "bocu-1/same-as-encoding bocu-1/same-as-decoding"
_TRAILS = (
    f"{_BOTH} bocu-1/r4-4-trails bocu-1/controls-as-trail bocu-1/t4-01-06 bocu-1/t4-10-19 bocu-1/t4-1c-1f bocu-1/t4-21-ff"
    " bocu-1/twelve-own-controls bocu-1/illegal-trail bocu-1/base-243"
)
_ADJUSTED = f"{_BOTH} bocu-1/rd5-adjusts bocu-1/one-integer-state bocu-1/stateful"
_NEGATIVE = (
    "bocu-1/same-as-encoding bocu-1/t1-minus-2 bocu-1/t1-minus-3 bocu-1/t1-minus-4 bocu-1/r4-4-trails bocu-1/r4-3-offset"
    " bocu-1/lexical-differences"
)
_RESETS = "bocu-1/c0-resets bocu-1/r2-c0 bocu-1/rd2-c0 bocu-1/lines-independent bocu-1/known-reset-points"

MISTAKES = (
    *general(
        Broken(
            cut="bocu-1/truncated bocu-1/illegal-reported",
            kept=f"{_BOTH} bocu-1/any-number",
            nul="bocu-1/c0-and-space-direct bocu-1/cr-lf-own-bytes bocu-1/rd2-c0",
            mark="bocu-1/signature",
            noncharacters=f"{_BOTH} bocu-1/any-code-points bocu-1/code-point-range",
            ill_formed="bocu-1/illegal-trail bocu-1/illegal-result bocu-1/illegal-reported",
            refused="bocu-1/code-point-range",
            controls=f"bocu-1/r2-c0 bocu-1/twelve-own-controls {_RESETS} {_BOTH}",
        )
    ),
    Mistake(
        "space-resets",
        BOTH,
        rf"space|U\+0020|\b20\b|{STATE}",
        f"bocu-1/r3-space bocu-1/rd3-space bocu-1/one-integer-state {_BOTH}",
    ),
    Mistake("controls-keep-state", BOTH, rf"control|C0|reset|line|{STATE}", f"{_RESETS} {_BOTH}"),
    Mistake("state-kept-between-calls", BOTH, STATE, "common/initial-state bocu-1/r1-initial-state bocu-1/rd1-initial-state"),
    Mistake(
        "state-is-the-value",
        BOTH,
        rf"middle|block|center|centre|{STATE}",
        f"bocu-1/r5-block bocu-1/center-of-a-block {_ADJUSTED}",
    ),
    Mistake(
        "hiragana-not-special",
        BOTH,
        rf"hiragana|30[4-9]|3070|{STATE}",
        f"bocu-1/r5-hiragana bocu-1/one-byte-in-hiragana {_ADJUSTED}",
    ),
    Mistake(
        "hangul-not-special", BOTH, rf"hangul|AC00|D7A3|C1D1|{STATE}", f"bocu-1/r5-hangul bocu-1/two-bytes-in-hangul {_ADJUSTED}"
    ),
    Mistake(
        "unihan-to-9fff", BOTH, rf"unihan|9F|7711|{STATE}", f"bocu-1/r5-unihan bocu-1/cut-blocks bocu-1/r5-block {_ADJUSTED}"
    ),
    Mistake("trails-in-a-row", BOTH, r"trail|control|0D|\b13\b|wrong bytes|byte", _TRAILS),
    Mistake("negative-rounded-to-zero", ENCODE, r"negative|minus|below|backward|down|smaller|round|divi|trail|-", _NEGATIVE),
    Mistake(
        "2910-in-three-bytes",
        ENCODE,
        r"2910|row|bytes|boundary|difference|one trail|longer|shortest|limit",
        "bocu-1/t1-plus-2 bocu-1/t1-plus-3 bocu-1/rows-meet bocu-1/r4-3-offset",
    ),
    Mistake(
        "ff-not-a-reset",
        DECODE,
        r"\bFF\b|reset",
        "bocu-1/reset-byte bocu-1/rd6-reset bocu-1/joins-streams bocu-1/no-illegal-lead",
    ),
    Mistake(
        "trail-unchecked", DECODE, r"trail|continuation|further|following|control", "bocu-1/illegal-trail bocu-1/illegal-reported"
    ),
    Mistake("above-limit-decoded", DECODE, rf"{LIMIT}|below|negative", "bocu-1/illegal-result bocu-1/illegal-reported"),
    Mistake("above-limit-encoded", ENCODE, LIMIT, "bocu-1/code-point-range common/values-of-the-encoding"),
    Mistake("surrogates-refused", BOTH, SURROGATE, "bocu-1/any-code-points bocu-1/code-point-range bocu-1/emits-nothing-illegal"),
    Mistake(
        "pairs-written",
        ENCODE,
        rf"{SURROGATE}|pair|above FFFF|supplement|beyond",
        "bocu-1/supplementary-by-code-point bocu-1/same-as-encoding",
    ),
    Mistake(
        "state-begins-at-0",
        BOTH,
        rf"\b40\b|begin|initial|first|{STATE}",
        f"bocu-1/r1-initial-state bocu-1/rd1-initial-state {_BOTH} bocu-1/three-bytes-to-2dd4b bocu-1/signature",
    ),
    Mistake(
        "state-at-the-start-of-the-block",
        BOTH,
        rf"middle|block|center|centre|{STATE}",
        f"bocu-1/r5-block bocu-1/center-of-a-block bocu-1/one-byte-in-a-block {_ADJUSTED}",
    ),
    Mistake(
        "unihan-in-the-middle",
        BOTH,
        rf"unihan|7711|76D2|4E00|9FA5|ideograph|{STATE}",
        f"bocu-1/r5-unihan bocu-1/unihan-reach bocu-1/two-bytes-in-unihan {_ADJUSTED}",
    ),
    Mistake(
        "ff-keeps-the-state",
        DECODE,
        rf"\bFF\b|reset|{STATE}",
        f"bocu-1/reset-byte bocu-1/rd6-reset bocu-1/joins-streams {_BOTH}",
    ),
    Mistake(
        "trails-reversed",
        BOTH,
        r"trail|order|revers|swap|significant|three bytes|four bytes|wrong (bytes|value)",
        f"bocu-1/r4-4-trails bocu-1/r4-6-output bocu-1/multipliers bocu-1/base-243 bocu-1/t1-plus-3 bocu-1/t1-plus-4"
        f" bocu-1/t1-minus-3 bocu-1/t1-minus-4 bocu-1/signature bocu-1/lexical-differences bocu-1/binary-order {_BOTH}",
    ),
    Mistake(
        "controls-refused-as-trail",
        DECODE,
        r"trail|control|\b01\b|1F|C0\b",
        "bocu-1/controls-as-trail bocu-1/t4-01-06 bocu-1/t4-10-19 bocu-1/t4-1c-1f bocu-1/same-as-decoding"
        " bocu-1/reverses-encoding common/map-both-ways",
    ),
    Mistake(
        "planes-cut",
        ENCODE,
        r"plane|16.bit|sixteen|FFFF|wrap|high|upper|above|low|beyond|supplement|cut",
        f"bocu-1/supplementary-by-code-point bocu-1/code-point-range bocu-1/t1-plus-4 {_BOTH}",
    ),
)


class Row(NamedTuple):
    """A row of table 1: the least difference, how many trail bytes, the base of the lead byte, and the offset."""

    least: int
    trails: int
    base: int
    offset: int


_ROWS = (
    Row(0x2DD0C, 3, 0xFE, 0x2DD0C),
    Row(0x2911, 2, 0xFB, 0x2911),
    Row(0x40, 1, 0xD0, 0x40),
    Row(-0x40, 0, 0x90, 0),
    Row(-0x2911, 1, 0x50, -0x40),
    Row(-0x2DD0C, 2, 0x25, -0x2911),
    Row(-0x200000, 3, 0x22, -0x2DD0C),
)
_EARLY = (_ROWS[0], Row(0x2910, 2, 0xFB, 0x2911), *_ROWS[2:])
_LEADS = ((0x22, 6), (0x25, 5), (0x50, 4), (0xD0, 3), (0xFB, 2), (0xFE, 1), (0xFF, 0))
"""The byte behind the last lead byte of a row, and the index of the row."""
_OWN = frozenset((0x00, *range(0x07, 0x10), 0x1A, 0x1B, 0x20))
_TRAIL = tuple(byte for byte in range(0x100) if byte not in _OWN)
_DIGIT = {byte: digit for digit, byte in enumerate(_TRAIL)}


class Bocu1(Codec):
    """A codec of bocu-1."""

    def __init__(self, encoding: str, mistakes: tuple[str, ...] = ()) -> None:
        super().__init__(encoding, mistakes)
        self._state = 0x40
        self._rows = _EARLY if "2910-in-three-bytes" in self.on else _ROWS

    def begin(self) -> None:
        if "state-kept-between-calls" not in self.on:
            self._state = 0 if "state-begins-at-0" in self.on else 0x40

    def _direct(self, value: int) -> None:
        """Sets the state behind a byte that is the number of a control or of the space."""
        if "space-resets" in self.on if value == 0x20 else "controls-keep-state" not in self.on:
            self._state = 0x40

    def _adjust(self, value: int) -> None:
        """Sets the state behind a value that was told by a difference."""
        on = self.on
        if "state-is-the-value" in on:
            self._state = value
        elif 0x3040 <= value <= 0x309F and "hiragana-not-special" not in on:
            self._state = 0x3070
        elif 0x4E00 <= value <= (0x9FFF if "unihan-to-9fff" in on else 0x9FA5):
            self._state = 0x76D2 if "unihan-in-the-middle" in on else 0x7711
        elif 0xAC00 <= value <= 0xD7A3 and "hangul-not-special" not in on:
            self._state = 0xC1D1
        else:
            self._state = (value & ~0x7F) + (0 if "state-at-the-start-of-the-block" in on else 0x40)

    def write(self, value: int, index: int) -> bytes:
        on = self.on
        if value > 0x10FFFF and not (value <= 0x11FFFF and "above-limit-encoded" in on):
            raise IllFormed(index)
        if 0xD800 <= value <= 0xDFFF and "surrogates-refused" in on:
            raise IllFormed(index)
        if "pairs-written" in on and 0xFFFF < value <= 0x10FFFF:
            rest = value - 0x10000
            return self._one(0xD800 | rest >> 10) + self._one(0xDC00 | rest & 0x3FF)
        return self._one(value & 0xFFFF if "planes-cut" in on else value)

    def _one(self, value: int) -> bytes:
        """Returns the bytes of one code point, and adjusts the state."""
        if value <= 0x20:
            self._direct(value)
            return bytes((value,))
        difference = value - self._state
        self._adjust(value)
        _, trails, base, offset = next(row for row in self._rows if difference >= row.least)
        rest, digits = difference - offset, []
        for _ in range(trails):
            if "negative-rounded-to-zero" in self.on and rest < 0:
                rest, digit = -(-rest // 243), -(-rest % 243)
            else:
                rest, digit = divmod(rest, 243)
            digits.append(self._trail(digit))
        return bytes(((base + rest) & 0xFF, *(digits if "trails-reversed" in self.on else reversed(digits))))

    def _trail(self, digit: int) -> int:
        """Returns the trail byte of a digit. One that is negative is the byte that has its bits."""
        if digit < 0 or "trails-in-a-row" in self.on:
            return digit + 0x0D & 0xFF
        return _TRAIL[digit]

    def read(self, data: bytes, at: int) -> tuple[int | None, int]:
        lead = data[at]
        if lead <= 0x20:
            self._direct(lead)
            return lead, at + 1
        if lead == 0xFF:
            if "ff-not-a-reset" in self.on:
                raise IllFormed(at)
            if "ff-keeps-the-state" not in self.on:
                self._state = 0x40
            return None, at + 1
        row = _ROWS[next(index for behind, index in _LEADS if lead < behind)]
        end = at + 1 + row.trails
        rest = lead - row.base
        trails = data[at + 1 : end]
        for byte in reversed(trails) if "trails-reversed" in self.on else trails:
            rest = rest * 243 + self._digit(byte, at)
        if end > len(data):
            raise CutShort(at)
        value = self._checked(self._state + row.offset + rest, at)
        self._adjust(value)
        return value, end

    def _digit(self, byte: int, at: int) -> int:
        """Returns the digit of a trail byte."""
        if "trails-in-a-row" in self.on and byte >= 0x0D:
            return byte - 0x0D
        if "controls-refused-as-trail" in self.on and byte < 0x20:
            raise IllFormed(at)
        if byte not in _DIGIT and "trail-unchecked" not in self.on:
            raise IllFormed(at)
        return _DIGIT.get(byte, 0)

    def _checked(self, value: int, at: int) -> int:
        """Returns a value that was read. Raises IllFormed for one that must not occur."""
        if not 0 <= value <= 0x10FFFF:
            if "above-limit-decoded" in self.on:
                return value & 0x1FFFFF
            raise IllFormed(at)
        if 0xD800 <= value <= 0xDFFF and "surrogates-refused" in self.on:
            raise IllFormed(at)
        return value
