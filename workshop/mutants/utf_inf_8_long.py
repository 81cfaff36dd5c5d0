"""Mutants of UTF-∞-8 in sequences of fourteen bytes and more (section 3.5)."""

from mutants.mutant import Planted
from mutants.planting import exchanged, rewritten
from mutants.utf_inf_8 import ID, THIRTEEN_RULE

LEAST = "LEAST_NUD = 18"
NME = 'nme = f"{nud - LEAST_NUD:X}"'
NUD = "nud = len(udigits)"
BEFORE = "B4 * (len(nme) - 1)"
AX_WRITTEN = "bytes(AX.start + int(digit, 16) for digit in nme)"
LENGTH_WRITTEN = f"return {BEFORE} + {AX_WRITTEN}"
LONG_WRITTEN = "FF + length_storage(nud)"
COUNT_READ = "count = first_ax - start"
AX_READ = "bytes_of(AX, count, data, start, first_ax)"
AX_RANGE = "range(0xA0, 0xAF + 1)"
B4 = 'B4 = b"\\xB4"'
LEADING_A0 = "if count > 1 and ax[0] == AX.start:"
DIGITS_READ = 'nme = "".join(f"{byte - AX.start:X}" for byte in ax)'
LENGTH_READ = "return LEAST_NUD + int(nme, 16), end"
STORAGE_COUNT = "count = (nud + 2) // 3 * 2"
STORAGE_READ = "udigits = udigits_of(bytes_of(TRAILS, count, data, start, first))"
PADDING = "return -nud % 3"
PADDED_LEFT = 'stored("0" * padding(nud) + udigits)'
UNPADDED_LEFT = "zeros, udigits = udigits[: padding(nud)], udigits[padding(nud) :]"
ZEROS = 'if zeros.strip("0"):'
TOO_SHORT = 'if udigits.startswith("0") or value <= THIRTEEN_BYTES.last:'


NOT_LOOKED_AT = AX_READ, AX_READ.replace("AX", "range(0x100)")
B4_READ = "while data[first_ax : first_ax + 1] == B4:"
LOW_BITS = DIGITS_READ, DIGITS_READ.replace("byte - AX.start", "byte & 0xF")
LESS_A0 = (DIGITS_READ, 'nme = f"{abs(sum((byte - AX.start) << 4 * place for place, byte in enumerate(reversed(ax)))):X}"')

