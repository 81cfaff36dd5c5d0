"""Mutants of Kim for counts, and edits that the mutants of texts share with them."""

from mutants import general, pieces
from mutants.general import held_as_floats, wrapped, wrapped_when_decoded
from mutants.mutant import Planted
from mutants.pieces import feeding
from mutants.planting import altered, exchanged, rewritten
from reference_codecs import CODECS

GROUPS = "[int(bits[at : at + DATA_BITS], 2) for at in range(0, len(bits), DATA_BITS)]"
SIDE_BY_SIDE = 'bits = "".join([BITS[byte] for byte in data[position:end]])'
READ_VALUE = "return int(bits, 2), end"
FILLED = "bits.zfill(len(bits) + -len(bits) % DATA_BITS)"
LAST_WRITTEN = "[*(C | group for group in groups[:-1]), groups[-1]]"
GOES_ON = "data[end] & C"
TRUNCATED = 'if end == len(data):\n    raise Rejection("truncated", data[position:], position)\nend += 1'

LEAST_SIGNIFICANT_FIRST = [
    (GROUPS, GROUPS + "[::-1]"),
    (SIDE_BY_SIDE, SIDE_BY_SIDE.replace("data[position:end]", "reversed(data[position:end])")),
]
ONE_ADDED_FOR_EACH_LENGTH = [
    (
        'bits = f"{value:b}"',
        'shift = sum(128**n for n in range(1, 4) if value >= sum(128**m for m in range(1, n + 1)))\nbits = f"{value - shift:b}"',
    ),
    (READ_VALUE, "return int(bits, 2) + sum(128**n for n in range(1, min(4, end - position))), end"),
]
CONTINUE_BIT_TURNED_ROUND = [(LAST_WRITTEN, "[*groups[:-1], C | groups[-1]]"), (GOES_ON, "not data[end] & C")]
TRUNCATED_END_TAKEN = (TRUNCATED, "end = min(end + 1, len(data))")
CRASH_AT_A_LEADING_80 = (READ_VALUE, f"assert end - position == 1 or data[position] != C\n{READ_VALUE}")


def at_least(size: int) -> tuple[str, str]:
    """Returns an edit after which the encoder pads each value to at least `size` bytes."""
    return FILLED, FILLED.replace("zfill(", f"zfill(max({size} * DATA_BITS, ") + ")"


PLANTED = {
    "zero-has-no-bytes": Planted(
        altered("kim-count", encode_value=lambda encode, value: encode(value) if value else b""), "kim/count-one-byte"
    ),
    "16-bit-wrap": Planted(wrapped("kim-count", 16), "kim/count-any-size"),
    "21-bit-wrap-when-decoded": Planted(wrapped_when_decoded("kim-count", 21), "kim/decode-accumulates"),
    "32-bit-wrap": Planted(wrapped("kim-count", 32), "kim/count-any-size"),
    "64-bit-wrap": Planted(wrapped("kim-count", 64), "kim/count-any-size"),
    "64-bit-wrap-when-decoded": Planted(wrapped_when_decoded("kim-count", 64), "kim/count-any-size"),
    "256-bit-wrap": Planted(wrapped("kim-count", 256), "kim/count-any-size"),
    "1024-bit-wrap": Planted(wrapped("kim-count", 1024), "kim/count-any-size"),
    "held-as-floats": Planted(held_as_floats("kim-count"), "kim/count-any-size"),
    "least-significant-group-first": Planted(rewritten("kim-count", *LEAST_SIGNIFICANT_FIRST), "kim/most-significant-first"),
    "one-added-for-each-length": Planted(rewritten("kim-count", *ONE_ADDED_FOR_EACH_LENGTH), "kim/seven-data-bits"),
    "leading-80-takes-the-next-byte": Planted(
        rewritten("kim-count", (READ_VALUE, "return int(bits, 2) * (data[position] != C), end")), "kim/leading-80"
    ),
    "buffer-shared-by-decoders": Planted(feeding("kim-count", pieces.BufferShared), "kim/incremental"),
    "values-4000-on-one-too-large": Planted(
        rewritten("kim-count", (READ_VALUE, "return int(bits, 2) + (end - position > 2), end")), "kim/decode-accumulates"
    ),
    "7f-and-80-exchanged": Planted(exchanged("kim-count", 0x7F, 0x80), "kim/count-one-byte"),
    "3fff-and-4000-exchanged": Planted(exchanged("kim-count", 0x3FFF, 0x4000), "kim/count-two-bytes"),
    "1fffff-and-200000-exchanged": Planted(exchanged("kim-count", 0x1FFFFF, 0x200000), "kim/count-three-bytes"),
    "three-bytes-at-least": Planted(rewritten("kim-count", at_least(3)), "kim/count-one-byte", "kim/count-two-bytes"),
    "continue-bit-left-out": Planted(rewritten("kim-count", (LAST_WRITTEN, "[*groups]")), "kim/encode-groups"),
    "continue-bit-turned-round": Planted(rewritten("kim-count", *CONTINUE_BIT_TURNED_ROUND), "kim/continue-bit"),
    "80-ends-a-count": Planted(rewritten("kim-count", (GOES_ON, "data[end] > C")), "kim/continue-bit"),
    "crashes-at-a-leading-80": Planted(rewritten("kim-count", CRASH_AT_A_LEADING_80), "kim/leading-80"),
    "refused-beyond-31-bits": Planted(altered("kim-count", **general.refused_beyond(31)), "kim/count-any-size"),
    "refused-beyond-63-bits": Planted(altered("kim-count", **general.refused_beyond(63)), "kim/count-any-size"),
    "truncated-end-taken": Planted(rewritten("kim-count", TRUNCATED_END_TAKEN), "kim/last-byte-clear"),
    "written-as-utf-inf-8": Planted(CODECS["utf-inf-8"], "kim/not-sortable", "kim/not-self-synchronizing"),
}

MUTANTS = {"kim-count": PLANTED}
