"""Mutants of Kim for characters."""

from collections.abc import Sequence

from mutants import code_points, general, pieces
from mutants.general import wrapped, wrapped_when_decoded, wrapped_when_encoded
from mutants.methods import Decode, Encode, FaultyEncode
from mutants.mutant import Planted
from mutants.pieces import feeding
from mutants.planting import altered, as_surrogates, exchanged, rewritten
from reference_codecs import CODECS

GROUPS = """\
groups = [value & D]
while value := value >> DATA_BITS:
    groups.insert(0, C | value & D)
return bytes(groups)"""
FIRST_GROUP = "groups = [value & D]"
OTHER_GROUP = "groups.insert(0, C | value & D)"
WRITTEN = "return bytes(groups)"
ENCODER_END = 'if value > LAST_CODE_POINT:\n    raise Rejection("out-of-range", [value])'
LONGEST = "longest, value = data[position : position + LONGEST_CHARACTER], 0"
GROUP_READ = "value = value << DATA_BITS | byte & D"
ENDS = "if not byte & C:"
DECODER_END = 'if value > LAST_CODE_POINT:\n    raise Rejection("out-of-range", data[position:end], position)'
READ_VALUE = "return value, end"
UNFINISHED = "if len(longest) < LONGEST_CHARACTER:"

LEAST_SIGNIFICANT_FIRST = [
    (GROUPS, "groups = []\nwhile value > D:\n    groups.append(C | value & D)\n    value >>= 7\nreturn bytes([*groups, value])"),
    (GROUP_READ, "value |= (byte & D) << DATA_BITS * (end - position - 1)"),
]
ONE_ADDED_FOR_EACH_LENGTH = [
    (FIRST_GROUP, f"value -= sum(128**n for n in range(1, 4) if value >= sum(128**m for m in range(1, n + 1)))\n{FIRST_GROUP}"),
    (DECODER_END, f"value += sum(128**n for n in range(1, min(4, end - position)))\n{DECODER_END}"),
]
CONTINUE_BIT_TURNED_ROUND = [
    (FIRST_GROUP, "groups = [C | value & D]"),
    (OTHER_GROUP, "groups.insert(0, value & D)"),
    (ENDS, "if byte & C:"),
]
TRUNCATED_END_TAKEN = (UNFINISHED, f"if len(longest) < LONGEST_CHARACTER:\n    return value, len(data)\n{UNFINISHED}")
NO_LONGEST = [(LONGEST, "longest, value = data[position:], 0"), (UNFINISHED, "if True:")]
CRASH_AT_A_LEADING_80 = (READ_VALUE, f"assert end - position == 1 or data[position] != C\n{READ_VALUE}")


def at_least(size: int) -> tuple[str, str]:
    """Returns an edit after which the encoder pads each value to at least `size` bytes."""
    return WRITTEN, f"return bytes([C] * ({size} - len(groups)) + groups)"


def in_bytes(exception: int, size: int) -> FaultyEncode:
    """Returns an encoder that writes the value `exception` in `size` bytes."""

    def encode_one(encode: Encode, value: int) -> bytes:
        groups = [value >> 7 * index & 0x7F for index in reversed(range(size))]
        return bytes([*(0x80 | group for group in groups[:-1]), groups[-1]]) if value == exception else encode([value])

    return lambda encode, values: b"".join(encode_one(encode, value) for value in values)


def as_long_as_utf_8(encode: Encode, values: Sequence[int]) -> bytes:
    """Pads each character with bytes 80 to its length in UTF-8."""
    length = {value: len(CODECS["utf-8-31bit"].encode([value])) for value in values}
    return b"".join(encode([value]).rjust(length[value], b"\x80") for value in values)


def accumulator_not_cleared(decode: Decode, data: bytes) -> list[int]:
    """Shifts each value into the bits of the values before it, in an accumulator of 21 bits."""
    accumulator, values = 0, []
    for value in decode(data):
        accumulator = (accumulator << 7 | value) & 0x1FFFFF
        values.append(accumulator)
    return values


