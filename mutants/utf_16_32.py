"""Faults of UTF-16 and UTF-32."""

from mutants import general
from mutants.fault import Planted
from mutants.general import feeding, wrapped_when_decoded, wrapped_when_encoded
from mutants.planting import altered, exchanged, rewritten
from reference_codecs import CODECS

BE, LE, BE_32, LE_32 = "utf-16-be", "utf-16-le", "utf-32-be", "utf-32-le"
LONE_LOW = "if first in LOW_SURROGATES:"
NO_LOW = (
    'if second not in LOW_SURROGATES:\n            raise Rejection("surrogate", data[position:end], position)'
)
ENCODER_RULE = "if fault := utf_fault(value):\n            raise Rejection(fault, [value])"
DECODER_RULE = (
    "if fault := utf_fault(value):\n            raise Rejection(fault, data[position:end], position)"
)


def surrogates_let_through(rule: str) -> tuple[str, str]:
    return rule, rule.replace(
        "if fault := utf_fault(value):", "if (fault := utf_fault(value)) == 'out-of-range':"
    )


def beyond_let_through(rule: str) -> tuple[str, str]:
    return rule, rule.replace(
        "if fault := utf_fault(value):", "if (fault := utf_fault(value)) == 'surrogate':"
    )


def order_by_mark(other: str):
    """A mark in the other byte order turns the order of what follows."""

    def decode_either(decode, data):
        mark = CODECS[other].encode([general.BYTE_ORDER_MARK])
        return CODECS[other].decode(data[len(mark) :]) if data.startswith(mark) else decode(data)

    return decode_either


