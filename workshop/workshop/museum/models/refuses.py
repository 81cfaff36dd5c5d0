"""Codecs that reject well-formed input."""

from __future__ import annotations

from collections.abc import Callable

from reference_codecs import Rejection
from reference_codecs.bocu_1 import RESET, Bocu1
from workshop.museum.counts import U32, Beyond, reading, value_of
from workshop.museum.forms import form_at
from workshop.museum.tools import HIGH, Whole, decoding, refusing, refusing_to_write
from workshop.museum.units import RefusedError, by_pairs

OLD = "utf-8-31bit"


class NoReset(Bocu1):
    """The rule for the reset has the byte of the space, whose own rule comes first, so the reset byte is not accepted."""

    def decode_one(self, data: bytes, position: int, prev: int) -> tuple[tuple[int, ...], int, int]:
        if data[position] == RESET:
            raise Rejection("bad-lead", data[position : position + 1], position)
        return super().decode_one(data, position, prev)


def one_group_early(code: bytes) -> int:
    """The shift is incremented before the bits are tested, so the fourth group is tested against the limit of the fifth."""
    if value_of(code) >> 25:
        raise Beyond
    return value_of(code)


def open_bounds(first: int, second: int) -> None:
    """A low surrogate must be greater than DC00 and less than DFFF, so that neither bound completes a pair."""
    if first in HIGH and second in (0xDC00, 0xDFFF):
        raise RefusedError


def above_surrogates_refused(first: int, second: int) -> None:
    """All units from D800 on count as surrogates, so those from E000 on have no partner."""
    if first >= 0xE000:
        raise RefusedError


MODELS: dict[str, Callable[[], Whole]] = {
    "uts40-rd6": lambda: decoding("bocu-1", NoReset().decode),
    "poco-1549": lambda: refusing_to_write("iso-8859-2", [0x2D9]),
    "charset-converter-7": lambda: refusing_to_write("iso-8859-7", [0x20AC, 0x20AF, 0x37A]),
    "motoko-2625": lambda: reading(one_group_early, U32),
    "aeson-476": by_pairs("utf-16-be", open_bounds),
    "hxcpp-782": by_pairs("utf-16-le", above_surrogates_refused),
    # The test for overlong forms of three bytes compares with `<=`.
    "log4cxx-664": lambda: refusing("utf-8", lambda data, at: data[at : at + 3] == b"\xe0\xa0\x80"),
    "ceylon-534": lambda: refusing_to_write("utf-8", [0x10FFFF]),
    # A character of four bytes that ends in BF is malformed if a line feed follows.
    "perl5-5899": lambda: refusing(OLD, lambda data, at: data[at + 3 : at + 5] == b"\xbf\n" and len(form_at(data, at)) == 4),
}
