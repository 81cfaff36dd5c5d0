"""Faults of Kim: characters, counts, and texts behind their length."""

from planted import streams
from planted.streams import feeding, held_as_floats, wrapped, wrapped_when_decoded, wrapped_when_encoded
from planted.tools import altered, exchanged, rewritten
from reference_codecs import CODECS, Rejection

GROUPS = "[int(bits[at : at + DATA_BITS], 2) for at in range(0, len(bits), DATA_BITS)]"
SIDE_BY_SIDE = 'bits = "".join(f"{byte & D:0{DATA_BITS}b}" for byte in data[position:end])'
READ_VALUE = "return int(bits, 2), end"
LENGTH_WRITTEN = "self.count.encode([len(values)])"
LENGTH_READ = "return (), end, count"
ENCODER_END = 'if value > LAST_CODE_POINT:\n            raise Rejection("out-of-range", [value])'
DECODER_END = "data, position)\n        if value > LAST_CODE_POINT:"
LAST_WRITTEN = "*(C | group for group in groups[:-1]), groups[-1]"

LEAST_SIGNIFICANT_FIRST = [
    (GROUPS, GROUPS + "[::-1]"),
    (SIDE_BY_SIDE, SIDE_BY_SIDE.replace("data[position:end]", "reversed(data[position:end])")),
]
ONE_ADDED_FOR_EACH_LENGTH = [
    (
        'bits = f"{value:b}"',
        "shift = sum(128**n for n in range(1, 4) if value >= sum(128**m for m in range(1, n + 1)))"
        '\n        bits = f"{value - shift:b}"',
    ),
    (READ_VALUE, "return int(bits, 2) + sum(128**n for n in range(1, min(4, end - position))), end"),
]


def utf_16_units(values: str) -> str:
    return f"sum(1 + (value > 0xFFFF) for value in {values})"


def shorter_by_one(encode, values):
    """3FFF takes three bytes, with a leading 80."""
    return b"".join(b"\x80" * (value == 0x3FFF) + encode([value]) for value in values)


def more_than_the_length_taken(decode, data):
    try:
        return decode(data)
    except Rejection as rejection:
        if rejection.reason != "bad-length":
            raise
        return decode(data[: rejection.start])


def less_than_the_length_taken(decode, data):
    """The characters end where the input ends."""
    try:
        return decode(data)
    except Rejection as rejection:
        if rejection.reason != "truncated" or not data:
            raise
        _, end = CODECS["kim-count"].decode_value(data, 0)
        return CODECS["kim"].decode(data[end:])


