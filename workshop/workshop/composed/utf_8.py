"""UTF-8 of one to four bytes, and the original of one to six bytes."""

from __future__ import annotations

from collections.abc import Sequence

from workshop.composed.codec import FIRST_MARK, Codec, CutShort, IllFormed
from workshop.composed.general import CUT, LIMIT, MARK, OVERLONG, SURROGATE, Broken, general
from workshop.composed.mistake import BOTH, DECODE, ENCODE, Mistake

ENCODINGS = ("utf-8", "utf-8-31bit")
SHORT = 40
"""How many values a text has for which a codec calls another function."""
_NEW, _OLD = (("utf-8",), ("utf-8-31bit",))

_TRAIL = "utf-8/trail-bytes utf-8/lead-tells-length utf-8/prefixes-disjoint utf-8-31bit/further-bytes"
_FORMS = "utf-8/shortest-form utf-8-31bit/shortest-form utf-8-31bit/first-byte"
_SPACE = "utf-8/code-space common/values-of-the-encoding"
_LEFT_TRAIL = "utf-8/trail-byte-not-first utf-8-31bit/further-byte-not-first utf-8/prefixes-disjoint"
_ROWS = (
    "utf-8/two-bytes utf-8/three-bytes utf-8/four-bytes utf-8/bits-in-order utf-8-31bit/two-byte-form"
    " utf-8-31bit/three-byte-form utf-8-31bit/four-byte-form utf-8-31bit/bits-in-order"
)

