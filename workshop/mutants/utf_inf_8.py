"""Mutants of UTF-∞-8 in the rules for all lengths, and in sequences of up to thirteen bytes."""

from __future__ import annotations

from typing import Any

from mutants import calls, general
from mutants.code_points import noncharacters_refused_when_read, pairs_read, pairs_written
from mutants.forms import LONE_TRAIL_READ, TRAILS_NOT_LOOKED_AT, off_by_one, taken_overlong_of
from mutants.general import held_as_floats, refused_beyond, truncated_end_dropped_of, wrapped, wrapped_when_decoded
from mutants.methods import DecodeOne, EncodeOne, State
from mutants.mutant import Planted
from mutants.planting import altered, exchanged, rewritten
from reference_codecs import CODECS
from reference_codecs.codec import Codec
from reference_codecs.utf_8 import FORMS

ID, ORIGINAL = "utf-inf-8", "utf-8-31bit"
FIXED_TOO_SHORT = "if value <= last_of_shorter:"
LAST_ORIGINAL = "LAST_ORIGINAL = FORMS[-1].last"
LAST_OF_SEVEN = "self.fixed_length(data, position, SEVEN_BYTES.trails, LAST_ORIGINAL)"
SEVEN_WRITTEN = "return FE + stored(udigits.zfill(SEVEN_BYTES.udigits))"
SEVEN_RULE = "if value <= SEVEN_BYTES.last:"
THIRTEEN_WRITTEN = "return FF + stored(udigits.zfill(THIRTEEN_BYTES.udigits))"
THIRTEEN_RULE = "if value <= THIRTEEN_BYTES.last:"
THIRTEEN_BITS = "5 + 11 * 6"
FIVE_BITS = "0b100_11111 + 1"
TRAIL_RULE = "if byte not in kind:"
TRAILS_TAKEN = "found = data[first : first + count]"
STORAGE = "UDIGITS[storage[at : at + 2]]"
UNCHECKED_TRAILS = [
    (TRAIL_RULE, "if kind is AX and byte not in kind:"),
    (STORAGE, STORAGE.replace("storage[at : at + 2]", "bytes(0x80 | byte & 0x3F for byte in storage[at : at + 2])")),
]
MISSING_TRAILS_ZERO = (
    TRAILS_TAKEN,
    f"""
{TRAILS_TAKEN}
if kind is TRAILS:
    if count > len(data):
        raise OverflowError("no room for so many")
    found = found.ljust(count, b"\\x80")
""",
)
FE_AND_FF_EXCHANGED = bytes.maketrans(b"\xfe\xff", b"\xff\xfe")


def continued(original: Codec[Any]) -> Codec[Any]:
    """Returns a codec that uses a faulty codec of the original UTF-8 below 80000000, and is correct above."""

    def encode_one(encode: EncodeOne, value: int, state: State) -> tuple[bytes, State]:
        return (original.encode_one if value <= FORMS[-1].last else encode)(value, state)

    def decode_one(decode: DecodeOne, data: bytes, position: int, state: State) -> tuple[tuple[int, ...], int, State]:
        return (original.decode_one if data[position] < 0xFE else decode)(data, position, state)

    return altered(ID, encode_one=encode_one, decode_one=decode_one)


def original_boundaries() -> dict[str, Planted]:
    """Returns mutants in which the boundaries of the forms of one to six bytes are off by one."""
    lengths = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
    required = {length: f"utf-inf-8/{name}-byte{'s' * (length > 1)}" for length, name in lengths.items()}
    return {name: Planted(continued(codec), breaks) for name, codec, breaks in off_by_one(ORIGINAL, required)}


