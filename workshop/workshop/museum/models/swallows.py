"""Codecs that lose values, or consume other bytes with an ill-formed part."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reference_codecs import CODECS, Rejection
from workshop.museum.counts import CODES
from workshop.museum.forms import form_at, value_of
from workshop.museum.tools import (
    HIGH,
    REPLACEMENT,
    SURROGATES,
    Given,
    Whole,
    decoding,
    encoding_with,
    replacing,
    stepping,
    width,
    writing,
)
from workshop.museum.units import MISSING, by_pairs, ten_bits


def rest_is_discarded(data: bytes, fault: Rejection) -> Given:
    """If fewer bytes are left than the lead byte calls for, all of them are one ill-formed part. C0 and C1 call for two."""
    lead = data[fault.start]
    called_for = 2 if lead in (0xC0, 0xC1) else width(lead)
    return ([REPLACEMENT], len(data)) if fault.start + called_for > len(data) else None


def ff_has_six(data: bytes, fault: Rejection) -> Given:
    """The table of lengths says six for FF, and all six bytes are one part."""
    return ([REPLACEMENT], min(fault.start + 6, len(data))) if data[fault.start] == 0xFF else None


def sentinel(data: bytes, at: int) -> Given:
    """U+FFFF also says that nothing could be read, and then one byte is passed."""
    return ([0xFFFF], min(at + 4, len(data))) if data[at : at + 3] == b"\xef\xbf\xbf" else None


def last_after_a_pair(values: Sequence[int]) -> bytes:
    """The last character is written after the loop over pairs, unless a surrogate pair came before it."""
    encoded = CODECS["utf-8"].encode(values)
    is_lost = len(values) > 1 and values[-2] > 0xFFFF >= values[-1]
    return CODECS["utf-8"].encode(values[:-1]) if is_lost else encoded


def one_more(data: bytes, at: int) -> Given:
    """The loop over the trail bytes takes one too many, and checks none of them."""
    form = form_at(data, at)
    if not form:
        return None
    end = at + len(form)
    if end == len(data):
        raise Rejection("truncated", data[at:], at)
    return [value_of(form) << 6 | data[end] & 0x3F], end + 1


def overflow_goes_on(data: bytes) -> list[int]:
    """An overflow is reported at once, and the rest of the number is then read as another number."""
    values: list[int] = []
    at = 0
    while at < len(data):
        code = CODES.match(data, at)
        end = code.end() if code else len(data)
        try:
            values += CODECS["kim"].decode(data[at:end])
        except Rejection as fault:
            values.append(REPLACEMENT)
            end = end if end - at < 4 or fault.reason == "truncated" else at + 3
        at = end
    return values


def wrong_one_queued(first: int, second: int) -> tuple[list[int], int] | None:
    """After the replacement comes the lone high surrogate, and not the character that follows it."""
    return ([REPLACEMENT, first], 2) if first in HIGH and second != MISSING and second not in SURROGATES else None


def any_second(first: int, second: int) -> tuple[list[int], int] | None:
    """Any unit completes a pair."""
    return ([ten_bits(first, second)], 2) if first in HIGH and second != MISSING else None


MODELS: dict[str, Callable[[], Whole]] = {
    "scala-js-1537": lambda: replacing("utf-8", rest_is_discarded),
    "pako-297": lambda: replacing("utf-8", ff_has_six),
    "log4cxx-705": lambda: stepping("utf-8", sentinel),
    "corefx-22755": lambda: encoding_with("utf-8", last_after_a_pair),
    "serenity-8921": lambda: stepping("utf-8-31bit", one_more),
    "leb128-14": lambda: decoding("kim", overflow_goes_on),
    "rust-encoding-1": lambda: writing("iso-8859-5", lambda value: b"" if value > 0xFFFF else None),
    "yaml-cpp-1487": by_pairs("utf-16-be", wrong_one_queued, replaces=True),
    "libexpat-1282": by_pairs("utf-16-le", any_second),
}
