"""Counts of variable length in object identifiers, MIDI files, WebAssembly, protobuf and SQLite, and codecs with their bugs.

Where groups of seven bits begin with the least significant one, the models count them from the end of a code.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from reference_codecs import CODECS, Rejection
from workshop.museum.tools import KIM_CODES, InPieces, Whole, decoding, encoding_with, excusing

Read = Callable[[bytes], int]
"""Reads the code of one count. Raises Beyond, or Rejection with the offset 0."""

MORE, DATA = 0x80, 0x7F

NO_VALUES: list[int] = NotImplemented
NO_BYTES: bytes = NotImplemented
"""What a codec returns if it cannot hold a value."""


class Beyond(Exception):
    """A count is beyond what the codec can hold."""


def value_of(code: bytes) -> int:
    """Reads the code of one count, whatever its last byte says."""
    return sum((byte & DATA) << 7 * index for index, byte in enumerate(reversed(code)))


def reading(read: Read, most: int | None = None, ends: Callable[[int, int], bool] = lambda byte, index: byte < MORE) -> Whole:
    """Returns a codec of counts up to `most` that reads each code with `read`. `ends` says of a byte, and how many bytes of its
    code are before it, whether it is the last of the code."""

    def decode(data: bytes) -> list[int]:
        values: list[int] = []
        start = 0
        while start < len(data):
            end = next((at for at in range(start, len(data)) if ends(data[at], at - start)), None)
            if end is None:
                raise Rejection("truncated", data[start:], start)
            try:
                values.append(read(data[start : end + 1]))
            except Rejection as fault:
                raise fault.moved_by(start) from None
            except Beyond:
                return NO_VALUES
            if most is not None and values[-1] > most:
                return NO_VALUES
            start = end + 1
        return values

    def encode(values: Sequence[int]) -> bytes:
        return (
            NotImplemented if most is not None and any(value > most for value in values) else CODECS["kim-count"].encode(values)
        )

    return Whole(encode, lambda data: decode(bytes(data)))


def wrapping(bits: int, longest: int) -> Whole:
    """A limit on the number of bytes is the only check, and the bits above the width of the integer are lost."""

    def read(code: bytes) -> int:
        if len(code.lstrip(b"\x80")) > longest:
            raise Beyond
        return value_of(code) & (1 << bits) - 1

    return reading(read, (1 << bits) - 1)


def refusing(most: int | None, is_refused: Callable[[bytes], bool]) -> Whole:
    """Counts in some codes are refused, although the integer could hold them."""

    def read(code: bytes) -> int:
        if is_refused(code):
            raise Rejection("overlong", code)
        return value_of(code)

    return reading(read, most)


def bits_come_back(code: bytes) -> int:
    """A group is shifted by seven bits for each before it, and a processor shifts by the remainder of 64."""
    value = 0
    for index, byte in enumerate(reversed(code)):
        value |= (byte & DATA) << 7 * index % 64
    return value & (1 << 64) - 1


def signed_32(code: bytes) -> int:
    """The accumulator is a signed integer of 32 bits, so a count from 80000000 on is negative."""
    if len(code.lstrip(b"\x80")) > 5 or value_of(code) >> 32:
        raise Beyond
    value = value_of(code)
    return value - (1 << 32) if value >> 31 else value


def ored(code: bytes) -> int:
    """The groups are put together without a shift."""
    value = 0
    for byte in code:
        value |= byte & DATA
    return value


def least_first(code: bytes) -> int:
    """The groups are read as if the least significant came first."""
    return sum((byte & DATA) << 7 * index for index, byte in enumerate(code))


def byte_by_byte(code: bytes) -> int:
    """Each byte shifts the whole number that was read so far, so a long count takes quadratic time."""
    value = 0
    for byte in code:
        value = value << 7 | byte & DATA
    return value


def unfinished(give: Callable[[bytes], list[int] | None]) -> Whole:
    """What the end of the input cuts off gives something, unless `give` returns None."""

    def excuse(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
        given = give(data[fault.start :]) if fault.reason == "truncated" else None
        return None if given is None else (given, len(data))

    return excusing("kim-count", excuse)


def length_with_zeros(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """Leading zeros of a length are not looked for, so a code with them is read as the one without."""
    length = data[fault.start : fault.end].lstrip(b"\xff\xb4")
    if fault.reason != "overlong" or data[fault.start : fault.start + 2] != b"\xff\xb4" or length[:1] != b"\xa0":
        return None
    digits = "".join(f"{byte & 0xF:X}" for byte in length).lstrip("0") or "0"
    end = fault.end + (18 + int(digits, 16) + 2) // 3 * 2
    shorter = b"\xff" + b"\xb4" * (len(digits) - 1) + bytes(0xA0 + int(digit, 16) for digit in digits) + data[fault.end : end]
    try:
        return CODECS["utf-inf-8"].decode(shorter), end
    except Rejection:
        return None


def with_zeros() -> Whole:
    """Leading zeros of a length are not looked for."""
    return excusing("utf-inf-8", length_with_zeros)


def characters(is_excused: Callable[[bytes], bool]) -> Whole:
    """A limit on characters is not checked for codes of which `is_excused` is true."""

    def excuse(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
        code = KIM_CODES.match(data, fault.start)
        return ([value_of(code[0])], code.end()) if code and is_excused(code[0]) else None

    return excusing("kim", excuse)


def writing(write: Callable[[int], bytes], encoding: str = "kim-count") -> Whole:
    """Returns a codec that writes each value with `write`."""
    return encoding_with(encoding, lambda values: b"".join(map(write, values)))


def sound(value: int) -> bytes:
    return CODECS["kim-count"].encode([value])


def at_threshold(value: int) -> bytes:
    """The largest count of each length takes the form that is one byte longer."""
    code = sound(value)
    return b"\x80" + code if value and code == b"\xff" * (len(code) - 1) + b"\x7f" else code


def from_3fff(value: int) -> bytes:
    """The comparison with the largest count of two bytes is `<` instead of `<=`."""
    return b"\x80" + sound(value) if value == 0x3FFF else sound(value)


def first_marked(value: int) -> bytes:
    """Only the first byte of a longer code says that another follows."""
    first, *others = sound(value)
    return bytes([first, *(byte & DATA for byte in others)])


def fourteen_bits(value: int) -> bytes:
    """There are two bytes at most, and more significant groups are lost."""
    return bytes([MORE | value >> 7 & DATA, value & DATA]) if value > DATA else bytes([value])


def backwards(value: int) -> bytes:
    """A code is written from its last byte into zeros. A rest of exactly 80 takes one byte, so it stops one byte too early, and
    the largest count of four bytes is 1FFFFFFF instead of FFFFFFF."""
    if value > 0xFFFFFFFF:
        return NO_BYTES
    last = 0 if value <= 0x7F else 1 if value <= 0x3FFF else 2 if value <= 0x1FFFFF else 3 if value <= 0x1FFFFFFF else 4
    code = bytearray(last + 1)
    mask, index, rest = 0, last, value
    while rest > 0x80:
        code[index] = rest & DATA | mask
        if index == 0:
            raise Rejection("out-of-range", [value])
        mask, index, rest = MORE, index - 1, rest >> 7
    code[0] = rest | mask
    return bytes(code)


def nothing_for_zero(value: int) -> bytes:
    """Groups are written as long as the rest is not zero, so zero has none."""
    return sound(value) if value else b""


def one_at_a_time(decode: Callable[[list[int], int], list[int]]) -> Whole:
    """Counts are read one by one, and `decode` adds each to those before."""

    def decode_all(data: bytes) -> list[int]:
        values: list[int] = []
        for value in CODECS["kim-count"].decode(data):
            values = decode(values, value)
        return values

    return decoding("kim-count", decode_all)


def fresh_array(data: bytes) -> list[int]:
    """Each count gets an array as long as the rest of the input."""
    values: list[int] = []
    start = 0
    CODECS["kim-count"].decode(data)
    for code in KIM_CODES.findall(data):
        array = bytearray(data[start:])
        start += len(code)
        values.append(value_of(bytes(array[: len(code)])))
    return values


def crash_behind_others(data: bytes) -> list[int]:
    """The bounds are checked with the length of the whole input, which is right only at its beginning."""
    try:
        return CODECS["kim-count"].decode(data)
    except Rejection as fault:
        if fault.start:
            raise IndexError("index out of range") from None
        raise


def negative_length(data: bytes) -> list[int]:
    """A length is cast to an integer with a sign. A negative one passes the comparison with what is left, and no text has it."""
    code = KIM_CODES.match(data)
    if code and value_of(code[0]) >> 63 & 1 and value_of(code[0]) >> 64 == 0:
        raise MemoryError("makeslice: len out of range")
    return CODECS["kim-text"].decode(data)


def length_in_one_byte(data: bytes) -> list[int]:
    """The length is one byte, whose eighth bit counts."""
    if data[:1] < b"\x80":
        return CODECS["kim-text"].decode(data)
    values = CODECS["kim"].decode(data[1:])
    if len(values) != data[0]:
        raise Rejection("bad-length", b"", len(data))
    return values


class OnePiece:
    """A decoder that takes what the buffer has for the whole count."""

    def __init__(self) -> None:
        self.offset = 0

    def decode(self, data: bytes, final: bool) -> list[int]:
        try:
            values: list[int] = CODECS["kim-count"].decode(data)
        except Rejection as fault:
            raise fault.moved_by(self.offset) from None
        self.offset += len(data)
        return values


def of_three_or_four(cut: bytes) -> list[int] | None:
    """The check of the bound is missing on the path for three and four bytes."""
    return [0] if len(cut) in (3, 4) else None


U32, U64 = (1 << 32) - 1, (1 << 64) - 1

MODELS: dict[str, Callable[[], Whole]] = {
    "rustcrypto-formats-2412": partial(wrapping, 32, 5),
    "rustcrypto-formats-84": lambda: refusing(U32, lambda code: len(code) > 4),
    "rustcrypto-formats-1520": lambda: Whole(
        lambda values: NO_BYTES if max(values, default=0) > U32 else b"".join(map(backwards, values)),
        reading(value_of, U32).decode,
    ),
    "rust-asn1-408": lambda: refusing(U32, lambda code: len(code) > 4),
    "asn1-d-1": lambda: refusing(None, lambda code: MORE in code),
    "asn1-rs-150": lambda: unfinished(lambda cut: [value_of(cut)]),
    "ladybird-11883": lambda: unfinished(lambda cut: []),
    "asn1c-285": lambda: characters(lambda code: len(code) <= 3),
    "node-asn1-24": lambda: reading(signed_32, U32),
    "arduino-snmp-3": lambda: reading(lambda code: value_of(code) & 0xFF),
    "bindata-19": partial(writing, fourteen_bits),
    "simple-asn1-10": partial(writing, nothing_for_zero),
    "pyasn1-59885": lambda: one_at_a_time(lambda values, value: [*values, value]),
    "pyasn1-59884": lambda: reading(byte_by_byte),
    "asn1js-148": lambda: decoding("kim-count", fresh_array),
    "mbedtls-7105": with_zeros,
    "golang-38281": with_zeros,
    "golang-crypto-255": with_zeros,
    "pki-framework-107": with_zeros,
    "standard-midi-file-reader-1": lambda: reading(value_of, None, lambda byte, index: byte <= 0x80),
    "go-sqlite-14": lambda: reading(value_of, None, lambda byte, index: byte <= 0x80),
    "openttd-8125": partial(writing, at_threshold),
    "midifile-27": partial(writing, sound, "kim"),
    "midi-file-1": partial(writing, first_marked),
    "midi-dump-1": lambda: reading(ored),
    "miditones-10": lambda: decoding("kim-text", length_in_one_byte),
    "fluidsynth-91": lambda: unfinished(lambda cut: [value_of(cut + b"\0")]),
    "xrpl-go-262": partial(writing, from_3fff),
    "arducastcontrol-1": lambda: reading(least_first),
    "workos-node-1690": partial(wrapping, 32, 5),
    "chakracore-5888": partial(wrapping, 32, 5),
    "nanopb-258": partial(wrapping, 32, 5),
    "doltlite-1697": partial(wrapping, 32, 9),
    "integer-encoding-21": partial(wrapping, 32, 10),
    "wiresmith-70": partial(wrapping, 64, 10),
    "csproto-212": partial(wrapping, 64, 10),
    "prost-528": partial(wrapping, 64, 10),
    "typia-2256": lambda: reading(lambda code: value_of(code) & U64, U64, lambda byte, index: byte < MORE or index == 9),
    "elasticsearch-22314": lambda: reading(value_of, U64, lambda byte, index: byte < MORE or index == 8),
    "radare2-17160": lambda: reading(bits_come_back, U64),
    "py-libp2p-1458": lambda: characters(lambda code: len(code) <= 3),
    "zig-js-877": lambda: characters(lambda code: value_of(code) <= 0x10FFFF),
    "py-libp2p-1440": lambda: unfinished(lambda cut: [value_of(cut)]),
    "varint-8": lambda: unfinished(lambda cut: [value_of(cut)]),
    "integer-encoding-9": lambda: unfinished(lambda cut: [value_of(cut)]),
    "doltlite-814": lambda: unfinished(lambda cut: [0] * len(cut)),
    "protobufjs-2321": lambda: unfinished(of_three_or_four),
    "molecule-12": lambda: decoding("kim-count", crash_behind_others),
    "loki-22864": lambda: decoding("kim-text", negative_length),
    "peer-observer-463": lambda: InPieces(CODECS["kim-count"].encode, CODECS["kim-count"].decode, OnePiece),
}
