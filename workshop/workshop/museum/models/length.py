"""Codecs that count wrongly, or report the wrong offset of a fault: the classes length and offset."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reference_codecs import CODECS, Rejection
from workshop.museum.counts import MORE, U64, counts_written, reading, sound, value_of
from workshop.museum.forms import written
from workshop.museum.tools import HIGH, LOW, SURROGATES, Stepwise, Whole, decoding, encoding_with, feeding, one_a_subpart, writing
from workshop.museum.units import number

LANES = 8
"""The units that a SIMD vector holds."""


def length_in_one_byte(data: bytes) -> list[int]:
    """The length is one byte, and its eighth bit is part of the value."""
    if data[:1] < b"\x80":
        return CODECS["kim-text"].decode(data)
    values = CODECS["kim"].decode(data[1:])
    if len(values) != data[0]:
        raise Rejection("bad-length", b"", len(data))
    return values


def cut_short(data: bytes) -> list[int]:
    """The room for the output is two characters too small for a text of more than five."""
    values = CODECS["utf-32-be"].decode(data)
    return values[: max(5, len(values) - 2)]


def count_of_low_surrogate(values: Sequence[int]) -> bytes:
    """The bytes are counted before they are written. After only ASCII, a lone low surrogate that begins a vector of eight units
    counts as three bytes, but one question mark is written. The two bytes that are left stay zero."""
    known = [value if value <= 0x10FFFF and value not in SURROGATES else ord("?") for value in values]
    encoded = CODECS["utf-8"].encode(known)
    at = next((index for index, value in enumerate(values) if value >= 0x80), len(values))
    units = sum(1 + (value > 0xFFFF) for value in values[at:])
    return encoded + b"\0\0" if at < len(values) and values[at] in LOW and units >= 8 else encoded


def nowhere(values: Sequence[int]) -> bytes:
    """The index of a rejection is never set, and is 0."""
    try:
        return CODECS["utf-32-le"].encode(values)
    except Rejection as fault:
        raise Rejection(fault.reason, fault.ill_formed) from None


def range_before_surrogates(data: bytes) -> list[int]:
    """In each vector, values that are too large are looked for first, and reported although a surrogate comes before them."""
    try:
        return CODECS["utf-32-le"].decode(data)
    except Rejection as fault:
        begin = fault.start - fault.start % (4 * LANES)
        for at in range(fault.start, min(begin + 4 * LANES, len(data) - 3), 4):
            if number("utf-32-le", data[at : at + 4]) > 0x10FFFF:
                raise Rejection("out-of-range", data[at : at + 4], at) from None
        raise


class Reencoded(Stepwise):
    """Finds how much of a chunk was read by encoding the values again, in which each U+FFFD has three bytes."""

    def decode(self, data: bytes, final: bool) -> list[int]:
        data = self.rest + data
        values = super().decode(data[len(self.rest) :], final)
        self.rest = data[len(CODECS["utf-8"].encode(values)) :]
        return values


def counted_with_next(values: Sequence[int]) -> bytes:
    """A high surrogate counts as four bytes together with the character after it. Bytes beyond the count are lost."""
    encoded = CODECS["utf-8"].encode([0xFFFD if value in SURROGATES or value > 0x10FFFF else value for value in values])
    units = [unit for value in values for unit in ([value] if value < 0x10000 else [HIGH.start, LOW.start])]
    count = at = 0
    while at < len(units):
        unit = units[at]
        count += 4 if unit in HIGH else 1 + (unit > 0x7F) + (unit > 0x7FF)
        at += 1 + (unit in HIGH)
    return encoded[:count]


MODELS: dict[str, Callable[[], Whole]] = {
    "simple-asn1-10": lambda: counts_written(lambda value: sound(value) if value else b""),
    "xrpl-go-262": lambda: counts_written(lambda value: b"\x80" * (value == 0x3FFF) + sound(value)),
    "typia-2256": lambda: reading(lambda code: value_of(code) & U64, U64, lambda byte, index: byte < MORE or index == 9),
    "miditones-10": lambda: decoding("kim-text", length_in_one_byte),
    "rubinius-2139": lambda: decoding("utf-32-be", cut_short),
    "coreclr-24286": lambda: encoding_with("utf-8", count_of_low_surrogate),
    "urbit-631-encode": lambda: writing("utf-8", lambda value: written(value) if value == 0x7FF else None),
    "vbcorlib-58": lambda: encoding_with("utf-32-le", nowhere),
    "simdutf-531": lambda: decoding("utf-32-le", range_before_surrogates),
    "bun-36027": lambda: feeding("utf-8", lambda: Reencoded("utf-8", one_a_subpart), replaces=True),
    "buffer-352": lambda: encoding_with("utf-8", counted_with_next),
}
