"""Faults of UTF-∞-8."""

from mutants import general
from mutants.fault import Planted
from mutants.general import feeding, held_as_floats, wrapped, wrapped_when_decoded, wrapped_when_encoded
from mutants.planting import altered, exchanged, rewritten
from reference_codecs import CODECS

ID = "utf-inf-8"
LEAST = "LEAST_NUD = 18"
BEFORE = "return B4 * (len(nme) - 1) +"
COUNT_READ = "count = first_ax - start  # one more than the B4 bytes"
TOO_SHORT = 'if udigits.startswith("0") or value <= THIRTEEN_BYTES.last:'
ZEROS = 'if zeros.strip("0"):'
LEADING_A0 = "if count > 1 and ax[0] == AX.start:"
FIXED_TOO_SHORT = "if value <= last_of_shorter:"
LENGTH_READ = "return LEAST_NUD + int(nme, 16), end"
PADDED_LEFT = 'stored("0" * padding(nud) + udigits)'
UNPADDED_LEFT = "zeros, udigits = udigits[: padding(nud)], udigits[padding(nud) :]"
AX_RULE = "if byte not in AX:"
TRAILS_IMPORTED = "ORIGINAL = Utf8Original()\n"
UNCHECKED_TRAILS = (
    TRAILS_IMPORTED
    + """

def trail_bytes(data, start, first, count):
    if len(data) < first + count:
        raise Rejection("truncated", data[start:], start)
    return data[first : first + count]
"""
)
MISSING_TRAILS_ZERO = (
    TRAILS_IMPORTED
    + """

def trail_bytes(data, start, first, count, sound=trail_bytes):
    if count > len(data):
        raise OverflowError("no room for so many")
    return sound(data + b"\\x80" * (first + count - len(data)), start, first, count)
"""
)


