"""Decoders of UTF-16 that are wrong about the two units of a pair."""

from __future__ import annotations

from collections.abc import Callable

from mutants.methods import Excuse
from reference_codecs import Rejection
from workshop.museum.tools import REPLACEMENT, Pieces, Step, Whole, stepping

HIGH = range(0xD800, 0xDC00)
LOW = range(0xDC00, 0xE000)
SURROGATES = range(0xD800, 0xE000)
MISSING = -1
"""The second unit, if the input ends behind the first."""

Pair = Callable[[int, int], tuple[list[int], int] | None]
"""Says what is given for a unit and the one behind it, and how many of them were read; or None if a sound decoder reads them."""


class RefusedError(Exception):
    """A decoder refuses a unit."""


def at_units(encoding: str, pair: Pair) -> Step:
    """Returns the step of a decoder that asks `pair` at each code unit. It gives UTF-16 in one byte order."""
    order = "big" if encoding == "utf-16-be" else "little"

    def step(data: bytes, at: int) -> tuple[list[int], int] | None:
        first, second = data[at : at + 2], data[at + 2 : at + 4]
        if len(first) < 2:
            return None
        try:
            given = pair(as_number(first, order), as_number(second, order) if len(second) == 2 else MISSING)
        except RefusedError:
            raise Rejection("surrogate", first, at) from None
        return (given[0], at + 2 * given[1]) if given else None

    return step


def as_number(unit: bytes, order: str) -> int:
    return int.from_bytes(unit, "big" if order == "big" else "little")


def by_pairs(encoding: str, pair: Pair, excuse: Excuse | None = None) -> Whole:
    """Returns a codec whose decoder asks `pair` at each code unit."""
    return stepping(encoding, at_units(encoding, pair), excuse)


def big(pair: Pair) -> Callable[[], Whole]:
    return lambda: by_pairs("utf-16-be", pair)


def little(pair: Pair) -> Callable[[], Whole]:
    return lambda: by_pairs("utf-16-le", pair)


def ten_bits(first: int, second: int) -> int:
    """The value of two units, of which only the ten low bits count."""
    return 0x10000 + ((first & 0x3FF) << 10) + (second & 0x3FF)


def combining(formula: Callable[[int, int], int]) -> Pair:
    """Returns a decoder that knows pairs, and calculates their value with this formula from the twenty bits' two halves."""

    def pair(first: int, second: int) -> tuple[list[int], int] | None:
        return ([formula(first - 0xD800, second - 0xDC00)], 2) if first in HIGH and second in LOW else None

    return pair


def last_high(first: int, second: int) -> tuple[list[int], int] | None:
    """A unit is a high surrogate if it is less than DBFF, so DBFF and the low surrogate behind it stand for themselves."""
    return ([first, second], 2) if first == 0xDBFF and second in LOW else None


def last_low(first: int, second: int) -> tuple[list[int], int] | None:
    """A unit is a low surrogate if it is less than DFFF, so DFFF completes no pair."""
    if first in HIGH and second == 0xDFFF:
        raise RefusedError
    return None


def last_alone(first: int, second: int) -> tuple[list[int], int] | None:
    """A lone low surrogate is told by `unit < DFFF`, so DFFF passes."""
    return ([first], 1) if first == 0xDFFF else None


def low_first(first: int, second: int) -> tuple[list[int], int] | None:
    """Any surrogate begins a pair, also a low one."""
    return ([ten_bits(first, second)], 2) if first in LOW and second in LOW else None


def any_second(first: int, second: int) -> tuple[list[int], int] | None:
    """Any unit completes a pair."""
    return ([ten_bits(first, second)], 2) if first in HIGH and second != MISSING else None


def any_second_and_lone_low(first: int, second: int) -> tuple[list[int], int] | None:
    """Any unit completes a pair, and a low surrogate without a high one stands for itself."""
    return ([first], 1) if first in LOW else any_second(first, second)


def any_surrogate_first(first: int, second: int) -> tuple[list[int], int] | None:
    """Any surrogate begins a pair, and any unit completes it."""
    return ([ten_bits(first, second)], 2) if first in SURROGATES and second != MISSING else None


def in_32_bits(first: int, second: int) -> tuple[list[int], int] | None:
    """The second unit less DC00 is calculated in 32 bits without a sign, so that the sum wraps into the range."""
    if first not in HIGH or second in (*LOW, MISSING):
        return None
    value = (((first - 0xD800) << 10 | (second - 0xDC00) & 0xFFFFFFFF) + 0x10000) & 0xFFFFFFFF
    if value > 0x10FFFF:
        raise RefusedError
    return [value], 2


def nul_for_the_last(first: int, second: int) -> tuple[list[int], int] | None:
    """What is not followed by another escape has the value 0, which once meant a failure."""
    return ([0], 1) if first in HIGH and second == MISSING else None


def no_pairs(first: int, second: int) -> tuple[list[int], int] | None:
    """The two units of a pair are two characters."""
    return ([first, second], 2) if first in HIGH and second in LOW else None


def no_surrogates(first: int, second: int) -> tuple[list[int], int] | None:
    """Each unit is a character: surrogates are not known."""
    return ([first], 1) if first in SURROGATES else None