MISTAKES = (
    *general(
        Broken(
            cut="utf-8/lead-tells-length utf-8-31bit/first-byte-tells-length utf-8-31bit/missing-bytes utf-8/trail-bytes",
            kept="utf-8/sequence-kept",
            nul="utf-8/one-byte utf-8/ascii-compatible utf-8-31bit/one-byte-form utf-8-31bit/ascii",
            mark="utf-8/no-byte-order-mark utf-8-31bit/noncharacters",
            noncharacters="utf-8/noncharacters utf-8-31bit/noncharacters",
            ill_formed=f"{_TRAIL} {_FORMS} {_LEFT_TRAIL} utf-8/no-other-lead utf-8/surrogates utf-8/out-of-range"
            " utf-8-31bit/fe-and-ff utf-8/not-utf-16",
            refused="utf-8/surrogates utf-8/code-space utf-8-31bit/all-codes",
            controls="utf-8/bits-in-order utf-8/code-space utf-8-31bit/bits-in-order utf-8-31bit/all-codes",
        )
    ),
    Mistake("surrogates-decoded", DECODE, SURROGATE, "utf-8/surrogates", _NEW),
    Mistake("surrogates-encoded", ENCODE, SURROGATE, "utf-8/surrogates common/values-of-the-encoding", _NEW),
    Mistake("surrogates-both", BOTH, SURROGATE, "utf-8/surrogates common/values-of-the-encoding", _NEW),
    Mistake("surrogates-refused", BOTH, SURROGATE, "utf-8-31bit/surrogates utf-8-31bit/all-codes", _OLD),
    Mistake("above-limit-decoded", DECODE, LIMIT, "utf-8/out-of-range utf-8/code-space utf-8/planes", _NEW),
    Mistake("above-limit-encoded", ENCODE, LIMIT, f"{_SPACE} utf-8/planes utf-8/out-of-range", _NEW),
    Mistake("110000-encoded", ENCODE, LIMIT, f"{_SPACE} utf-8/planes utf-8/out-of-range", _NEW),
    Mistake(
        "above-10ffff-refused",
        BOTH,
        rf"{LIMIT}|large|five|six",
        "utf-8-31bit/all-codes utf-8-31bit/five-byte-form utf-8-31bit/six-byte-form utf-8-31bit/four-byte-form",
        _OLD,
    ),
    Mistake("fe-taken", DECODE, rf"\bF[EF]\b|lead|first byte|seven|{LIMIT}", "utf-8-31bit/fe-and-ff utf-8-31bit/six-bytes", _OLD),
    Mistake("overlong-taken", DECODE, OVERLONG, _FORMS),
    Mistake("overlong-of-three-taken", DECODE, rf"{OVERLONG}|E0", _FORMS),
    Mistake("c0-80-taken", DECODE, rf"{OVERLONG}|NUL", _FORMS),
    Mistake(
        "nul-as-c0-80",
        BOTH,
        rf"{OVERLONG}|NUL|U\+0000|\b0\b|zero",
        f"{_FORMS} utf-8/one-byte utf-8/ascii-compatible utf-8/length-bounds utf-8-31bit/one-byte-form utf-8-31bit/ascii",
    ),
    Mistake("trail-unchecked", DECODE, r"trail|continu|further|following", _TRAIL),
    Mistake("last-trail-unchecked", DECODE, r"trail|continu|further|following", _TRAIL),
    Mistake(
        "lone-trail-taken",
        DECODE,
        r"trail|continuation|further|lone|stray|lead|first byte|\b80\b|BF|not begin",
        _LEFT_TRAIL,
    ),
    Mistake(
        "7ff-in-three-bytes",
        ENCODE,
        rf"7FF|{OVERLONG}|three bytes|two bytes|length|wrong bytes",
        f"{_FORMS} utf-8/two-bytes utf-8/length-bounds utf-8-31bit/two-byte-form",
    ),
    Mistake(
        "10000-in-three-bytes",
        ENCODE,
        r"1?0000|three bytes|four bytes|length|wrong bytes|row|boundary",
        "utf-8/four-bytes utf-8/bits-in-order utf-8/planes utf-8-31bit/four-byte-form utf-8-31bit/bits-in-order"
        " utf-8-31bit/leading-ones",
    ),
    Mistake(
        "pairs-written",
        ENCODE,
        rf"{SURROGATE}|pair|CESU|six bytes|above FFFF|beyond",
        "utf-8/surrogates utf-8/four-bytes utf-8/length-bounds utf-8/bits-in-order utf-8-31bit/four-byte-form"
        " utf-8-31bit/same-as-utf-8 utf-8-31bit/bits-in-order",
    ),
    Mistake(
        "planes-cut",
        BOTH,
        r"plane|16.bit|sixteen|FFFF|wrap|high|upper|above|low|four bytes|beyond|supplement",
        "utf-8/four-bytes utf-8/planes utf-8/code-space utf-8/bits-in-order utf-8-31bit/four-byte-form utf-8-31bit/bits-in-order"
        " utf-8-31bit/five-byte-form utf-8-31bit/six-byte-form",
    ),
    Mistake(
        "old-forms-taken",
        DECODE,
        rf"{LIMIT}|five|six|F[8-D]|31|lead|first byte",
        "utf-8/no-other-lead utf-8/out-of-range utf-8/code-space utf-8/planes utf-8/length-bounds",
        _NEW,
    ),
    Mistake(
        "f8-to-ff-as-four-bytes",
        DECODE,
        r"F[89A-F]|lead|first byte|prefix|five",
        "utf-8/no-other-lead utf-8/prefixes-disjoint utf-8/lead-tells-length",
        _NEW,
    ),
    Mistake("pairs-joined", DECODE, rf"{SURROGATE}|pair|CESU|joins", "utf-8/surrogates utf-8-31bit/surrogates"),
    Mistake(
        "least-of-a-length-refused",
        DECODE,
        r"\b80\b|800|1?0000|C2|E0|F0|small|least|lowest|first value|boundar|shortest",
        f"{_FORMS} {_ROWS} utf-8/code-space utf-8-31bit/all-codes",
    ),
    Mistake(
        "c2-to-cf-refused",
        DECODE,
        r"C[2-9A-F]|\b80\b|3FF|lead|first byte|two.byte|two bytes",
        "utf-8/two-bytes utf-8/lead-tells-length utf-8/code-space utf-8/bits-in-order utf-8-31bit/two-byte-form"
        " utf-8-31bit/first-byte utf-8-31bit/first-byte-tells-length utf-8-31bit/all-codes utf-8-31bit/bits-in-order"
        " utf-8-31bit/leading-ones",
    ),
    Mistake(
        "eighth-byte-unchecked",
        DECODE,
        r"block|eight|seven|\b[78]\b|places?\b|position|aligned|offset|behind|after|ASCII|Latin",
        f"{_TRAIL} {_FORMS} {_LEFT_TRAIL} {_ROWS} utf-8/no-other-lead utf-8/surrogates utf-8/out-of-range utf-8/sequence-kept"
        " utf-8/not-utf-16 utf-8-31bit/fe-and-ff utf-8-31bit/first-byte-tells-length utf-8-31bit/stateless common/any-length"
        " common/first-fault common/incomplete-input common/map-both-ways",
    ),
    Mistake(
        "latin-1-given",
        DECODE,
        r"Latin|8859|1252|itself|themselves|own (number|value)|accepts (all|any|every|ill|what)|ill-formed",
        f"{_TRAIL} {_FORMS} {_LEFT_TRAIL} utf-8/no-other-lead utf-8/surrogates utf-8/out-of-range utf-8/not-utf-16"
        " utf-8-31bit/fe-and-ff utf-8-31bit/first-byte-tells-length utf-8-31bit/missing-bytes common/incomplete-input",
    ),
    Mistake(
        "missing-bytes-as-zeros",
        DECODE,
        CUT,
        "utf-8/lead-tells-length utf-8/trail-bytes utf-8-31bit/first-byte-tells-length utf-8-31bit/missing-bytes"
        " utf-8-31bit/further-bytes common/incomplete-input",
    ),
    Mistake(
        "80-in-one-byte",
        ENCODE,
        r"\b80\b|one byte|two bytes|boundary|length|wrong bytes",
        "utf-8/two-bytes utf-8/one-byte utf-8/trail-byte-not-first utf-8/bits-in-order utf-8-31bit/two-byte-form"
        " utf-8-31bit/further-byte-not-first utf-8-31bit/first-byte utf-8-31bit/bits-in-order utf-8-31bit/one-byte-form"
        " utf-8-31bit/bit-7-set common/map-both-ways",
    ),
    Mistake(
        "mark-written",
        ENCODE,
        rf"{MARK}|EF BB BF|adds|prefix|extra|in front",
        "utf-8/no-byte-order-mark utf-8/one-byte utf-8/ascii-compatible utf-8/length-bounds utf-8/sequence-kept"
        " utf-8/bits-in-order utf-8-31bit/ascii utf-8-31bit/one-byte-form utf-8-31bit/bits-in-order utf-8-31bit/stateless"
        " common/map-both-ways",
    ),
    Mistake(
        "e0-and-f0-as-shorter",
        DECODE,
        r"E0|F0|lead|first byte|three|four|\b800|1?0000|FFF\b",
        f"{_ROWS} utf-8/lead-tells-length utf-8/prefixes-disjoint utf-8/code-space utf-8-31bit/first-byte"
        " utf-8-31bit/first-byte-tells-length utf-8-31bit/all-codes utf-8-31bit/leading-ones",
    ),
    Mistake(
        "behind-three-bytes-unchecked",
        DECODE,
        r"three|behind|after|trail|begin|several|Latin|itself|ASCII",
        f"{_LEFT_TRAIL} {_TRAIL} {_ROWS} utf-8/no-other-lead utf-8/sequence-kept utf-8/surrogates utf-8/out-of-range {_FORMS}"
        " utf-8-31bit/fe-and-ff utf-8-31bit/first-byte-tells-length utf-8-31bit/stateless utf-8-31bit/all-codes"
        " common/incomplete-input common/map-both-ways",
    ),
    Mistake(
        "surrogates-encoded-in-short-texts",
        ENCODE,
        SURROGATE,
        "utf-8/surrogates common/values-of-the-encoding",
        _NEW,
    ),
    Mistake(
        "sixty-fourth-byte-unchecked",
        DECODE,
        r"block|sixty|\b6[34]\b|places?\b|position|aligned|behind|after|itself|own number",
        f"{_TRAIL} {_FORMS} {_LEFT_TRAIL} {_ROWS} utf-8/no-other-lead utf-8/surrogates utf-8/out-of-range utf-8/sequence-kept"
        " utf-8/not-utf-16 utf-8-31bit/fe-and-ff utf-8-31bit/first-byte-tells-length utf-8-31bit/stateless common/any-length"
        " common/first-fault common/incomplete-input common/map-both-ways",
    ),
    Mistake(
        "block-behind-a-cut-value-as-ascii",
        DECODE,
        r"block|sixteen|\b16\b|across|places?\b|position|aligned|behind|after|itself|ASCII|own number",
        f"{_TRAIL} {_FORMS} {_LEFT_TRAIL} {_ROWS} utf-8/no-other-lead utf-8/surrogates utf-8/out-of-range utf-8/sequence-kept"
        " utf-8/not-utf-16 utf-8-31bit/fe-and-ff utf-8-31bit/first-byte-tells-length utf-8-31bit/stateless common/any-length"
        " common/first-fault common/incomplete-input common/map-both-ways",
    ),
    Mistake(
        "trail-mask-d0",
        DECODE,
        r"trail|continu|further|following|mask|\b[9B][0-9A-F]\b|bits?\b",
        f"{_TRAIL} {_ROWS} utf-8/trail-byte-anywhere utf-8/code-space utf-8-31bit/all-codes",
    ),
)

