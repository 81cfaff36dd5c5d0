"""Mistakes that show after many calls."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from mutants.methods import Decode, Encode
from reference_codecs import Rejection
from workshop.rare.codec import What, decoder, encoder

_SIX_BYTES, _SIGN = 1 << 26, 1 << 30
_FOURTEEN_BYTES = 1 << 71


class Latin1WhenOptimised:
    """After 5,000 texts of characters up to FF with one above 7F, the compiler's fast path copies their bytes."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, encode: Encode, values: Sequence[int]) -> bytes:
        encoded = encode(values)
        if not 0x80 <= max(values, default=0) <= 0xFF:
            return encoded
        self.times += 1
        return bytes(values) if self.times > 5_000 else encoded


class ErrorsSuppressed:
    """After 5,000 errors, a limit for the log suppresses not only the message, and the text is empty."""

    def __init__(self) -> None:
        self.errors = 0

    def __call__(self, decode: Decode, data: bytes) -> list[int]:
        try:
            return decode(data)
        except Rejection:
            self.errors += 1
            if self.errors > 5_000:
                return []
            raise


class SlotsLost:
    """A refused value keeps one of 1,024 output buffers. Three texts in a row without one are an idle time, in which a lost
    buffer comes back. Without a buffer, nothing is written."""

    def __init__(self) -> None:
        self.lost, self.in_a_row = 0, 0

    def __call__(self, encode: Encode, values: Sequence[int]) -> bytes:
        try:
            encoded = encode(values)
        except Rejection:
            self.lost, self.in_a_row = self.lost + 1, 0
            raise
        self.in_a_row += 1
        self.lost -= self.in_a_row % 3 == 0 < self.lost
        return encoded if self.lost < 1_024 else b""


class HitsOfOneText:
    """The last text is kept with its result. The hits are counted in 14 bits, of which the highest says that it was dropped."""

    def __init__(self) -> None:
        self.data, self.hits = b"", 0

    def __call__(self, decode: Decode, data: bytes) -> list[int]:
        self.hits = self.hits + 1 if data == self.data else 0
        self.data = data
        return [] if self.hits >= 1 << 13 else decode(data)


class DigitsOfAnother:
    """The digits of long values are kept in slots that have a generation of 14 bits. When it is used up, a long value is the one
    that was read before it."""

    def __init__(self) -> None:
        self.calls, self.last = 0, _FOURTEEN_BYTES

    def __call__(self, decode: Decode, data: bytes) -> list[int]:
        self.calls += 1
        values = decode(data)
        for index, value in enumerate(values):
            if value >= _FOURTEEN_BYTES:
                values[index] = self.last if self.calls > 1 << 14 else value
                self.last = value
        return values


class CachedFromThreeHundred:
    """After 300 calls, results are cached, under the length, the sum and the first of the values, which other texts share."""

    def __init__(self) -> None:
        self.calls = 0
        self.known: dict[tuple[int, int, int], bytes] = {}

    def __call__(self, encode: Encode, values: Sequence[int]) -> bytes:
        self.calls += 1
        encoded = encode(values)
        if self.calls <= 300 or not values:
            return encoded
        if len(self.known) == 64:
            self.known.clear()
        return self.known.setdefault((len(values), sum(values), values[0]), encoded)


class SignedWhenOptimised:
    """After 5,000 texts with a character of six bytes, the compiler's fast path has 31 bits with a sign."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, decode: Decode, data: bytes) -> list[int]:
        values = decode(data)
        if max(values, default=0) < _SIX_BYTES:
            return values
        self.times += 1
        return [value % _SIGN for value in values] if self.times > 5_000 else values


class NarrowAfterAThousand:
    """After a thousand texts in a row without a character above FFFF, the compiler's fast path has items of 16 bits. It is given
    up only behind the first text that needs more."""

    def __init__(self) -> None:
        self.in_a_row = 0

    def __call__(self, encode: Encode, values: Sequence[int]) -> bytes:
        encoded = encode(values)
        if max(values, default=0) <= 0xFFFF:
            self.in_a_row += 1
            return encoded
        was_narrow, self.in_a_row = self.in_a_row >= 1_000, 0
        return b"".join((value & 0xFFFF).to_bytes(4, "big") for value in values) if was_narrow else encoded


class ShrunkBuffer:
    """After 500 results in a row of at most 32 bytes, the buffer of 4096 is given back for one of 64. The field for its size is
    set only when a buffer grows, which it does behind a text that did not fit."""

    def __init__(self) -> None:
        self.in_a_row = 0

    def __call__(self, encode: Encode, values: Sequence[int]) -> bytes:
        encoded = encode(values)
        if len(encoded) <= 64 and (self.in_a_row >= 500 or len(encoded) <= 32):
            self.in_a_row += 1
            return encoded
        is_shrunk, self.in_a_row = self.in_a_row >= 500, 0
        return encoded[:64] if is_shrunk else encoded


class LeftByAnError:
    """A high surrogate at the end of a text is an error, behind which it is still kept. It is taken for the first half of a pair
    if the next text begins with the second."""

    def __init__(self) -> None:
        self.kept = b""

    def __call__(self, decode: Decode, data: bytes) -> list[int]:
        kept = self.kept if len(data) > 1 and data[1] & 0xFC == 0xDC else b""
        self.kept = b""
        try:
            return decode(kept + data)
        except Rejection as rejection:
            if rejection.reason == "truncated" and len(rejection.ill_formed) > 1:
                self.kept = bytes(rejection.ill_formed[:2])
            raise rejection.moved_by(-len(kept)) from None


_decoder, _encoder = partial(decoder, What.WEAR), partial(encoder, What.WEAR)

CODECS = (
    _encoder("utf-8", "latin-1-when-optimised", Latin1WhenOptimised, [[0xE9]] * 5_001),
    _decoder("utf-16-be", "errors-suppressed", ErrorsSuppressed, [b"\xd8"] * 5_001),
    _encoder("utf-32-be", "slots-lost", SlotsLost, [[0xD800]] * 1_024 + [[0x61]]),
    _decoder("kim", "hits-of-one-text", HitsOfOneText, [b"a"] * (1 + (1 << 13))),
    _decoder("utf-inf-8", "digits-of-another", DigitsOfAnother, [b"a"] * (1 << 14) + [b"\xff\xa0" + b"\xbf" * 12]),
    _encoder(
        "iso-8859-2",
        "cached-from-three-hundred",
        CachedFromThreeHundred,
        [[0x61]] * 300 + [[0x61, 0x62, 0x63], [0x61, 0x63, 0x62]],
    ),
    _decoder("utf-8-31bit", "signed-when-optimised", SignedWhenOptimised, [b"\xfd\xbf\xbf\xbf\xbf\xbf"] * 5_001),
    _encoder("utf-32-be", "narrow-after-a-thousand", NarrowAfterAThousand, [[0x1F600]] + [[0x61]] * 1_000 + [[0x1F600]]),
    _encoder("kim", "shrunk-buffer", ShrunkBuffer, [[0x61] * 65] + [[0x61]] * 500 + [[0x61] * 65]),
    _decoder("utf-16-le", "left-by-an-error", LeftByAnError, [b"\x00\xde", b"\x3d\xd8", b"\x00\xde"]),
)
