"""Mutants that several encodings share. Each has one row, with the encodings in which it breaks a requirement."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from mutants import calls, code_points, forms, general, pieces
from mutants.methods import FaultyDecode, FaultyEncode
from mutants.mutant import Codec, Planted
from mutants.pieces import feeding
from mutants.planting import altered


class Row(NamedTuple):
    """A bug, the function that makes its codec for an encoding, and the encodings by the requirement that it breaks in them."""

    name: str
    codec: Callable[[str], Codec]
    breaks: Mapping[str, Sequence[str]]


def decoding(faulty: FaultyDecode) -> Callable[[str], Codec]:
    """Returns a function that makes a codec of an encoding with this decoder."""
    return lambda id: altered(id, decode=faulty)


def encoding(faulty: FaultyEncode) -> Callable[[str], Codec]:
    """Returns a function that makes a codec of an encoding with this encoder."""
    return lambda id: altered(id, encode=faulty)


ROWS = [
    # Decoding
    Row(
        "crashes-where-ill-formed",
        decoding(general.crashes_where_ill_formed),
        {"bocu-1/illegal-reported": ["bocu-1"], "common/always-an-answer": ["kim", "kim-text", "utf-8", "bocu-1"]},
    ),
    Row(
        "truncated-end-dropped",
        decoding(general.truncated_end_dropped),
        {
            "kim/last-byte-clear": ["kim", "kim-count"],
            "common/incomplete-input": ["kim", "kim-count", "utf-8"],
            "utf-8-31bit/first-byte-tells-length": ["utf-8-31bit"],
            "utf-inf-8/truncated": ["utf-inf-8"],
            "bocu-1/truncated": ["bocu-1"],
        },
    ),
    Row(
        "nul-ends-the-text",
        decoding(general.nul_ends_the_text),
        {
            "common/map-both-ways": ["kim"],
            "utf-8-31bit/ascii": ["utf-8-31bit"],
            "utf-inf-8/ascii": ["utf-inf-8"],
            "bocu-1/rd2-c0": ["bocu-1"],
            "ascii/control-characters": ["ascii", "ascii-parity"],
        },
    ),
    Row(
        "truncated-end-dropped-of-one-byte",
        decoding(general.truncated_end_dropped_of(1)),
        {"kim/last-byte-clear": ["kim", "kim-count"], "bocu-1/truncated": ["bocu-1"]},
    ),
    Row(
        "surrogates-replaced-when-read",
        decoding(general.surrogates_replaced_when_read),
        {"kim/surrogates": ["kim", "kim-text"], "bocu-1/surrogate-pair-as-two": ["bocu-1"]},
    ),
    Row(
        "mark-swallowed",
        decoding(general.mark_swallowed),
        {
            "kim/every-code-point": ["kim"],
            "kim/text-read-back": ["kim-text"],
            "utf-8-31bit/noncharacters": ["utf-8-31bit"],
            "utf-inf-8/noncharacters": ["utf-inf-8"],
            "bocu-1/signature": ["bocu-1"],
            "utf-8-variants/any-character": ["cesu-8", "modified-utf-8", "wtf-8"],
        },
    ),
    Row(
        "empty-refused",
        decoding(general.empty_refused),
        {"common/map-both-ways": ["kim", "kim-count", "utf-8"], "bocu-1/any-number": ["bocu-1"]},
    ),
    Row(
        "replaced-by-fffd",
        decoding(general.ill_formed_replaced),
        {
            "kim/at-most-three-bytes": ["kim"],
            "kim/last-byte-clear": ["kim"],
            "utf-8/trail-bytes": ["utf-8"],
            "ascii/upper-half-absent": ["ascii"],
        },
    ),
    Row(
        "in-blocks-of-4096-bytes",
        decoding(general.in_blocks_of(4096)),
        {"common/any-length": ["kim", "kim-text", "bocu-1", "cesu-8"]},
    ),
    Row(
        "cut-at-65536-values",
        decoding(general.cut_at(0x10000)),
        {"common/any-length": ["kim", "kim-count", "bocu-1", "ascii", "cp437", "iso-8859-1"]},
    ),
    Row(
        "lone-trail-byte-dropped",
        decoding(forms.lone_trail_dropped),
        {
            "utf-8/trail-byte-not-first": ["utf-8"],
            "utf-8-31bit/further-byte-not-first": ["utf-8-31bit"],
            "utf-inf-8/lone-trail": ["utf-inf-8"],
            "utf-8-variants/trail-bytes": ["cesu-8", "modified-utf-8"],
            "utf-8-variants/well-formed-codes": ["wtf-8"],
        },
    ),
    Row(
        "cr-lf-made-lf",
        decoding(general.line_ends_made_one),
        {"utf-8/ascii-compatible": ["utf-8"], "bocu-1/rd2-c0": ["bocu-1"], "ascii/control-characters": ["ascii", "ascii-parity"]},
    ),
    Row(
        "rejected-at-the-start",
        decoding(general.rejected_at_the_start),
        {"common/first-fault": ["utf-8", "bocu-1", "ascii-parity"]},
    ),
    Row(
        "crashes-where-truncated",
        decoding(general.crashes_where_truncated),
        {
            "common/always-an-answer": ["utf-8"],
            "utf-8-31bit/missing-bytes": ["utf-8-31bit"],
            "utf-inf-8/truncated": ["utf-inf-8"],
        },
    ),
    # Encoding
    Row(
        "last-byte-dropped",
        encoding(general.last_byte_dropped),
        {
            "utf-inf-8/one-byte": ["utf-inf-8"],
            "common/map-both-ways": ["kim", "kim-count", "utf-inf-8"],
            "kim/encode-groups": ["kim"],
            "bocu-1/same-as-encoding": ["bocu-1"],
        },
    ),
    Row(
        "surrogates-replaced",
        encoding(general.surrogates_replaced),
        {"kim/surrogates": ["kim", "kim-text"], "bocu-1/surrogate-pair-as-two": ["bocu-1"]},
    ),
    Row(
        "noncharacters-refused",
        encoding(code_points.noncharacters_refused),
        {
            "kim/every-code-point": ["kim"],
            "utf-8-31bit/noncharacters": ["utf-8-31bit"],
            "utf-inf-8/noncharacters": ["utf-inf-8"],
            "utf-8-variants/any-character": ["cesu-8", "modified-utf-8", "wtf-8"],
        },
    ),
    Row(
        "empty-crashes",
        encoding(general.empty_crashes),
        {"common/always-an-answer": ["kim", "kim-count"], "common/map-both-ways": ["utf-8"], "bocu-1/any-number": ["bocu-1"]},
    ),
    Row(
        "unencodable-made-question-marks",
        encoding(general.unencodable_made_question_marks),
        {
            "kim/last-character": ["kim"],
            "common/values-of-the-encoding": ["utf-8"],
            "bocu-1/code-point-range": ["bocu-1"],
            "ascii/other-letters": ["ascii", "ascii-parity"],
        },
    ),
    Row(
        "32-bit-wrap-when-encoded",
        lambda id: general.wrapped_when_encoded(id, 32),
        {
            "kim/count-any-size": ["kim-count"],
            "utf-8-31bit/all-codes": ["utf-8-31bit"],
            "ascii/seven-bits": ["ascii"],
            "utf-8-variants/code-space": ["cesu-8", "modified-utf-8", "wtf-8"],
        },
    ),
    Row(
        "repeated-value-lost",
        encoding(general.repeated_value_lost),
        {
            "kim/stateless": ["kim-count"],
            "utf-8/sequence-kept": ["utf-8"],
            "utf-8-31bit/stateless": ["utf-8-31bit"],
            "utf-inf-8/stateless": ["utf-inf-8"],
            "utf-8-variants/sequence-kept": ["cesu-8", "modified-utf-8"],
        },
    ),
    Row(
        "nul-ends-the-values",
        encoding(general.nul_ends_the_values),
        {"kim/text-read-back": ["kim-text"], "utf-8-31bit/ascii": ["utf-8-31bit"], "utf-inf-8/ascii": ["utf-inf-8"]},
    ),
    Row(
        "last-unencodable-not-seen",
        encoding(general.last_unencodable_not_seen),
        {"kim/last-character": ["kim-text"], "common/values-of-the-encoding": ["utf-8", "ascii", "ascii-parity"]},
    ),
    Row(
        "surrogates-made-fffd",
        encoding(general.surrogates_replaced),
        {"utf-8/surrogates": ["utf-8"], "utf-8-31bit/surrogates": ["utf-8-31bit"], "utf-inf-8/surrogates": ["utf-inf-8"]},
    ),
    Row(
        "64-bit-wrap-when-encoded",
        lambda id: general.wrapped_when_encoded(id, 64),
        {"utf-8-31bit/all-codes": ["utf-8-31bit"], "utf-inf-8/any-size": ["utf-inf-8"], "ascii/seven-bits": ["ascii"]},
    ),
    Row(
        "8-bit-wrap-when-encoded",
        lambda id: general.wrapped_when_encoded(id, 8),
        {"ascii/seven-bits": ["ascii"], "cp437/other-characters": ["cp437"], "iso-8859/other-characters": ["iso-8859-1"]},
    ),
    Row(
        "planes-without-characters-refused",
        lambda id: altered(id, encode=code_points.empty_planes_refused, decode=code_points.empty_planes_refused_when_read),
        {"utf-8-variants/any-character": ["cesu-8", "modified-utf-8", "wtf-8"]},
    ),
    # From one call or chunk to the next
    Row(
        "byte-lost-at-a-cut",
        lambda id: feeding(id, pieces.ByteLostAtACut),
        {
            "common/pieces": [
                "kim",
                "utf-8",
                "utf-8-31bit",
                "cesu-8",
                "modified-utf-8",
                "wtf-8",
                "utf-16-be",
                "utf-16-le",
                "utf-32-be",
                "utf-32-le",
            ],
            "kim/incremental": ["kim"],
            "utf-inf-8/incremental": ["utf-inf-8"],
            "bocu-1/incremental": ["bocu-1"],
        },
    ),
    Row(
        "leftover-kept-for-the-next-call",
        calls.LeftoverKept,
        {
            "utf-8-31bit/stateless": ["utf-8-31bit"],
            "utf-inf-8/stateless": ["utf-inf-8"],
            "common/initial-state": ["kim", "utf-8", "utf-8-31bit", "utf-inf-8"],
            "kim/stateless": ["kim"],
        },
    ),
    Row(
        "end-not-seen-in-pieces",
        lambda id: feeding(id, pieces.EndNotSeen),
        {
            "kim/incremental": ["kim-count"],
            "common/pieces": ["utf-8"],
            "utf-inf-8/incremental": ["utf-inf-8"],
            "bocu-1/incremental": ["bocu-1"],
        },
    ),
    Row(
        "four-bytes-kept-at-a-cut",
        lambda id: feeding(id, pieces.FewBytesKept),
        {
            "kim/incremental": ["kim-count"],
            "utf-inf-8/incremental": ["utf-inf-8"],
            "common/pieces": ["utf-8-31bit", "utf-inf-8", "cesu-8"],
        },
    ),
    Row(
        "remembered-by-too-short-a-key",
        calls.RememberedByLength,
        {"common/initial-state": ["kim-count", "utf-8", "cp437"], "utf-inf-8/stateless": ["utf-inf-8"]},
    ),
]


def _mutants() -> dict[str, dict[str, Planted]]:
    by_encoding: dict[str, dict[str, Planted]] = {}
    for row in ROWS:
        for id in dict.fromkeys(chain.from_iterable(row.breaks.values())):
            broken = (requirement for requirement, encodings in row.breaks.items() if id in encodings)
            by_encoding.setdefault(id, {})[row.name] = Planted(row.codec(id), *broken)
    return by_encoding


MUTANTS = _mutants()
