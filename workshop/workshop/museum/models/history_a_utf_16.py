"""Decoders of UTF-16 that take the wrong units for a pair, or do not go on."""

from __future__ import annotations

from mutants.methods import Excuse
from reference_codecs import CODECS, Rejection
from workshop.museum.tools import Whole, decoding, one_each, replaced, stepping


def unless(encoding: str, odd: Excuse) -> Whole:
    """Returns a decoder that replaces, unless `odd` says what is given instead."""
    return decoding(
        encoding, lambda data: replaced(encoding, data, lambda some, fault: odd(some, fault) or one_each(some, fault))
    )


def for_ever(data: bytes) -> list[int]:
    """A replacement is given for an ill-formed part, and the decoder stays where it is."""
    try:
        return CODECS["utf-16-be"].decode(data)
    except Rejection:
        while True:
            pass


def low_from_dcee() -> Whole:
    """Low surrogates begin at DCEE, so that those below it do not end a pair."""

    def step(data: bytes, at: int) -> None:
        high, low = data[at : at + 2], int.from_bytes(data[at + 2 : at + 4], "big")
        if len(data) >= at + 4 and 0xD8 <= high[0] <= 0xDB and 0xDC00 <= low < 0xDCEE:
            raise Rejection("surrogate", high, at)

    return stepping("utf-16-be", step)


def any_unit_is_low(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """The unit behind a high surrogate is taken for a low one without a look at it. The difference wraps at 32 bits."""
    high, low = (int.from_bytes(data[at : at + 2], "little") for at in (fault.start, fault.start + 2))
    if not 0xD800 <= high <= 0xDBFF or len(data) < fault.start + 4:
        return None
    return [0x10000 + (high - 0xD800 << 10) + low - 0xDC00 & 0xFFFFFFFF], fault.start + 4


def next_is_folded(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """The low ten bits of the unit behind a high surrogate are taken, whatever it is."""
    high, low = (int.from_bytes(data[at : at + 2], "big") for at in (fault.start, fault.start + 2))
    if not 0xD800 <= high <= 0xDBFF or len(data) < fault.start + 4:
        return None
    return [0x10000 + ((high & 0x3FF) << 10) + (low & 0x3FF)], fault.start + 4


MODELS = {
    "haskell-text-525": lambda: decoding("utf-16-be", for_ever),
    "rust-158121": low_from_dcee,
    "meld-248": lambda: unless("utf-16-le", any_unit_is_low),
    "fontations-1914": lambda: unless("utf-16-be", next_is_folded),
}
