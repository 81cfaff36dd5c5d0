"""Mutants that show only in context: behind other values, in texts or pieces of one size, in the long run."""

from __future__ import annotations

from mutants import calls, general, pieces
from mutants.bocu_1 import HANGUL, HIRAGANA, UNIHAN, scripts
from mutants.forms import SHORTEST
from mutants.methods import Decode, FaultyDecode
from mutants.mutant import Planted
from mutants.pieces import feeding
from mutants.planting import altered, mapped_when_encoded, rewritten

ANY_LENGTH = "common/any-length"
LEFT_QUOTE, RIGHT_QUOTE = 0x2018, 0x2019
APOSTROPHE = 0x27

STACK, LONG = 125_000, 0xFBEE9

WORD = 8
"""The number of bytes that a fast path looks at together."""

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
    """Reads the first byte of a block as a trail byte, whatever it is, if the block before ends with the lead byte of
    two."""

    def decode_blocks(decode: Decode, data: bytes) -> list[int]:
        taken = bytearray(data)
        for place in range(size, len(data), size):
            if taken[place - 1] in range(0xC2, 0xE0):
                taken[place] = 0x80 | taken[place] & 0x3F
        return decode(bytes(taken))

    return decode_blocks


def overlong_taken_behind_another() -> tuple[str, str]:
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


def worn(id: str) -> dict[str, Planted]:
    return {
        "thousandth-input-not-decoded": Planted(calls.Worn(id), "common/initial-state"),
    }


def long_text(id: str) -> dict[str, Planted]:
    """Returns mutants that treat a text of a million values in another way."""
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
        "overlong-taken-behind-another": Planted(rewritten("utf-8", overlong_taken_behind_another()), "utf-8/shortest-form"),
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
        **small_stack("utf-8"),
        **pieces_of_a_size("utf-8"),
        **worn("utf-8"),
        "latin-1-after-7000-equal-calls": Planted(calls.Compiled("utf-8", 7000), "common/initial-state"),
        **long_text("utf-8"),
    },
    "utf-8-31bit": {
        "overlong-taken-behind-another": Planted(
            rewritten("utf-8-31bit", overlong_taken_behind_another()), "utf-8-31bit/shortest-form"
        ),
        "one-byte-read-by-six-bits": Planted(altered("utf-8-31bit", decode=six_bits_of_one_byte), "common/map-both-ways"),
        **pieces_of_a_size("utf-8-31bit"),
    },
    "utf-inf-8": {
        "one-byte-read-by-six-bits": Planted(altered("utf-inf-8", decode=six_bits_of_one_byte), "common/map-both-ways"),
    },
    **{id: on_nothing(id) for id in ("utf-16-le", "utf-32-be", "utf-32-le")},
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
        **worn("bocu-1"),
    },
    "kim": {
        **small_stack("kim"),
        "last-lost-at-256": Planted(altered("kim", decode=last_lost_at(256)), ANY_LENGTH),
        **pieces_of_a_size("kim"),
    },
    "ascii": {"quotes-as-apostrophes": quotes_as_apostrophes("ascii"), **worn("ascii")},
    "cp437": {"quotes-as-apostrophes": quotes_as_apostrophes("cp437")},
    "iso-8859-1": {"quotes-as-apostrophes": quotes_as_apostrophes("iso-8859-1")},
}
