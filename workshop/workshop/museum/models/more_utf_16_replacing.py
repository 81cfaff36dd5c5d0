"""Decoders of UTF-16 that replace what is ill-formed."""

from __future__ import annotations

from collections.abc import Callable

from reference_codecs import CODECS, Rejection
from workshop.museum.models.more_utf_16 import HIGH, LOW, MISSING, SURROGATES, Pair, as_number, at_units, by_pairs
from workshop.museum.tools import REPLACEMENT, InPieces, Whole, one_each, stepping

BLOCK = 64
"""The code units that are converted at once."""


def replacing(encoding: str, pair: Pair) -> Callable[[], Whole]:
    return lambda: by_pairs(encoding, pair, one_each)


def two_lows(first: int, second: int) -> tuple[list[int], int] | None:
    """What completes a pair is looked for behind any surrogate, so two low ones are one fault."""
    return ([REPLACEMENT], 2) if first in LOW and second in LOW else None


def cut_pair(data: bytes, fault: Rejection) -> tuple[list[int], int]:
    """A high surrogate is replaced by itself, and then an odd byte behind it."""
    return [REPLACEMENT], min(fault.start + 2, len(data))


def last_of_each(first: int, second: int) -> tuple[list[int], int] | None:
    """DBFF begins no pair, and DFFF counts as a character behind the surrogates."""
    if first == 0xDBFF:
        return [REPLACEMENT], 1
    return ([first], 1) if first == 0xDFFF else None


def next_is_lost(first: int, second: int) -> tuple[list[int], int] | None:
    """The next unit is read before it is known whether the surrogate begins a pair."""
    is_pair = first in HIGH and second in LOW
    return ([REPLACEMENT], 2) if first in SURROGATES and second != MISSING and not is_pair else None


def wrong_one_queued(first: int, second: int) -> tuple[list[int], int] | None:
    """Behind the replacement comes the lone high surrogate, and not the character that follows it."""
    return ([REPLACEMENT, first], 2) if first in HIGH and second != MISSING and second not in SURROGATES else None


def lone_low_kept(first: int, second: int) -> tuple[list[int], int] | None:
    """Only high surrogates are asked for their other half."""
    return ([first], 1) if first in LOW else None


def lone_kept(first: int, second: int) -> tuple[list[int], int] | None:
    """What is no pair is a character."""
    return ([first], 1) if first in SURROGATES and not (first in HIGH and second in LOW) else None


def lone_kept_or_dropped(first: int, second: int) -> tuple[list[int], int] | None:
    """What is no pair is a character, and a high surrogate waits for what never comes at the end."""
    return ([], 1) if first in HIGH and second == MISSING else lone_kept(first, second)


def without_odd_byte(data: bytes, at: int) -> tuple[list[int], int] | None:
    """Only whole units are read."""
    return ([], len(data)) if at + 1 == len(data) else None


def odd_byte_of_php(data: bytes, fault: Rejection) -> tuple[list[int], int]:
    """What is ill-formed becomes a question mark."""
    return [0x3F], fault.end


def other_order_at_the_end(data: bytes, fault: Rejection) -> tuple[list[int], int]:
    """At the end of the input the decoder is reset, and forgets the order of bytes that it found at the beginning."""
    rest = data[fault.start : fault.end]
    if fault.reason == "truncated" and len(rest) == 2:
        return CODECS["utf-16-be"].decode(rest), fault.end
    return one_each(data, fault)


def in_blocks(data: bytes, at: int) -> tuple[list[int], int] | None:
    """A text is converted in blocks, each alone, and a pair may be in two of them."""
    if at // 2 % BLOCK != BLOCK - 1 or at + 4 > len(data):
        return None
    first, second = as_number(data[at : at + 2], "little"), as_number(data[at + 2 : at + 4], "little")
    return ([REPLACEMENT] * 2, at + 4) if first in HIGH and second in LOW else None


class MarkBehindSurrogate:
    """A decoder that looks for a byte-order mark at the beginning of each piece until it gave something, and does not know that a
    high surrogate which it keeps will be replaced before it."""

    def __init__(self) -> None:
        self.kept = b""
        self.gave = False

    def decode(self, data: bytes, final: bool) -> list[int]:
        is_pending = len(self.kept) == 2 and not self.gave
        if is_pending and data[:2] == b"\xff\xfe":
            data = data[2:]
        data = self.kept + data
        whole = len(data) if final else len(data) - len(data) % 2
        if not final and whole and as_number(data[whole - 2 : whole], "little") in HIGH:
            whole -= 2
        self.kept = data[whole:]
        found = SOUND.decode(data[:whole])
        self.gave = self.gave or bool(found)
        return found


SOUND = by_pairs("utf-16-le", lambda first, second: None, one_each)

MODELS: dict[str, Callable[[], Whole]] = {
    "go-39492": replacing("utf-16-be", two_lows),
    "go-39492-odd": lambda: by_pairs("utf-16-be", lambda first, second: None, cut_pair),
    "js-of-ocaml-2006": replacing("utf-16-le", last_of_each),
    "gulrak-filesystem-209": replacing("utf-16-le", next_is_lost),
    "yaml-cpp-1487": replacing("utf-16-be", wrong_one_queued),
    "meld-249": replacing("utf-16-le", lone_low_kept),
    "iccdev-2528": replacing("utf-16-be", lone_kept_or_dropped),
    "iconv-lite-402": replacing("utf-16-le", lone_kept),
    "jsruntimehost-235": lambda: stepping("utf-16-be", without_odd_byte, one_each),
    "php-14359": lambda: stepping("utf-16-le", without_odd_byte, odd_byte_of_php),
    "jdk-8292043": lambda: stepping("utf-16-le", at_units("utf-16-le", lambda first, second: None), other_order_at_the_end),
    "dotnet-avro-373": lambda: stepping("utf-16-le", in_blocks, one_each),
    "bun-32837": lambda: InPieces(SOUND.encode, SOUND.decode, MarkBehindSurrogate),
}
