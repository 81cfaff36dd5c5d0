"""The notation of `vectors/README.md`."""

from __future__ import annotations

from contextlib import suppress
from math import inf
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encoding_conformance.core.notation import (
    LONGEST,
    NotationError,
    format_number,
    outcome_text,
    parse_bytes,
    parse_number,
    parse_set,
    parse_values,
    sequence_text,
)
from encoding_conformance.core.outcome import (
    BrokenProtocol,
    Crash,
    Decoded,
    Encoded,
    Malformed,
    NotRun,
    Outcome,
    Rejection,
    Timeout,
    Unsupported,
)
from encoding_conformance.core.ranges import RangeSet


def test_bytes_values_and_numbers_come_back() -> None:
    random = Random(0)
    for _ in range(300):
        kinds = (random.randrange(0x110000), random.getrandbits(random.randrange(700)), (1 << random.randrange(400)) - 1)
        values = tuple(value for value in random.sample(kinds, random.randrange(4)) for _ in range(random.randrange(1, 13)))
        data = b"".join(random.randbytes(1) * random.randrange(1, 40) for _ in range(random.randrange(5)))
        assert parse_values(sequence_text(values)) == values
        assert parse_bytes(sequence_text(data)) == data
        assert [parse_number(format_number(value)) for value in kinds] == [*kinds]


@pytest.mark.parametrize("ranges", [[], [(0, 0)], [(5, 9), (0x20, inf)], [(0, inf)]])
def test_sets_come_back(ranges) -> None:
    assert parse_set(str(RangeSet.of(ranges))) == RangeSet.of(ranges)


@pytest.mark.parametrize(
    ("parse", "text", "parsed"),
    [
        (parse_bytes, "-", b""),
        (parse_bytes, "F0 9F 91 A9", b"\xf0\x9f\x91\xa9"),
        (parse_bytes, "FF B4 A2 A1 AA*34", b"\xff\xb4\xa2\xa1" + b"\xaa" * 34),
        (parse_values, "-", ()),
        (parse_values, "0", (0,)),
        (parse_values, "1F468 200D 2764", (0x1F468, 0x200D, 0x2764)),
        (parse_values, "A{51}", (int("A" * 51, 16),)),
        (parse_values, "7F{17}", (0x7FFFFFFFFFFFFFFFFF,)),
        (parse_values, "41*3 7F{2}*2", (0x41, 0x41, 0x41, 0x7FF, 0x7FF)),
    ],
)
def test_the_notation_is_read(parse, text: str, parsed: object) -> None:
    assert parse(text) == parsed


def test_runs_are_written_short() -> None:
    assert sequence_text(b"\xaa" * 34) == "AA*34"
    assert sequence_text(b"\xaa" * 7) == "AA AA AA AA AA AA AA"
    assert format_number(int("A" * 51, 16)) == "A{51}"
    assert format_number(int("A" * 15, 16)) == "A" * 15
    assert sequence_text((0x7FFFFFFFFFFFFFFFFF,) * 8 + (1,)) == "7F{17}*8 1"


def test_numbers_of_more_digits_than_python_reads_in_decimal() -> None:
    value = parse_number("10{25000}")

    assert value == 1 << 4 * 25000
    assert format_number(value) == "10{25000}"


NO_BYTES = ["", " ", "f0", "F", "F0F", "0xF0", "F0  9F", " F0", "F0 ", "F0,9F", "F0*", "F0*0", "F0*-1", "F0*03", "*3", "F0*3*3"]
NO_VALUES = ["", " ", "1f", "U+41", "41,42", "-1", "A{}", "A{0}", "A{-1}", "A{01}", "{3}", "A{3", "A{3}{3}", "AB}", "A{٣}", "1_0"]
NO_SETS = ["", "7F..0", "..7F", "0..7F,80", "0...7F", "0..7F..80", "0..7f", "-1..3", "0 .. 7F"]
TOO_LONG = f"A{{{LONGEST // 2}}} A{{{LONGEST // 2}}}"


@pytest.mark.parametrize(
    ("parse", "texts"),
    [
        (parse_bytes, [*NO_BYTES, "G0", "F0\n", "Ｆ0", "- -", "A{2}"]),
        (parse_values, [*NO_VALUES, "+1", "41\n", "41  42", "41*", "41*0", "41*٣"]),
        (parse_set, NO_SETS),
        # What is longer than LONGEST is not expanded
        (parse_bytes, ["AA*9999999", f"AA*{LONGEST + 1}", f"00*{LONGEST} 00", "AA*99999999999999999999"]),
        (parse_values, ["A{9999999}", "A{999999}" * 5, "A{999999}*9999999", "0*9999999", "A{99999999999999999999}", TOO_LONG]),
        (parse_number, ["A{9999999}", f"1A{{{LONGEST}}}", "A{999999}" * 5]),
    ],
)
def test_other_texts_are_refused(parse, texts: list[str]) -> None:
    for text in texts:
        with pytest.raises(NotationError):
            parse(text)


@settings(max_examples=50)
@given(st.text(alphabet="0123456789ABCDEF{}*.- xg\n", max_size=12))
def test_nothing_but_a_notation_error_is_raised(text: str) -> None:
    for parse in (parse_bytes, parse_values, parse_set, parse_number):
        with suppress(NotationError):
            parse(text)


def test_the_longest_sequence_is_taken() -> None:
    assert len(parse_bytes(f"AA*{LONGEST}")) == LONGEST


@pytest.mark.parametrize(
    ("parse", "text", "remedy"),
    [
        (parse_bytes, "f0", "two upper-case hexadecimal digits such as 0A"),
        (parse_number, "1f", "such as 1F469 or 7F{17}"),
        (parse_bytes, "AA*9999999", f"longer than {LONGEST}"),
        (parse_set, "7F..0", "runs backwards"),
    ],
)
def test_a_message_says_what_would_be_right(parse, text: str, remedy: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text)

    assert remedy in str(caught.value)


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (Encoded(b"\x87\xe9"), "ok 87 E9"),
        (Decoded((0x1F4A9, 0x41)), "ok 1F4A9 41"),
        (Decoded(()), "ok -"),
        (Rejection(3, "truncated"), "reject 3 truncated"),
        (Rejection(None, "truncated"), "reject - truncated"),
        (Rejection(0), "reject 0"),
        (Rejection(), "reject"),
        (Unsupported("too large"), "unsupported too large"),
        (Unsupported(), "unsupported"),
        (Crash("KeyError: 1", "x.py:decode"), "crash: KeyError: 1 in x.py:decode"),
        (Crash("status 1", complaint="so it is"), "crash: status 1; standard error says: so it is"),
        (Timeout("5 s", "so slow"), "time-out: 5 s; standard error says: so slow"),
        (BrokenProtocol("no reply"), "broken protocol: no reply"),
        (Malformed("'-41': expected VALUES"), "malformed: '-41': expected VALUES"),
        (NotRun("decode was given up"), "not asked: decode was given up"),
    ],
)
def test_an_outcome_in_a_line(outcome: Outcome, text: str) -> None:
    assert outcome_text(outcome) == text
