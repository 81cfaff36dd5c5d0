"""The notation of `vectors/README.md`."""

from __future__ import annotations

from contextlib import suppress
from math import inf

import pytest
from hypothesis import example, given
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
    NotAsked,
    Outcome,
    Rejection,
    Timeout,
    Unsupported,
)
from encoding_conformance.core.ranges import RangeSet

VALUES = st.integers(0, 0x10FFFF) | st.integers(0, 1 << 700) | st.integers(1, 400).map(lambda n: (1 << n) - 1)
RUNS = st.lists(st.tuples(VALUES, st.integers(1, 12))).map(lambda runs: tuple(v for v, n in runs for _ in range(n)))


@given(
    st.binary()
    | st.lists(st.tuples(st.binary(max_size=1), st.integers(1, 40))).map(lambda runs: b"".join(byte * n for byte, n in runs))
)
def test_bytes_come_back(data: bytes) -> None:
    assert parse_bytes(sequence_text(data)) == data


@given(RUNS)
@example(())
def test_values_come_back(values: tuple[int, ...]) -> None:
    assert parse_values(sequence_text(values)) == values


@given(st.integers(0, 1 << 2000))
@example(0)
def test_numbers_come_back(value: int) -> None:
    assert parse_number(format_number(value)) == value


@given(st.lists(st.tuples(st.integers(0, 999), st.integers(0, 99))), st.none() | st.integers(0, 2000))
def test_sets_come_back(bounds: list[tuple[int, int]], unbounded_from: int | None) -> None:
    endless = [] if unbounded_from is None else [(unbounded_from, inf)]
    some = RangeSet.of([(first, first + size) for first, size in bounds] + endless)

    assert parse_set(str(some)) == some


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("-", b""),
        ("F0 9F 91 A9", b"\xf0\x9f\x91\xa9"),
        ("AA*3", b"\xaa\xaa\xaa"),
        ("FF B4 A2 A1 AA*34", b"\xff\xb4\xa2\xa1" + b"\xaa" * 34),
    ],
)
def test_bytes_are_read(text: str, data: bytes) -> None:
    assert parse_bytes(text) == data


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("-", ()),
        ("0", (0,)),
        ("1F468 200D 2764", (0x1F468, 0x200D, 0x2764)),
        ("A{51}", (int("A" * 51, 16),)),
        ("7F{17}", (0x7FFFFFFFFFFFFFFFFF,)),
        ("41*3 7F{2}*2", (0x41, 0x41, 0x41, 0x7FF, 0x7FF)),
    ],
)
def test_values_are_read(text: str, values: tuple[int, ...]) -> None:
    assert parse_values(text) == values


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


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "f0",
        "F",
        "F0F",
        "0xF0",
        "F0  9F",
        " F0",
        "F0 ",
        "F0,9F",
        "F0*",
        "F0*0",
        "F0*-1",
        "F0*03",
        "*3",
        "F0*3*3",
        "G0",
        "F0\n",
        "Ｆ0",
        "- -",
        "A{2}",
    ],
)
def test_what_are_no_bytes_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_bytes(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "1f",
        "U+41",
        "0x41",
        "41,42",
        "-1",
        "A{}",
        "A{0}",
        "A{-1}",
        "A{01}",
        "{3}",
        "A{3",
        "A{3}{3}",
        "AB}",
        "A{٣}",
        "1_0",
        "+1",
        "41\n",
        "41  42",
        "41*",
        "41*0",
        "41*٣",
    ],
)
def test_what_are_no_values_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_values(text)


@pytest.mark.parametrize("text", ["", "7F..0", "..7F", "0..7F,80", "0...7F", "0..7F..80", "0..7f", "-1..3", "0 .. 7F"])
def test_what_is_no_set_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_set(text)


@given(st.text(alphabet="0123456789ABCDEF{}*.- xg\n", max_size=12))
def test_nothing_else_than_a_notation_error_is_raised(text: str) -> None:
    for parse in (parse_bytes, parse_values, parse_set, parse_number):
        with suppress(NotationError):
            parse(text)


@pytest.mark.parametrize("text", ["AA*9999999", f"AA*{LONGEST + 1}", f"00*{LONGEST} 00", "AA*99999999999999999999"])
def test_bytes_are_not_expanded_beyond_what_is_sane(text: str) -> None:
    with pytest.raises(NotationError):
        parse_bytes(text)


@pytest.mark.parametrize(
    "text",
    [
        "A{9999999}",
        "A{999999}" * 5,
        "A{999999}*9999999",
        "0*9999999",
        "A{99999999999999999999}",
        f"A{{{LONGEST // 2}}} A{{{LONGEST // 2}}}",
    ],
)
def test_values_are_not_expanded_beyond_what_is_sane(text: str) -> None:
    with pytest.raises(NotationError):
        parse_values(text)


@pytest.mark.parametrize("text", ["A{9999999}", f"1A{{{LONGEST}}}", "A{999999}" * 5])
def test_a_number_is_not_expanded_beyond_what_is_sane(text: str) -> None:
    with pytest.raises(NotationError):
        parse_number(text)


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
        (Encoded(b""), "ok -"),
        (Decoded((0x1F4A9, 0x41)), "ok 1F4A9 41"),
        (Decoded(()), "ok -"),
        (Rejection(3, "truncated"), "reject 3 truncated"),
        (Rejection(None, "truncated"), "reject - truncated"),
        (Rejection(0), "reject 0"),
        (Rejection(), "reject"),
        (Unsupported("too large"), "unsupported too large"),
        (Unsupported(), "unsupported"),
        (Crash("signal 11"), "crash: signal 11"),
        (Crash("KeyError: 1", "x.py:decode"), "crash: KeyError: 1 in x.py:decode"),
        (Crash("status 1", complaint="so it is"), "crash: status 1; standard error says: so it is"),
        (Timeout("5 s", "so slow"), "time-out: 5 s; standard error says: so slow"),
        (Timeout("5 s"), "time-out: 5 s"),
        (BrokenProtocol("no reply"), "broken protocol: no reply"),
        (Malformed("'-41': expected VALUES"), "malformed: '-41': expected VALUES"),
        (NotAsked("decode was given up"), "not asked: decode was given up"),
    ],
)
def test_an_outcome_in_a_line(outcome: Outcome, text: str) -> None:
    assert outcome_text(outcome) == text
