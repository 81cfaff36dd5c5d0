"""Mutants that any encoding can have in its treatment of whole inputs and of ill-formed parts."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from mutants.methods import Decode, Encode, Excuse, FaultyDecode, FaultyEncode
from mutants.planting import altered, mapped
from reference_codecs import Rejection
from reference_codecs.codec import Codec

Items = TypeVar("Items", bound=Sequence[int])
"""A sequence of values, or bytes."""

Values = TypeVar("Values", bound=Sequence[int])
Result = TypeVar("Result")

REPLACEMENT = 0xFFFD
BYTE_ORDER_MARK = 0xFEFF
NUL, LF, CR, SUB, QUESTION_MARK = 0x00, 0x0A, 0x0D, 0x1A, 0x3F


def last_byte_dropped(encode: Encode, values: Sequence[int]) -> bytes:
    return encode(values)[:-1]


def last_value_dropped(decode: Decode, data: bytes) -> list[int]:
    return decode(data)[:-1]


def ill_formed_replaced(decode: Decode, data: bytes) -> list[int]:
    """Replaces each ill-formed part with U+FFFD."""
    try:
        return decode(data)
    except Rejection as rejection:
        rest = ill_formed_replaced(decode, data[max(rejection.end, 1) :]) if data else []
        return [*decode(data[: rejection.start]), REPLACEMENT, *rest]


def ill_formed_skipped(decode: Decode, data: bytes) -> list[int]:
    return [value for value in ill_formed_replaced(decode, data) if value != REPLACEMENT]


def forgiving(excuse: Excuse) -> FaultyDecode:
    """Returns a decoder that accepts some ill-formed parts. The encoding must have no state."""

    def decode_some(decode: Decode, data: bytes) -> list[int]:
        values: list[int] = []
        start = 0
        while True:
            try:
                return values + decode(data[start:])
            except Rejection as rejection:
                fault = rejection.moved_by(start)
                if (excused := excuse(data, fault)) is None:
                    raise fault from None
                replacements, end = excused
                values += decode(data[start : fault.start]) + replacements
                start = end

    return decode_some


def in_blocks_of(size: int) -> FaultyDecode:
    """Returns a decoder that decodes each block of `size` bytes separately."""

    def decode_blocks(decode: Decode, data: bytes) -> list[int]:
        return [value for start in range(0, len(data), size) for value in decode(data[start : start + size])]

    return decode_blocks


def cut_at(size: int) -> FaultyDecode:
    """Returns a decoder that loses all values after the first `size`, as if its buffer were full."""
    return lambda decode, data: decode(data)[:size]


def stack_overflows_beyond(size: int) -> Callable[[Callable[[Items], Result], Items], Result]:
    """Returns a replacement for `encode` or `decode` whose recursion fails if the input has more than `size` items."""

    def overflow(sound: Callable[[Items], Result], items: Items) -> Result:
        if len(items) > size:
            raise RecursionError("maximum recursion depth exceeded")
        return sound(items)

    return overflow


def long_text_made_latin_1(size: int) -> FaultyEncode:
    """Returns an encoder that writes each value of a text of `size` values or more as one byte (nodejs/node 22728)."""

    def encode_long(encode: Encode, values: Sequence[int]) -> bytes:
        return bytes(value & 0xFF for value in values) if len(values) >= size else encode(values)

    return encode_long


def replacement_taken_for_a_fault(decode: Decode, data: bytes) -> list[int]:
    """Treats each U+FFFD in the result as a fault, because it does not know whether the input had one."""
    values = decode(data)
    if REPLACEMENT in values:
        raise ValueError("ill-formed")
    return values


def unencodable_dropped(encode: Encode, values: Sequence[int]) -> bytes:
    """Leaves out values that cannot be encoded."""
    return _encode_replacing(encode, values, [])


def unencodable_made_question_marks(encode: Encode, values: Sequence[int]) -> bytes:
    return _encode_replacing(encode, values, [QUESTION_MARK])


def _encode_replacing(encode: Encode, values: Sequence[int], instead: Sequence[int]) -> bytes:
    try:
        return encode(values)
    except Rejection as rejection:
        kept = [*values[: rejection.start], *instead, *values[rejection.start + 1 :]]
        return _encode_replacing(encode, kept, instead)


def ignorables_dropped(encode: Encode, values: Sequence[int]) -> bytes:
    """Leaves out default-ignorable code points that cannot be encoded, and rejects other values that cannot be encoded."""
    try:
        return encode(values)
    except Rejection as rejection:
        index = rejection.start
        if values[index] not in (0xAD, 0x34F, 0x200D, 0xFEFF):
            raise
        return ignorables_dropped(encode, [*values[:index], *values[index + 1 :]])


def lookalike_written(encode: Encode, values: Sequence[int]) -> bytes:
    """Writes U+0161, an s with a caron, as an s."""
    return encode([0x73 if value == 0x161 else value for value in values])


def last_unencodable_not_seen(encode: Encode, values: Sequence[int]) -> bytes:
    """Drops the last value if it cannot be encoded."""
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
    """Ends the text at the first U+001A, which used to mark the end of a file."""
    values = decode(data)
    return values[: values.index(SUB)] if SUB in values else values


def mark_swallowed(decode: Decode, data: bytes) -> list[int]:
    values = decode(data)
    return values[values[:1] == [BYTE_ORDER_MARK] :]


def mark_written(encode: Encode, values: Sequence[int]) -> bytes:
    return encode([BYTE_ORDER_MARK, *values])


def line_ends_made_one(decode: Decode, data: bytes) -> list[int]:
    """Reads CR LF as LF."""
    values = decode(data)
    return [value for index, value in enumerate(values) if values[index : index + 2] != [CR, LF]]


def carriage_return_made_line_feed(decode: Decode, data: bytes) -> list[int]:
    return [LF if value == CR else value for value in decode(data)]


def last_line_end_stripped(decode: Decode, data: bytes) -> list[int]:
    values = decode(data)
    return values[:-1] if values[-1:] == [LF] else values


def spaces_stripped(decode: Decode, data: bytes) -> list[int]:
    values = decode(data)
    return values[:-1] if values[-1:] == [0x20] else values


def normalized(decode: Decode, data: bytes) -> list[int]:
    """Normalizes the decoded text to NFC."""
    return [ord(each) for each in unicodedata.normalize("NFC", "".join(map(chr, decode(data))))]


def empty_refused(decode: Decode, data: bytes) -> list[int]:
    if not data:
        raise ValueError("nothing to decode")
    return decode(data)


def empty_crashes(sound: Callable[[Items], Result], items: Items) -> Result:
    """Fails on an empty input, because it looks at the first item."""
    _ = items[0]
    return sound(items)


def repeated_value_lost(encode: Encode, values: Sequence[int]) -> bytes:
    """Drops each value that is equal to the one before it."""
    return encode([value for index, value in enumerate(values) if [value] != list(values[index - 1 : index])])


def rejected_at_the_end(decode: Decode, data: bytes) -> list[int]:
    """Reports the end of the ill-formed part as the offset of the fault."""
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
    """Returns a codec that keeps only the low `bits` bits of each value, in both directions."""
    return mapped(id, lambda value: value & (1 << bits) - 1, lambda value: value & (1 << bits) - 1)


def wrapped_when_encoded(id: str, bits: int) -> Codec[Any]:
    return altered(id, encode=lambda encode, values: encode([value & (1 << bits) - 1 for value in values]))


def wrapped_when_decoded(id: str, bits: int) -> Codec[Any]:
    return altered(id, decode=lambda decode, data: [value & (1 << bits) - 1 for value in decode(data)])


def held_as_floats(id: str) -> Codec[Any]:
    """Returns a codec that holds values as doubles, which have 53 bits of precision, and rejects values that no double
    can hold."""

    def hold(value: int) -> int:
        try:
            return int(float(value))
        except OverflowError as error:
            raise ValueError("too large") from error

    return mapped(id, hold, hold)


def empty_made_nul(encode: Encode, values: Sequence[int]) -> bytes:
    """Writes a NUL if there are no values."""
    return encode(values or [NUL])


def truncated_end_dropped_of(size: int | None) -> FaultyDecode:
    """Returns a decoder that drops a truncated end of exactly `size` bytes, or of any number of bytes."""

    def dropped(decode: Decode, data: bytes) -> list[int]:
        try:
            return decode(data)
        except Rejection as rejection:
            if rejection.reason != "truncated" or size not in (None, len(data) - rejection.start):
                raise
            return decode(data[: rejection.start])

    return dropped


truncated_end_dropped = truncated_end_dropped_of(None)


def surrogates_replaced(encode: Encode, values: Sequence[int]) -> bytes:
    """Writes U+FFFD for each surrogate code point."""
    return encode([REPLACEMENT if 0xD800 <= value <= 0xDFFF else value for value in values])


def surrogates_replaced_when_read(decode: Decode, data: bytes) -> list[int]:
    return [REPLACEMENT if 0xD800 <= value <= 0xDFFF else value for value in decode(data)]


def refused_beyond(bits: int) -> dict[str, Callable[..., object]]:
    """Returns methods that reject values of more than `bits` bits in both directions."""

    def must_fit(values: Values) -> Values:
        for index, value in enumerate(values):
            if value >> bits:
                raise Rejection("out-of-range", [value], index)
        return values

    return {"encode": lambda encode, values: encode(must_fit(values)), "decode": lambda decode, data: must_fit(decode(data))}


def when_encoded(id: str, faulty: Codec[Any]) -> Codec[Any]:
    """Returns a codec that encodes with the faulty codec and decodes correctly."""
    return altered(id, encode_one=lambda encode, value, state: faulty.encode_one(value, state))


def when_decoded(id: str, faulty: Codec[Any]) -> Codec[Any]:
    """Returns a codec that decodes with the faulty codec and encodes correctly."""
    return altered(id, decode_one=lambda decode, data, position, state: faulty.decode_one(data, position, state))


def reduced_when_encoded(id: str, modulus: int) -> Codec[Any]:
    """Returns a codec that encodes each value modulo `modulus`."""
    return altered(id, encode=lambda encode, values: encode([value % modulus for value in values]))
