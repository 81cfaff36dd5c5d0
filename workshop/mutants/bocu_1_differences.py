"""Mutants of BOCU-1 in tables 1 to 4 and in the calculations that use them."""

from collections.abc import Iterator
from itertools import pairwise

from mutants.bocu_1 import HANGUL, HIRAGANA, ID, UNIHAN, script, scripts
from mutants.mutant import Planted
from mutants.planting import rewritten

ILLEGAL = "ILLEGAL_TRAILS = [0x00, *range(0x07, 0x10), 0x1A, 0x1B, 0x20]"
REMAINDERS = "diff, t = divmod(diff, BASE)"
TRUNCATED_REMAINDERS = "quotient = int(diff / BASE)\nt = abs(diff - quotient * BASE)\ndiff = quotient"
IN_RANGE = "if not 0 <= c <= LAST_CODE_POINT:"
TRAIL_RULE = "if data[index] not in REMAINDER_OF_TRAIL:"
ROW_FE = "Row(+0x2DD0C, +0x10FFFF, 0xFE, 0xFE, 3, 0xFE, +0x2DD0C)"
ROW_FB = "Row(+0x2911, +0x2DD0B, 0xFB, 0xFD, 2, 0xFB, +0x2911)"
ROW_D0 = "Row(+0x40, +0x2910, 0xD0, 0xFA, 1, 0xD0, +0x40)"
ROW_50 = "Row(-0x40, +0x3F, 0x50, 0xCF, 0, 0x90, 0x00)"
ROW_25 = "Row(-0x2911, -0x41, 0x25, 0x4F, 1, 0x50, -0x40)"
TRAILS_21 = "(0x14, 0xF2, 0x0D)"
TRAILS_1C = "(0x10, 0x13, 0x0C)"
TRAILS_10 = "(0x06, 0x0F, 0x0A)"
TRAILS_01 = "(0x00, 0x05, 0x01)"
ROW_WRITTEN = "row.first_difference <= diff <= row.last_difference"
SINGLE_WRITTEN = "SINGLE.first_difference <= diff <= SINGLE.last_difference"
SINGLE_READ = "lb - SINGLE.base_lead"
OFFSET_WRITTEN = "diff -= row.offset"
TRAIL_WRITTEN = "trails.insert(0, TRAIL_OF_REMAINDER[t])"
LEAD_WRITTEN = "return bytes([row.base_lead + diff, *trails])"
C0_RULE = "if c in C0:"
DIFFERENCE_WRITTEN = "return encoded_difference(c - prev), adjusted(c)"
LEAD_READ = "row = ROW_OF_LEAD[lb]"
DIFFERENCE_READ = "diff = (lb - row.base_lead) * BASE**row.trails + row.offset"
TRUNCATED = 'raise Rejection("truncated", data[position:], position)'
TRAIL_READ = "REMAINDER_OF_TRAIL[data[index]]"
BEFORE_READING = "diff, end = decoded_difference(data, position)"
STATE_READ = "return (c,), end, adjusted(c)"
MULTIPLIERS = "[BASE**power for power in reversed(range(self.trails))]"

ROWS = [
    # Requirements for tables 1 and 3, with the last difference and the lead bytes of each row
    ("t1-minus-4", "t3-21", -0x2DD0D, (0x21, 0x21)),
    ("t1-minus-3", "t3-22-24", -0x2912, (0x22, 0x24)),
    ("t1-minus-2", "t3-25-4f", -0x41, (0x25, 0x4F)),
    ("r4-1-single", "rd4-single", 0x3F, (0x50, 0xCF)),
    ("t1-plus-2", "t3-d0-fa", 0x2910, (0xD0, 0xFA)),
    ("t1-plus-3", "t3-fb-fd", 0x2DD0B, (0xFB, 0xFD)),
    ("t1-plus-4", "t3-fe", 0x10FFFF, (0xFE, 0xFE)),
]
TRAIL_ROWS = [
    # Requirements for tables 2 and 4, with the remainders and the trail bytes of each row
    ("t2-14-f2", "t4-21-ff", (0x14, 0xF2), (0x21, 0xFF)),
    ("t2-10-13", "t4-1c-1f", (0x10, 0x13), (0x1C, 0x1F)),
    ("t2-06-0f", "t4-10-19", (0x06, 0x0F), (0x10, 0x19)),
    ("t2-00-05", "t4-01-06", (0x00, 0x05), (0x01, 0x06)),
]