PLANTED = {
    # The original UTF-8
    **original_boundaries(),
    **{
        f"overlong-taken-of-{length}-bytes": Planted(
            continued(rewritten(ORIGINAL, taken_overlong_of(length))), "utf-inf-8/shortest-form"
        )
        for length in range(3, 7)
    },
    "overlong-taken-of-two-bytes": Planted(
        continued(rewritten(ORIGINAL, taken_overlong_of(2))), "utf-inf-8/no-c0-c1", "utf-inf-8/shortest-form"
    ),
    "only-original-utf-8": Planted(CODECS[ORIGINAL], "utf-inf-8/leading-bytes", "utf-inf-8/any-size"),
    "original-only-to-10ffff": Planted(continued(CODECS["utf-8"]), "utf-inf-8/beyond-utf-16"),
    "pairs-of-surrogates-both-ways": Planted(
        altered(ID, encode=pairs_written, decode=pairs_read), "utf-inf-8/identical-to-utf-8"
    ),
    "lone-trail-byte-read": Planted(continued(rewritten(ORIGINAL, LONE_TRAIL_READ)), "utf-inf-8/lone-trail"),
    "original-trail-bytes-not-looked-at": Planted(continued(rewritten(ORIGINAL, TRAILS_NOT_LOOKED_AT)), "utf-inf-8/bad-trail"),
    # Seven bytes
    "7fffffff-in-seven-bytes": Planted(rewritten(ID, (LAST_ORIGINAL, f"{LAST_ORIGINAL} - 1")), "utf-inf-8/six-bytes"),
    "80000000-refused-when-read": Planted(
        rewritten(ID, (LAST_OF_SEVEN, LAST_OF_SEVEN.replace(")", " + 1)"))), "utf-inf-8/seven-bytes"
    ),
    "fixed-overlong-taken": Planted(rewritten(ID, (FIXED_TOO_SHORT, "if False:")), "utf-inf-8/shortest-form"),
    "seven-byte-overlong-taken": Planted(
        rewritten(ID, (FIXED_TOO_SHORT, FIXED_TOO_SHORT.replace(":", " and count > 6:"))), "utf-inf-8/seven-bytes-second"
    ),
    "seven-bytes-begin-with-ff": Planted(
        rewritten(ID, (SEVEN_WRITTEN, SEVEN_WRITTEN.replace("FE", "FF", 1))), "utf-inf-8/seven-bytes-lead"
    ),
    "seven-bytes-padded-on-the-right": Planted(
        rewritten(ID, (SEVEN_WRITTEN, SEVEN_WRITTEN.replace("zfill(", 'ljust(9, "0").zfill('))), "utf-inf-8/seven-bytes-padding"
    ),
    "seven-bytes-to-35-bits": Planted(rewritten(ID, ("6 * 6", "35")), "utf-inf-8/seven-bytes-trail"),
    "seven-bytes-left-out": Planted(rewritten(ID, (SEVEN_RULE, "if False:")), "utf-inf-8/seven-bytes"),
    "10000-and-ffff-exchanged": Planted(exchanged(ID, 0x10000, 0xFFFF), "utf-inf-8/order-of-utf-32", "utf-inf-8/binary-order"),
    "36-bits-and-one-more-exchanged": Planted(exchanged(ID, (1 << 36) - 1, 1 << 36), "utf-inf-8/binary-order"),
    # Thirteen bytes
    "fffffffff-in-thirteen-bytes": Planted(rewritten(ID, (SEVEN_RULE, SEVEN_RULE.replace("<=", "<"))), "utf-inf-8/seven-bytes"),
    "1000000000-refused-when-read": Planted(
        rewritten(ID, (FIXED_TOO_SHORT, "if value <= last_of_shorter + (count == 12):")), "utf-inf-8/thirteen-bytes"
    ),
    "first-of-seven-bytes-off-by-one": Planted(
        rewritten(ID, (FIXED_TOO_SHORT, "if value <= last_of_shorter - (count == 6):")), "utf-inf-8/seven-bytes-second"
    ),
    "thirteen-byte-overlong-taken": Planted(
        rewritten(ID, (FIXED_TOO_SHORT, FIXED_TOO_SHORT.replace(":", " and count < 12:"))), "utf-inf-8/shortest-form"
    ),
    "thirteen-bytes-begin-with-fe": Planted(
        rewritten(ID, (THIRTEEN_WRITTEN, THIRTEEN_WRITTEN.replace("FF", "FE"))), "utf-inf-8/thirteen-bytes-lead"
    ),
    "thirteen-bytes-padded-on-the-right": Planted(
        rewritten(ID, (THIRTEEN_WRITTEN, THIRTEEN_WRITTEN.replace("zfill(", 'ljust(18, "0").zfill('))),
        "utf-inf-8/thirteen-bytes-padding",
    ),
    "thirteen-bytes-to-70-bits": Planted(rewritten(ID, (THIRTEEN_BITS, "70")), "utf-inf-8/thirteen-bytes"),
    "thirteen-bytes-to-64-bits": Planted(rewritten(ID, (THIRTEEN_BITS, "64")), "utf-inf-8/thirteen-bytes-trail"),
    "second-byte-of-four-bits": Planted(
        rewritten(ID, (THIRTEEN_BITS, "4 + 11 * 6"), (FIVE_BITS, "0b100_01111 + 1")), "utf-inf-8/thirteen-bytes-second"
    ),
    "second-byte-of-six-bits": Planted(
        rewritten(ID, (THIRTEEN_BITS, "72"), (FIVE_BITS, "0b101_11111 + 1")), "utf-inf-8/thirteen-bytes-second"
    ),
    "fe-and-ff-exchanged-both-ways": Planted(
        altered(
            ID,
            encode=lambda encode, values: encode(values).translate(FE_AND_FF_EXCHANGED),
            decode=lambda decode, data: decode(data.translate(FE_AND_FF_EXCHANGED)),
        ),
        "utf-inf-8/seven-bytes-lead",
        "utf-inf-8/binary-order",
    ),
    "last-of-thirteen-bytes-in-fourteen": Planted(
        rewritten(ID, (THIRTEEN_RULE, THIRTEEN_RULE.replace("<=", "<"))), "utf-inf-8/thirteen-bytes"
    ),
    "71-bits-and-one-more-exchanged": Planted(exchanged(ID, (1 << 71) - 1, 1 << 71), "utf-inf-8/binary-order"),
    # Trail bytes
    "trail-bytes-not-looked-at": Planted(rewritten(ID, *UNCHECKED_TRAILS), "utf-inf-8/bad-trail"),
    "missing-trail-bytes-zero": Planted(
        rewritten(ID, MISSING_TRAILS_ZERO), "utf-inf-8/truncated", "utf-inf-8/length-from-the-lead"
    ),
    # Values
    "31-bit-wrap-when-decoded": Planted(wrapped_when_decoded(ID, 31), "utf-inf-8/any-size"),
    "32-bit-wrap": Planted(wrapped(ID, 32), "utf-inf-8/any-size"),
    "63-bit-wrap": Planted(wrapped(ID, 63), "utf-inf-8/any-size"),
    "64-bit-wrap": Planted(wrapped(ID, 64), "utf-inf-8/any-size"),
    "72-bit-wrap-when-decoded": Planted(wrapped_when_decoded(ID, 72), "utf-inf-8/any-size"),
    "128-bit-wrap": Planted(wrapped(ID, 128), "utf-inf-8/any-size"),
    "256-bit-wrap": Planted(wrapped(ID, 256), "utf-inf-8/any-size"),
    **{
        f"refused-beyond-{bits}-bits": Planted(altered(ID, **refused_beyond(bits)), "utf-inf-8/any-size")
        for bits in (31, 36, 63, 64, 71, 128, 1024)
    },
    "held-as-floats": Planted(held_as_floats(ID), "utf-inf-8/any-size"),
    "surrogates-made-fffd-when-read": Planted(altered(ID, decode=general.surrogates_replaced_when_read), "utf-inf-8/surrogates"),
    "noncharacters-refused-when-read": Planted(altered(ID, decode=noncharacters_refused_when_read), "utf-inf-8/noncharacters"),
    # Whole inputs, calls and chunks
    **{
        f"truncated-end-dropped-of-{size}": Planted(altered(ID, decode=truncated_end_dropped_of(size)), "utf-inf-8/truncated")
        for size in range(1, 14)
    },
    "rejection-remembered": Planted(calls.RejectionRemembered(ID), "utf-inf-8/stateless", "common/initial-state"),
}

MUTANTS = {ID: PLANTED}