FAULTS = {
    ID: {
        "length-one-too-large-both-ways": Planted(rewritten(ID, (LEAST, "LEAST_NUD = 17"))),
        "length-one-too-large-when-written": Planted(
            rewritten(ID, ('nme = f"{nud - LEAST_NUD:X}"', 'nme = f"{nud - LEAST_NUD + 1:X}"'))
        ),
        "length-counts-bytes-both-ways": Planted(
            rewritten(
                ID,
                ('nme = f"{nud - LEAST_NUD:X}"', 'nme = f"{(nud + 2) // 3 * 2 - 12:X}"'),
                (LENGTH_READ, "return (12 + int(nme, 16)) // 2 * 3, end"),
                (TOO_SHORT, "udigits = udigits.lstrip('0')\n        if value <= THIRTEEN_BYTES.last:"),
            )
        ),
        "before-bytes-left-out": Planted(
            rewritten(
                ID,
                (BEFORE, "return"),
                (
                    COUNT_READ,
                    (
                        "count = 1\n"
                        "        while data[start + 1 + count :] and data[start + 1 + count] in AX:\n"
                        "            count += 1"
                    ),
                ),
            )
        ),
        "one-before-byte-too-many-both-ways": Planted(
            rewritten(ID, (BEFORE, "return B4 * len(nme) +"), (COUNT_READ, "count = first_ax - start - 1"))
        ),
        "length-of-one-digit": Planted(rewritten(ID, (BEFORE, "nme = nme[-1:]\n    return"))),
        "length-of-8-bits-when-read": Planted(
            rewritten(ID, (LENGTH_READ, "return LEAST_NUD + (int(nme, 16) & 0xFF), end"))
        ),
        "length-digits-in-turned-order": Planted(
            rewritten(
                ID,
                ("for digit in nme)\n", "for digit in reversed(nme))\n"),
                (
                    'nme = "".join(f"{byte - AX.start:X}" for byte in ax)',
                    'nme = "".join(f"{byte - AX.start:X}" for byte in reversed(ax))',
                ),
                (LEADING_A0, "if count > 1 and ax[-1] == AX.start:"),
            )
        ),
        "any-length-byte-taken": Planted(
            rewritten(
                ID,
                (AX_RULE, "if byte not in TRAILS:"),
                ('f"{byte - AX.start:X}" for byte', 'f"{byte & 0xF:X}" for byte'),
            )
        ),
        "leading-a0-taken": Planted(rewritten(ID, (LEADING_A0, "if False:"))),
        "longer-length-than-needed-taken": Planted(
            rewritten(ID, (TOO_SHORT, "if value <= THIRTEEN_BYTES.last:"), (ZEROS, "if False:"))
        ),
        "long-form-of-thirteen-byte-values-taken": Planted(
            rewritten(ID, (TOO_SHORT, 'if udigits.startswith("0"):'))
        ),
        "fixed-overlong-taken": Planted(rewritten(ID, (FIXED_TOO_SHORT, "if False:"))),
        "seven-byte-overlong-taken": Planted(
            rewritten(ID, (FIXED_TOO_SHORT, FIXED_TOO_SHORT.replace(":", " and count > 6:")))
        ),
        "thirteen-byte-overlong-taken": Planted(
            rewritten(ID, (FIXED_TOO_SHORT, FIXED_TOO_SHORT.replace(":", " and count < 12:")))
        ),
        "first-of-seven-bytes-off-by-one": Planted(
            rewritten(ID, (FIXED_TOO_SHORT, "if value <= last_of_shorter + (count == 6):"))
        ),
        "padding-not-looked-at": Planted(rewritten(ID, (ZEROS, "if False:"))),
        "padding-on-the-right-both-ways": Planted(
            rewritten(
                ID,
                (PADDED_LEFT, 'stored(udigits + "0" * padding(nud))'),
                (UNPADDED_LEFT, "zeros, udigits = udigits[nud:], udigits[:nud]"),
            )
        ),
        "seven-bytes-to-35-bits": Planted(rewritten(ID, ("bits=6 * 6)", "bits=35)"))),
        "thirteen-bytes-to-70-bits": Planted(rewritten(ID, ("bits=5 + 11 * 6)", "bits=70)"))),
        "thirteen-bytes-to-64-bits": Planted(rewritten(ID, ("bits=5 + 11 * 6)", "bits=64)"))),
        "second-byte-of-six-bits": Planted(
            rewritten(ID, ("bits=5 + 11 * 6)", "bits=72)"), ("0b100_11111 + 1", "0b101_11111 + 1"))
        ),
        "trail-bytes-not-looked-at": Planted(rewritten(ID, (TRAILS_IMPORTED, UNCHECKED_TRAILS))),
        "missing-trail-bytes-zero": Planted(rewritten(ID, (TRAILS_IMPORTED, MISSING_TRAILS_ZERO))),
        "storage-bytes-exchanged-both-ways": Planted(
            rewritten(
                ID,
                ("divmod(three, 1 << TRAIL_BITS))", "reversed(divmod(three, 1 << TRAIL_BITS)))"),
                ("zip(sixes[0::2], sixes[1::2])", "zip(sixes[1::2], sixes[0::2])"),
            )
        ),
        "only-original-utf-8": Planted(CODECS["utf-8-31bit"]),
        "31-bit-wrap-when-decoded": Planted(wrapped_when_decoded(ID, 31)),
        "32-bit-wrap": Planted(wrapped(ID, 32)),
        "64-bit-wrap": Planted(wrapped(ID, 64)),
        "64-bit-wrap-when-encoded": Planted(wrapped_when_encoded(ID, 64)),
        "72-bit-wrap-when-decoded": Planted(wrapped_when_decoded(ID, 72)),
        "128-bit-wrap": Planted(wrapped(ID, 128)),
        "256-bit-wrap": Planted(wrapped(ID, 256)),
        "held-as-floats": Planted(held_as_floats(ID)),
        "36-bits-and-one-more-exchanged": Planted(exchanged(ID, (1 << 36) - 1, 1 << 36)),
        "71-bits-and-one-more-exchanged": Planted(exchanged(ID, (1 << 71) - 1, 1 << 71)),
        "33-digits-and-one-more-exchanged": Planted(exchanged(ID, (1 << 4 * 33) - 1, 1 << 4 * 33)),
        "truncated-end-dropped": Planted(altered(ID, decode=general.truncated_end_dropped)),
        "last-byte-dropped": Planted(altered(ID, encode=general.last_byte_dropped)),
        "crashes-where-truncated": Planted(altered(ID, decode=general.crashes_where_truncated)),
        "remembered-by-too-short-a-key": Planted(general.RememberedByLength(ID)),
        "leftover-kept-for-the-next-call": Planted(general.LeftoverKept(ID)),
        "four-bytes-kept-at-a-cut": Planted(feeding(ID, general.FewBytesKept)),
        "byte-lost-at-a-cut": Planted(feeding(ID, general.ByteLostAtACut)),
        "end-not-seen-in-pieces": Planted(feeding(ID, general.EndNotSeen)),
    },
}
