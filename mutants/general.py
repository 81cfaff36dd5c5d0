"""Mutants that any encoding can have, in the treatment of whole inputs, ill-formed parts, pieces and calls."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from reference_codecs import Rejection
from reference_codecs.codec import Codec

from mutants.methods import Decode, Encode, FaultyDecode
from mutants.planting import altered, mapped

Items = TypeVar("Items", bound=Sequence[int])
"""Values, or bytes."""

Values = TypeVar("Values", bound=Sequence[int])
Result = TypeVar("Result")

REPLACEMENT = 0xFFFD
BYTE_ORDER_MARK = 0xFEFF
NUL, LF, CR, SUB, QUESTION_MARK = 0x00, 0x0A, 0x0D, 0x1A, 0x3F


def last_byte_dropped(encode: Encode, values: Sequence[int]) -> bytes:
    return encode(values)[:-1]


def last_value_dropped(decode: Decode, data: bytes) -> list[int]:
    return decode(data)[:-1]


def truncated_end_dropped(decode: Decode, data: bytes) -> list[int]:
    try:
        return decode(data)
    except Rejection as rejection:
        if rejection.reason != "truncated":
            raise
        return decode(data[: rejection.start])


def ill_formed_replaced(decode: Decode, data: bytes) -> list[int]:
    """Each ill-formed part becomes a U+FFFD."""
    try:
        return decode(data)
    except Rejection as rejection:
        rest = ill_formed_replaced(decode, data[max(rejection.end, 1) :]) if data else []
        return [*decode(data[: rejection.start]), REPLACEMENT, *rest]


def ill_formed_skipped(decode: Decode, data: bytes) -> list[int]:
    return [value for value in ill_formed_replaced(decode, data) if value != REPLACEMENT]


def in_blocks_of(size: int) -> FaultyDecode:
    """Each block of so many bytes is decoded by itself."""

    def decode_blocks(decode: Decode, data: bytes) -> list[int]:
        return [value for start in range(0, len(data), size) for value in decode(data[start : start + size])]

    return decode_blocks


def cut_at(size: int) -> FaultyDecode:
    """The buffer for the values has so many places."""
    return lambda decode, data: decode(data)[:size]


def stack_overflows_beyond(size: int) -> Callable[[Callable[[Items], Result], Items], Result]:
    """Each value, or each byte, takes a frame of a stack that has so many."""

    def overflow(sound: Callable[[Items], Result], items: Items) -> Result:
        if len(items) > size:
            raise RecursionError("maximum recursion depth exceeded")
        return sound(items)

    return overflow


def replacement_taken_for_a_fault(decode: Decode, data: bytes) -> list[int]:
    """The decoder inside replaces, and a U+FFFD that was meant is told as a fault."""
    values = decode(data)
    if REPLACEMENT in values:
        raise ValueError("ill-formed")
    return values


def unencodable_dropped(encode: Encode, values: Sequence[int]) -> bytes:
    """Values that cannot be encoded are left out."""
    return _encode_what_is_left(encode, values, [])


def unencodable_made_question_marks(encode: Encode, values: Sequence[int]) -> bytes:
    return _encode_what_is_left(encode, values, [QUESTION_MARK])


def _encode_what_is_left(encode: Encode, values: Sequence[int], instead: Sequence[int]) -> bytes:
    try:
        return encode(values)
    except Rejection as rejection:
        kept = [*values[: rejection.start], *instead, *values[rejection.start + 1 :]]
        return _encode_what_is_left(encode, kept, instead)


def ignorables_dropped(encode: Encode, values: Sequence[int]) -> bytes:
    """Default ignorable code points that cannot be encoded are left out; other values are rejected."""
    try:
        return encode(values)
    except Rejection as rejection:
        place = rejection.start
        if values[place] not in (0xAD, 0x34F, 0x200D, 0xFEFF):
            raise
        return ignorables_dropped(encode, [*values[:place], *values[place + 1 :]])


def lookalike_written(encode: Encode, values: Sequence[int]) -> bytes:
    """An s stands for an s with a caron."""
    return encode([0x73 if value == 0x161 else value for value in values])


def last_unencodable_not_seen(encode: Encode, values: Sequence[int]) -> bytes:
    """The last value is not looked at before it is written."""
    try:
        return encode(values)
    except Rejection as rejection:
        if rejection.start != len(values) - 1:
            raise
        return encode(values[:-1])


def nul_ends_the_values(encode: Encode, values: Sequence[int]) -> bytes:
    values = list(values)
    return encode(values[: values.index(NUL)] if NUL in values else values)


def nul_ends_the_text(decode: Decode, data: bytes) -> list[int]:
    values = decode(data)
    return values[: values.index(NUL)] if NUL in values else values


def substitute_ends_the_text(decode: Decode, data: bytes) -> list[int]:
    """1A is the end of a file, as it once was."""
    values = decode(data)
    return values[: values.index(SUB)] if SUB in values else values


def mark_swallowed(decode: Decode, data: bytes) -> list[int]:
    values = decode(data)
    return values[values[:1] == [BYTE_ORDER_MARK] :]


def mark_written(encode: Encode, values: Sequence[int]) -> bytes:
    return encode([BYTE_ORDER_MARK, *values])


def line_ends_made_one(decode: Decode, data: bytes) -> list[int]:
    """CR LF becomes LF."""
    values = decode(data)
    return [value for place, value in enumerate(values) if values[place : place + 2] != [CR, LF]]


def carriage_return_made_line_feed(decode: Decode, data: bytes) -> list[int]:
    return [LF if value == CR else value for value in decode(data)]


def last_line_end_stripped(decode: Decode, data: bytes) -> list[int]:
    values = decode(data)
    return values[:-1] if values[-1:] == [LF] else values


def spaces_stripped(decode: Decode, data: bytes) -> list[int]:
    values = decode(data)
    return values[:-1] if values[-1:] == [0x20] else values


def normalized(decode: Decode, data: bytes) -> list[int]:
    """The text is brought to a normalization form."""
    return [ord(each) for each in unicodedata.normalize("NFC", "".join(map(chr, decode(data))))]


def empty_refused(decode: Decode, data: bytes) -> list[int]:
    if not data:
        raise ValueError("nothing to decode")
    return decode(data)


def empty_crashes(sound: Callable[[Items], Result], items: Items) -> Result:
    """The first item is looked at, and there may be none."""
    _ = items[0]
    return sound(items)


def repeated_value_lost(encode: Encode, values: Sequence[int]) -> bytes:
    """A value equal to the one before it is taken for the same one."""
    return encode([value for place, value in enumerate(values) if [value] != list(values[place - 1 : place])])


def rejected_at_the_end(decode: Decode, data: bytes) -> list[int]:
    """The offset told is that of the byte that shows the fault."""
    try:
        return decode(data)
    except Rejection as rejection:
        raise Rejection(rejection.reason, rejection.ill_formed, rejection.end) from None


def rejected_at_the_start(decode: Decode, data: bytes) -> list[int]:
    try:
        return decode(data)
    except Rejection as rejection:
        raise Rejection(rejection.reason, rejection.ill_formed, 0) from None


def unencodable_counted_from_one(encode: Encode, values: Sequence[int]) -> bytes:
    try:
        return encode(values)
    except Rejection as rejection:
        raise rejection.moved_by(1) from None


def crashes_where_ill_formed(decode: Decode, data: bytes) -> list[int]:
    try:
        return decode(data)
    except Rejection as rejection:
        raise IndexError("index out of range") from rejection


def crashes_where_truncated(decode: Decode, data: bytes) -> list[int]:
    try:
        return decode(data)
    except Rejection as rejection:
        if rejection.reason == "truncated":
            raise IndexError("index out of range") from rejection
        raise


def crashes_where_unencodable(encode: Encode, values: Sequence[int]) -> bytes:
    try:
        return encode(values)
    except Rejection as rejection:
        raise OverflowError("too large") from rejection


def wrapped(id: str, bits: int) -> Codec[Any]:
    """Values are held in so many bits."""
    return mapped(id, lambda value: value & (1 << bits) - 1, lambda value: value & (1 << bits) - 1)


def wrapped_when_encoded(id: str, bits: int) -> Codec[Any]:
    return altered(id, encode=lambda encode, values: encode([value & (1 << bits) - 1 for value in values]))


def wrapped_when_decoded(id: str, bits: int) -> Codec[Any]:
    return altered(id, decode=lambda decode, data: [value & (1 << bits) - 1 for value in decode(data)])


def held_as_floats(id: str) -> Codec[Any]:
    """Values are held in doubles of 53 bits; what is larger than any double is refused."""

    def hold(value: int) -> int:
        try:
            return int(float(value))
        except OverflowError as error:
            raise ValueError("too large") from error

    return mapped(id, hold, hold)


def empty_made_nul(encode: Encode, values: Sequence[int]) -> bytes:
    """No values are taken for the NUL that ends them."""
    return encode(values or [NUL])


def truncated_end_dropped_of(size: int) -> FaultyDecode:
    """A truncated end is dropped where it has so many bytes."""

    def dropped(decode: Decode, data: bytes) -> list[int]:
        try:
            return decode(data)
        except Rejection as rejection:
            if rejection.reason != "truncated" or len(data) - rejection.start != size:
                raise
            return decode(data[: rejection.start])

    return dropped


def surrogates_replaced(encode: Encode, values: Sequence[int]) -> bytes:
    """A surrogate code point is written as U+FFFD."""
    return encode([REPLACEMENT if 0xD800 <= value <= 0xDFFF else value for value in values])


def surrogates_replaced_when_read(decode: Decode, data: bytes) -> list[int]:
    return [REPLACEMENT if 0xD800 <= value <= 0xDFFF else value for value in decode(data)]


def refused_beyond(bits: int) -> dict[str, Callable[..., object]]:
    """Values of more bits than these are called ill-formed: both ways they would not fit."""

    def must_fit(values: Values) -> Values:
        for index, value in enumerate(values):
            if value >> bits:
                raise Rejection("out-of-range", [value], index)
        return values

    return {
        "encode": lambda encode, values: encode(must_fit(values)),
        "decode": lambda decode, data: must_fit(decode(data)),
    }


def when_encoded(id: str, faulty: Codec[Any]) -> Codec[Any]:
    """Encodes as a faulty codec does, and decodes soundly."""
    return altered(id, encode_one=lambda encode, value, state: faulty.encode_one(value, state))


def when_decoded(id: str, faulty: Codec[Any]) -> Codec[Any]:
    """Decodes as a faulty codec does, and encodes soundly."""
    return altered(id, decode_one=lambda decode, data, position, state: faulty.decode_one(data, position, state))


def reduced_when_encoded(id: str, modulus: int) -> Codec[Any]:
    """Values too large are reduced modulo the number of values that there are."""
    return altered(id, encode=lambda encode, values: encode([value % modulus for value in values]))
