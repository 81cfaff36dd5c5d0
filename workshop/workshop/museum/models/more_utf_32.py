"""Codecs of UTF-32, and of wide strings whose characters are UTF-32."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mutants.mutant import Codec
from reference_codecs import CODECS, Rejection
from workshop.museum.tools import InPieces, Step, Whole, decoding, encoding_with, one_each, stepping, writing

SURROGATES = range(0xD800, 0xE000)
BUFFER = 4000
"""The characters of Java that one read gives."""
LANES = 8
"""The units that a vector holds."""

Unit = Callable[[int], list[int] | None]
"""Says what is given for a whole unit; or None if a sound decoder reads it."""


def at_units(encoding: str, unit: Unit) -> Step:
    """Returns the step of a decoder that asks `unit` for each whole unit."""

    def step(data: bytes, at: int) -> tuple[list[int], int] | None:
        if at + 4 > len(data):
            return None
        given = unit(number(encoding, data[at : at + 4]))
        return None if given is None else (given, at + 4)

    return step


def number(encoding: str, unit: bytes) -> int:
    return int.from_bytes(unit, "big" if encoding == "utf-32-be" else "little")


def by_units(encoding: str, unit: Unit, replaces: bool = False) -> Callable[[], Whole]:
    return lambda: stepping(encoding, at_units(encoding, unit), one_each if replaces else None)


def surrogates_kept(value: int) -> list[int] | None:
    """Only the range is looked at."""
    return [value] if value in SURROGATES else None


def no_upper_bound(value: int) -> list[int] | None:
    """Nothing is compared with the largest code point."""
    return [value] if value > 0x10FFFF else None


def to_200000(value: int) -> list[int] | None:
    """The bound is 200000."""
    return [value] if 0x10FFFF < value < 0x200000 else None


def all_kept(value: int) -> list[int] | None:
    """Four bytes are a value, whatever it is."""
    return [value]


def negative(value: int) -> list[int] | None:
    """The unit is an integer with a sign. A negative one is less than all bounds, and sixteen bits of it become a character."""
    return [value & 0xFFFF] if value >= 0x80000000 else None


def sixteen_bits(value: int) -> list[int] | None:
    """Only the sixteen low bits are kept of what needs a pair."""
    return [value & 0xFFFF] if 0x10000 <= value <= 0x10FFFF else None


def without_rest(data: bytes, at: int) -> tuple[list[int], int] | None:
    """Bytes that are no whole unit are forgotten at the end."""
    return ([], len(data)) if at + 4 > len(data) else None


def reads_past(rests: Sequence[int]) -> Step:
    """Returns the step of a decoder in Java that reads four bytes where fewer are left."""

    def step(data: bytes, at: int) -> tuple[list[int], int] | None:
        if len(data) - at in rests:
            raise IndexError(len(data))
        return None

    return step


class WrongIndex:
    """A decoder that keeps the bytes of a cut unit, and reads them from the index at which it is in the piece, not from the first
    one. What lies behind the kept bytes is zero."""

    def __init__(self) -> None:
        self.kept = b""

    def decode(self, data: bytes, final: bool) -> list[int]:
        found: list[int] = []
        if self.kept:
            taken = min(4 - len(self.kept), len(data))
            self.kept += data[:taken]
            data = data[taken:]
            if len(self.kept) == 4:
                found = SOUND.decode(self.kept[taken:].ljust(4, b"\0"))
                self.kept = b""
            elif not final:
                return []
        data = self.kept + data
        whole = len(data) if final else len(data) - len(data) % 4
        self.kept = data[whole:]
        return found + SOUND.decode(data[:whole])


def split_pairs(data: bytes) -> list[int]:
    """A pair that lies in two reads has in place of its second half the code point less 10000, in sixteen bits. If that is 0,
    nothing seems to be pending."""
    found: list[int] = []
    units = 0
    for value in CODECS["utf-32-be"].decode(data):
        if value >= 0x10000 and units % BUFFER == BUFFER - 1:
            beyond = value - 0x10000
            given = [0xD800 + (beyond >> 10), *filter(None, [beyond & 0xFFFF])]
            units += len(given)
        else:
            given = [value]
            units += 2 if value >= 0x10000 else 1
        found += given
    return found


def marked(marks: Sequence[tuple[bytes, str]], otherwise: str) -> Callable[[], Whole]:
    """Returns a codec that decodes what is behind the first of these byte-order marks that is there in the encoding beside it."""

    def decode(data: bytes) -> list[int]:
        for mark, encoding in marks:
            if data.startswith(mark):
                return CODECS[encoding].decode(data[len(mark) :])
        return CODECS[otherwise].decode(data)

    return lambda: decoding(otherwise, decode)


def sniffed(data: bytes) -> list[int]:
    """Without a byte-order mark, the order of bytes is that in which the first unit has no bits above the code space. Where both
    are possible, it is little-endian, although the first characters of a plane are rare."""
    little = data[:4].ljust(4, b"\xff")
    return CODECS["utf-32-le" if int.from_bytes(little, "little") < 0x200000 else "utf-32-be"].decode(data)


def nowhere(values: Sequence[int]) -> bytes:
    """The index of a rejection is never set, and is 0."""
    try:
        return CODECS["utf-32-le"].encode(values)
    except Rejection as fault:
        raise Rejection(fault.reason, fault.ill_formed) from None


def cut_short(data: bytes) -> list[int]:
    """The room for the output is two characters too small for a text of more than five."""
    values = CODECS["utf-32-be"].decode(data)
    return values[: max(5, len(values) - 2)]


def signed_lanes(data: bytes, at: int) -> tuple[list[int], int] | None:
    """In a whole vector, units are compared with signs, so that those from 80000000 on are small, and become ASCII."""
    in_vector = at // (4 * LANES) < len(data) // (4 * LANES)
    return ([data[at]], at + 4) if in_vector and data[at + 3] >= 0x80 and data[at] < 0x80 else None


def range_before_surrogates(data: bytes) -> list[int]:
    """In each vector, what is too large is looked for first, and reported although a surrogate stands before it."""
    try:
        return CODECS["utf-32-le"].decode(data)
    except Rejection as fault:
        begin = fault.start - fault.start % (4 * LANES)
        for at in range(fault.start, min(begin + 4 * LANES, len(data) - 3), 4):
            if number("utf-32-le", data[at : at + 4]) > 0x10FFFF:
                raise Rejection("out-of-range", data[at : at + 4], at) from None
        raise


def in_utf_8(value: int, length: int = 3) -> bytes:
    """The bytes of a value in this length, which need not be the right one; all bits that do not fit the lead byte are lost."""
    trail = [0x80 | value >> 6 * place & 0x3F for place in range(length - 1)]
    lead = {3: 0xE0, 4: 0xF0}[length] | value >> 6 * (length - 1) & (0xF if length == 3 else 0x7)
    return bytes([lead, *reversed(trail)])


def surrogates_in_three(value: int) -> bytes | None:
    """Whatever is above 7FF and below 10000 is three bytes."""
    return in_utf_8(value) if value in SURROGATES else None


def negative_in_four(value: int) -> bytes | None:
    """A wide character with a sign that is negative is below the largest code point, and what is left of it is four bytes."""
    if not 0x80000000 <= value <= 0xFFFFFFFF:
        return None
    return bytes([0xF0 | (value - 0x100000000 >> 18) & 0xFF]) + in_utf_8(value, 4)[1:]


def large_in_four(value: int) -> bytes | None:
    """Whatever is above FFFF is four bytes, and surrogates are three."""
    return in_utf_8(value, 4) if 0x10FFFF < value <= 0xFFFFFFFF else surrogates_in_three(value)


def negative_in_one(value: int) -> bytes | None:
    """A negative value is below 80, so its low byte is written."""
    return bytes([value & 0xFF]) if 0x80000000 <= value <= 0xFFFFFFFF else None


SOUND = stepping("utf-32-le", lambda data, at: None, one_each)

MODELS: dict[str, Callable[[], Codec]] = {
    "iconv-lite-393": lambda: InPieces(SOUND.encode, SOUND.decode, WrongIndex),
    "iconv-lite-411": lambda: stepping("utf-32-be", without_rest, one_each),
    "iconv-lite-407": by_units("utf-32-le", surrogates_kept, replaces=True),
    "foundation-351": by_units("utf-32-be", no_upper_bound),
    "php-8257": by_units("utf-32-be", to_200000),
    "php-6052": by_units("utf-32-le", all_kept),
    "woodstox-293": by_units("utf-32-be", negative),
    "sakura-1913": by_units("utf-32-be", sixteen_bits),
    "jackson-core-382": lambda: stepping("utf-32-be", reads_past([1, 2, 3])),
    "jackson-core-418": lambda: stepping("utf-32-be", reads_past([3])),
    "jackson-core-1713": lambda: decoding("utf-32-be", split_pairs),
    "okhttp-8402": marked([(b"\xff\xfe", "utf-16-le"), (b"\xff\xff\0\0", "utf-32-le")], "utf-32-le"),
    "gdata-471": marked([(b"\xff\xfe", "utf-16-le")], "utf-32-le"),
    "meziantou-2262": marked([(b"\0\0\xfe\xff", "utf-32-le")], "utf-32-be"),
    "kuroko-18": lambda: decoding("utf-32-be", sniffed),
    "vbcorlib-58": lambda: encoding_with("utf-32-le", nowhere),
    "rubinius-2139": lambda: decoding("utf-32-be", cut_short),
    "simdutf-453": lambda: stepping("utf-32-le", signed_lanes),
    "simdutf-531": lambda: decoding("utf-32-le", range_before_surrogates),
    "xkbcommon-60": lambda: writing("utf-8", surrogates_in_three),
    "dragonfly-57": lambda: writing("utf-8", negative_in_four),
    "sdl-10157": lambda: writing("utf-8", large_in_four),
    "re-flex-169": lambda: writing("utf-8", negative_in_one),
}