def planted(requirements: str, *edits: tuple[str, str]) -> Planted:
    return Planted(rewritten(ID, *edits), *(f"{ID}/{each}" for each in requirements.split()))


def trail_table(*rows: str) -> tuple[str, str]:
    """Returns an edit that replaces all rows of tables 2 and 4."""
    return f"[{TRAILS_21}, {TRAILS_1C}, {TRAILS_10}, {TRAILS_01}]", f"[{', '.join(rows)}]"


def in_the_row_of(other: int, difference: int) -> list[tuple[str, str]]:
    """Returns edits that encode `difference` with the row of the difference `other`."""
    taken = f"<= ({other} if diff == {difference} else diff)"
    return [(rule, rule.replace("<= diff", taken)) for rule in (SINGLE_WRITTEN, ROW_WRITTEN)]


def ends_of_rows() -> Iterator[tuple[str, Planted]]:
    """Yields two mutants for each boundary of two rows: the encoder uses one row or the other for one difference too many."""
    for (below, _, last, _), (above, *_) in pairwise(ROWS):
        name = f"{last:+x}".replace("-", "minus-").replace("+", "plus-")
        yield f"{name}-in-the-row-above", planted(below, *in_the_row_of(last + 1, last))
        yield f"row-up-to-{name}-one-too-long", planted(above, *in_the_row_of(last, last + 1))


def offsets() -> Iterator[tuple[str, Planted]]:
    """Yields a mutant for each row of table 3, whose offset is one too large."""
    for _, row, _, (first, last) in ROWS:
        edits = [(read, f"{read} + ({first} <= lb <= {last})") for read in (DIFFERENCE_READ, SINGLE_READ)]
        yield f"offset-of-{first:x}-to-{last:x}-off-by-one-when-read", planted(row, *edits)


def trail_rows() -> Iterator[tuple[str, Planted]]:
    """Yields two mutants for each range of trail bytes: the encoder writes the byte before the right one, which may be
    illegal, or the decoder reads the byte's value plus one."""
    for written, read, (first, last), (low, high) in TRAIL_ROWS:
        too_few = TRAIL_WRITTEN, TRAIL_WRITTEN.replace("[t]", f"[t] - ({first} <= t <= {last})")
        yield (f"trail-bytes-{low:x}-to-{high:x}-one-less", planted(f"{written} emits-nothing-illegal", too_few))
        too_many = TRAIL_READ, f"({low} <= data[index] <= {high}) + {TRAIL_READ}"
        yield f"trail-bytes-{low:x}-to-{high:x}-read-as-one-more", planted(read, too_many)