FAULTS = {
    "kim": {
        "crashes-where-ill-formed": altered("kim", decode=streams.crashes_where_ill_formed),
        "last-byte-dropped": altered("kim", encode=streams.last_byte_dropped),
        "truncated-end-dropped": altered("kim", decode=streams.truncated_end_dropped),
        "least-significant-group-first": rewritten("kim", *LEAST_SIGNIFICANT_FIRST),
        "one-added-for-each-length": rewritten("kim", *ONE_ADDED_FOR_EACH_LENGTH),
        "continue-bit-turned-round": rewritten(
            "kim",
            (LAST_WRITTEN, "*groups[:-1], C | groups[-1]"),
            ("data[end] & C:", "not data[end] & C:"),
            ("all(byte & C for", "all(not byte & C for"),
        ),
        "continue-bit-left-out": rewritten("kim", (LAST_WRITTEN, "*groups")),
        "beyond-10ffff-read": rewritten(
            "kim", (DECODER_END, "data, position)\n        if value > 0x1FFFFF:")
        ),
        "beyond-10ffff-written": rewritten(
            "kim", (ENCODER_END, ENCODER_END.replace("LAST_CODE_POINT", "0x1FFFFF"))
        ),
        "10ffff-not-written": rewritten("kim", (ENCODER_END, ENCODER_END.replace(">", ">="))),
        "10ffff-not-read": rewritten("kim", (DECODER_END, DECODER_END.replace(">", ">="))),
        "four-bytes-read": rewritten("kim", ("LONGEST_CHARACTER = 3", "LONGEST_CHARACTER = 4")),
        "two-bytes-at-most": rewritten("kim", ("LONGEST_CHARACTER = 3", "LONGEST_CHARACTER = 2")),
        "4000-and-3fff-exchanged": exchanged("kim", 0x4000, 0x3FFF),
        "80-and-7f-exchanged": exchanged("kim", 0x80, 0x7F),
        "3fff-in-three-bytes": altered("kim", encode=shorter_by_one),
        "8-bit-wrap": wrapped("kim", 8),
        "16-bit-wrap": wrapped("kim", 16),
        "16-bit-wrap-when-decoded": wrapped_when_decoded("kim", 16),
        "21-bit-wrap-when-encoded": wrapped_when_encoded("kim", 21),
        "nul-ends-the-text": altered("kim", decode=streams.nul_ends_the_text),
        "written-as-utf-8": CODECS["utf-8-31bit"],
        "byte-lost-at-a-cut": feeding("kim", streams.ByteLostAtACut),
        "emitted-early-at-a-cut": feeding("kim", streams.EmittedEarly),
        "foreign-counted-from-one": altered("kim", encode=streams.foreign_counted_from_one),
        "rejected-at-the-end": altered("kim", decode=streams.rejected_at_the_end),
        "leftover-kept-for-the-next-call": streams.LeftoverKept("kim"),
    },
    "kim-count": {
        "zero-has-no-bytes": altered(
            "kim-count", encode_value=lambda encode, value: encode(value) if value else b""
        ),
        "16-bit-wrap": wrapped("kim-count", 16),
        "21-bit-wrap-when-decoded": wrapped_when_decoded("kim-count", 21),
        "32-bit-wrap": wrapped("kim-count", 32),
        "32-bit-wrap-when-encoded": wrapped_when_encoded("kim-count", 32),
        "64-bit-wrap": wrapped("kim-count", 64),
        "64-bit-wrap-when-decoded": wrapped_when_decoded("kim-count", 64),
        "256-bit-wrap": wrapped("kim-count", 256),
        "held-as-floats": held_as_floats("kim-count"),
        "least-significant-group-first": rewritten("kim-count", *LEAST_SIGNIFICANT_FIRST),
        "one-added-for-each-length": rewritten("kim-count", *ONE_ADDED_FOR_EACH_LENGTH),
        "leading-80-takes-the-next-byte": rewritten(
            "kim-count", (READ_VALUE, "return int(bits, 2) * (data[position] != C), end")
        ),
        "truncated-end-dropped": altered("kim-count", decode=streams.truncated_end_dropped),
        "end-not-seen-in-pieces": feeding("kim-count", streams.EndNotSeen),
        "four-bytes-kept-at-a-cut": feeding("kim-count", streams.FewBytesKept),
        "buffer-shared-by-decoders": feeding("kim-count", streams.BufferShared),
        "values-4000-on-one-too-large": rewritten(
            "kim-count", (READ_VALUE, "return int(bits, 2) + (end - position > 2), end")
        ),
        "repeated-value-lost": altered("kim-count", encode=streams.repeated_value_lost),
    },
    "kim-text": {
        "length-counts-bytes": rewritten(
            "kim-text", (LENGTH_WRITTEN, "self.count.encode([len(self.characters.encode(values))])")
        ),
        "length-counts-utf-16-units": rewritten(
            "kim-text", (LENGTH_WRITTEN, f"self.count.encode([{utf_16_units('values')}])")
        ),
        "length-one-too-small-both-ways": rewritten(
            "kim-text",
            (LENGTH_WRITTEN, "self.count.encode([max(0, len(values) - 1)])"),
            (LENGTH_READ, "return (), end, count + (end < len(data))"),
        ),
        "length-one-too-large-both-ways": rewritten(
            "kim-text",
            (LENGTH_WRITTEN, "self.count.encode([len(values) + 1])"),
            (LENGTH_READ, "return (), end, count - 1"),
        ),
        "length-one-too-large-when-written": rewritten(
            "kim-text", (LENGTH_WRITTEN, "self.count.encode([len(values) + 1])")
        ),
        "length-of-7-bits": rewritten("kim-text", (LENGTH_WRITTEN, "bytes([len(values) & D])")),
        "length-of-8-bits": rewritten(
            "kim-text", (LENGTH_WRITTEN, "self.count.encode([len(values) & 0xFF])")
        ),
        "length-of-14-bits-when-read": rewritten("kim-text", (LENGTH_READ, "return (), end, count & 0x3FFF")),
        "no-length": CODECS["kim"],
        "length-behind-the-text": rewritten(
            "kim-text",
            (
                LENGTH_WRITTEN + " + self.characters.encode(values)",
                "self.characters.encode(values) + " + LENGTH_WRITTEN,
            ),
        ),
        "more-than-the-length-taken": altered("kim-text", decode=more_than_the_length_taken),
        "less-than-the-length-taken": altered("kim-text", decode=less_than_the_length_taken),
        "no-bytes-taken-for-no-text": rewritten("kim-text", ("return to_come == 0", "return not to_come")),
        "begun-anew-at-a-cut": feeding("kim-text", streams.BegunAnewAtACut),
        "beyond-10ffff-dropped": altered("kim-text", encode=streams.foreign_dropped),
        "nul-ends-the-values": altered("kim-text", encode=streams.nul_ends_the_values),
    },
}