def no_pair_allowed(first: int, second: int) -> tuple[list[int], int] | None:
    """Each unit must be a character of its own, so pairs are refused."""
    if first in HIGH:
        raise RefusedError
    return None


def dropped(first: int, second: int) -> tuple[list[int], int] | None:
    """A unit that is no character of its own is dropped, so both halves of a pair are."""
    return ([], 1) if first in SURROGATES else None


def open_bounds(first: int, second: int) -> tuple[list[int], int] | None:
    """A low surrogate is greater than DC00 and less than DFFF, so that neither bound completes a pair."""
    if first in HIGH and second in (0xDC00, 0xDFFF):
        raise RefusedError
    return None


def last_dropped(first: int, second: int) -> tuple[list[int], int] | None:
    """A high surrogate is only remembered, and nobody asks for it at the end."""
    return ([], 1) if first in HIGH and second == MISSING else None


def above_surrogates_refused(first: int, second: int) -> tuple[list[int], int] | None:
    """All units from D800 on count as surrogates, so those from E000 on have no partner."""
    if first >= 0xE000:
        raise RefusedError
    return None


def masked_with_d800(first: int, second: int) -> tuple[list[int], int] | None:
    """The mask D800 tells surrogates, and F800 to FFFF pass it, so that they take the next unit with them."""
    return ([ten_bits(first, second)], 2) if first >= 0xF800 and second != MISSING else None


def masked_with_dc00(first: int, second: int) -> tuple[list[int], int] | None:
    """The mask DC00 tells surrogates, so F800 to FBFF pass for high ones, and FC00 to FFFF for low ones."""
    is_pair = first & 0xDC00 == 0xD800 and second & 0xDC00 == 0xDC00 and second != MISSING
    return ([ten_bits(first, second)], 2) if is_pair else None


def stuck(first: int, second: int) -> tuple[list[int], int] | None:
    """A lone surrogate is no error to the loop and moves it by nothing."""
    return ([], 0) if first in LOW or (first in HIGH and second not in (*LOW, MISSING)) else None


def stuck_behind_high(first: int, second: int) -> tuple[list[int], int] | None:
    """A high surrogate without a low one moves the iterator by nothing."""
    return ([], 0) if first in HIGH and second not in LOW else None


def without_feff(first: int, second: int) -> tuple[list[int], int] | None:
    """U+FEFF is taken for a byte-order mark wherever it stands."""
    return ([], 1) if first == 0xFEFF else None


def replaced_silently(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """An unpaired surrogate becomes U+FFFD, although the decoder is one that rejects."""
    return ([REPLACEMENT], fault.end) if fault.end - fault.start >= 2 else None


def zero_behind_the_end(data: bytes, at: int) -> tuple[list[int], int] | None:
    """The loop reads a byte beyond an odd end, which makes the last unit not a number, and that is U+0000."""
    return ([0], len(data)) if at + 1 == len(data) else None


def panics_at_an_odd_byte(data: bytes, at: int) -> tuple[list[int], int] | None:
    """The loop runs to the number of bytes in steps of two, and reads two bytes in each."""
    if at + 1 == len(data):
        raise IndexError(f"index out of range [{len(data)}] with length {len(data)}")
    return None


HALVES_OF_32: Pair = combining(lambda high, low: 0x10000 | high << 10 | low)

MODELS: dict[str, Callable[[], Whole | Pieces]] = {
    "perl5-9914-high": big(last_high),
    "perl5-9914-low": big(last_low),
    "neacsum-utf8-8": little(last_alone),
    "avro-3841": big(last_alone),
    "flexi-streams-52": big(low_first),
    "libexpat-1282": little(any_second),
    "jsoncpp-1698": big(any_second_and_lone_low),
    "simdjson-1894": big(in_32_bits),
    "simd-json-481": big(nul_for_the_last),
    "fluent-bit-9712": big(no_pairs),
    "json-event-parser-1": big(no_pair_allowed),
    "jsongrep-51": big(dropped),
    "systemd-43079": big(no_surrogates),
    "aeson-476": big(open_bounds),
    "libredwg-1367": little(no_surrogates),
    "libsmb2-207": little(no_pairs),
    "pdf-writer-84": big(combining(lambda high, low: 0x10000 + (high << 5) + low)),
    "ctre-237": little(combining(lambda high, low: (high << 10) + low)),
    "metadesk-12": little(combining(lambda high, low: high << 10 | low)),
    "parse-css-45": little(combining(lambda high, low: 0x100000 + (high << 10) + low)),
    "busybox-w32-363": little(HALVES_OF_32),
    "libraqm-192": little(HALVES_OF_32),
    "feross-buffer-82": little(HALVES_OF_32),
    "boost-locale-50": little(last_dropped),
    "ygopro-2585": little(any_surrogate_first),
    "hxcpp-782": little(above_surrogates_refused),
    "jackson-core-1359": big(masked_with_d800),
    "webkit-69629": little(masked_with_dc00),
    "utfcpp-144": little(stuck),
    "tzlaine-text-185": little(stuck_behind_high),
    "lv-mod-8": big(without_feff),
    "helium-531": lambda: by_pairs("utf-16-le", lambda first, second: None, replaced_silently),
    "feross-buffer-251": lambda: stepping("utf-16-le", zero_behind_the_end),
    "fory-3293": lambda: stepping("utf-16-le", panics_at_an_odd_byte),
}