PLANTED = {
    **dict(ends_of_rows()),
    **dict(offsets()),
    **dict(trail_rows()),
    "gap-between-two-and-three-bytes": planted("rows-meet", (ROW_FB, ROW_FB.replace("+0x2911, +0x2DD0B", "+0x2912, +0x2DD0B"))),
    "offset-forgotten-when-written": planted("r4-3-offset", (OFFSET_WRITTEN, "pass")),
    "five-bytes-for-the-widest-both-ways": planted("at-most-four-bytes", (ROW_FE, ROW_FE.replace("3", "4"))),
    "50-read-as-a-lead": planted(
        "lead-apart-from-single", (ROW_50, ROW_50.replace("0x50", "0x51")), (ROW_25, ROW_25.replace("0x4F", "0x50"))
    ),
    "leads-below-in-turned-order-both-ways": planted(
        "symmetric-leads lexical-differences",
        (
            LEAD_WRITTEN,
            "lead = row.base_lead + diff\nreturn bytes([0x25 + 0x4F - lead if 0x25 <= lead <= 0x4F else lead, *trails])",
        ),
        (LEAD_READ, f"lb = 0x25 + 0x4F - lb if 0x25 <= lb <= 0x4F else lb\n{LEAD_READ}"),
    ),
    "lead-21-written-as-20": planted(
        "lead-from-21", (LEAD_WRITTEN, LEAD_WRITTEN.replace("diff", "diff - (row.base_lead == 0x22)"))
    ),
    "leads-one-too-large-when-written": planted(
        "r4-5-lead", (LEAD_WRITTEN, LEAD_WRITTEN.replace("diff", "diff + (row.trails > 0)"))
    ),
    "lead-behind-the-trail-bytes": planted("r4-6-output", (LEAD_WRITTEN, "return bytes([*trails, row.base_lead + diff])")),
    "lead-counts-a-power-too-few": planted(
        "rd5-lead multipliers", (DIFFERENCE_READ, DIFFERENCE_READ.replace("row.trails", "max(0, row.trails - 1)"))
    ),
    "base-242-when-written": planted("base-243", (REMAINDERS, "diff, t = divmod(diff, BASE - 1)")),
    "base-256-when-read": planted("multipliers", (MULTIPLIERS, MULTIPLIERS.replace("BASE", "256"))),
    "trail-bytes-in-turned-order-when-written": planted("r4-4-trails", (TRAIL_WRITTEN, "trails.append(TRAIL_OF_REMAINDER[t])")),
    "1a-used-as-a-trail-byte-both-ways": planted(
        "sub-own-byte twelve-own-controls known-reset-points",
        trail_table(TRAILS_21, "(0x10, 0x10, 0x0A)", "(0x11, 0x13, 0x0C)", TRAILS_10, TRAILS_01),  # 1A, 1D..1F
    ),
    "controls-refused-as-trail-bytes": planted("controls-as-trail", (TRAIL_RULE, "if data[index] not in range(0x21, 0x100):")),
    "ff-refused-as-a-trail-byte": planted("ff-trail", (TRAIL_RULE, TRAIL_RULE.replace(":", " or data[index] == RESET:"))),
    "7f-to-9f-refused": planted(
        "del-and-c1-bytes no-illegal-lead",
        (
            BEFORE_READING,
            'if 0x7F <= lb <= 0x9F:\n    raise Rejection("bad-lead", data[position:after_lb], position)\n' + BEFORE_READING,
        ),
    ),
    "tab-as-a-difference": planted("c0-and-space-direct", (C0_RULE, "if c in C0 and c != 0x09:")),
    "control-by-a-difference-dropped": planted(
        "control-by-difference", (STATE_READ, "return (c,) if c > SPACE else (), end, adjusted(c)")
    ),
    "state-not-adjusted-behind-trail-bytes": planted(
        "rd5-adjusts reverses-encoding", (STATE_READ, STATE_READ + " if end == after_lb else prev")
    ),
    "state-not-adjusted-behind-a-single-byte": planted("rd4-single", (STATE_READ, STATE_READ + " if end > after_lb else prev")),
    "scripts-forgotten-when-read": planted("rd5-adjusts", (STATE_READ, "return (c,), end, c // BLOCK * BLOCK + MIDDLE")),
    "state-moved-by-long-differences-only-both-ways": planted(
        "one-integer-state",
        (DIFFERENCE_WRITTEN, DIFFERENCE_WRITTEN + " if abs(c - prev) > MIDDLE else prev"),
        (STATE_READ, STATE_READ + " if abs(diff) > MIDDLE else prev"),
    ),
    "state-of-16-bits-both-ways": planted(
        "r5-block", ("return c // BLOCK * BLOCK + MIDDLE", "return (c // BLOCK * BLOCK + MIDDLE) & 0xFFFF")
    ),
    "blocks-of-64": planted("one-byte-in-a-block", ("BLOCK, MIDDLE = 0x80, 0x40", "BLOCK, MIDDLE = 0x40, 0x20")),
    "hiragana-of-whole-blocks": planted("cut-blocks", script(HIRAGANA, 0x3000, 0x30FF, 0x3070)),
    "unihan-without-a-state": planted("two-bytes-in-unihan unihan-reach", scripts(HIRAGANA, HANGUL)),
    "hangul-without-a-state": planted("two-bytes-in-hangul", scripts(HIRAGANA, UNIHAN)),
    "truncated-end-taken": planted("truncated", (TRUNCATED, "break")),
    "own-bytes-used-as-trail-bytes": Planted(
        rewritten(
            ID, (ILLEGAL, "ILLEGAL_TRAILS = []"), ("assert BASE == 256 - 13 == 243", ""), trail_table("(0x00, 0xFF, 0x00)")
        ),
        "bocu-1/cr-lf-own-bytes",
        "bocu-1/base-243",
    ),
    "space-used-as-a-trail-byte": Planted(
        # Byte 20 becomes a trail byte, and the row of 1C..1F loses one: 24..FF, 1C..1E, 20..23.
        rewritten(ID, trail_table("(0x14, 0xEF, 0x10)", "(0xF0, 0xF2, -0xD4)", "(0x10, 0x13, 0x10)", TRAILS_10, TRAILS_01)),
        "bocu-1/t2-10-13",
        "bocu-1/illegal-trail",
    ),
    "illegal-trail-bytes-taken": Planted(
        rewritten(ID, (TRAIL_RULE, "if False:"), (TRAIL_READ, "REMAINDER_OF_TRAIL.get(data[index], 0)")), "bocu-1/illegal-trail"
    ),
    "trail-byte-20-taken": Planted(
        rewritten(
            ID,
            (TRAIL_RULE, "if data[index] not in REMAINDER_OF_TRAIL and data[index] != 0x20:"),
            (TRAIL_READ, "REMAINDER_OF_TRAIL.get(data[index], 0x13)"),
        ),
        "bocu-1/illegal-trail",
    ),
    "negative-remainders-truncated": Planted(rewritten(ID, (REMAINDERS, TRUNCATED_REMAINDERS)), "bocu-1/r4-4-remainder"),
    "trail-bytes-in-turned-order": Planted(
        rewritten(
            ID,
            (TRAIL_WRITTEN, "trails.append(TRAIL_OF_REMAINDER[t])"),
            (MULTIPLIERS, "[BASE**power for power in range(self.trails)]"),
        ),
        "bocu-1/lexical-differences",
        "bocu-1/r4-6-output",
    ),
    "negative-differences-mirrored": Planted(
        rewritten(
            ID,
            ("encoded_difference(c - prev)", "encoded_difference(prev - c if -0x40 < c - prev < 0x40 else c - prev)"),
            ("c = prev + diff", "c = prev - diff if -0x40 < diff < 0x40 else prev + diff"),
        ),
        "bocu-1/binary-order",
    ),
    "single-bytes-one-fewer": Planted(
        rewritten(ID, (ROW_D0, ROW_D0.replace("+0x40, +0x2910", "+0x3F, +0x2910")), (ROW_50, ROW_50.replace("+0x3F", "+0x3E"))),
        "bocu-1/r4-1-single",
        "bocu-1/one-byte-in-a-block",
    ),
    "two-bytes-one-fewer": Planted(
        rewritten(
            ID, (ROW_FB, ROW_FB.replace("+0x2911, +0x2DD0B", "+0x2910, +0x2DD0B")), (ROW_D0, ROW_D0.replace("+0x2910", "+0x290F"))
        ),
        "bocu-1/t1-plus-2",
    ),
    "three-bytes-one-fewer": Planted(
        rewritten(
            ID,
            (ROW_FE, ROW_FE.replace("+0x2DD0C, +0x10FFFF", "+0x2DD0B, +0x10FFFF")),
            (ROW_FB, ROW_FB.replace("+0x2DD0B", "+0x2DD0A")),
        ),
        "bocu-1/t1-plus-3",
        "bocu-1/three-bytes-to-2dd4b",
    ),
    "offset-of-three-bytes-off-by-one": Planted(
        rewritten(ID, (ROW_FB, ROW_FB.replace("+0x2911)", "+0x2910)"))), "bocu-1/t1-plus-3", "bocu-1/r4-3-offset"
    ),
    "offset-of-negative-two-bytes-off-by-one": Planted(
        rewritten(ID, (ROW_25, ROW_25.replace("-0x40", "-0x41").replace("-0x2911", "-0x2912"))), "bocu-1/t1-minus-2"
    ),
    "four-bytes-not-written": Planted(
        rewritten(ID, (ROW_FE, ROW_FE.replace("+0x10FFFF", "+0x2DD0C"))), "bocu-1/widest-differences", "bocu-1/t1-plus-4"
    ),
    "result-beyond-10ffff-taken": Planted(rewritten(ID, (IN_RANGE, "if c < 0:")), "bocu-1/illegal-result"),
    "negative-result-wrapped": Planted(
        rewritten(ID, (IN_RANGE, "c = c if c >= 0 else c % 0x110000\nif c > LAST_CODE_POINT:")), "bocu-1/illegal-result"
    ),
}

MUTANTS = {ID: PLANTED}
