"""Mutants that several encodings have in the same way. Each has one row, with the requirements that it breaks in each
encoding."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from mutants import calls, code_points, forms, general, pieces
from mutants.mutant import Codec, Planted
from mutants.pieces import feeding
from mutants.planting import altered


class Row(NamedTuple):
    """A mistake, how its codec is made of an encoding, and the requirements that it breaks, by encoding."""

    name: str
    codec: Callable[[str], Codec]
    breaks: Mapping[str, tuple[str, ...]]


ROWS = [
    # Decoding
    Row(
        "crashes-where-ill-formed",
        lambda id: altered(id, decode=general.crashes_where_ill_formed),
        {
            "kim": ("common/always-an-answer",),
            "kim-text": ("common/always-an-answer",),
            "utf-8": ("common/always-an-answer",),
            "bocu-1": ("bocu-1/illegal-reported", "common/always-an-answer"),
        },
    ),
    Row(
        "truncated-end-dropped",
        lambda id: altered(id, decode=general.truncated_end_dropped),
        {
            "kim": ("kim/last-byte-clear", "common/incomplete-input"),
            "kim-count": ("kim/last-byte-clear", "common/incomplete-input"),
            "utf-8": ("common/incomplete-input",),
            "utf-8-31bit": ("utf-8-31bit/first-byte-tells-length",),
            "utf-inf-8": ("utf-inf-8/truncated",),
            "bocu-1": ("bocu-1/truncated",),
        },
    ),
    Row(
        "nul-ends-the-text",
        lambda id: altered(id, decode=general.nul_ends_the_text),
        {
            "kim": ("common/map-both-ways",),
            "utf-8-31bit": ("utf-8-31bit/ascii",),
            "utf-inf-8": ("utf-inf-8/ascii",),
            "bocu-1": ("bocu-1/rd2-c0",),
            "ascii": ("ascii/control-characters",),
            "ascii-parity": ("ascii/control-characters",),
        },
    ),
    Row(
        "truncated-end-dropped-of-one-byte",
        lambda id: altered(id, decode=general.truncated_end_dropped_of(1)),
        {"kim": ("kim/last-byte-clear",), "kim-count": ("kim/last-byte-clear",), "bocu-1": ("bocu-1/truncated",)},
    ),
    Row(
        "surrogates-replaced-when-read",
        lambda id: altered(id, decode=general.surrogates_replaced_when_read),
        {"kim": ("kim/surrogates",), "kim-text": ("kim/surrogates",), "bocu-1": ("bocu-1/surrogate-pair-as-two",)},
    ),
    Row(
        "mark-swallowed",
        lambda id: altered(id, decode=general.mark_swallowed),
        {
            "kim": ("kim/every-code-point",),
            "kim-text": ("kim/text-read-back",),
            "utf-8-31bit": ("utf-8-31bit/noncharacters",),
            "utf-inf-8": ("utf-inf-8/noncharacters",),
            "bocu-1": ("bocu-1/signature",),
        },
    ),
    Row(
        "empty-refused",
        lambda id: altered(id, decode=general.empty_refused),
        {
            "kim": ("common/map-both-ways",),
            "kim-count": ("common/map-both-ways",),
            "utf-8": ("common/map-both-ways",),
            "bocu-1": ("bocu-1/any-number",),
        },
    ),
    Row(
        "replaced-by-fffd",
        lambda id: altered(id, decode=general.ill_formed_replaced),
        {
            "kim": ("kim/at-most-three-bytes", "kim/last-byte-clear"),
            "utf-8": ("utf-8/trail-bytes",),
            "ascii": ("ascii/upper-half-absent",),
        },
    ),
    Row(
        "in-blocks-of-4096-bytes",
        lambda id: altered(id, decode=general.in_blocks_of(4096)),
        {"kim": ("common/any-length",), "kim-text": ("common/any-length",), "bocu-1": ("common/any-length",)},
    ),
    Row(
        "cut-at-65536-values",
        lambda id: altered(id, decode=general.cut_at(0x10000)),
        {
            "kim": ("common/any-length",),
            "kim-count": ("common/any-length",),
            "bocu-1": ("common/any-length",),
            "ascii": ("common/any-length",),
            "cp437": ("common/any-length",),
            "iso-8859-1": ("common/any-length",),
        },
    ),
    Row(
        "lone-trail-byte-dropped",
        lambda id: altered(id, decode=forms.lone_trail_dropped),
        {
            "utf-8": ("utf-8/trail-byte-not-first",),
            "utf-8-31bit": ("utf-8-31bit/further-byte-not-first",),
            "utf-inf-8": ("utf-inf-8/lone-trail",),
        },
    ),
    Row(
        "cr-lf-made-lf",
        lambda id: altered(id, decode=general.line_ends_made_one),
        {
            "utf-8": ("utf-8/ascii-compatible",),
            "bocu-1": ("bocu-1/rd2-c0",),
            "ascii": ("ascii/control-characters",),
            "ascii-parity": ("ascii/control-characters",),
        },
    ),
    Row(
        "rejected-at-the-start",
        lambda id: altered(id, decode=general.rejected_at_the_start),
        {"utf-8": ("common/first-fault",), "bocu-1": ("common/first-fault",), "ascii-parity": ("common/first-fault",)},
    ),
    Row(
        "crashes-where-truncated",
        lambda id: altered(id, decode=general.crashes_where_truncated),
        {
            "utf-8": ("common/always-an-answer",),
            "utf-8-31bit": ("utf-8-31bit/missing-bytes",),
            "utf-inf-8": ("utf-inf-8/truncated",),
        },
    ),
    # Encoding
    Row(
        "last-byte-dropped",
        lambda id: altered(id, encode=general.last_byte_dropped),
        {
            "kim": ("common/map-both-ways", "kim/encode-groups"),
            "kim-count": ("common/map-both-ways",),
            "utf-inf-8": ("utf-inf-8/one-byte", "common/map-both-ways"),
            "bocu-1": ("bocu-1/same-as-encoding",),
        },
    ),
    Row(
        "surrogates-replaced",
        lambda id: altered(id, encode=general.surrogates_replaced),
        {"kim": ("kim/surrogates",), "kim-text": ("kim/surrogates",), "bocu-1": ("bocu-1/surrogate-pair-as-two",)},
    ),
    Row(
        "noncharacters-refused",
        lambda id: altered(id, encode=code_points.noncharacters_refused),
        {
            "kim": ("kim/every-code-point",),
            "utf-8-31bit": ("utf-8-31bit/noncharacters",),
            "utf-inf-8": ("utf-inf-8/noncharacters",),
        },
    ),
    Row(
        "empty-crashes",
        lambda id: altered(id, encode=general.empty_crashes),
        {
            "kim": ("common/always-an-answer",),
            "kim-count": ("common/always-an-answer",),
            "utf-8": ("common/map-both-ways",),
            "bocu-1": ("bocu-1/any-number",),
        },
    ),
    Row(
        "unencodable-made-question-marks",
        lambda id: altered(id, encode=general.unencodable_made_question_marks),
        {
            "kim": ("kim/last-character",),
            "utf-8": ("common/values-of-the-encoding",),
            "bocu-1": ("bocu-1/code-point-range",),
            "ascii": ("ascii/other-letters",),
            "ascii-parity": ("ascii/other-letters",),
        },
    ),
    Row(
        "32-bit-wrap-when-encoded",
        lambda id: general.wrapped_when_encoded(id, 32),
        {"kim-count": ("kim/count-any-size",), "utf-8-31bit": ("utf-8-31bit/all-codes",), "ascii": ("ascii/seven-bits",)},
    ),
    Row(
        "repeated-value-lost",
        lambda id: altered(id, encode=general.repeated_value_lost),
        {
            "kim-count": ("kim/stateless",),
            "utf-8": ("utf-8/sequence-kept",),
            "utf-8-31bit": ("utf-8-31bit/stateless",),
            "utf-inf-8": ("utf-inf-8/stateless",),
        },
    ),
    Row(
        "nul-ends-the-values",
        lambda id: altered(id, encode=general.nul_ends_the_values),
        {"kim-text": ("kim/text-read-back",), "utf-8-31bit": ("utf-8-31bit/ascii",), "utf-inf-8": ("utf-inf-8/ascii",)},
    ),
    Row(
        "last-unencodable-not-seen",
        lambda id: altered(id, encode=general.last_unencodable_not_seen),
        {
            "kim-text": ("kim/last-character",),
            "utf-8": ("common/values-of-the-encoding",),
            "ascii": ("common/values-of-the-encoding",),
            "ascii-parity": ("common/values-of-the-encoding",),
        },
    ),
    Row(
        "surrogates-made-fffd",
        lambda id: altered(id, encode=general.surrogates_replaced),
        {"utf-8": ("utf-8/surrogates",), "utf-8-31bit": ("utf-8-31bit/surrogates",), "utf-inf-8": ("utf-inf-8/surrogates",)},
    ),
    Row(
        "64-bit-wrap-when-encoded",
        lambda id: general.wrapped_when_encoded(id, 64),
        {"utf-8-31bit": ("utf-8-31bit/all-codes",), "utf-inf-8": ("utf-inf-8/any-size",), "ascii": ("ascii/seven-bits",)},
    ),
    Row(
        "8-bit-wrap-when-encoded",
        lambda id: general.wrapped_when_encoded(id, 8),
        {"ascii": ("ascii/seven-bits",), "cp437": ("cp437/other-characters",), "iso-8859-1": ("iso-8859/other-characters",)},
    ),
    # From one call or piece to the next
    Row(
        "byte-lost-at-a-cut",
        lambda id: feeding(id, pieces.ByteLostAtACut),
        {
            "kim": ("common/pieces", "kim/incremental"),
            "utf-8": ("common/pieces",),
            "utf-8-31bit": ("common/pieces",),
            "utf-inf-8": ("utf-inf-8/incremental",),
            "bocu-1": ("bocu-1/incremental",),
        },
    ),
    Row(
        "leftover-kept-for-the-next-call",
        calls.LeftoverKept,
        {
            "kim": ("common/initial-state", "kim/stateless"),
            "utf-8": ("common/initial-state",),
            "utf-8-31bit": ("utf-8-31bit/stateless", "common/initial-state"),
            "utf-inf-8": ("utf-inf-8/stateless", "common/initial-state"),
        },
    ),
    Row(
        "end-not-seen-in-pieces",
        lambda id: feeding(id, pieces.EndNotSeen),
        {
            "kim-count": ("kim/incremental",),
            "utf-8": ("common/pieces",),
            "utf-inf-8": ("utf-inf-8/incremental",),
            "bocu-1": ("bocu-1/incremental",),
        },
    ),
    Row(
        "four-bytes-kept-at-a-cut",
        lambda id: feeding(id, pieces.FewBytesKept),
        {
            "kim-count": ("kim/incremental",),
            "utf-8-31bit": ("common/pieces",),
            "utf-inf-8": ("utf-inf-8/incremental", "common/pieces"),
        },
    ),
    Row(
        "remembered-by-too-short-a-key",
        calls.RememberedByLength,
        {
            "kim-count": ("common/initial-state",),
            "utf-8": ("common/initial-state",),
            "utf-inf-8": ("utf-inf-8/stateless",),
            "cp437": ("common/initial-state",),
        },
    ),
]


def _mutants() -> dict[str, dict[str, Planted]]:
    found: dict[str, dict[str, Planted]] = {}
    for row in ROWS:
        for encoding, requirements in row.breaks.items():
            found.setdefault(encoding, {})[row.name] = Planted(row.codec(encoding), *requirements)
    return found


MUTANTS = _mutants()
