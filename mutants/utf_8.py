"""Faults of UTF-8, in its form of today and the original one."""

from mutants import general
from mutants.fault import Planted
from mutants.general import feeding, wrapped, wrapped_when_decoded, wrapped_when_encoded
from mutants.planting import altered, as_surrogates, exchanged, rewritten
from reference_codecs import CODECS, Rejection

SHORTEST = "if value < form.first:"
TRAIL_RULE = "if byte not in TRAILS:"
BIT_6_ADDED = "value = (value << TRAIL_BITS) + (byte - TRAILS.start)"
MASKED = "value = (value << TRAIL_BITS) + (byte & TRAIL_MASK)"
ENCODER_RULE = "if fault := utf_fault(value):\n            raise Rejection(fault, [value])"
DECODER_RULE = (
    "if fault := utf_fault(value):\n            raise Rejection(fault, data[position:end], position)"
)
FOUR_FORMS = "forms = FORMS[:4]"
SIX_BYTES = 'Form(0x04000000, 0x7FFFFFFF, "1111110x'


def taken_overlong_from(form: int) -> tuple[str, str]:
    return SHORTEST, f"if value < form.first and form.length != {form}:"


def only(fault: str, rule: str) -> tuple[str, str]:
    """A rule that sees one fault only."""
    return rule, rule.replace("utf_fault(value):", f"utf_fault(value) == {fault!r} and {fault!r}:")


def nul_in_two_bytes(encode, values):
    return b"".join(encode([value]) if value else b"\xc0\x80" for value in values)


def nul_read_from_two_bytes(decode, data):
    return decode(data.replace(b"\xc0\x80", b"\x00"))


def pairs_written(encode, values):
    """Code points beyond plane 0 are written as two surrogates of three bytes each."""
    return encode(as_surrogates(values))


def pairs_read(decode, data):
    values = []
    for value in decode(data):
        if 0xDC00 <= value <= 0xDFFF and values and 0xD800 <= values[-1] <= 0xDBFF:
            values[-1] = 0x10000 + (values[-1] - 0xD800 << 10) + value - 0xDC00
        else:
            values.append(value)
    return values


def noncharacters_refused(encode, values):
    for index, value in enumerate(values):
        if value & 0xFFFE == 0xFFFE or 0xFDD0 <= value <= 0xFDEF:
            raise Rejection("out-of-range", [value], index)
    return encode(values)


