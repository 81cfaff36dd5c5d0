"""Codecs that differ from the reference where the specification permits a choice. They are not mutants, and no test may
fail on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mutants.general import Items, Result, Values
from mutants.methods import Decode, DecodeOne, DecodeValue, Encode, EncodeValue, State
from mutants.planting import Unable, altered, rewritten
from reference_codecs import Rejection
from reference_codecs.codec import Codec

SURROGATES = range(0xD800, 0xE000)
COUNT_READ, CHARACTER_READ = "return int(bits, 2), end", "return value, end"
SHORTEST = """
if end - position > 1 and data[position] == C:
    raise Rejection("overlong", data[position:end], position)
"""
COUNTS_SHORTEST, CHARACTERS_SHORTEST = (COUNT_READ, SHORTEST + COUNT_READ), (CHARACTER_READ, SHORTEST + CHARACTER_READ)


def value_refused(encode: EncodeValue, value: int) -> bytes:
    if value in SURROGATES:
        raise Rejection("surrogate", [value])
    return encode(value)


def refused_when_read(decode: DecodeValue, data: bytes, position: int) -> tuple[int, int]:
    value, end = decode(data, position)
    if value in SURROGATES:
        raise Rejection("surrogate", data[position:end], position)
    return value, end


def surrogates_refused(id: str) -> Codec[Any]:
    return altered(id, encode_value=value_refused, decode_value=refused_when_read)


def without_surrogates(values: Values) -> Values:
    for index, value in enumerate(values):
        if value in SURROGATES:
            raise Rejection("surrogate", [value], index)
    return values


def text_refused(encode: Encode, values: Sequence[int]) -> bytes:
    return encode(without_surrogates(values))


def text_refused_when_read(decode: Decode, data: bytes) -> list[int]:
    return without_surrogates(decode(data))


def surrogates_not_held_when_written(encode: Encode, values: Sequence[int]) -> bytes:
    if any(value in SURROGATES for value in values):
        raise Unable
    return encode(values)


def surrogates_not_held_when_read(decode: Decode, data: bytes) -> list[int]:
    values = decode(data)
    if any(value in SURROGATES for value in values):
        raise Unable
    return values


def nothing_by_a_difference(decode: DecodeOne, data: bytes, position: int, prev: State) -> tuple[tuple[int, ...], int, State]:
    values, end, state = decode(data, position, prev)
    if data[position] > 0x20 and any(value <= 0x20 for value in values):
        raise Rejection("bad-lead", data[position:end], position)
    return values, end, state


def without_offset(function: Callable[[Items], Result], argument: Items) -> Result:
    try:
        return function(argument)
    except Rejection:
        raise ValueError("ill-formed") from None


def reticent(id: str) -> Codec[Any]:
    """Returns a codec that reports no offsets and has no incremental decoder."""
    codec = altered(id, encode=without_offset, decode=without_offset)
    vars(codec)["incremental_decoder"] = None
    return codec


LIBERTIES = {
    "kim/longer-forms-refused": rewritten("kim", CHARACTERS_SHORTEST),
    "kim-count/longer-forms-refused": rewritten("kim-count", COUNTS_SHORTEST),
    "kim-text/longer-forms-refused": rewritten("kim-text", COUNTS_SHORTEST, CHARACTERS_SHORTEST),
    "kim/surrogates-refused": surrogates_refused("kim"),
    "kim-text/surrogates-refused": altered("kim-text", encode=text_refused, decode=text_refused_when_read),
    "utf-inf-8/surrogates-refused": surrogates_refused("utf-inf-8"),
    "bocu-1/surrogates-not-held": altered(
        "bocu-1", encode=surrogates_not_held_when_written, decode=surrogates_not_held_when_read
    ),
    "bocu-1/nothing-below-21-by-a-difference": altered("bocu-1", decode_one=nothing_by_a_difference),
    **{f"{id}/offsets-not-told": reticent(id) for id in ("bocu-1", "kim-text", "utf-8", "utf-16-le")},
}