PLANTED = {
    "least-significant-group-first": Planted(rewritten("kim", *LEAST_SIGNIFICANT_FIRST), "kim/most-significant-first"),
    "one-added-for-each-length": Planted(rewritten("kim", *ONE_ADDED_FOR_EACH_LENGTH), "kim/seven-data-bits"),
    "continue-bit-turned-round": Planted(rewritten("kim", *CONTINUE_BIT_TURNED_ROUND), "kim/continue-bit"),
    "continue-bit-left-out": Planted(rewritten("kim", (OTHER_GROUP, "groups.insert(0, value & D)")), "kim/encode-groups"),
    "beyond-10ffff-read": Planted(
        rewritten("kim", (DECODER_END, DECODER_END.replace("LAST_CODE_POINT", "0x1FFFFF"))), "kim/last-character"
    ),
    "beyond-10ffff-written": Planted(
        rewritten("kim", (ENCODER_END, ENCODER_END.replace("LAST_CODE_POINT", "0x1FFFFF"))),
        "kim/last-character",
        "common/values-of-the-encoding",
    ),
    "10ffff-not-written": Planted(rewritten("kim", (ENCODER_END, ENCODER_END.replace(">", ">="))), "kim/every-code-point"),
    "10ffff-not-read": Planted(rewritten("kim", (DECODER_END, DECODER_END.replace(">", ">="))), "kim/every-code-point"),
    "four-bytes-read": Planted(rewritten("kim", ("LONGEST_CHARACTER = 3", "LONGEST_CHARACTER = 4")), "kim/at-most-three-bytes"),
    "no-limit-when-read": Planted(
        rewritten("kim", *NO_LONGEST, (DECODER_END, DECODER_END.replace("value > LAST_CODE_POINT", "False"))),
        "kim/at-most-three-bytes",
        "kim/last-character",
    ),
    "two-bytes-at-most": Planted(rewritten("kim", ("LONGEST_CHARACTER = 3", "LONGEST_CHARACTER = 2")), "kim/three-bytes"),
    "4000-and-3fff-exchanged": Planted(exchanged("kim", 0x4000, 0x3FFF), "kim/two-bytes", "kim/three-bytes"),
    "80-and-7f-exchanged": Planted(exchanged("kim", 0x80, 0x7F), "kim/one-byte", "kim/two-bytes"),
    "3fff-in-three-bytes": Planted(altered("kim", encode=in_bytes(0x3FFF, 3)), "kim/shortest-form", "kim/two-bytes"),
    "8-bit-wrap": Planted(wrapped("kim", 8), "common/map-both-ways"),
    "16-bit-wrap": Planted(wrapped("kim", 16), "kim/code-points-directly"),
    "16-bit-wrap-when-decoded": Planted(wrapped_when_decoded("kim", 16), "kim/decode-accumulates"),
    "21-bit-wrap-when-encoded": Planted(wrapped_when_encoded("kim", 21), "kim/last-character"),
    "written-as-utf-8": Planted(CODECS["utf-8-31bit"], "kim/not-sortable", "kim/not-self-synchronizing", "kim/compact"),
    "emitted-early-at-a-cut": Planted(feeding("kim", pieces.EmittedEarly), "kim/incremental"),
    "unencodable-counted-from-one": Planted(altered("kim", encode=general.unencodable_counted_from_one), "common/first-fault"),
    "rejected-at-the-end": Planted(altered("kim", decode=general.rejected_at_the_end), "common/first-fault"),
    "two-bytes-at-least": Planted(rewritten("kim", at_least(2)), "kim/ascii", "kim/one-byte", "kim/shortest-form"),
    "three-bytes-always": Planted(rewritten("kim", at_least(3)), "kim/shortest-form", "kim/two-bytes"),
    "as-long-as-utf-8": Planted(altered("kim", encode=as_long_as_utf_8), "kim/compact"),
    "7f-in-two-bytes": Planted(altered("kim", encode=in_bytes(0x7F, 2)), "kim/one-byte"),
    "80-in-one-byte": Planted(altered("kim", encode=in_bytes(0x80, 1)), "kim/two-bytes"),
    "4000-in-two-bytes": Planted(altered("kim", encode=in_bytes(0x4000, 2)), "kim/three-bytes"),
    "80-ends-a-value": Planted(
        rewritten("kim", (ENDS, "if byte <= C and (len(longest) < LONGEST_CHARACTER or not min(longest) & C):")),
        "kim/continue-bit",
        "kim/leading-80",
    ),
    "7f-goes-on": Planted(rewritten("kim", (ENDS, "if byte < D:")), "kim/continue-bit"),
    "crashes-at-a-leading-80": Planted(rewritten("kim", CRASH_AT_A_LEADING_80), "kim/leading-80"),
    "truncated-end-dropped-of-two-bytes": Planted(
        altered("kim", decode=general.truncated_end_dropped_of(2)), "kim/last-byte-clear"
    ),
    "truncated-end-taken": Planted(rewritten("kim", TRUNCATED_END_TAKEN), "kim/last-byte-clear"),
    "accumulator-not-cleared": Planted(altered("kim", decode=accumulator_not_cleared), "kim/stateless"),
    "surrogates-written-for-higher-planes": Planted(
        altered("kim", encode=lambda encode, values: encode(as_surrogates(values))), "kim/code-points-directly"
    ),
    "surrogates-joined-when-written": Planted(altered("kim", encode=code_points.pairs_joined), "kim/no-surrogate-pairs"),
    "surrogates-joined-when-read": Planted(altered("kim", decode=code_points.pairs_read), "kim/no-surrogate-pairs"),
    "mark-written": Planted(altered("kim", encode=general.mark_written), "kim/encode-groups"),
    "cut-at-1024-values": Planted(altered("kim", decode=general.cut_at(1024)), "common/any-length"),
}

MUTANTS = {"kim": PLANTED}
