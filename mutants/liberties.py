"""Codecs that are other than the reference where the specification leaves it open, which is no fault."""

from __future__ import annotations

from reference_codecs import Rejection

from mutants.planting import Unable, altered, rewritten

SURROGATES = range(0xD800, 0xE000)
KIM_READ = "return int(bits, 2), end"
KIM_SHORTEST = f"""
if end - position > 1 and data[position] == C:
    raise Rejection("overlong", data[position:end], position)
{KIM_READ}
"""


def value_refused(encode, value):
    if value in SURROGATES:
        raise Rejection("surrogate", [value])
    return encode(value)


def refused_when_read(decode, data, position):
    value, end = decode(data, position)
    if value in SURROGATES:
        raise Rejection("surrogate", data[position:end], position)
    return value, end


def surrogates_refused(id):
    return altered(id, encode_value=value_refused, decode_value=refused_when_read)


def text_refused(encode, values):
    values = list(values)
    for index, value in enumerate(values):
        if value in SURROGATES:
            raise Rejection("surrogate", [value], index)
    return encode(values)


def text_refused_when_read(decode, data):
    text_refused(list, values := decode(data))
    return values


def surrogates_not_held_when_written(encode, values):
    if any(value in SURROGATES for value in values):
        raise Unable
    return encode(values)


def surrogates_not_held_when_read(decode, data):
    values = decode(data)
    if any(value in SURROGATES for value in values):
        raise Unable
    return values


def nothing_by_a_difference(decode, data, position, prev):
    values, end, state = decode(data, position, prev)
    if data[position] > 0x20 and any(value <= 0x20 for value in values):
        raise Rejection("bad-lead", data[position:end], position)
    return values, end, state


def without_offset(function, argument):
    try:
        return function(argument)
    except Rejection:
        raise ValueError("ill-formed") from None


def reticent(id):
    """A codec that does not tell where a fault is, and has no incremental decoder."""
    codec = altered(id, encode=without_offset, decode=without_offset)
    codec.incremental_decoder = None
    return codec


LIBERTIES = {
    "kim/longer-forms-refused": rewritten("kim", (KIM_READ, KIM_SHORTEST)),
    "kim-count/longer-forms-refused": rewritten("kim-count", (KIM_READ, KIM_SHORTEST)),
    "kim-text/longer-forms-refused": rewritten("kim-text", (KIM_READ, KIM_SHORTEST)),
    "kim/surrogates-refused": surrogates_refused("kim"),
    "kim-text/surrogates-refused": altered("kim-text", encode=text_refused, decode=text_refused_when_read),
    "utf-inf-8/surrogates-refused": surrogates_refused("utf-inf-8"),
    "bocu-1/surrogates-not-held": altered(
        "bocu-1", encode=surrogates_not_held_when_written, decode=surrogates_not_held_when_read
    ),
    "bocu-1/nothing-below-21-by-a-difference": altered("bocu-1", decode_one=nothing_by_a_difference),
    **{f"{id}/offsets-not-told": reticent(id) for id in ("bocu-1", "kim-text", "utf-8", "utf-16-le")},
}
