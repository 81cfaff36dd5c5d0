"""More codecs of UTF-8: those that read blocks or pieces, replace, take other bytes with them, or do not end."""

from __future__ import annotations

from collections.abc import Sequence

from reference_codecs import CODECS, Rejection
from workshop.museum.models.history_a_pieces import Replacing, in_pieces
from workshop.museum.models.history_a_replacing import for_ever, unless
from workshop.museum.models.history_a_strict import (
    any_byte_follows,
    end_of_input,
    low_surrogates_written,
    surrogates_written,
)
from workshop.museum.tools import (
    REPLACEMENT,
    InPieces,
    Stepwise,
    accepting,
    beyond,
    decoding,
    encoding_with,
    excusing,
    is_surrogate,
    loose,
    one_a_subpart,
    overlong,
    stepping,
    subpart_end,
    writing,
)

UTF_8 = CODECS["utf-8"]
BLOCK = 64
FILE_BLOCK = 131076
TRAIL = range(0x80, 0xC0)


def lead_ends_block(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """A lead byte of Latin-1 in the last of 64 places is left for the next block, and is forgotten if there is none."""
    is_last = fault.start % BLOCK == BLOCK - 1 and fault.start + 1 == len(data)
    return ([], fault.end) if is_last and data[fault.start] in (0xC2, 0xC3) else None


def no_trail_is_ascii(data: bytes) -> list[int]:
    """The first block that is not ASCII is stored as it is if no byte of it is a trail byte. The trail bytes behind it give
    nothing."""
    values = UTF_8.decode(data)
    start = next((at for at, byte in enumerate(data) if byte >= 0x80), len(data)) // BLOCK * BLOCK
    block, rest = data[start : start + BLOCK], data[start + BLOCK :]
    if len(block) < BLOCK or any(byte in TRAIL for byte in block) or block.isascii():
        return values
    return [*data[:start], *block, *UTF_8.decode(rest.lstrip(bytes(TRAIL)))]


def third_byte_is_skipped(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """Two bytes of a surrogate are replaced, and the third is passed over."""
    found = loose(data, fault.start)
    return ([REPLACEMENT] * 2, found[1]) if found and is_surrogate(found[0], found[1] - fault.start) else None


def last_behind_a_pair(values: Sequence[int]) -> bytes:
    """The last character is written after the loop over pairs, unless a surrogate pair came before it."""
    encoded = UTF_8.encode(values)
    is_lost = len(values) > 1 and values[-2] > 0xFFFF >= values[-1]
    return UTF_8.encode(values[:-1]) if is_lost else encoded


def no_lower_bound(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """Behind ED and F4, the second byte is only asked not to be too large. All bytes are added, and an offset is subtracted that
    supposes trail bytes."""
    size, offset = {0xED: (3, 0xE2080), 0xF4: (4, 0x3C82080)}.get(data[fault.start], (0, 0))
    form = data[fault.start : fault.start + size]
    if len(form) < max(size, 1) or not 0 < form[1] < 0x80 or any(byte not in TRAIL for byte in form[2:]):
        return None
    total = 0
    for byte in form:
        total = (total << 6) + byte
    return [total - offset], fault.start + size


def four_bytes_at(data: bytes, at: int) -> bool:
    """Returns whether a well-formed character of four bytes begins here."""
    return data[at] in range(0xF0, 0xF5) and subpart_end(data, at) == at + 4


def odd_lead(data: bytes, at: int) -> tuple[list[int], int] | None:
    """The lead byte of four bytes is masked with F1 instead of F8, so that an odd one is none."""
    return ([REPLACEMENT], at + 4) if four_bytes_at(data, at) and data[at] & 1 else None


def each_byte(data: bytes, fault: Rejection) -> tuple[list[int], int]:
    """Replaces one byte."""
    return [REPLACEMENT], fault.start + 1


def third_byte_twice(data: bytes, at: int) -> tuple[list[int], int] | None:
    """The third byte takes the place of the second as well."""
    if not four_bytes_at(data, at):
        return None
    third, fourth = data[at + 2] & 0x3F, data[at + 3] & 0x3F
    return [(data[at] & 7) << 18 | third << 12 | third << 6 | fourth], at + 4


def f4_is_no_lead(data: bytes, at: int) -> tuple[list[int], int] | None:
    """The mask of the lead byte of four bytes misses F4."""
    return ([REPLACEMENT], at + 4) if data[at] == 0xF4 and four_bytes_at(data, at) else None


def ff_has_six(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """The table of lengths says six for FF, and all six bytes are one part."""
    return ([REPLACEMENT], min(fault.start + 6, len(data))) if data[fault.start] == 0xFF else None


def last_code_point_refused(values: Sequence[int]) -> bytes:
    """The bound is the last code point, and is compared with `<`."""
    if 0x10FFFF in values:
        at = list(values).index(0x10FFFF)
        UTF_8.encode(values[:at])
        raise Rejection("out-of-range", [0x10FFFF], at)
    return UTF_8.encode(values)


def file_in_blocks(data: bytes) -> list[int]:
    """A file is read in blocks, and a character that lies in two of them is not put together."""
    values = UTF_8.decode(data)
    for end in range(FILE_BLOCK, len(data), FILE_BLOCK):
        if data[end] in TRAIL:
            start = max(at for at in range(end - 3, end) if data[at] not in TRAIL)
            raise Rejection("truncated", data[start:end], start)
    return values


def for_ever_on_ill_formed(data: bytes) -> list[int]:
    """The length that says that a character is ill-formed is negative. It is kept without its sign, and nothing ends the loop."""
    try:
        return UTF_8.decode(data)
    except Rejection:
        return for_ever()


def for_ever_on_five_bits(data: bytes) -> list[int]:
    """A lead byte has as many bytes as bits before its first zero. Where these are five or more, the loop does not end."""
    return for_ever() if any(byte >= 0xF8 for byte in data) else UTF_8.decode(data)


def for_ever_in_the_middle(data: bytes) -> list[int]:
    """An ill-formed part with other bytes behind it is left out without being passed."""
    try:
        return UTF_8.decode(data)
    except Rejection as fault:
        return for_ever() if fault.end < len(data) else UTF_8.decode(data[: fault.start])


def two_cut_off(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """If the lead byte asks for more bytes than are left, the end is one part, though another cut sequence begins in it."""
    lead, second = data[fault.start], subpart_end(data, fault.start)
    size = 2 + (lead >= 0xE0) + (lead >= 0xF0)
    if (
        lead not in range(0xC2, 0xF5)
        or fault.start + size <= len(data)
        or second == len(data)
        or data[second] not in range(0xC2, 0xF5)
    ):
        return None
    end = subpart_end(data, second)
    return ([REPLACEMENT], len(data)) if end == len(data) or (end == len(data) - 1 and data[end] < 0x80) else None


def surrogate_of_two(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """The first two bytes of a surrogate that is broken off are one part."""
    part = data[fault.start : fault.start + 3]
    is_broken = len(part) < 3 or part[2] not in TRAIL
    return (
        ([REPLACEMENT], fault.start + 2)
        if part[0] == 0xED and len(part) > 1 and part[1] in range(0xA0, 0xC0) and is_broken
        else None
    )


class KeepsTheEnd(Replacing):
    """The end of a text replaces what waits, and leaves it waiting, so that the next text begins with it."""

    def decode(self, data: bytes, final: bool) -> list[int]:
        text = self.rest + data
        values = super().decode(data, final)
        if final:
            cut = (at for at in range(max(len(text) - 3, 0), len(text)) if text[at] in range(0xC2, 0xF5))
            start = next((at for at in cut if subpart_end(text, at) == len(text) and loose(text, at) is None), len(text))
            self.rest = text[start:]
        return values


def one_decoder() -> InPieces:
    kept = KeepsTheEnd()
    return in_pieces(lambda: kept)


class EachPieceAlone(Stepwise):
    """A piece is decoded as if it were the whole input."""

    def __init__(self) -> None:
        super().__init__("utf-8", lambda data, fault: None)

    def decode(self, data: bytes, final: bool) -> list[int]:
        return super().decode(data, True)


def sentinel(data: bytes, at: int) -> tuple[list[int], int] | None:
    """U+FFFF also says that nothing could be read, and then one byte is passed."""
    return ([0xFFFF], min(at + 4, len(data))) if data[at : at + 3] == b"\xef\xbf\xbf" else None


def signed(data: bytes) -> list[int]:
    """Bytes from 80 on are negative, and become values that are too large and are replaced."""
    return [byte if byte < 0x80 else REPLACEMENT for byte in data]


def seven_ff_is_long(value: int) -> bytes | None:
    """The last value of two bytes gets three."""
    return b"\xe0\x9f\xbf" if value == 0x7FF else None


def trail_is_a_value(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """A trail byte where a character begins is its number."""
    return ([data[fault.start]], fault.start + 1) if data[fault.start] in TRAIL else None


MODELS = {
    "simdutf-454": lambda: excusing("utf-8", lead_ends_block),
    "simdutf-455": lambda: excusing("utf-8", lead_ends_block),
    "simdutf-132": lambda: decoding("utf-8", no_trail_is_ascii),
    "simdjson-1187": lambda: accepting(lambda value, size: size == 4 and value == 0xFFFF),
    "simdjson-1870": lambda: writing("utf-8", low_surrogates_written),
    "simdjson-72": lambda: writing("utf-8", surrogates_written),
    "corefx-36163": lambda: unless(third_byte_is_skipped),
    "corefx-22755": lambda: encoding_with("utf-8", last_behind_a_pair),
    "wavm-286": lambda: accepting(is_surrogate),
    "iccdev-2435": lambda: excusing("utf-8", no_lower_bound),
    "shaka-player-10515": lambda: stepping("utf-8", odd_lead, each_byte),
    "gobo-46": lambda: stepping("utf-8", third_byte_twice),
    "nit-1617": lambda: stepping("utf-8", f4_is_no_lead, one_a_subpart),
    "pako-297": lambda: unless(ff_has_six),
    "ceylon-534": lambda: encoding_with("utf-8", last_code_point_refused),
    "lexbor-354-overlong": lambda: accepting(overlong),
    "lexbor-354-trail": lambda: excusing("utf-8", any_byte_follows),
    "unicodelib-17": lambda: excusing("utf-8", any_byte_follows),
    "notepad-plus-plus-8966": lambda: decoding("utf-8", file_in_blocks),
    "cubert-75": lambda: decoding("utf-8", for_ever_on_ill_formed),
    "blitz3d-24": lambda: decoding("utf-8", for_ever_on_five_bits),
    "haskell-text-87": lambda: decoding("utf-8", for_ever_in_the_middle),
    "haskell-text-380": lambda: excusing("utf-16-le", end_of_input),
    "p5-encode-84": lambda: unless(two_cut_off),
    "node-24973": lambda: unless(surrogate_of_two),
    "node-16564": one_decoder,
    "log4cxx-705": lambda: stepping("utf-8", sentinel),
    "log4cxx-627": lambda: InPieces(UTF_8.encode, UTF_8.decode, EachPieceAlone),
    "log4cxx-660": lambda: decoding("iso-8859-1", signed),
    "log4cxx-669": lambda: accepting(is_surrogate),
    "urbit-631": lambda: accepting(lambda value, size: size == 3 and overlong(value, size)),
    "urbit-631-encode": lambda: writing("utf-8", seven_ff_is_long),
    "gb-22": lambda: excusing("utf-8", trail_is_a_value),
    "serenity-24529": lambda: accepting(is_surrogate),
    "aws-encryption-sdk-82": lambda: accepting(is_surrogate),
    "puppetdb-261": lambda: accepting(beyond),
    "puppetdb-261-overlong": lambda: accepting(lambda value, size: size == 2 and overlong(value, size)),
    "protobufjs-2163": lambda: accepting(overlong),
}
