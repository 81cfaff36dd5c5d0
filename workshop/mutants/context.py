"""Mutants that show only in context: after other values, in texts or chunks of one size, or after many calls."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from mutants import calls, general, pieces
from mutants.bocu_1 import HANGUL, HIRAGANA, UNIHAN, scripts
from mutants.forms import SHORTEST
from mutants.methods import Decode, Encode, FaultyDecode
from mutants.mutant import Planted
from mutants.pieces import feeding
from mutants.planting import altered, mapped_when_encoded, rewritten

ANY_LENGTH = "common/any-length"
LEFT_QUOTE, RIGHT_QUOTE = 0x2018, 0x2019
APOSTROPHE = 0x27

STACK, LONG = 125_000, 0xFBEE9
MEBIBYTE = 1 << 20

WORD = 8
"""The number of bytes that a fast path reads together."""

NO_LOW = "if second not in LOW_SURROGATES:"
COMPATIBILITY_IDEOGRAPHS = "(0xF900, 0xFAFF, 0x7711)"


def quotes_as_apostrophes(id: str) -> Planted:
    """Writes apostrophes for typographic quotation marks, which the encoding lacks."""
    codec = mapped_when_encoded(id, {LEFT_QUOTE: APOSTROPHE, RIGHT_QUOTE: APOSTROPHE})
    return Planted(codec, "common/values-of-the-encoding")


def last_lost_at(size: int) -> FaultyDecode:
    """Loses the last value of an input that has exactly `size` bytes."""
    return lambda decode, data: decode(data)[: -1 if len(data) == size else None]


def fast_path(decode: Decode, data: bytes) -> list[int]:
    """Reads the byte after eight ASCII bytes as a character, whatever it is."""
    if len(data) > WORD and max(data[:WORD]) < 0x80:
        return list(data[: WORD + 1]) + decode(data[WORD + 1 :])
    return decode(data)


def end_of_block_not_looked_at(size: int) -> FaultyDecode:
    """Reads any first byte of a block as a trail byte if the previous block ends with the lead byte of two."""

    def decode_blocks(decode: Decode, data: bytes) -> list[int]:
        taken = bytearray(data)
        for start in range(size, len(data), size):
            if taken[start - 1] in range(0xC2, 0xE0):
                taken[start] = 0x80 | taken[start] & 0x3F
        return decode(bytes(taken))

    return decode_blocks


def end_not_seen_after_a_full_read(decode: Decode, data: bytes) -> list[int]:
    """Drops a truncated end after reads of exactly 4,096 bytes each."""
    return decode(data) if len(data) % 4096 else general.truncated_end_dropped(decode, data)


def last_return_held(decode: Decode, data: bytes) -> list[int]:
    """Keeps CR until the next byte shows whether LF follows, and loses it at the end."""
    return decode(data.removesuffix(b"\r"))


def zeros_across_units_end_the_text(encode: Encode, values: Sequence[int]) -> bytes:
    """Ends the text at two bytes of zero that belong to different code units, as in 61 00 and 00 01."""
    ends = (index for index, (value, after) in enumerate(pairwise(values), 1) if 0 < value <= 0xFF and after & 0xFF == 0 < after)
    return encode(values[: next(ends, None)])


def unit_put_back_lost(decode: Decode, data: bytes) -> list[int]:
    """Loses FFFF after CR, because FFFF marks that no unit was put back."""
    return [value for before, value in pairwise([0, *decode(data)]) if (before, value) != (general.CR, 0xFFFF)]


def mark_dropped_from_each_mebibyte(decode: Decode, data: bytes) -> list[int]:
    """Reads a long text with a new decoder for each mebibyte, which drops a byte-order mark, except from the first."""
    rest = (data[start : start + MEBIBYTE].removeprefix(b"\xff\xfe") for start in range(MEBIBYTE, len(data), MEBIBYTE))
    return decode(data[:MEBIBYTE] + b"".join(rest))


def mark_dropped_after_letters(decode: Decode, data: bytes) -> list[int]:
    """Starts a new decoder after a thousand letters, which drops a byte-order mark."""
    values = decode(data)
    return values[:-1] if len(values) > 1000 and values[-1] == general.BYTE_ORDER_MARK else values


def last_of_latin_1_lost(encode: Encode, values: Sequence[int]) -> bytes:
    """Loses the last value of a long text if all of its values are characters of Latin-1 outside ASCII."""
    lost = len(values) >= 1 << 15 and all(0x80 <= value <= 0xFF for value in values)
    return encode(values[:-1] if lost else values)


def cut_at_two_bytes_each(encode: Encode, values: Sequence[int]) -> bytes:
    """Has room for two bytes for each value of a long text, and for 64 Ki more, and cuts the rest."""
    return encode(values)[: 2 * len(values) + 0x10000 if len(values) > 0x10000 else None]


def overlong_taken_after_another() -> tuple[str, str]:
    return SHORTEST, SHORTEST.replace("value < form.first", "value < form.first and position == 0")


def pieces_of_a_size(id: str) -> dict[str, Planted]:
    return {
        "empty-piece-taken-for-the-end": Planted(feeding(id, pieces.EndAtAnEmptyPiece), "common/pieces"),
        "unfinished-lost-at-an-empty-piece": Planted(feeding(id, pieces.LostAtAnEmptyPiece), "common/pieces"),
        "unfinished-lost-at-a-full-block": Planted(feeding(id, pieces.LostAtAFullBlock), "common/pieces"),
    }


def small_stack(id: str) -> dict[str, Planted]:
    """Returns mutants that fail on more values or bytes than JavaScript engines accept as arguments of one call."""
    return {
        "stack-overflows-when-encoded": Planted(altered(id, encode=general.stack_overflows_beyond(STACK)), ANY_LENGTH),
        "stack-overflows-when-decoded": Planted(altered(id, decode=general.stack_overflows_beyond(STACK)), ANY_LENGTH),
    }


def long_text(id: str) -> dict[str, Planted]:
    """Returns mutants that treat a text of a million values differently."""
    return {
        "text-of-a-million-made-latin-1": Planted(altered(id, encode=general.long_text_made_latin_1(LONG)), ANY_LENGTH),
        "text-of-a-million-not-decoded": Planted(altered(id, decode=general.stack_overflows_beyond(LONG)), ANY_LENGTH),
    }


def six_bits_of_one_byte(decode: Decode, data: bytes) -> list[int]:
    """Reads the value of a single byte with the mask of a trail byte."""
    return [value & 0x3F if value < 0x80 else value for value in decode(data)]


def on_nothing(id: str) -> dict[str, Planted]:
    """Returns mutants that treat an empty input wrongly."""
    return {
        "empty-refused": Planted(altered(id, decode=general.empty_refused), "common/map-both-ways"),
        "empty-made-nul": Planted(altered(id, encode=general.empty_made_nul), "common/map-both-ways"),
    }


MUTANTS = {
    "utf-8": {
        "overlong-taken-behind-another": Planted(rewritten("utf-8", overlong_taken_after_another()), "utf-8/shortest-form"),
        "one-surrogate-read": Planted(
            rewritten(
                "utf-8",
                (
                    "raise Rejection(fault, data[position:end], position)",
                    "if value != 0xDABC:\n    raise Rejection(fault, data[position:end], position)",
                ),
            ),
            "utf-8/surrogates",
        ),
        "ascii-fast-path-takes-one-more": Planted(altered("utf-8", decode=fast_path), ANY_LENGTH),
        "trail-byte-at-a-block's-end-not-looked-at": Planted(
            altered("utf-8", decode=end_of_block_not_looked_at(64)), "utf-8/trail-bytes"
        ),
        "last-lost-at-1024": Planted(altered("utf-8", decode=last_lost_at(1024)), ANY_LENGTH),
        "mark-dropped-after-letters": Planted(altered("utf-8", decode=mark_dropped_after_letters), ANY_LENGTH),
        "last-of-latin-1-lost": Planted(altered("utf-8", encode=last_of_latin_1_lost), ANY_LENGTH),
        "end-awaited-after-a-rejection": Planted(calls.EndAwaited("utf-8"), "common/initial-state"),
        **small_stack("utf-8"),
        **pieces_of_a_size("utf-8"),
        "thousandth-input-not-decoded": Planted(calls.Worn("utf-8"), "common/initial-state"),
        "latin-1-after-7000-equal-calls": Planted(calls.Compiled("utf-8", 7000), "common/initial-state"),
        "latin-1-after-5000-texts": Planted(calls.CompiledForLatin1("utf-8"), "common/initial-state"),
        "end-not-seen-after-a-full-read": Planted(altered("utf-8", decode=end_not_seen_after_a_full_read), ANY_LENGTH),
        "last-return-held": Planted(altered("utf-8", decode=last_return_held), "utf-8/ascii-compatible"),
        **long_text("utf-8"),
    },
    "utf-8-31bit": {
        "overlong-taken-behind-another": Planted(
            rewritten("utf-8-31bit", overlong_taken_after_another()), "utf-8-31bit/shortest-form"
        ),
        "one-byte-read-by-six-bits": Planted(altered("utf-8-31bit", decode=six_bits_of_one_byte), "common/map-both-ways"),
        **pieces_of_a_size("utf-8-31bit"),
    },
    "utf-inf-8": {
        "one-byte-read-by-six-bits": Planted(altered("utf-inf-8", decode=six_bits_of_one_byte), "common/map-both-ways")
    },
    "utf-16-le": {
        **on_nothing("utf-16-le"),
        "zeros-across-units-end-the-text": Planted(
            altered("utf-16-le", encode=zeros_across_units_end_the_text), "utf-16/sequence-kept"
        ),
        "ffff-lost-after-a-return": Planted(altered("utf-16-le", decode=unit_put_back_lost), "utf-16/plane-0"),
        "mark-dropped-from-each-mebibyte": Planted(altered("utf-16-le", decode=mark_dropped_from_each_mebibyte), ANY_LENGTH),
    },
    **{id: on_nothing(id) for id in ("utf-32-be", "utf-32-le")},
    "utf-16-be": {
        **on_nothing("utf-16-be"),
        "low-surrogate-by-six-bits": Planted(
            rewritten("utf-16-be", (NO_LOW, "if second & 0xDC00 != 0xDC00:")), "utf-16/unpaired-surrogates"
        ),
        **pieces_of_a_size("utf-16-be"),
    },
    "bocu-1": {
        "compatibility-ideographs-as-unihan": Planted(
            rewritten("bocu-1", scripts(HIRAGANA, UNIHAN, COMPATIBILITY_IDEOGRAPHS, HANGUL)), "bocu-1/r5-block"
        ),
        "last-lost-at-4096": Planted(altered("bocu-1", decode=last_lost_at(4096)), ANY_LENGTH),
        **small_stack("bocu-1"),
        **pieces_of_a_size("bocu-1"),
        "thousandth-input-not-decoded": Planted(calls.Worn("bocu-1"), "common/initial-state"),
    },
    "kim": {
        **small_stack("kim"),
        "last-lost-at-256": Planted(altered("kim", decode=last_lost_at(256)), ANY_LENGTH),
        "nothing-read-after-8192-equal-calls": Planted(calls.LastTextKept("kim"), "common/initial-state"),
        "long-text-cut-at-two-bytes-each": Planted(altered("kim", encode=cut_at_two_bytes_each), ANY_LENGTH),
        **pieces_of_a_size("kim"),
    },
    "ascii": {
        "quotes-as-apostrophes": quotes_as_apostrophes("ascii"),
        "thousandth-input-not-decoded": Planted(calls.Worn("ascii"), "common/initial-state"),
    },
    "cp437": {"quotes-as-apostrophes": quotes_as_apostrophes("cp437")},
    "iso-8859-1": {"quotes-as-apostrophes": quotes_as_apostrophes("iso-8859-1")},
}
