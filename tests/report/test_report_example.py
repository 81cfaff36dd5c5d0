"""A failure is shown with the place at fault in sight, however long the input is, and fits the screen."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from encoding_conformance.core.notation import read_operation, read_outcome
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Crash, Decoded, Encoded, Outcome, Rejection, Timeout
from encoding_conformance.core.vector import Permitted
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.models import permitted
from encoding_conformance.models.spans import Span
from encoding_conformance.report.example import LABEL, WIDTH, example, input_lines, outcome_lines
from encoding_conformance.report.window import tokens, windowed


def told(suite: Suite | None, operation: Operation, expected: tuple[Permitted, ...], got: Outcome | None) -> list[str]:
    shown = example(operation, expected, got, suite.encodings[operation.encoding] if suite else None)
    return [f"{line.label:<{LABEL}}{line.text}" for line in (*input_lines(shown), *outcome_lines(shown))]


def by_the_tables(suite: Suite, operation: Operation, got: Outcome) -> list[str]:
    return told(suite, operation, permitted(suite.encodings[operation.encoding], operation), got)


LONG = "41*65500 C4 41 42*32000"
PRINTABLE = bytes(range(0x20, 0x7F))

SHOWN: dict[str, tuple[Any, ...]] = {
    "an input that is cut": (
        "kim",
        "decode",
        "80",
        "ok -",
        "decode     80",
        "           ▲▲ the continue bit of 80 is set, and nothing follows",
        "expected   reject at 0 (truncated)         got  ok, no values",
    ),
    "a fault far behind, and a rejection at another place": (
        "utf-8",
        "decode",
        LONG,
        "reject 65501",
        "decode     41*65500 C4 41 42*32000",
        "                    ▲▲ ▲▲ 41 cannot stand here: 10xxxxxx must follow C4",
        "                       ▲▲ rejected here",
        "expected   reject at 65500 (bad-trail)     got  reject at 65501",
    ),
    "a rejection at the end of the input": (
        "utf-8",
        "decode",
        "41 ED A0 80",
        "reject 4",
        "decode     41 ED A0 80",
        "              ▲▲ ▲▲ ▲▲ D800 is a surrogate, which is not a value of the encoding",
        "                       ▲ rejected here",
        "expected   reject at 1 (surrogate)         got  reject at 4",
    ),
    "a wrong value": (
        "utf-8",
        "decode",
        "C3 A9",
        "ok E8",
        "decode     C3 A9",
        "           ▲▲ ▲▲ the first code with another value",
        "expected   ok: E9  LATIN SMALL LETTER E WITH ACUTE",
        "got        ok: E8  LATIN SMALL LETTER E WITH GRAVE",
        "               ▲▲ the first difference",
    ),
    "a run that is wrong from its second value on": (
        "utf-8",
        "decode",
        "41*40",
        "ok 41 42*39",
        "decode     41 41 41*38",
        "              ▲▲ the first code with another value",
        "expected   ok: 41 41*39",
        "got        ok: 41 42*39",
        "                  ▲▲▲▲▲ LATIN CAPITAL LETTER B instead of LATIN CAPITAL LETTER A",
    ),
    "a result that ends too early": (
        "utf-8",
        "encode",
        "41 E9 1F468",
        "ok 41 C3 A9 F0 9F 91",
        "encode     41 E9 1F468  LATIN CAPITAL LETTER A, LATIN SMALL LETTER E WITH ACUTE, MAN",
        "                 ▲▲▲▲▲ the first value with other bytes",
        "expected   ok: 41 C3 A9 F0 9F 91 A8",
        "got        ok: 41 C3 A9 F0 9F 91",
        "                                 ▲ ends too early",
    ),
    "a result that goes on": (
        "utf-8",
        "decode",
        "41",
        "ok 41 0",
        "decode     41",
        "expected   ok: 41  LATIN CAPITAL LETTER A",
        "got        ok: 41 0  LATIN CAPITAL LETTER A, control character",
        "                  ▲ goes on after the expected end",
    ),
    "nothing instead of a result": (
        "utf-8",
        "encode",
        "41",
        "ok -",
        "encode     41  LATIN CAPITAL LETTER A",
        "           ▲▲ the first value with other bytes",
        "expected   ok: 41",
        "got        ok, no bytes",
    ),
    "a value that the encoding lacks": (
        "utf-8",
        "encode",
        "41 D800",
        "ok 41 3F",
        "encode     41 D800  LATIN CAPITAL LETTER A, surrogate",
        "              ▲▲▲▲ D800 is a surrogate, which is not a value of the encoding",
        "expected   reject at 1 (surrogate)         got  ok: 41 3F",
    ),
    "a character that is refused": (
        "utf-8",
        "decode",
        "41 C3 A9",
        "reject 2 no",
        "decode     41 C3 A9",
        "              ▲▲ ▲▲ rejected here, but nothing is wrong",
        "expected   ok: 41 E9  LATIN CAPITAL LETTER A, LATIN SMALL LETTER E WITH ACUTE",
        "got        reject at 2 (no)",
    ),
    "pieces, some of them empty": (
        "utf-8",
        "decode",
        "- / 61 / - / C3 A9 / -",
        "reject 1",
        "decode     - / 61 / - / C3 A9 / -",
        "                        ▲▲ ▲▲ rejected here, but nothing is wrong",
        "expected   ok: 61 E9  LATIN SMALL LETTER A, LATIN SMALL LETTER E WITH ACUTE",
        "got        reject at 1",
    ),
    "counts, which are no characters": (
        "kim-count",
        "decode",
        "41 42",
        "ok 41 43",
        "decode     41 42",
        "              ▲▲ the first code with another value",
        "expected   ok: 41 42",
        "got        ok: 41 43",
        "                  ▲▲ the first difference",
    ),
    "a text after its length": (
        "kim-text",
        "decode",
        "02 41 42",
        "ok 41 43",
        "decode     02 41 42",
        "                 ▲▲ the first code with another value",
        "expected   ok: 41 42  LATIN CAPITAL LETTER A, LATIN CAPITAL LETTER B",
        "got        ok: 41 43  LATIN CAPITAL LETTER A, LATIN CAPITAL LETTER C",
        "                  ▲▲ the first difference",
    ),
    "where the document is silent": (
        "kim",
        "decode",
        "80 41",
        "ok 0 41",
        "decode     80 41",
        "           ▲▲ ▲▲ the first code with another value",
        "expected   ok: 41  LATIN CAPITAL LETTER A",
        "got        ok: 0 41  control character, LATIN CAPITAL LETTER A",
        "               ▲ the first difference",
        "or         reject",
    ),
    "an empty input that is rejected": (
        "utf-8",
        "decode",
        "-",
        "reject 0",
        "decode     -",
        "           ▲ rejected here, but nothing is wrong",
        "expected   ok, no values                   got  reject at 0",
    ),
}


@pytest.mark.parametrize(
    "encoding, kind, input, words",
    [
        ("kim", "decode", "41 87 E9", "the continue bit of E9 is set, and nothing follows"),
        ("kim", "decode", "FF FF FF 7F", "the continue bit of FF is set, but a value has at most 3 bytes"),
        ("kim", "decode", "C4 80 00", "110000 is above 10FFFF, the largest value"),
        ("kim-count", "decode", "81", "the continue bit of 81 is set, and nothing follows"),
        ("kim-text", "decode", "-", "the number of items is missing"),
        ("kim-text", "decode", "0D 41", "the count announces 13 items, but the text has 1"),
        ("kim-text", "decode", "01 81", "the continue bit of 81 is set, and nothing follows"),
        ("utf-8", "decode", "80", "80 can only continue a value"),
        ("utf-8", "decode", "FF", "no value begins with FF"),
        ("utf-8", "decode", "E2 82", "the input ends after 2 of 3 bytes"),
        ("utf-8", "decode", "C1 81", "41 has a shorter form, of 1 byte"),
        ("utf-16-be", "decode", "D8", "the input ends after 1 of 2 or 4 bytes"),
        ("utf-16-be", "decode", "DC 00", "DC00 is a surrogate, which is not a value of the encoding"),
        ("utf-16-le", "decode", "3D D8 41 00", "00 cannot stand here: 110111xx must follow 3D D8 41"),
        ("utf-32-be", "encode", "110000", "110000 is above 10FFFF, the largest value"),
        ("ascii-parity", "decode", "C1", "the parity bit must be 0"),
        ("iso-8859-6", "decode", "A1", "row A0, column 1 of the table is empty"),
        ("cp437", "encode", "41 2666", "2666 is not in the table"),
        ("bocu-1", "decode", "D0 00", "00 cannot be a trail byte"),
        ("bocu-1", "decode", "FB EE", "the input ends after 2 of 3 bytes"),
        ("bocu-1", "decode", "4F FF", "-1 is below zero"),
        ("utf-inf-8", "decode", "FF", "the input ends after FF"),
        ("utf-inf-8", "decode", "FF 41", "41 cannot stand here: 100xxxxx or a length must follow FF"),
        ("utf-inf-8", "decode", "FF B4 A1", "the input ends inside the length"),
        ("utf-inf-8", "decode", "FF B4 A1 41", "41 stands in the place of a length byte"),
        ("utf-inf-8", "decode", "FF B4 A0 A1", "the length begins with an unnecessary zero"),
        ("utf-inf-8", "decode", "FF A0 80", "the input ends after 1 of 12 bytes with digits"),
        ("utf-inf-8", "decode", "FF A0 80 41", "41 is not one of 80..BF, which store digits"),
        ("utf-inf-8", "decode", "FF A1 80 91 80*12", "the digits of padding are not zero"),
        ("utf-inf-8", "decode", "FF A0 80*12", "the first digit is an unnecessary zero"),
        ("utf-inf-8", "decode", "FF A0 84 80*11", "a row of the table has this value"),
    ],
)
def test_the_tables_say_what_is_wrong(suite: Suite, encoding: str, kind: str, input: str, words: str) -> None:
    operation = read_operation(kind, encoding, input)
    expected = permitted(suite.encodings[encoding], operation)
    (mark,) = example(operation, expected, None, suite.encodings[encoding]).marks
    assert mark.words == words


@pytest.mark.parametrize(("what", "row"), SHOWN.items())
def test_what_is_shown(suite: Suite, what: str, row: tuple[str, ...]) -> None:
    encoding, kind, input, got, *expected = row
    operation = read_operation(kind, encoding, input)
    assert by_the_tables(suite, operation, read_outcome(operation.kind, got)) == expected


def test_a_long_input_without_runs_is_cut_around_the_fault_and_says_so(suite: Suite) -> None:
    data = PRINTABLE * 700 + b"\xc3\xff" + PRINTABLE * 30
    shown = by_the_tables(suite, Decode("utf-8", data), Decoded(()))
    assert shown[0].startswith("decode     20 … 66,49")
    assert " 7E C3 FF 20 " in shown[0]
    assert shown[0].endswith(" bytes … 7E")
    column = shown[0].index("C3")
    assert shown[1][:column].strip() == "" and shown[1][column : column + 5] == "▲▲ ▲▲"


def test_gaps_tell_exactly_what_is_left_out() -> None:
    data = PRINTABLE * 9
    (line, *_) = told(None, Decode("x", data), (Rejection(400, "bad-lead"),), None)
    shown = line.split()[1:]
    gaps = [int(before.replace(",", "")) for before, word in pairwise(shown) if word == "bytes"]
    assert len(gaps) == 2
    assert sum(gaps) + len([word for word in shown if len(word) == 2 and word != "…"]) == len(data)


def test_two_long_results_stand_in_the_same_columns(suite: Suite) -> None:
    values = tuple(PRINTABLE) * 700
    operation = Encode("utf-8", (*values, 0xE9, *values))
    wrong = Encoded(bytes(values) + b"\xc3\xa8" + bytes(values))
    expected, got, mark = by_the_tables(suite, operation, wrong)[2:]
    column = expected.index("A9")
    assert (got[column : column + 2], mark[column : column + 2]) == ("A8", "▲▲")
    assert expected[11:column] == got[11:column]


def test_a_long_number_keeps_its_ends(suite: Suite) -> None:
    value = int("123456789ABCDEF0" * 20, 16)
    line = by_the_tables(suite, Encode("utf-inf-8", (0x41, value)), Rejection(1))[0]
    assert line == "encode     41 123456789ABC…(320 characters)…56789ABCDEF0  LATIN CAPITAL LETTER A, beyond 10FFFF"


DATA = [b"", b"A" * 99_999, PRINTABLE * 99, PRINTABLE * 3 + b"\xc3", b"\xff" * 70 + PRINTABLE]
CAME: list[Outcome] = [
    Decoded(()),
    Decoded(tuple(PRINTABLE) * 50),
    Decoded((1 << 4000, 0x10FFFF)),
    Rejection(3, "a reason of many words " * 20),
    Crash("x" * 500, "frame"),
    Timeout("no answer " * 30),
]


@pytest.mark.parametrize("encoding", ["utf-8", "kim-text", "bocu-1", "utf-16-le", "utf-inf-8"])
def test_no_line_is_wider_than_a_screen(suite: Suite, encoding: str) -> None:
    for operation in (Decode(encoding, data) for data in DATA):
        expected = permitted(suite.encodings[encoding], operation)
        for got in CAME:
            for line in told(suite, operation, expected, got):
                assert len(line) + 3 <= WIDTH


def test_what_a_law_demands_beyond_the_input_is_not_marked_in_it(suite: Suite) -> None:
    """A law compares implementations with themselves, so the expected outcome may not be that of the tables."""
    assert told(suite, Encode("ascii", ()), (Encoded(b"XX"),), Encoded(b"X")) == [
        "encode     -",
        "expected   ok: 58 58",
        "got        ok: 58",
        "                  ▲ ends too early",
    ]


def test_the_tables_place_a_rejection_of_which_a_law_knows_no_place(suite: Suite) -> None:
    assert told(suite, Decode("kim", b"A\x80"), (Rejection(),), Decoded((0x41,))) == [
        "decode     41 80",
        "              ▲▲ the continue bit of 80 is set, and nothing follows",
        "expected   reject at 1 (truncated)         got  ok: 41  LATIN CAPITAL LETTER A",
    ]
    assert told(suite, Decode("kim", b"A"), (Rejection(),), Decoded((0x42,)))[1].startswith("expected")


def test_ill_formed_input_that_must_be_replaced_is_not_called_right(suite: Suite) -> None:
    lines = told(suite, Decode("utf-8", b"\xf9"), (Decoded((0xFFFD,)),), Rejection(0))
    assert lines[1] == "           ▲▲ rejected here instead of replaced"


def test_without_the_encoding_only_offsets_are_marked() -> None:
    assert told(None, Decode("x", b"AB"), (Decoded((0x41, 0x42)),), Decoded((0x41, 0x43))) == [
        "decode     41 42",
        "expected   ok: 41 42",
        "got        ok: 41 43",
        "                  ▲▲ the first difference",
    ]
    assert told(None, Decode("x", b"AB"), (), Rejection(1))[:2] == ["decode     41 42", "              ▲▲ rejected here"]


def test_without_the_encoding_what_is_cut_goes_to_the_end() -> None:
    assert (
        told(None, Decode("x", b"ABC"), (Rejection(1, "truncated"),), None)[1]
        == "              ▲▲ ▲▲ the input ends inside a value"
    )


def test_what_is_marked_is_kept_however_little_room_there_is() -> None:
    values = tuple(int("123456789ABCDEF0" * 20, 16) + index for index in range(99))
    spans = [Span(40, 41), Span(70, 72)]
    shown = windowed(tokens(values, spans=spans), spans, 60, "value")
    assert [token.start for token in shown if token.kind == "items"] == [40, 70, 71]
    assert [token.text for token in shown if token.kind == "gap"] == ["… 40 values …", "… 29 values …", "… 27 values …"]