FAULTS = {
    "utf-8": {
        "overlong-taken": Planted(rewritten("utf-8", (SHORTEST, "if False:"))),
        "overlong-taken-of-two-bytes": Planted(rewritten("utf-8", taken_overlong_from(2))),
        "overlong-taken-of-three-bytes": Planted(rewritten("utf-8", taken_overlong_from(3))),
        "overlong-taken-of-four-bytes": Planted(rewritten("utf-8", taken_overlong_from(4))),
        "shortest-form-off-by-one": Planted(rewritten("utf-8", (SHORTEST, "if value < form.first - 1:"))),
        "first-of-each-form-refused": Planted(
            rewritten("utf-8", (SHORTEST, "if value <= form.first and value:"))
        ),
        "surrogates-let-through-both-ways": Planted(
            rewritten("utf-8", only("out-of-range", ENCODER_RULE), only("out-of-range", DECODER_RULE))
        ),
        "surrogates-written": Planted(rewritten("utf-8", only("out-of-range", ENCODER_RULE))),
        "surrogates-read": Planted(rewritten("utf-8", only("out-of-range", DECODER_RULE))),
        "low-surrogates-read": Planted(
            rewritten(
                "utf-8",
                (
                    DECODER_RULE,
                    DECODER_RULE.replace("utf_fault(value):", "value < 0xDC00 and utf_fault(value):"),
                ),
            )
        ),
        "d7ff-taken-for-a-surrogate": Planted(
            rewritten(
                "utf-8",
                (
                    ENCODER_RULE,
                    ENCODER_RULE.replace("utf_fault(value)", "utf_fault(value + (value == 0xD7FF))"),
                ),
            )
        ),
        "e000-taken-for-a-surrogate": Planted(
            rewritten(
                "utf-8",
                (
                    DECODER_RULE,
                    DECODER_RULE.replace("utf_fault(value)", "utf_fault(value - (value == 0xE000))"),
                ),
            )
        ),
        "beyond-10ffff-read": Planted(rewritten("utf-8", only("surrogate", DECODER_RULE))),
        "beyond-10ffff-written": Planted(rewritten("utf-8", only("surrogate", ENCODER_RULE))),
        "five-and-six-bytes-read": Planted(
            rewritten("utf-8", (FOUR_FORMS, "forms = FORMS"), only("surrogate", DECODER_RULE))
        ),
        "plane-0-only": Planted(rewritten("utf-8", (FOUR_FORMS, "forms = FORMS[:3]"))),
        "trail-bytes-not-looked-at": Planted(
            rewritten("utf-8", (TRAIL_RULE, "if False:"), (BIT_6_ADDED, MASKED))
        ),
        "trail-bytes-to-ff-taken": Planted(
            rewritten("utf-8", (TRAIL_RULE, "if byte < 0x80:"), (BIT_6_ADDED, MASKED))
        ),
        "bf-no-trail-byte": Planted(
            rewritten("utf-8", (TRAIL_RULE, "if byte not in TRAILS or byte == 0xBF:"))
        ),
        "nul-in-two-bytes-both-ways": Planted(
            altered("utf-8", encode=nul_in_two_bytes, decode=nul_read_from_two_bytes)
        ),
        "pairs-of-surrogates-both-ways": Planted(
            altered("utf-8-31bit", encode=pairs_written, decode=pairs_read)
        ),
        "pairs-of-surrogates-read": Planted(
            altered("utf-8", decode=lambda decode, data: pairs_read(CODECS["utf-8-31bit"].decode, data))
        ),
        "noncharacters-refused": Planted(altered("utf-8", encode=noncharacters_refused)),
        "mark-swallowed": Planted(altered("utf-8", decode=general.mark_swallowed)),
        "mark-written": Planted(altered("utf-8", encode=general.mark_written)),
        "nul-ends-the-text": Planted(altered("utf-8", decode=general.nul_ends_the_text)),
        "1a-ends-the-text": Planted(altered("utf-8", decode=general.substitute_ends_the_text)),
        "cr-lf-made-lf": Planted(altered("utf-8", decode=general.line_ends_made_one)),
        "cr-made-lf": Planted(altered("utf-8", decode=general.carriage_return_made_line_feed)),
        "last-line-end-stripped": Planted(altered("utf-8", decode=general.last_line_end_stripped)),
        "last-space-stripped": Planted(altered("utf-8", decode=general.spaces_stripped)),
        "normalized": Planted(altered("utf-8", decode=general.normalized)),
        "replaced-by-fffd": Planted(altered("utf-8", decode=general.ill_formed_replaced)),
        "ill-formed-skipped": Planted(altered("utf-8", decode=general.ill_formed_skipped)),
        "fffd-taken-for-a-fault": Planted(altered("utf-8", decode=general.replacement_taken_for_a_fault)),
        "truncated-end-dropped": Planted(altered("utf-8", decode=general.truncated_end_dropped)),
        "last-value-dropped": Planted(altered("utf-8", decode=general.last_value_dropped)),
        "in-blocks-of-64-bytes": Planted(altered("utf-8", decode=general.in_blocks_of(64))),
        "in-blocks-of-256-bytes": Planted(altered("utf-8", decode=general.in_blocks_of(256))),
        "in-blocks-of-1024-bytes": Planted(altered("utf-8", decode=general.in_blocks_of(1024))),
        "in-blocks-of-4096-bytes": Planted(altered("utf-8", decode=general.in_blocks_of(4096))),
        "in-blocks-of-8192-bytes": Planted(altered("utf-8", decode=general.in_blocks_of(8192))),
        "cut-at-255-values": Planted(altered("utf-8", decode=general.cut_at(255))),
        "cut-at-1024-values": Planted(altered("utf-8", decode=general.cut_at(1024))),
        "empty-refused": Planted(altered("utf-8", decode=general.empty_refused)),
        "empty-crashes": Planted(altered("utf-8", encode=general.empty_crashes)),
        "foreign-made-question-marks": Planted(altered("utf-8", encode=general.foreign_made_question_marks)),
        "last-foreign-not-seen": Planted(altered("utf-8", encode=general.last_foreign_not_seen)),
        "rejected-at-the-byte-that-shows-it": Planted(altered("utf-8", decode=general.rejected_at_the_end)),
        "rejected-at-the-start": Planted(altered("utf-8", decode=general.rejected_at_the_start)),
        "crashes-where-ill-formed": Planted(altered("utf-8", decode=general.crashes_where_ill_formed)),
        "crashes-where-truncated": Planted(altered("utf-8", decode=general.crashes_where_truncated)),
        "crashes-where-foreign": Planted(altered("utf-8", encode=general.crashes_where_foreign)),
        "16-bit-wrap-when-encoded": Planted(wrapped_when_encoded("utf-8", 16)),
        "800-and-7ff-exchanged": Planted(exchanged("utf-8", 0x800, 0x7FF)),
        "10000-and-ffff-exchanged": Planted(exchanged("utf-8", 0x10000, 0xFFFF)),
        "buffer-not-cleared-after-a-rejection": Planted(general.BufferNotCleared("utf-8")),
        "leftover-kept-for-the-next-call": Planted(general.LeftoverKept("utf-8")),
        "remembered-by-too-short-a-key": Planted(general.RememberedByLength("utf-8")),
        "byte-lost-at-a-cut": Planted(feeding("utf-8", general.ByteLostAtACut)),
        "end-not-seen-in-pieces": Planted(feeding("utf-8", general.EndNotSeen)),
        "each-piece-a-whole": Planted(feeding("utf-8", general.EachPieceAWhole)),
        "emitted-early-at-a-cut": Planted(feeding("utf-8", general.EmittedEarly)),
        "rest-of-piece-lost": Planted(feeding("utf-8", general.RestOfPieceLost)),
        "fault-before-the-cut-forgotten": Planted(feeding("utf-8", general.FaultBeforeTheCutForgotten)),
        "mark-swallowed-in-each-piece": Planted(feeding("utf-8", general.MarkSwallowedInEachPiece)),
    },
    "utf-8-31bit": {
        "overlong-taken": Planted(rewritten("utf-8-31bit", (SHORTEST, "if False:"))),
        "overlong-taken-of-five-bytes": Planted(rewritten("utf-8-31bit", taken_overlong_from(5))),
        "overlong-taken-of-six-bytes": Planted(rewritten("utf-8-31bit", taken_overlong_from(6))),
        "only-four-bytes": Planted(rewritten("utf-8-31bit", ("forms = FORMS\n", "forms = FORMS[:4]\n"))),
        "only-to-10ffff": Planted(CODECS["utf-8"]),
        "fe-and-ff-taken-for-six-bytes": Planted(
            rewritten(
                "utf-8-31bit",
                ("form = self.form_of_lead.get(lead)", "form = self.form_of_lead.get(min(lead, 0xFD))"),
            )
        ),
        "7fffffff-left-out": Planted(
            rewritten("utf-8-31bit", (SIX_BYTES, SIX_BYTES.replace("FFFF,", "FFFE,")))
        ),
        "26-bit-wrap-when-decoded": Planted(wrapped_when_decoded("utf-8-31bit", 26)),
        "30-bit-wrap": Planted(wrapped("utf-8-31bit", 30)),
        "31-bit-wrap-when-encoded": Planted(wrapped_when_encoded("utf-8-31bit", 31)),
        "32-bit-wrap-when-encoded": Planted(wrapped_when_encoded("utf-8-31bit", 32)),
        "64-bit-wrap-when-encoded": Planted(wrapped_when_encoded("utf-8-31bit", 64)),
        "200000-and-1fffff-exchanged": Planted(exchanged("utf-8-31bit", 0x200000, 0x1FFFFF)),
        "4000000-and-3ffffff-exchanged": Planted(exchanged("utf-8-31bit", 0x4000000, 0x3FFFFFF)),
        "trail-bytes-not-looked-at": Planted(
            rewritten("utf-8-31bit", (TRAIL_RULE, "if False:"), (BIT_6_ADDED, MASKED))
        ),
        "trail-bytes-in-turned-order": Planted(
            rewritten(
                "utf-8-31bit",
                (
                    "trail.insert(0, TRAILS.start + (value & TRAIL_MASK))",
                    "trail.append(TRAILS.start + (value & TRAIL_MASK))",
                ),
                (
                    "in trail_bytes(data, position, position + 1, form.length - 1):",
                    "in reversed(trail_bytes(data, position, position + 1, form.length - 1)):",
                ),
            )
        ),
        "pairs-of-surrogates-both-ways": Planted(
            altered("utf-8-31bit", encode=pairs_written, decode=pairs_read)
        ),
        "leads-c0-and-c1-dropped": Planted(
            altered(
                "utf-8-31bit",
                decode=lambda decode, data: decode(data.replace(b"\xc0", b"").replace(b"\xc1", b"")),
            )
        ),
        "truncated-end-dropped": Planted(altered("utf-8-31bit", decode=general.truncated_end_dropped)),
        "four-bytes-kept-at-a-cut": Planted(feeding("utf-8-31bit", general.FewBytesKept)),
        "ff-written-before-the-text": Planted(
            altered("utf-8-31bit", encode=lambda encode, values: b"\xff" + encode(values))
        ),
        "foreign-dropped": Planted(altered("utf-8-31bit", encode=general.foreign_dropped)),
    },
}