PLANTED = {
    # The bytes that store the length
    "length-bytes-by-their-low-bits": Planted(rewritten(ID, NOT_LOOKED_AT, LOW_BITS), "utf-inf-8/length-bytes-only"),
    "length-bytes-less-a0": Planted(rewritten(ID, NOT_LOOKED_AT, LESS_A0), "utf-inf-8/length-bytes-only"),
    "any-byte-for-a-b4": Planted(
        rewritten(ID, (B4_READ, "while first_ax < len(data) and data[first_ax] not in AX:")), "utf-inf-8/length-bytes-only"
    ),
    # The length
    "long-codes-begin-with-fe": Planted(rewritten(ID, (LONG_WRITTEN, LONG_WRITTEN.replace("FF", "FE"))), "utf-inf-8/long-lead"),
    "length-one-too-large-both-ways": Planted(rewritten(ID, (LEAST, "LEAST_NUD = 17")), "utf-inf-8/nme"),
    "length-one-too-large-when-written": Planted(
        rewritten(ID, (NME, NME.replace("LEAST_NUD", "LEAST_NUD + 1"))), "utf-inf-8/nme"
    ),
    "length-one-too-small-when-read": Planted(
        rewritten(ID, (LENGTH_READ, LENGTH_READ.replace("16)", "16) - 1"))), "utf-inf-8/nme"
    ),
    "all-digits-counted-both-ways": Planted(rewritten(ID, (LEAST, "LEAST_NUD = 0")), "utf-inf-8/nme"),
    "digits-counted-by-twos-both-ways": Planted(
        rewritten(ID, (NUD, 'udigits = "0" * (len(udigits) % 2) + udigits\nnud = len(udigits)'), (TOO_SHORT, THIRTEEN_RULE)),
        "utf-inf-8/nud",
    ),
    "length-counts-bytes-both-ways": Planted(
        rewritten(
            ID,
            (NME, 'nme = f"{(nud + 2) // 3 * 2 - 12:X}"'),
            (LENGTH_READ, "return (12 + int(nme, 16)) // 2 * 3, end"),
            (TOO_SHORT, f"udigits = udigits.lstrip('0')\n{THIRTEEN_RULE}"),
        ),
        "utf-inf-8/nud",
    ),
    "length-in-decimal-both-ways": Planted(
        rewritten(ID, (NME, NME.replace(":X", "")), (LENGTH_READ, LENGTH_READ.replace("16", "10"))), "utf-inf-8/nme-from-sixteen"
    ),
    "length-of-one-digit": Planted(
        rewritten(ID, (LENGTH_WRITTEN, f"nme = nme[-1:]\n{LENGTH_WRITTEN}")), "utf-inf-8/nme-from-sixteen"
    ),
    "length-of-two-digits-at-least": Planted(rewritten(ID, (NME, NME.replace(":X", ":02X"))), "utf-inf-8/nme-below-sixteen"),
    "length-of-8-bits-when-read": Planted(
        rewritten(ID, (LENGTH_READ, "return LEAST_NUD + (int(nme, 16) & 0xFF), end")), "utf-inf-8/nme-from-sixteen"
    ),
    "length-digits-in-turned-order": Planted(
        rewritten(
            ID,
            (AX_WRITTEN, AX_WRITTEN.replace("nme", "reversed(nme)")),
            (DIGITS_READ, DIGITS_READ.replace("in ax", "in reversed(ax)")),
            (LEADING_A0, LEADING_A0.replace("ax[0]", "ax[-1]")),
        ),
        "utf-inf-8/nme-from-sixteen",
    ),
    "length-not-looked-at": Planted(
        rewritten(
            ID,
            (
                STORAGE_COUNT,
                "count = len(data) - first\n"
                "count = next((at for at in range(count) if data[first + at] not in TRAILS), count)\n"
                "nud = nud - nud % 3 + (nud % 3 or 3) + count // 2 * 3 - (nud + 2) // 3 * 3",
            ),
            ("len(storage)", "len(storage) // 2 * 2"),
        ),
        "utf-inf-8/length-from-the-first-bytes",
        "utf-inf-8/storage-missing",
    ),
    "leading-a0-taken": Planted(rewritten(ID, (LEADING_A0, "if False:")), "utf-inf-8/nme-digits-as-needed"),
    "any-length-byte-taken": Planted(
        rewritten(
            ID, (AX_READ, AX_READ.replace("AX", "TRAILS")), (DIGITS_READ, DIGITS_READ.replace("byte - AX.start", "byte & 0xF"))
        ),
        "utf-inf-8/length-bytes-only",
    ),
    "af-no-length-byte": Planted(rewritten(ID, (AX_READ, AX_READ.replace("AX", "AX[:-1]"))), "utf-inf-8/nme-below-sixteen"),
    "b0-taken-for-a-length-byte": Planted(rewritten(ID, (AX_RANGE, "range(0xA0, 0xB0 + 1)")), "utf-inf-8/length-bytes-only"),
    "length-bytes-among-leading-bytes-both-ways": Planted(
        rewritten(ID, (AX_RANGE, "range(0xE0, 0xEF + 1)")), "utf-inf-8/leading-and-trail-apart"
    ),
    "length-bytes-without-bit-7-both-ways": Planted(
        rewritten(ID, (AX_RANGE, "range(0x30, 0x3F + 1)")), "utf-inf-8/no-false-match"
    ),
    "before-bytes-left-out": Planted(
        rewritten(
            ID,
            (LENGTH_WRITTEN, f"return {AX_WRITTEN}"),
            (COUNT_READ, "count = 1\nwhile data[start + 1 + count :] and data[start + 1 + count] in AX:\n    count += 1"),
        ),
        "utf-inf-8/b4-order",
    ),
    "before-bytes-below-those-of-the-length": Planted(
        rewritten(ID, (B4, 'B4 = b"\\xA0"'), (AX_RANGE, "range(0xA1, 0xB0 + 1)")), "utf-inf-8/length-bytes"
    ),
    "one-before-byte-too-many-both-ways": Planted(
        rewritten(ID, (BEFORE, "B4 * len(nme)"), (COUNT_READ, "count = first_ax - start - 1")), "utf-inf-8/b4-count"
    ),
    "one-before-byte-at-most": Planted(rewritten(ID, (BEFORE, "B4 * (len(nme) > 1)")), "utf-inf-8/b4-count"),
    "33-digits-and-one-more-exchanged": Planted(exchanged(ID, (1 << 4 * 33) - 1, 1 << 4 * 33), "utf-inf-8/binary-order"),
    # The value
    "first-of-fourteen-bytes-in-thirteen": Planted(
        rewritten(ID, (THIRTEEN_RULE, "if value <= THIRTEEN_BYTES.last + 1:")), "utf-inf-8/long-lead"
    ),
    "long-form-of-thirteen-byte-values-taken": Planted(
        rewritten(ID, (TOO_SHORT, 'if udigits.startswith("0"):')), "utf-inf-8/shortest-form"
    ),
    "last-of-thirteen-bytes-taken-in-fourteen": Planted(
        rewritten(ID, (TOO_SHORT, TOO_SHORT.replace("<=", "<"))), "utf-inf-8/shortest-form"
    ),
    "longer-length-than-needed-taken": Planted(rewritten(ID, (TOO_SHORT, THIRTEEN_RULE)), "utf-inf-8/length-as-needed"),
    "longer-length-than-needed-taken-in-long-codes": Planted(
        rewritten(ID, (TOO_SHORT, 'if udigits.startswith("0") and nud < 34 or value <= THIRTEEN_BYTES.last:')),
        "utf-inf-8/length-as-needed",
    ),
    "padding-not-looked-at": Planted(rewritten(ID, (ZEROS, "if False:")), "utf-inf-8/padding-zero"),
    "only-first-digit-of-padding-looked-at": Planted(
        rewritten(ID, (ZEROS, 'if zeros[:1].strip("0"):')), "utf-inf-8/padding-zero"
    ),
    "only-last-digit-of-padding-looked-at": Planted(
        rewritten(ID, (ZEROS, 'if zeros[-1:].strip("0"):')), "utf-inf-8/padding-zero"
    ),
    "padding-on-the-right-both-ways": Planted(
        rewritten(
            ID,
            (PADDED_LEFT, 'stored(udigits + "0" * padding(nud))'),
            (UNPADDED_LEFT, "zeros, udigits = udigits[nud:], udigits[:nud]"),
        ),
        "utf-inf-8/padding",
    ),
    "three-digits-of-padding-where-none-is-needed": Planted(
        rewritten(ID, (PADDING, "return 3 - nud % 3"), (STORAGE_COUNT, "count = (nud // 3 + 1) * 2")), "utf-inf-8/storage-count"
    ),
    "storage-count-rounded-down": Planted(rewritten(ID, (STORAGE_COUNT, "count = nud // 3 * 2")), "utf-inf-8/storage-count"),
    "storage-count-too-large-where-no-padding-is": Planted(
        rewritten(ID, (STORAGE_COUNT, "count = (nud + 3) // 3 * 2")), "utf-inf-8/storage-count"
    ),
    "first-storage-byte-left-out-where-always-80": Planted(
        rewritten(
            ID,
            (PADDED_LEFT, f"{PADDED_LEFT}[nud % 3 == 1 :]"),
            (STORAGE_COUNT, f"{STORAGE_COUNT} - (nud % 3 == 1)"),
            (STORAGE_READ, STORAGE_READ.replace("bytes_of(", 'b"\\x80" * (nud % 3 == 1) + bytes_of(')),
        ),
        "utf-inf-8/first-storage-byte-kept",
        "utf-inf-8/no-fifteen-bytes",
    ),
    "storage-bytes-exchanged-both-ways": Planted(
        rewritten(ID, ("divmod(three, 1 << TRAIL_BITS)", "reversed(divmod(three, 1 << TRAIL_BITS))")),
        "utf-inf-8/three-digits-in-two-bytes",
    ),
    "storage-bytes-from-c0": Planted(
        rewritten(ID, (f"{LONG_WRITTEN} + {PADDED_LEFT}", f"{LONG_WRITTEN} + bytes(0xC0 | byte for byte in {PADDED_LEFT})")),
        "utf-inf-8/storage-bytes",
        "utf-inf-8/trail-bytes",
    ),
    "storage-bytes-not-looked-at": Planted(
        rewritten(
            ID,
            (
                STORAGE_READ,
                "if len(data) < first + count:\n"
                '    raise Rejection("truncated", data[start:], start)\n'
                "udigits = udigits_of(bytes(0x80 | byte & 0x3F for byte in data[first : first + count]))",
            ),
        ),
        "utf-inf-8/storage-bytes",
    ),
    "room-for-a-thousand-storage-bytes": Planted(
        rewritten(ID, (STORAGE_COUNT, f"{STORAGE_COUNT}\nbytearray(1000)[count:] or [][count]")), "utf-inf-8/any-size"
    ),
}

MUTANTS = {ID: PLANTED}