_LEADS = ((0xC0, 0xE0, 1, 0x80), (0xE0, 0xF0, 2, 0x800), (0xF0, 0xF8, 3, 0x10000), (0xF8, 0xFC, 4, 0x200000))
_LONG_LEADS = ((0xFC, 0xFE, 5, 0x4000000), (0xFE, 0xFF, 6, 0x80000000))
"""The first lead byte, the one behind the last, how many trail bytes follow, and the least value."""


class Utf8(Codec):
    """A codec of utf-8 or utf-8-31bit."""

    def __init__(self, encoding: str, mistakes: tuple[str, ...] = ()) -> None:
        super().__init__(encoding, mistakes)
        on = self.on
        self._old = encoding == "utf-8-31bit"
        long = self._old or "old-forms-taken" in on
        self._longest = 6 if "fe-taken" in on else 5 if long else 3
        self._limit = 0x7FFFFFFF if self._old and "above-10ffff-refused" not in on else 0x10FFFF
        self._plain_until, self._behind_three, self._short = 0, -1, False
        refused = not self._old or "surrogates-refused" in on
        self._decodes_surrogates = not refused or bool(on & {"surrogates-decoded", "surrogates-both"})
        self._encodes_surrogates = not refused or bool(on & {"surrogates-encoded", "surrogates-both"})

    def begin(self) -> None:
        self._plain_until, self._behind_three = 0, -1

    def encode(self, values: Sequence[int]) -> bytes:
        self._short = "surrogates-encoded-in-short-texts" in self.on and len(values) < SHORT
        return super().encode(values)

    def write(self, value: int, index: int) -> bytes:
        if index == 0 and "mark-written" in self.on:
            return _bytes(FIRST_MARK, 2) + self._one(value, index)
        return self._one(value, index)

    def _one(self, value: int, index: int) -> bytes:
        """Returns the bytes of one value."""
        on = self.on
        taken = (value <= 0x1FFFFF and "above-limit-encoded" in on) or (value == 0x110000 and "110000-encoded" in on)
        if value > self._limit and not taken:
            raise IllFormed(index)
        if 0xD800 <= value <= 0xDFFF and not (self._encodes_surrogates or self._short):
            raise IllFormed(index)
        if value == 0 and "nul-as-c0-80" in on:
            return b"\xc0\x80"
        if value < 0x80 or (value == 0x80 and "80-in-one-byte" in on):
            return bytes((value,))
        if value > 0xFFFF:
            if "planes-cut" in on:
                return self._one(value & 0xFFFF, index)
            if "pairs-written" in on and value <= 0x10FFFF:
                rest = value - 0x10000
                return _bytes(0xD800 | rest >> 10, 2) + _bytes(0xDC00 | rest & 0x3FF, 2)
        return _bytes(value, self._trails(value))

    def _trails(self, value: int) -> int:
        """Returns how many trail bytes a value above 7F takes."""
        if value < 0x7FF or (value == 0x7FF and "7ff-in-three-bytes" not in self.on):
            return 1
        if value < 0x10000 or (value == 0x10000 and "10000-in-three-bytes" in self.on):
            return 2
        return 3 if value < 0x200000 else 4 if value < 0x4000000 else 5

    def read(self, data: bytes, at: int) -> tuple[int, int]:
        on = self.on
        if "eighth-byte-unchecked" in on and at % 8 == 0 and len(data) >= at + 8 and data[at : at + 7].isascii():
            self._plain_until = at + 8
        if at < self._plain_until or ("sixty-fourth-byte-unchecked" in on and at % 64 == 63):
            return data[at], at + 1
        if "behind-three-bytes-unchecked" in on and at == self._behind_three:
            self._behind_three = -1
            return data[at], at + 1
        try:
            value, end = self._sequence(data, at)
            if "pairs-joined" in on and 0xD800 <= value < 0xDC00 and end < len(data):
                other, behind = self._sequence(data, end)
                if 0xDC00 <= other < 0xE000:
                    return 0x10000 + ((value & 0x3FF) << 10 | other & 0x3FF), behind
            if 0xD800 <= value <= 0xDFFF and not self._decodes_surrogates:
                raise IllFormed(at)
            self._behind_three = end if end - at == 3 else -1
            if "block-behind-a-cut-value-as-ascii" in on and end % 16 and at // 16 < end // 16:
                self._plain_until = end // 16 * 16 + 16
            return (value & 0xFFFF if "planes-cut" in on else value), end
        except IllFormed:
            if "latin-1-given" in on:
                return data[at], at + 1
            raise

    def _sequence(self, data: bytes, at: int) -> tuple[int, int]:
        """Returns the value that begins at an offset, which may be a surrogate, and the offset behind it."""
        on = self.on
        lead = data[at]
        if lead < 0x80:
            return lead, at + 1
        if lead < 0xC0 and "lone-trail-taken" in on:
            return lead, at + 1
        trails, least = self._lead(lead, at)
        if lead == 0xC0 and data[at + 1 : at + 2] == b"\x80" and on & {"c0-80-taken", "nul-as-c0-80"}:
            return 0, at + 2
        if lead in (0xC0, 0xC1) and "overlong-taken" not in on:
            raise IllFormed(at)
        end = at + 1 + trails
        value = lead & (0x3F >> trails)
        for place in range(at + 1, end):
            if place >= len(data) and "missing-bytes-as-zeros" not in on:
                raise CutShort(at)
            byte = data[place] if place < len(data) else 0x80
            checked = "trail-unchecked" not in on and not (place > at + 1 and place == end - 1 and "last-trail-unchecked" in on)
            if byte & (0xD0 if "trail-mask-d0" in on else 0xC0) != 0x80 and checked:
                raise IllFormed(at)
            value = value << 6 | byte & 0x3F
        self._check(value, trails, least, at)
        return value, min(end, len(data))

    def _lead(self, lead: int, at: int) -> tuple[int, int]:
        """Returns how many trail bytes a lead byte announces, and the least value that they may stand for."""
        if "c2-to-cf-refused" in self.on and 0xC2 <= lead <= 0xCF:
            raise IllFormed(at)
        if "e0-and-f0-as-shorter" in self.on and lead in (0xE0, 0xF0):
            return (1, 0x80) if lead == 0xE0 else (2, 0x800)
        if "f8-to-ff-as-four-bytes" in self.on and lead >= 0xF8:
            return 3, 0x10000
        for first, behind, trails, least in (*_LEADS, *_LONG_LEADS):
            if first <= lead < behind and trails <= self._longest:
                return trails, least
        raise IllFormed(at)

    def _check(self, value: int, trails: int, least: int, at: int) -> None:
        """Raises IllFormed for a value that these bytes must not stand for."""
        on = self.on
        if value < least and "overlong-taken" not in on and not (trails == 2 and "overlong-of-three-taken" in on):
            raise IllFormed(at)
        if value == least and "least-of-a-length-refused" in on:
            raise IllFormed(at)
        if value > self._limit and not on & {"above-limit-decoded", "fe-taken", "old-forms-taken"}:
            raise IllFormed(at)


def _bytes(value: int, trails: int) -> bytes:
    """Returns the lead byte and the trail bytes of a value."""
    lead = (0xFF00 >> (trails + 1)) & 0xFF
    return bytes((lead | value >> 6 * trails, *(0x80 | value >> 6 * each & 0x3F for each in reversed(range(trails)))))
