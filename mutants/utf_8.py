"""Faults of UTF-8, in its form of today and the original one."""

from planted import streams
from planted.streams import feeding, wrapped, wrapped_when_decoded, wrapped_when_encoded
from planted.tools import altered, as_surrogates, exchanged, rewritten
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
        "overlong-taken": rewritten("utf-8", (SHORTEST, "if False:")),
        "overlong-taken-of-two-bytes": rewritten("utf-8", taken_overlong_from(2)),
        "overlong-taken-of-three-bytes": rewritten("utf-8", taken_overlong_from(3)),
        "overlong-taken-of-four-bytes": rewritten("utf-8", taken_overlong_from(4)),
        "shortest-form-off-by-one": rewritten("utf-8", (SHORTEST, "if value < form.first - 1:")),
        "first-of-each-form-refused": rewritten("utf-8", (SHORTEST, "if value <= form.first and value:")),
        "surrogates-let-through-both-ways": rewritten(
            "utf-8", only("out-of-range", ENCODER_RULE), only("out-of-range", DECODER_RULE)
        ),
        "surrogates-written": rewritten("utf-8", only("out-of-range", ENCODER_RULE)),
        "surrogates-read": rewritten("utf-8", only("out-of-range", DECODER_RULE)),
        "low-surrogates-read": rewritten(
            "utf-8",
            (DECODER_RULE, DECODER_RULE.replace("utf_fault(value):", "value < 0xDC00 and utf_fault(value):")),
        ),
        "d7ff-taken-for-a-surrogate": rewritten(
            "utf-8",
            (ENCODER_RULE, ENCODER_RULE.replace("utf_fault(value)", "utf_fault(value + (value == 0xD7FF))")),
        ),
        "e000-taken-for-a-surrogate": rewritten(
            "utf-8",
            (DECODER_RULE, DECODER_RULE.replace("utf_fault(value)", "utf_fault(value - (value == 0xE000))")),
        ),
        "beyond-10ffff-read": rewritten("utf-8", only("surrogate", DECODER_RULE)),
        "beyond-10ffff-written": rewritten("utf-8", only("surrogate", ENCODER_RULE)),
        "five-and-six-bytes-read": rewritten(
            "utf-8", (FOUR_FORMS, "forms = FORMS"), only("surrogate", DECODER_RULE)
        ),
        "plane-0-only": rewritten("utf-8", (FOUR_FORMS, "forms = FORMS[:3]")),
        "trail-bytes-not-looked-at": rewritten("utf-8", (TRAIL_RULE, "if False:"), (BIT_6_ADDED, MASKED)),
        "trail-bytes-to-ff-taken": rewritten("utf-8", (TRAIL_RULE, "if byte < 0x80:"), (BIT_6_ADDED, MASKED)),
        "bf-no-trail-byte": rewritten("utf-8", (TRAIL_RULE, "if byte not in TRAILS or byte == 0xBF:")),
        "nul-in-two-bytes-both-ways": altered(
            "utf-8", encode=nul_in_two_bytes, decode=nul_read_from_two_bytes
        ),
        "pairs-of-surrogates-both-ways": altered("utf-8-31bit", encode=pairs_written, decode=pairs_read),
        "pairs-of-surrogates-read": altered(
            "utf-8", decode=lambda decode, data: pairs_read(CODECS["utf-8-31bit"].decode, data)
        ),
        "noncharacters-refused": altered("utf-8", encode=noncharacters_refused),
        "mark-swallowed": altered("utf-8", decode=streams.mark_swallowed),
        "mark-written": altered("utf-8", encode=streams.mark_written),
        "nul-ends-the-text": altered("utf-8", decode=streams.nul_ends_the_text),
        "1a-ends-the-text": altered("utf-8", decode=streams.substitute_ends_the_text),
        "cr-lf-made-lf": altered("utf-8", decode=streams.line_ends_made_one),
        "cr-made-lf": altered("utf-8", decode=streams.carriage_return_made_line_feed),
        "last-line-end-stripped": altered("utf-8", decode=streams.last_line_end_stripped),
        "last-space-stripped": altered("utf-8", decode=streams.spaces_stripped),
        "normalized": altered("utf-8", decode=streams.normalized),
        "replaced-by-fffd": altered("utf-8", decode=streams.ill_formed_replaced),
        "ill-formed-skipped": altered("utf-8", decode=streams.ill_formed_skipped),
        "fffd-taken-for-a-fault": altered("utf-8", decode=streams.replacement_taken_for_a_fault),
        "truncated-end-dropped": altered("utf-8", decode=streams.truncated_end_dropped),
        "last-value-dropped": altered("utf-8", decode=streams.last_value_dropped),
        "in-blocks-of-64-bytes": altered("utf-8", decode=streams.in_blocks_of(64)),
        "in-blocks-of-256-bytes": altered("utf-8", decode=streams.in_blocks_of(256)),
        "in-blocks-of-1024-bytes": altered("utf-8", decode=streams.in_blocks_of(1024)),
        "in-blocks-of-4096-bytes": altered("utf-8", decode=streams.in_blocks_of(4096)),
        "in-blocks-of-8192-bytes": altered("utf-8", decode=streams.in_blocks_of(8192)),
        "cut-at-255-values": altered("utf-8", decode=streams.cut_at(255)),
        "cut-at-1024-values": altered("utf-8", decode=streams.cut_at(1024)),
        "empty-refused": altered("utf-8", decode=streams.empty_refused),
        "empty-crashes": altered("utf-8", encode=streams.empty_crashes),
        "foreign-made-question-marks": altered("utf-8", encode=streams.foreign_made_question_marks),
        "last-foreign-not-seen": altered("utf-8", encode=streams.last_foreign_not_seen),
        "rejected-at-the-byte-that-shows-it": altered("utf-8", decode=streams.rejected_at_the_end),
        "rejected-at-the-start": altered("utf-8", decode=streams.rejected_at_the_start),
        "crashes-where-ill-formed": altered("utf-8", decode=streams.crashes_where_ill_formed),
        "crashes-where-truncated": altered("utf-8", decode=streams.crashes_where_truncated),
        "crashes-where-foreign": altered("utf-8", encode=streams.crashes_where_foreign),
        "16-bit-wrap-when-encoded": wrapped_when_encoded("utf-8", 16),
        "800-and-7ff-exchanged": exchanged("utf-8", 0x800, 0x7FF),
        "10000-and-ffff-exchanged": exchanged("utf-8", 0x10000, 0xFFFF),
        "buffer-not-cleared-after-a-rejection": streams.BufferNotCleared("utf-8"),
        "leftover-kept-for-the-next-call": streams.LeftoverKept("utf-8"),
        "remembered-by-too-short-a-key": streams.RememberedByLength("utf-8"),
        "byte-lost-at-a-cut": feeding("utf-8", streams.ByteLostAtACut),
        "end-not-seen-in-pieces": feeding("utf-8", streams.EndNotSeen),
        "each-piece-a-whole": feeding("utf-8", streams.EachPieceAWhole),
        "emitted-early-at-a-cut": feeding("utf-8", streams.EmittedEarly),
        "rest-of-piece-lost": feeding("utf-8", streams.RestOfPieceLost),
        "fault-before-the-cut-forgotten": feeding("utf-8", streams.FaultBeforeTheCutForgotten),
        "mark-swallowed-in-each-piece": feeding("utf-8", streams.MarkSwallowedInEachPiece),
    },
    "utf-8-31bit": {
        "overlong-taken": rewritten("utf-8-31bit", (SHORTEST, "if False:")),
        "overlong-taken-of-five-bytes": rewritten("utf-8-31bit", taken_overlong_from(5)),
        "overlong-taken-of-six-bytes": rewritten("utf-8-31bit", taken_overlong_from(6)),
        "only-four-bytes": rewritten("utf-8-31bit", ("forms = FORMS\n", "forms = FORMS[:4]\n")),
        "only-to-10ffff": CODECS["utf-8"],
        "fe-and-ff-taken-for-six-bytes": rewritten(
            "utf-8-31bit",
            ("form = self.form_of_lead.get(lead)", "form = self.form_of_lead.get(min(lead, 0xFD))"),
        ),
        "7fffffff-left-out": rewritten("utf-8-31bit", (SIX_BYTES, SIX_BYTES.replace("FFFF,", "FFFE,"))),
        "26-bit-wrap-when-decoded": wrapped_when_decoded("utf-8-31bit", 26),
        "30-bit-wrap": wrapped("utf-8-31bit", 30),
        "31-bit-wrap-when-encoded": wrapped_when_encoded("utf-8-31bit", 31),
        "32-bit-wrap-when-encoded": wrapped_when_encoded("utf-8-31bit", 32),
        "64-bit-wrap-when-encoded": wrapped_when_encoded("utf-8-31bit", 64),
        "200000-and-1fffff-exchanged": exchanged("utf-8-31bit", 0x200000, 0x1FFFFF),
        "4000000-and-3ffffff-exchanged": exchanged("utf-8-31bit", 0x4000000, 0x3FFFFFF),
        "trail-bytes-not-looked-at": rewritten(
            "utf-8-31bit", (TRAIL_RULE, "if False:"), (BIT_6_ADDED, MASKED)
        ),
        "trail-bytes-in-turned-order": rewritten(
            "utf-8-31bit",
            (
                "trail.insert(0, TRAILS.start + (value & TRAIL_MASK))",
                "trail.append(TRAILS.start + (value & TRAIL_MASK))",
            ),
            (
                "in trail_bytes(data, position, position + 1, form.length - 1):",
                "in reversed(trail_bytes(data, position, position + 1, form.length - 1)):",
            ),
        ),
        "pairs-of-surrogates-both-ways": altered("utf-8-31bit", encode=pairs_written, decode=pairs_read),
        "leads-c0-and-c1-dropped": altered(
            "utf-8-31bit",
            decode=lambda decode, data: decode(data.replace(b"\xc0", b"").replace(b"\xc1", b"")),
        ),
        "truncated-end-dropped": altered("utf-8-31bit", decode=streams.truncated_end_dropped),
        "four-bytes-kept-at-a-cut": feeding("utf-8-31bit", streams.FewBytesKept),
        "ff-written-before-the-text": altered(
            "utf-8-31bit", encode=lambda encode, values: b"\xff" + encode(values)
        ),
        "foreign-dropped": altered("utf-8-31bit", encode=streams.foreign_dropped),
    },
}