def half_units_dropped(decode, data):
    return decode(data[: len(data) // 2 * 2])


FAULTS = {
    BE: {
        "little-for-big-endian": Planted(CODECS[LE]),
        "little-for-big-endian-in-high-surrogates": Planted(
            rewritten(
                BE,
                ("return high.to_bytes(UNIT, self.byte_order) +", 'return high.to_bytes(UNIT, "little") +'),
            )
        ),
        "lone-low-surrogate-read": Planted(rewritten(BE, (LONE_LOW, "if False:"))),
        "lone-high-surrogate-read": Planted(
            rewritten(BE, (NO_LOW, "if second not in LOW_SURROGATES:\n            return first, end"))
        ),
        "lone-high-surrogate-dropped": Planted(
            rewritten(BE, (NO_LOW, "if second not in LOW_SURROGATES:\n            return second, pair_end"))
        ),
        "lone-high-surrogate-takes-the-next-unit": Planted(
            rewritten(BE, (NO_LOW, "if second not in LOW_SURROGATES:\n            return 0xFFFD, pair_end"))
        ),
        "low-before-high-read": Planted(
            rewritten(
                BE,
                (
                    "first, end = self.code_unit(data, position, position)",
                    (
                        "first, end = self.code_unit(data, position, position)\n"
                        "        if first in LOW_SURROGATES and end + UNIT <= len(data):\n"
                        "            second, pair_end = self.code_unit(data, position, end)\n"
                        "            if second in HIGH_SURROGATES:\n"
                        "                return PLANE + (second - 0xD800 << HALF) + first - 0xDC00, pair_end"
                    ),
                ),
            )
        ),
        "low-before-high-both-ways": Planted(
            rewritten(
                BE,
                (
                    "HIGH_SURROGATES, LOW_SURROGATES, PLANE",
                    ("HIGH_SURROGATES as LOW_SURROGATES, LOW_SURROGATES as HIGH_SURROGATES, PLANE"),
                ),
            )
        ),
        "any-unit-taken-for-the-second-half": Planted(
            rewritten(BE, (NO_LOW, "if second < 0xDC00:\n            return first, end"))
        ),
        "surrogates-written": Planted(rewritten(BE, surrogates_let_through(ENCODER_RULE))),
        "beyond-10ffff-written": Planted(
            rewritten(
                BE, (ENCODER_RULE, ENCODER_RULE.replace("utf_fault(value)", "utf_fault(value & 0xFFFFF)"))
            )
        ),
        "10000-not-subtracted-both-ways": Planted(
            rewritten(
                BE,
                ("beyond = value - PLANE", "beyond = value & 0xFFFFF"),
                ("return PLANE + beyond, pair_end", "return beyond + (beyond < PLANE) * 0x100000, pair_end"),
            )
        ),
        "halves-of-eleven-bits": Planted(rewritten(BE, ("HALF = 20 // 2", "HALF = 11"))),
        "16-bit-wrap-when-encoded": Planted(wrapped_when_encoded(BE, 16)),
        "16-bit-wrap-when-decoded": Planted(wrapped_when_decoded(BE, 16)),
        "ffff-and-10000-exchanged": Planted(exchanged(BE, 0xFFFF, 0x10000)),
        "ffff-in-two-units": Planted(rewritten(BE, ("if value < PLANE:", "if value < PLANE - 1:"))),
        "d7ff-taken-for-a-surrogate": Planted(
            rewritten(
                BE,
                ("if first not in HIGH_SURROGATES:", "if first not in HIGH_SURROGATES and first != 0xD7FF:"),
            )
        ),
        "mark-swallowed": Planted(altered(BE, decode=general.mark_swallowed)),
        "mark-written": Planted(altered(BE, encode=general.mark_written)),
        "mark-turns-the-order": Planted(altered(BE, decode=order_by_mark(LE))),
        "half-a-unit-dropped": Planted(altered(BE, decode=half_units_dropped)),
        "truncated-end-dropped": Planted(altered(BE, decode=general.truncated_end_dropped)),
        "each-piece-a-whole": Planted(feeding(BE, general.EachPieceAWhole)),
        "byte-lost-at-a-cut": Planted(feeding(BE, general.ByteLostAtACut)),
        "mark-swallowed-in-each-piece": Planted(feeding(BE, general.MarkSwallowedInEachPiece)),
        "replaced-by-fffd": Planted(altered(BE, decode=general.ill_formed_replaced)),
    },
    LE: {
        "big-for-little-endian": Planted(CODECS[BE]),
        "big-for-little-endian-when-encoded": Planted(
            altered(LE, encode=lambda encode, values: CODECS[BE].encode(values))
        ),
        "mark-turns-the-order": Planted(altered(LE, decode=order_by_mark(BE))),
        "surrogates-written": Planted(rewritten(LE, surrogates_let_through(ENCODER_RULE))),
        "lone-low-surrogate-read": Planted(rewritten(LE, (LONE_LOW, "if False:"))),
        "nul-ends-the-text": Planted(altered(LE, decode=general.nul_ends_the_text)),
    },
    BE_32: {
        "little-for-big-endian": Planted(CODECS[LE_32]),
        "units-in-turned-order-of-halves": Planted(
            altered(
                BE_32,
                encode_value=lambda encode, value: encode(value)[2:] + encode(value)[:2],
                decode_value=lambda decode, data, at: decode(
                    data[:at] + data[at + 2 : at + 4] + data[at : at + 2], at
                ),
            )
        ),
        "surrogates-let-through-both-ways": Planted(
            rewritten(BE_32, surrogates_let_through(ENCODER_RULE), surrogates_let_through(DECODER_RULE))
        ),
        "beyond-10ffff-read": Planted(rewritten(BE_32, beyond_let_through(DECODER_RULE))),
        "beyond-10ffff-written": Planted(rewritten(BE_32, beyond_let_through(ENCODER_RULE))),
        "first-byte-not-looked-at": Planted(
            rewritten(BE_32, (DECODER_RULE, "value &= 0xFFFFFF\n        " + DECODER_RULE))
        ),
        "truncated-end-dropped": Planted(altered(BE_32, decode=general.truncated_end_dropped)),
        "truncated-end-read": Planted(
            rewritten(BE_32, ('raise Rejection("truncated", data[position:], position)', "end = len(data)"))
        ),
        "32-bit-wrap-when-encoded": Planted(wrapped_when_encoded(BE_32, 32)),
        "mark-turns-the-order": Planted(altered(BE_32, decode=order_by_mark(LE_32))),
        "d800-and-the-next-exchanged": Planted(exchanged(BE_32, 0xD7FF, 0xE000)),
    },
    LE_32: {
        "big-for-little-endian": Planted(CODECS[BE_32]),
        "mark-swallowed": Planted(altered(LE_32, decode=general.mark_swallowed)),
        "last-byte-not-looked-at": Planted(
            rewritten(LE_32, (DECODER_RULE, "value &= 0xFFFFFF\n        " + DECODER_RULE))
        ),
    },
}
