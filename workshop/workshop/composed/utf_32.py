"""UTF-32 with either byte order."""

from __future__ import annotations

from workshop.composed.codec import FIRST_MARK, Codec, CutShort, IllFormed
from workshop.composed.general import CUT, LIMIT, MARK, SURROGATE, Broken, general
from workshop.composed.mistake import BOTH, DECODE, ENCODE, Mistake

ENCODINGS = ("utf-32-be", "utf-32-le")

_ORDER_WORDS = r"order|endian|swap|revers|utf-32-[bl]e"
_ORDER = "utf-32/big-endian utf-32/little-endian utf-32/value-itself"
_SPACE = "utf-32/code-space utf-32/planes common/values-of-the-encoding"

MISTAKES = (
    *general(
        Broken(
            cut="utf-32/whole-units utf-32/four-bytes",
            kept="utf-32/sequence-kept",
            nul="utf-32/value-itself utf-32/ascii-values",
            mark="utf-32/no-byte-order-mark",
            noncharacters="utf-32/noncharacters",
            ill_formed="utf-32/whole-units utf-32/surrogates utf-32/code-space utf-32/leading-zeros",
            refused="utf-32/surrogates utf-32/code-space",
            controls="utf-32/code-space",
        )
    ),
    Mistake("byte-order-swapped", BOTH, _ORDER_WORDS, f"{_ORDER} utf-32/leading-zeros utf-32/ascii-values"),
    Mistake(
        "order-swapped-when-read",
        DECODE,
        _ORDER_WORDS,
        f"{_ORDER} utf-32/leading-zeros utf-32/ascii-values",
    ),
    Mistake("surrogates-decoded", DECODE, SURROGATE, "utf-32/surrogates"),
    Mistake("surrogates-encoded", ENCODE, SURROGATE, "utf-32/surrogates common/values-of-the-encoding"),
    Mistake("surrogates-both", BOTH, SURROGATE, "utf-32/surrogates common/values-of-the-encoding"),
    Mistake("above-limit-decoded", DECODE, rf"{LIMIT}|cannot continue", "utf-32/code-space utf-32/leading-zeros utf-32/planes"),
    Mistake("above-limit-encoded", ENCODE, LIMIT, _SPACE),
    Mistake("110000-encoded", ENCODE, LIMIT, _SPACE),
    Mistake(
        "limit-refused", BOTH, r"10FFFF|last|largest|limit|refuse|end of", "utf-32/code-space utf-32/planes utf-32/noncharacters"
    ),
    Mistake(
        "top-byte-ignored",
        DECODE,
        rf"{LIMIT}|top|most significant|highest|first byte|last byte|upper|ignore|byte",
        "utf-32/leading-zeros utf-32/code-space utf-32/value-itself",
    ),
    Mistake(
        "pairs-joined",
        DECODE,
        rf"{SURROGATE}|pair|joins",
        "utf-32/surrogates utf-32/fixed-width utf-32/value-itself",
    ),
    Mistake(
        "pairs-written",
        ENCODE,
        rf"{SURROGATE}|pair|above FFFF|beyond|supplement|too many bytes|eight",
        "utf-32/surrogates utf-32/four-bytes utf-32/value-itself",
    ),
    Mistake(
        "16-bits-kept",
        ENCODE,
        r"16|sixteen|plane|FFFF|wrap|cut|upper|high|low|beyond|above|supplement",
        "utf-32/value-itself utf-32/planes utf-32/code-space",
    ),
    Mistake("mark-written", ENCODE, rf"{MARK}|adds|prefix|extra|in front", "utf-32/no-byte-order-mark utf-32/four-bytes"),
    Mistake("mark-obeyed", DECODE, rf"{MARK}|order|endian|swap", f"utf-32/no-byte-order-mark utf-32/leading-zeros {_ORDER}"),
    Mistake(
        "order-swapped-when-written",
        ENCODE,
        _ORDER_WORDS,
        f"{_ORDER} utf-32/leading-zeros utf-32/ascii-values",
    ),
    Mistake(
        "halves-swapped",
        BOTH,
        rf"{_ORDER_WORDS}|halves|half|16.bit|wrong (bytes|value)",
        f"{_ORDER} utf-32/leading-zeros utf-32/ascii-values utf-32/planes",
    ),
    Mistake(
        "compared-as-signed",
        DECODE,
        rf"{LIMIT}|negative|sign|80000000|FFFFFFFF|7FFFFFFF",
        "utf-32/code-space utf-32/leading-zeros utf-32/planes",
    ),
    Mistake(
        "21-bits-kept",
        DECODE,
        rf"{LIMIT}|bits|\b21\b|twenty.one|mask|ignor|upper|top|zeros|1FFFFF|200000|cannot (begin|continue)",
        "utf-32/leading-zeros utf-32/code-space utf-32/value-itself",
    ),
    Mistake("missing-bytes-as-zeros", DECODE, CUT, "utf-32/whole-units utf-32/four-bytes common/incomplete-input"),
    Mistake(
        "dfff-taken",
        BOTH,
        SURROGATE,
        "utf-32/surrogates common/values-of-the-encoding",
    ),
    Mistake(
        "ucs-2",
        BOTH,
        r"above|beyond|FFFF|10000|plane|supplement|UCS",
        "utf-32/code-space utf-32/planes utf-32/value-itself",
    ),
)


