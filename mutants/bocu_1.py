"""Faults of BOCU-1."""

from mutants import general
from mutants.fault import Planted
from mutants.general import feeding, wrapped_when_encoded
from mutants.planting import altered, as_surrogates, exchanged, rewritten
from reference_codecs import CODECS, Rejection
from reference_codecs.bocu_1 import Bocu1

ID = "bocu-1"
HIRAGANA = "(0x3040, 0x309F, 0x3070)"
UNIHAN = "(0x4E00, 0x9FA5, 0x7711)"
HANGUL = "(0xAC00, 0xD7A3, 0xC1D1)"
C0_WRITTEN = "return bytes([c]), INITIAL_PREV"
C0_READ = "if lb in C0:  # RD2\n            return (lb,), after_lb, INITIAL_PREV"
SPACE_WRITTEN = "return bytes([c]), prev"
SPACE_READ = "if lb == SPACE:  # RD3\n            return (lb,), after_lb, prev"
RESET_READ = "return (), after_lb, INITIAL_PREV"
IS_RESET = "if lb == RESET:"
ILLEGAL = "ILLEGAL_TRAILS = [0x00, *range(0x07, 0x10), 0x1A, 0x1B, 0x20]"
REMAINDERS = "diff, t = divmod(diff, BASE)  # Python's remainder is never negative, as the rule demands"
TRUNCATED_REMAINDERS = (
    "quotient = int(diff / BASE)\n        t = abs(diff - quotient * BASE)\n        diff = quotient"
)
IN_RANGE = "if not 0 <= c <= LAST_CODE_POINT:"
TRAIL_RULE = "if data[index] not in REMAINDER_OF_TRAIL:"
MIDDLE = "BLOCK, MIDDLE = 0x80, 0x40"
LARGEST = "Row(+0x2DD0C, +0x10FFFF, 0xFE, 0xFE, 3,     0xFE, +0x2DD0C)"
SMALL_TRAILS = [
    # The trail bytes with the space among them: one more of them, so that the row of 1C..1F gives way.
    ("(0x10, 0x13, 0x0C),  # 1C..1F", "(0x10, 0x13, 0x10),  # 20..23"),
    ("(0x14, 0xF2, 0x0D),  # 21..FF", "(0x14, 0xEF, 0x10), (0xF0, 0xF2, -0xD4),  # 24..FF 1C..1E"),
]


def script(old: str, first: int, last: int, prev: int) -> tuple[str, str]:
    """A row of the large scripts with other edges."""
    return old, f"({first:#x}, {last:#x}, {prev:#x})"


def row_ends(old: tuple[str, str], new: tuple[str, str], offsets: tuple[str, str]) -> list[tuple[str, str]]:
    """Two rows that meet at another difference."""
    return [(old[0], new[0]), (old[1], new[1]), offsets]


class StateKept(Bocu1):
    """A call begins in the state in which the one before ended."""

    def encode_one(self, c, prev):
        data, self.initial_state = super().encode_one(c, prev)
        return data, self.initial_state


class StateNotRestored(Bocu1):
    """The state is brought back to the beginning at the end of an input, but not where one is rejected."""

    def decode_one(self, data, position, prev):
        values, end, self.initial_state = super().decode_one(data, position, prev)
        return values, end, self.initial_state

    def decode(self, data):
        values = super().decode(data)
        self.initial_state = Bocu1.initial_state
        return values


class StateNotRestoredByEncoder(Bocu1):
    """The same of the encoder, whose inputs are seldom rejected."""

    def __init__(self):
        self.state = Bocu1.initial_state

    def encode(self, values):
        encoded = b""
        for index, value in enumerate(values):
            try:
                one, self.state = self.encode_one(value, self.state)
            except Rejection as rejection:
                raise rejection.moved_by(index) from None
            encoded += one
        self.state = Bocu1.initial_state
        return encoded


def ascii_as_itself(encode, values):
    """Letters and digits are written as themselves."""
    return b"".join(bytes([value]) if 0x20 < value < 0x7F else encode([value]) for value in values)


