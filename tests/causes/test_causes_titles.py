"""The titles of the causes of everyday mistakes, which composed codecs make.

`python tests/causes/test_causes_titles.py` writes the snapshot of titles anew, for the codecs that it names. It takes minutes;
read its diff as you read a diff of code. To add a codec, add its name with an empty list.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
import yaml
from composed import codec, encoding_of
from diagnosed import diagnosed, failures, titles

from encoding_conformance.core.operation import Kind
from encoding_conformance.core.outcome import Crash
from encoding_conformance.core.verdict import Verdict
from workshop.museum.entry import entries
from workshop.museum.models import models

SNAPSHOT = Path(__file__).parent / "composed" / "titles.yaml"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "ascii/empty-refused+nul-ends-text+index-always-0+offset-late",
            [
                "encode refuses the empty input, and so does decode",
                "decode ends at the first NUL: does the plug-in use strlen?",
                "decode reports an offset that is one too large",
                "encode reports the index 0",
            ],
        ),
        pytest.param(
            "ascii/empty-crashes+wrong-beyond-64",
            [
                "encode crashes on the empty input, and so does decode",
                "encode gives a wrong result for any input after 64 values or more, and so does decode",
            ],
            marks=pytest.mark.slow,
        ),
        (
            "ascii/recursion-too-deep",
            ["encode crashes on any input of 901 values or more", "decode crashes on any input of 901 bytes or more"],
        ),
        ("ascii/fault-skipped", ["decode accepts what is ill-formed, and skips it"]),
        ("ascii/replacement-given", ["decode replaces what is ill-formed by U+FFFD, one for each maximal subpart"]),
        ("kim/first-mark-dropped", ["decode loses U+FEFF at the beginning of the input"]),
        (
            "kim/bit-7-kept+groups-reversed-when-written",
            [
                "decode gives a wrong result for, or refuses, a value whose sequence has 2 bytes or more",
                "encode gives a wrong result for a value above 7F",
            ],
        ),
        (
            "kim/bytes-left-over",
            ["decode gives wrong answers, but only after other operations"],
        ),
        (
            "fed ascii/byte-lost-at-4096+ends-at-1a",
            ["decode ends at the first value 1A", "decode loses any input after 4,096 values or more"],
        ),
        pytest.param(
            "fed kim/normalized+white-space-stripped",
            ["decode strips white space at both ends of texts", "decode normalizes texts to NFC"],
            marks=pytest.mark.slow,
        ),
        (
            "fed utf-16-le/offset-where-noticed+index-in-units",
            [
                "decode reports the offset of the byte at fault, not of the beginning of its sequence",
                "encode reports the number of UTF-16 code units before the fault as its index",
            ],
        ),
        pytest.param(
            "utf-16-le/mark-written+surrogates-both",
            ["encode accepts a surrogate, and so does decode", "encode adds U+FEFF at the beginning of the input"],
            marks=pytest.mark.slow,
        ),
        (
            "utf-8/c0-80-taken+c2-to-cf-refused",
            [
                "decode accepts a longer form than needed: C0 80",
                "decode refuses a value whose sequence begins with C2..CF",
            ],
        ),
        pytest.param(
            "utf-8/latin-1-given",
            ["decode accepts what is ill-formed, each byte as the value of its number"],
            marks=pytest.mark.slow,
        ),
    ],
)
def test_each_mistake_has_its_cause_and_title(name, expected):
    """Each failure has exactly one cause. A cause begins with its example, and no cause hides a crash."""
    failed = {verdict.id: verdict for verdict in failures(encoding_of(name), codec(name))}
    found = diagnosed(encoding_of(name), codec(name), [*failed.values()])
    assert [cause.plain_title for cause in found] == expected
    assert Counter(id for cause in found for id in cause.explains) == Counter([*failed])
    for cause in found:
        assert cause.explains[0] == cause.example.id
        assert cause.title.startswith(cause.example.operation.kind)
        assert {isinstance(failed[id].got, Crash) for id in cause.explains} == {"crashes" in cause.title}


@pytest.mark.parametrize(
    ("id", "title"),
    [
        ("libuv-4609", "encode gives a wrong result for a value of 1001..FFFF"),
        ("golang-29535", "decode follows cp1252, not ascii"),
    ],
)
def test_a_real_bug_is_one_cause(id, title):
    assert titles(entries()[id].encoding, models()[id]()) == [title]


def test_a_mistake_of_which_one_failure_is_known_is_not_attributed_to_its_context():
    name = "kim/above-limit-decoded"
    (cause,) = diagnosed("kim", codec(name), failures("kim", codec(name))[-1:])
    assert cause.title.startswith("decode accepts a value above 10FFFF (")


def decoding_failures(encoding: str, codec) -> list[Verdict]:
    return [each for each in failures(encoding, codec) if each.operation and each.operation.kind == Kind.DECODE]


class SkipsAByte:
    """Skips a byte after each value."""

    def decode(self, data):
        values, at = [], 0
        while at < len(data):
            size = 1 + (data[at] >= 0xC0) + (data[at] >= 0xE0) + (data[at] >= 0xF0)
            try:
                values += map(ord, bytes(data[at : at + size]).decode())
            except UnicodeDecodeError:
                raise ValueError from None
            at += size + 1
        return values


def test_what_follows_from_a_mistake_in_any_text_is_no_cause_of_its_own():
    found = diagnosed("utf-8", SkipsAByte(), decoding_failures("utf-8", SkipsAByte()))
    assert [each.plain_title for each in found] == ["decode gives a wrong result for, or refuses, any input after another value"]


class NeverRejects:
    """Reads 7 bits of each byte, and gives a value if the highest bit is 0, or at the end."""

    def decode(self, data):
        values, value = [], 0
        for at, byte in enumerate(data, 1):
            value = value << 7 | byte & 0x7F
            if byte < 0x80 or at == len(data):
                values.append(value)
                value = 0
        return values


def test_a_value_that_looks_like_a_replacement_by_chance_is_accepted_like_others():
    (cause,) = diagnosed("kim-count", NeverRejects(), decoding_failures("kim-count", NeverRejects()))
    assert re.fullmatch(r"decode accepts input that ends inside a value \((\S+) of \1 tried\)", cause.title)


def test_a_title_without_a_statement_has_examples():
    _, cause = diagnosed("kim", codec("kim/unencodable-crashes+wrong-beyond-64"))
    assert re.search(r"in some inputs, such as [0-9A-F ]+, [0-9A-F ]+ and [0-9A-F ]+$", cause.title)


def snapshot() -> dict[str, list[str]]:
    """Returns the titles of each codec in the snapshot."""
    return yaml.safe_load(SNAPSHOT.read_text(encoding="utf-8"))


@pytest.mark.slow
@pytest.mark.parametrize("name", snapshot(), ids=str)
def test_a_composed_codec_has_the_titles_of_the_snapshot(name):
    assert titles(encoding_of(name), codec(name)) == snapshot()[name]


if __name__ == "__main__":
    anew = {name: titles(encoding_of(name), codec(name)) for name in snapshot()}
    SNAPSHOT.write_text(yaml.safe_dump(anew, sort_keys=False, allow_unicode=True, width=1000), encoding="utf-8")