class Utf32(Codec):
    """A codec of utf-32-be or utf-32-le."""

    unit = 4

    def __init__(self, encoding: str, mistakes: tuple[str, ...] = ()) -> None:
        super().__init__(encoding, mistakes)
        on = self.on
        little = encoding == "utf-32-le"
        self._writes_little = little != bool(on & {"byte-order-swapped", "order-swapped-when-written"})
        self._reads_little = self._stated = little != bool(on & {"byte-order-swapped", "order-swapped-when-read"})
        self._limit = 0xFFFF if "ucs-2" in on else 0x10FFFE if "limit-refused" in on else 0x10FFFF
        self._last_surrogate = 0xDFFE if "dfff-taken" in on else 0xDFFF
        self._first = True

    def begin(self) -> None:
        self._first, self._reads_little = True, self._stated

    def _unit(self, unit: int) -> bytes:
        bytes_ = unit.to_bytes(4, "little" if self._writes_little else "big")
        return bytes_[2:] + bytes_[:2] if "halves-swapped" in self.on else bytes_

    def write(self, value: int, index: int) -> bytes:
        on = self.on
        if 0xD800 <= value <= self._last_surrogate and not on & {"surrogates-encoded", "surrogates-both"}:
            raise IllFormed(index)
        taken = (0x10FFFF < value <= 0xFFFFFFFF and "above-limit-encoded" in on) or (value == 0x110000 and "110000-encoded" in on)
        if value > self._limit and not taken:
            raise IllFormed(index)
        front = self._unit(FIRST_MARK) if index == 0 and "mark-written" in on else b""
        if "pairs-written" in on and 0xFFFF < value <= 0x10FFFF:
            rest = value - 0x10000
            return front + self._unit(0xD800 | rest >> 10) + self._unit(0xDC00 | rest & 0x3FF)
        return front + self._unit(value & 0xFFFF if "16-bits-kept" in on else value)

    def _at(self, data: bytes, at: int) -> int:
        """Returns the code unit at an offset. Raises CutShort if not all of it is there."""
        on = self.on
        if at + 4 > len(data) and "missing-bytes-as-zeros" not in on:
            raise CutShort(at)
        four = data[at : at + 4].ljust(4, b"\0")
        four = four[2:] + four[:2] if "halves-swapped" in on else four
        unit = int.from_bytes(four, "little" if self._reads_little else "big")
        return unit & 0xFFFFFF if "top-byte-ignored" in on else unit & 0x1FFFFF if "21-bits-kept" in on else unit

    def read(self, data: bytes, at: int) -> tuple[int | None, int]:
        on = self.on
        value = self._at(data, at)
        if self._first and "mark-obeyed" in on and value in (FIRST_MARK, 0xFFFE0000):
            self._first, self._reads_little = False, self._reads_little != (value == 0xFFFE0000)
            return None, at + 4
        self._first = False
        if "pairs-joined" in on and 0xD800 <= value < 0xDC00 and at + 8 <= len(data):
            other = self._at(data, at + 4)
            if 0xDC00 <= other < 0xE000:
                return 0x10000 + ((value & 0x3FF) << 10 | other & 0x3FF), at + 8
        if 0xD800 <= value <= self._last_surrogate and not on & {"surrogates-decoded", "surrogates-both"}:
            raise IllFormed(at)
        taken = (value > 0x10FFFF and "above-limit-decoded" in on) or (value >= 0x80000000 and "compared-as-signed" in on)
        if value > self._limit and not taken:
            raise IllFormed(at)
        return value, min(at + 4, len(data))