def ascii_read_as_itself(decode, data):
    return [value for byte in data for value in ([byte] if byte < 0x7F else decode(bytes([byte])))]


def joined_pairs_lost(encode, values):
    """A code point beyond plane 0 is written as two surrogates."""
    return encode(as_surrogates(values))


FAULTS = {
    ID: {
        "hiragana-begins-late": Planted(rewritten(ID, script(HIRAGANA, 0x3041, 0x309F, 0x3070))),
        "hiragana-begins-early": Planted(rewritten(ID, script(HIRAGANA, 0x303F, 0x309F, 0x3070))),
        "hiragana-ends-early": Planted(rewritten(ID, script(HIRAGANA, 0x3040, 0x309E, 0x3070))),
        "hiragana-ends-late": Planted(rewritten(ID, script(HIRAGANA, 0x3040, 0x30A0, 0x3070))),
        "hiragana-without-a-state": Planted(rewritten(ID, (HIRAGANA + ",  # Hiragana", ""))),
        "unihan-begins-late": Planted(rewritten(ID, script(UNIHAN, 0x4E01, 0x9FA5, 0x7711))),
        "unihan-ends-early": Planted(rewritten(ID, script(UNIHAN, 0x4E00, 0x9FA4, 0x7711))),
        "unihan-ends-late": Planted(rewritten(ID, script(UNIHAN, 0x4E00, 0x9FA6, 0x7711))),
        "unihan-of-a-later-version": Planted(rewritten(ID, script(UNIHAN, 0x4E00, 0x9FFF, 0x7711))),
        "unihan-state-off-by-one": Planted(rewritten(ID, script(UNIHAN, 0x4E00, 0x9FA5, 0x7710))),
        "hangul-begins-early": Planted(rewritten(ID, script(HANGUL, 0xABFF, 0xD7A3, 0xC1D1))),
        "hangul-begins-late": Planted(rewritten(ID, script(HANGUL, 0xAC01, 0xD7A3, 0xC1D1))),
        "hangul-ends-early": Planted(rewritten(ID, script(HANGUL, 0xAC00, 0xD7A2, 0xC1D1))),
        "hangul-ends-late": Planted(rewritten(ID, script(HANGUL, 0xAC00, 0xD7A4, 0xC1D1))),
        "hangul-state-off-by-one": Planted(rewritten(ID, script(HANGUL, 0xAC00, 0xD7A3, 0xC1D2))),
        "state-at-the-block's-start": Planted(rewritten(ID, (MIDDLE, "BLOCK, MIDDLE = 0x80, 0x00"))),
        "blocks-of-256": Planted(rewritten(ID, (MIDDLE, "BLOCK, MIDDLE = 0x100, 0x40"))),
        "initial-state-zero": Planted(rewritten(ID, ("INITIAL_PREV = 0x40", "INITIAL_PREV = 0x00"))),
        "state-kept-over-a-line": Planted(
            rewritten(
                ID,
                (C0_WRITTEN, "return bytes([c]), prev"),
                (C0_READ, "if lb in C0:\n            return (lb,), after_lb, prev"),
            )
        ),
        "state-kept-over-a-line-when-decoded": Planted(
            rewritten(ID, (C0_READ, "if lb in C0:\n            return (lb,), after_lb, prev"))
        ),
        "state-kept-over-cr": Planted(
            rewritten(
                ID,
                (C0_WRITTEN, "return bytes([c]), prev if c == 13 else INITIAL_PREV"),
                (
                    C0_READ,
                    "if lb in C0:\n            return (lb,), after_lb, prev if lb == 13 else INITIAL_PREV",
                ),
            )
        ),
        "only-line-ends-reset": Planted(
            rewritten(
                ID,
                (C0_WRITTEN, "return bytes([c]), INITIAL_PREV if c in (10, 13) else prev"),
                (
                    C0_READ,
                    "if lb in C0:\n            return (lb,), after_lb, INITIAL_PREV if lb in (10, 13) else prev",
                ),
            )
        ),
        "space-resets": Planted(
            rewritten(
                ID,
                (SPACE_WRITTEN, "return bytes([c]), INITIAL_PREV"),
                (SPACE_READ, "if lb == SPACE:\n            return (lb,), after_lb, INITIAL_PREV"),
            )
        ),
        "space-resets-when-decoded": Planted(
            rewritten(ID, (SPACE_READ, "if lb == SPACE:\n            return (lb,), after_lb, INITIAL_PREV"))
        ),
        "space-as-a-difference": Planted(rewritten(ID, ("if c == SPACE:  # R3", "if False:"))),
        "delete-as-itself": Planted(
            rewritten(ID, ("C0 = range(0x00, 0x20)", "C0 = [*range(0x00, 0x20), 0x7F]"))
        ),
        "reset-byte-not-taken": Planted(
            rewritten(ID, (RESET_READ, 'raise Rejection("bad-lead", data[position:after_lb], position)'))
        ),
        "reset-byte-taken-for-a-lead": Planted(
            rewritten(ID, (IS_RESET, "if lb == RESET and after_lb == len(data):"))
        ),
        "reset-byte-does-nothing": Planted(rewritten(ID, (RESET_READ, "return (), after_lb, prev"))),
        "reset-byte-is-a-value": Planted(
            rewritten(ID, (RESET_READ, "return (BYTE_ORDER_MARK := 0xFEFF,), after_lb, INITIAL_PREV"))
        ),
        "reset-byte-20-as-printed": Planted(
            rewritten(ID, ("RESET = 0xFF", "RESET = 0x20"), ("if lb == SPACE:", "if lb == 0xFF:"))
        ),
        "reset-byte-written-first": Planted(
            altered(ID, encode=lambda encode, values: b"\xff" + encode(values))
        ),
        "reset-byte-written-before-each-line": Planted(
            altered(ID, encode=lambda encode, values: encode(values).replace(b"\n", b"\n\xff"))
        ),
        "own-bytes-used-as-trail-bytes": Planted(
            rewritten(
                ID,
                (ILLEGAL, "ILLEGAL_TRAILS = []"),
                ("assert BASE == 256 - 13 == 243", ""),
                ("    # Remainder   Add   Trail byte value\n", "    (0x00, 0xFF, 0x00),\n]\n_ = [\n"),
            )
        ),
        "space-used-as-a-trail-byte": Planted(rewritten(ID, *SMALL_TRAILS)),
        "illegal-trail-bytes-taken": Planted(
            rewritten(
                ID,
                (TRAIL_RULE, "if False:"),
                ("diff += REMAINDER_OF_TRAIL[data[index]]", "diff += REMAINDER_OF_TRAIL.get(data[index], 0)"),
            )
        ),
        "trail-byte-20-taken": Planted(
            rewritten(
                ID,
                (TRAIL_RULE, "if data[index] not in REMAINDER_OF_TRAIL and data[index] != 0x20:"),
                (
                    "diff += REMAINDER_OF_TRAIL[data[index]]",
                    "diff += REMAINDER_OF_TRAIL.get(data[index], 0x13)",
                ),
            )
        ),
        "negative-remainders-truncated": Planted(rewritten(ID, (REMAINDERS, TRUNCATED_REMAINDERS))),
        "trail-bytes-in-turned-order": Planted(
            rewritten(
                ID,
                ("trails.insert(0, TRAIL_OF_REMAINDER[t])", "trails.append(TRAIL_OF_REMAINDER[t])"),
                (
                    "[BASE**power for power in reversed(range(self.trails))]",
                    "[BASE**power for power in range(self.trails)]",
                ),
            )
        ),
        "negative-differences-mirrored": Planted(
            rewritten(
                ID,
                (
                    "return encoded_difference(c - prev), adjusted(c)",
                    (
                        "return encoded_difference(prev - c if -0x40 < c - prev < 0x40 else c - prev), adjusted(c)"
                    ),
                ),
                ("c = prev + diff\n", "c = prev - diff if -0x40 < diff < 0x40 else prev + diff\n"),
            )
        ),
        "single-bytes-one-fewer": Planted(
            rewritten(
                ID,
                (
                    "Row(   +0x40,   +0x2910, 0xD0, 0xFA, 1,     0xD0,    +0x40)",
                    "Row(   +0x3F,   +0x2910, 0xD0, 0xFA, 1,     0xD0,    +0x40)",
                ),
                ("Row(   -0x40,     +0x3F,", "Row(   -0x40,     +0x3E,"),
            )
        ),
        "two-bytes-one-fewer": Planted(
            rewritten(
                ID,
                ("Row( +0x2911,", "Row( +0x2910,"),
                ("Row(   +0x40,   +0x2910,", "Row(   +0x40,   +0x290F,"),
            )
        ),
        "three-bytes-one-fewer": Planted(
            rewritten(
                ID,
                ("Row(+0x2DD0C, +0x10FFFF,", "Row(+0x2DD0B, +0x10FFFF,"),
                ("Row( +0x2911,  +0x2DD0B,", "Row( +0x2911,  +0x2DD0A,"),
            )
        ),
        "offset-of-three-bytes-off-by-one": Planted(
            rewritten(ID, ("0xFB, 0xFD, 2,     0xFB,  +0x2911)", "0xFB, 0xFD, 2,     0xFB,  +0x2910)"))
        ),
        "offset-of-negative-two-bytes-off-by-one": Planted(
            rewritten(
                ID,
                ("0x25, 0x4F, 1,     0x50,    -0x40)", "0x25, 0x4F, 1,     0x50,    -0x41)"),
                ("Row( -0x2911,     -0x41,", "Row( -0x2912,     -0x41,"),
            )
        ),
        "four-bytes-not-written": Planted(
            rewritten(ID, (LARGEST + ",", "Row(+0x2DD0C, +0x2DD0C, 0xFE, 0xFE, 3, 0xFE, +0x2DD0C),"))
        ),
        "result-beyond-10ffff-taken": Planted(rewritten(ID, (IN_RANGE, "if c < 0:"))),
        "negative-result-wrapped": Planted(
            rewritten(ID, (IN_RANGE, "c = c if c >= 0 else c + 0x110000\n        if c > LAST_CODE_POINT:"))
        ),
        "16-bit-wrap-when-encoded": Planted(wrapped_when_encoded(ID, 16)),
        "21-bit-wrap-when-encoded": Planted(wrapped_when_encoded(ID, 21)),
        "surrogates-written-for-higher-planes": Planted(altered(ID, encode=joined_pairs_lost)),
        "state-leaked-from-the-call-before": Planted(StateKept()),
        "state-not-restored-after-a-rejected-input": Planted(StateNotRestored()),
        "state-not-restored-after-a-foreign-value": Planted(StateNotRestoredByEncoder()),
        "begun-anew-at-a-cut": Planted(feeding(ID, general.BegunAnewAtACut)),
        "byte-lost-at-a-cut": Planted(feeding(ID, general.ByteLostAtACut)),
        "end-not-seen-in-pieces": Planted(feeding(ID, general.EndNotSeen)),
        "truncated-end-dropped": Planted(altered(ID, decode=general.truncated_end_dropped)),
        "mark-swallowed": Planted(altered(ID, decode=general.mark_swallowed)),
        "mark-written": Planted(altered(ID, encode=general.mark_written)),
        "written-as-utf-8": Planted(CODECS["utf-8"]),
        "ascii-as-itself": Planted(altered(ID, encode=ascii_as_itself)),
        "3040-and-303f-exchanged": Planted(exchanged(ID, 0x3040, 0x303F)),
        "foreign-dropped": Planted(altered(ID, encode=general.foreign_dropped)),
    },
}
