"""Mutants of Kim for texts, which begin with their length."""

from __future__ import annotations

from typing import Any

from mutants import general, kim, pieces
from mutants.kim_count import CRASH_AT_A_LEADING_80, LEAST_SIGNIFICANT_FIRST, TRUNCATED_END_TAKEN
from mutants.methods import Decode
from mutants.mutant import Planted
from mutants.pieces import feeding
from mutants.planting import altered, rewritten
from reference_codecs import CODECS, Rejection
from reference_codecs.codec import Codec
from reference_codecs.kim import KimText

LENGTH_WRITTEN = "self.count.encode([len(values)])"
LENGTH_READ = "return (), end, count"


def utf_16_units(values: str) -> str:
    return f"sum(1 + (value > 0xFFFF) for value in {values})"


def made_of(**parts: Codec[Any]) -> KimText:
    """Returns a codec of texts whose `count` or `characters` use another encoding."""
    codec = KimText()
    vars(codec).update(parts)
    return codec


def more_than_the_length_taken(decode: Decode, data: bytes) -> list[int]:
    try:
        return decode(data)
    except Rejection as rejection:
        if rejection.reason != "bad-length":
            raise
        return decode(data[: rejection.start])


def less_than_the_length_taken(decode: Decode, data: bytes) -> list[int]:
    """Accepts fewer characters than the length says."""
    try:
        return decode(data)
    except Rejection as rejection:
        if rejection.reason != "truncated" or not data:
            raise
        _, end, _ = CODECS["kim-count"].decode_one(data, 0, None)
        return CODECS["kim"].decode(data[end:])


def texts_one_after_another_taken(decode: Decode, data: bytes) -> list[int]:
    try:
        return decode(data)
    except Rejection as rejection:
        if rejection.reason != "bad-length":
            raise
        end = rejection.start
        return decode(data[:end]) + texts_one_after_another_taken(decode, data[end:])


PLANTED = {
    "length-counts-bytes": Planted(
        rewritten("kim-text", (LENGTH_WRITTEN, "self.count.encode([len(self.characters.encode(values))])")),
        "kim/text-length-counts-characters",
    ),
    "length-counts-utf-16-units": Planted(
        rewritten("kim-text", (LENGTH_WRITTEN, f"self.count.encode([{utf_16_units('values')}])")),
        "kim/text-length-counts-characters",
    ),
    "length-one-too-small-both-ways": Planted(
        rewritten(
            "kim-text",
            (LENGTH_WRITTEN, "self.count.encode([max(0, len(values) - 1)])"),
            (LENGTH_READ, "return (), end, count + (end < len(data))"),
        ),
        "kim/text-length-counts-characters",
    ),
    "length-one-too-large-both-ways": Planted(
        rewritten(
            "kim-text", (LENGTH_WRITTEN, "self.count.encode([len(values) + 1])"), (LENGTH_READ, "return (), end, count - 1")
        ),
        "kim/text-length-counts-characters",
    ),
    "length-one-too-large-when-written": Planted(
        rewritten("kim-text", (LENGTH_WRITTEN, "self.count.encode([len(values) + 1])")),
        "kim/text-length-counts-characters",
        "kim/text-read-back",
    ),
    "length-of-7-bits": Planted(rewritten("kim-text", (LENGTH_WRITTEN, "bytes([len(values) & D])")), "kim/count-two-bytes"),
    "length-of-8-bits": Planted(
        rewritten("kim-text", (LENGTH_WRITTEN, "self.count.encode([len(values) & 0xFF])")), "kim/count-two-bytes"
    ),
    "length-of-14-bits-when-read": Planted(
        rewritten("kim-text", (LENGTH_READ, "return (), end, count & 0x3FFF")), "kim/count-three-bytes"
    ),
    "length-of-16-bits": Planted(
        rewritten("kim-text", (LENGTH_WRITTEN, "self.count.encode([len(values) & 0xFFFF])")), "kim/count-three-bytes"
    ),
    "length-of-16-bits-when-read": Planted(
        rewritten("kim-text", (LENGTH_READ, "return (), end, count & 0xFFFF")), "kim/count-three-bytes"
    ),
    "no-length": Planted(CODECS["kim"], "kim/text-length-first"),
    "length-behind-the-text": Planted(
        rewritten(
            "kim-text",
            (LENGTH_WRITTEN + " + self.characters.encode(values)", "self.characters.encode(values) + " + LENGTH_WRITTEN),
        ),
        "kim/text-length-first",
    ),
    "more-than-the-length-taken": Planted(altered("kim-text", decode=more_than_the_length_taken), "kim/text-length-agrees"),
    "less-than-the-length-taken": Planted(altered("kim-text", decode=less_than_the_length_taken), "kim/text-length-agrees"),
    "no-bytes-taken-for-no-text": Planted(
        rewritten("kim-text", ("return to_come == 0", "return not to_come")), "kim/text-has-length"
    ),
    "begun-anew-at-a-cut": Planted(feeding("kim-text", pieces.BegunAnewAtACut), "kim/incremental"),
    "beyond-10ffff-dropped": Planted(altered("kim-text", encode=general.unencodable_dropped), "kim/last-character"),
    "length-one-too-small-when-written": Planted(
        rewritten("kim-text", (LENGTH_WRITTEN, "self.count.encode([max(0, len(values) - 1)])")),
        "kim/text-length-counts-characters",
    ),
    "length-of-four-bytes": Planted(rewritten("kim-text", (LENGTH_WRITTEN, "len(values).to_bytes(4)")), "kim/count-one-byte"),
    "length-least-significant-group-first": Planted(
        made_of(count=rewritten("kim-count", *LEAST_SIGNIFICANT_FIRST)), "kim/most-significant-first"
    ),
    "characters-as-utf-8": Planted(made_of(characters=CODECS["utf-8-31bit"]), "kim/two-bytes", "kim/three-bytes"),
    "characters-as-counts": Planted(made_of(characters=CODECS["kim-count"]), "kim/last-character", "kim/at-most-three-bytes"),
    "crashes-at-a-leading-80": Planted(rewritten("kim-text", CRASH_AT_A_LEADING_80, kim.CRASH_AT_A_LEADING_80), "kim/leading-80"),
    "truncated-end-taken": Planted(rewritten("kim-text", TRUNCATED_END_TAKEN, kim.TRUNCATED_END_TAKEN), "kim/last-byte-clear"),
    "texts-one-after-another-taken": Planted(altered("kim-text", decode=texts_one_after_another_taken), "kim/text-length-agrees"),
    "empty-text-has-no-bytes": Planted(
        altered("kim-text", encode=lambda encode, values: encode(values) if values else b""), "kim/text-has-length"
    ),
    "last-space-stripped": Planted(altered("kim-text", decode=general.spaces_stripped), "kim/text-read-back"),
}

MUTANTS = {"kim-text": PLANTED}
