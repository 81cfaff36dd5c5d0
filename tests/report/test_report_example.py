"""A failure is shown with the place at fault in sight, however long the input is, and fits the screen."""

from __future__ import annotations

from itertools import pairwise

import pytest

from encoding_conformance.core.notation import read_operation, read_outcome
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Crash, Decoded, Encoded, Outcome, Rejection
from encoding_conformance.core.vector import Permitted
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.models import permitted
from encoding_conformance.models.spans import Span
from encoding_conformance.report.example import (
    LABEL,
    TEXT,
    WIDTH,
    example,
    input_lines,
    operation_shortly,
    outcome_lines,
    outcome_shortly,
)
from encoding_conformance.report.window import tokens, windowed


def lines_of(suite: Suite | None, operation: Operation, expected: tuple[Permitted, ...], got: Outcome | None) -> list[str]:
    found = example(operation, expected, got, suite.encodings[operation.encoding] if suite else None)
    return [f"{line.label:<{LABEL}}{line.text}" for line in (*input_lines(found), *outcome_lines(found))]


def by_the_tables(suite: Suite, operation: Operation, got: Outcome) -> list[str]:
    return lines_of(suite, operation, permitted(suite.encodings[operation.encoding], operation), got)


PRINTABLE = bytes(range(0x20, 0x7F))

SHOWN: dict[str, tuple[str, ...]] = {
    "a fault far behind, and a rejection at another place": (
        "utf-8 decode 41*65500 C4 41 42*32000 → reject 65501",
        "decode     41*65500 C4 41 42*32000",
        "                    ▲▲ ▲▲ 41 is not valid here: 10xxxxxx must follow C4",
        "                       ▲▲ rejected here",
        "expected   reject at 65500 (bad-trail)     got  reject at 65501",
    ),
    "a rejection at the end of the input": (
        "utf-8 decode 41 ED A0 80 → reject 4",
        "decode     41 ED A0 80",
        "              ▲▲ ▲▲ ▲▲ D800 is a surrogate, which is not a value of the encoding",
        "                       ▲ rejected here",
        "expected   reject at 1 (surrogate)         got  reject at 4",
    ),
    "a run that is wrong from its second value on": (
        "utf-8 decode 41*40 → ok 41 42*39",
        "decode     41 41 41*38",
        "              ▲▲ the first byte sequence with another value",
        "expected   ok: 41 41*39",
        "got        ok: 41 42*39",
        "                  ▲▲▲▲▲ LATIN CAPITAL LETTER B instead of LATIN CAPITAL LETTER A",
    ),
    "a result that ends too early": (
        "utf-8 encode 41 E9 1F468 → ok 41 C3 A9 F0 9F 91",
        "encode     41 E9 1F468  LATIN CAPITAL LETTER A, LATIN SMALL LETTER E WITH ACUTE, MAN",
        "                 ▲▲▲▲▲ the first value with other bytes",
        "expected   ok: 41 C3 A9 F0 9F 91 A8",
        "got        ok: 41 C3 A9 F0 9F 91",
        "                                 ▲ ends too early",
    ),
    "a result that goes on": (
        "utf-8 decode 41 → ok 41 0",
        "decode     41",
        "expected   ok: 41  LATIN CAPITAL LETTER A",
        "got        ok: 41 0  LATIN CAPITAL LETTER A, control character",
        "                  ▲ goes on after the expected end",
    ),
    "nothing instead of a result": (
        "utf-8 encode 41 → ok -",
        "encode     41  LATIN CAPITAL LETTER A",
        "           ▲▲ the first value with other bytes",
        "expected   ok: 41",
        "got        ok, no bytes",
    ),
    "a value that the encoding lacks": (
        "utf-8 encode 41 D800 → ok 41 3F",
        "encode     41 D800  LATIN CAPITAL LETTER A, surrogate",
        "              ▲▲▲▲ D800 is a surrogate, which is not a value of the encoding",
        "expected   reject at 1 (surrogate)         got  ok: 41 3F",
    ),
    "pieces, some of them empty": (
        "utf-8 decode - / 61 / - / C3 A9 / - → reject 1",
        "decode     - / 61 / - / C3 A9 / -",
        "                        ▲▲ ▲▲ rejected here, but nothing is wrong",
        "expected   ok: 61 E9  LATIN SMALL LETTER A, LATIN SMALL LETTER E WITH ACUTE",
        "got        reject at 1",
    ),
    "counts, which are no characters": (
        "kim-count decode 41 42 → ok 41 43",
        "decode     41 42",
        "              ▲▲ the first byte sequence with another value",
        "expected   ok: 41 42",
        "got        ok: 41 43",
        "                  ▲▲ the first difference",
    ),
    "a text after its length": (
        "kim-text decode 02 41 42 → ok 41 43",
        "decode     02 41 42",
        "                 ▲▲ the first byte sequence with another value",
        "expected   ok: 41 42  LATIN CAPITAL LETTER A, LATIN CAPITAL LETTER B",
        "got        ok: 41 43  LATIN CAPITAL LETTER A, LATIN CAPITAL LETTER C",
        "                  ▲▲ the first difference",
    ),
    "where the document is silent": (
        "kim decode 80 41 → ok 0 41",
        "decode     80 41",
        "           ▲▲ ▲▲ the first byte sequence with another value",
        "expected   ok: 41  LATIN CAPITAL LETTER A",
        "got        ok: 0 41  control character, LATIN CAPITAL LETTER A",
        "               ▲ the first difference",
        "or         reject",
    ),
    "an empty input that lacks its count": (
        "kim-text decode - → ok -",
        "decode     -",
        "           ▲ the number of items is missing",
        "expected   reject (truncated)              got  ok, no values",
    ),
}
"""Operations and wrong outcomes, and what is shown of each. `tests/explain` has the words about each fault."""


@pytest.mark.parametrize("row", SHOWN.values(), ids=SHOWN)
def test_the_lines_of_a_failure(suite: Suite, row: tuple[str, ...]) -> None:
    failure, *expected = row
    asked, got = failure.split(" → ")
    encoding, kind, input = asked.split(" ", 2)
    assert by_the_tables(suite, read_operation(kind, encoding, input), read_outcome(kind, got)) == expected


def test_a_long_input_without_runs_is_cut_around_the_fault_and_says_so(suite: Suite) -> None:
    data = PRINTABLE * 70 + b"\xc3\xff" + PRINTABLE * 30
    shown = by_the_tables(suite, Decode("utf-8", data), Decoded(()))
    assert shown[0].startswith("decode     20 … 6,64")
    assert " 7E C3 FF 20 " in shown[0]
    assert shown[0].endswith(" bytes … 7E")
    column = shown[0].index("C3")
    assert shown[1][:column].strip() == "" and shown[1][column : column + 5] == "▲▲ ▲▲"


def test_gaps_count_all_that_is_left_out() -> None:
    data = PRINTABLE * 2 + b"A" * 9 + PRINTABLE * 7
    words = lines_of(None, Decode("x", data), (Rejection(400, "bad-lead"),), None)[0].split()[1:]
    gaps = [int(before.replace(",", "")) for before, word in pairwise(words) if word == "bytes"]
    assert len(gaps) == 2
    assert sum(gaps) + len([word for word in words if len(word) == 2 and word != "…"]) == len(data)


def test_two_long_results_stand_in_the_same_columns(suite: Suite) -> None:
    values = tuple(PRINTABLE) * 30
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


@pytest.mark.parametrize("encoding", ["utf-8", "utf-inf-8"])
@pytest.mark.parametrize("data", [b"", PRINTABLE * 3 + b"\xc3", b"\xff" * 70 + PRINTABLE])
def test_no_line_is_wider_than_a_screen(suite: Suite, encoding: str, data: bytes) -> None:
    wrong = [
        Decoded(()),
        Decoded(tuple(PRINTABLE) * 5),
        Decoded((1 << 4000, 0x10FFFF)),
        Rejection(3, "a reason of many words " * 20),
        Crash("x" * 500, "frame"),
    ]
    lines = [line for got in wrong for line in by_the_tables(suite, Decode(encoding, data), got)]
    assert max(map(len, lines)) + 3 <= WIDTH


def test_a_result_beyond_the_input_is_not_marked_in_it(suite: Suite) -> None:
    """A check may compare an implementation with itself, so the expected outcome may differ from that of the tables."""
    assert lines_of(suite, Encode("ascii", ()), (Encoded(b"XX"),), Encoded(b"X")) == [
        "encode     -",
        "expected   ok: 58 58",
        "got        ok: 58",
        "                  ▲ ends too early",
    ]


def test_the_tables_add_the_offset_that_a_check_does_not_know(suite: Suite) -> None:
    assert lines_of(suite, Decode("kim", b"A\x80"), (Rejection(),), Decoded((0x41,))) == [
        "decode     41 80",
        "              ▲▲ the continue bit of 80 is set, and nothing follows",
        "expected   reject at 1 (truncated)         got  ok: 41  LATIN CAPITAL LETTER A",
    ]
    assert lines_of(suite, Decode("kim", b"A"), (Rejection(),), Decoded((0x42,)))[1].startswith("expected")


def test_ill_formed_input_that_must_be_replaced_is_not_called_right(suite: Suite) -> None:
    lines = lines_of(suite, Decode("utf-8", b"\xf9"), (Decoded((0xFFFD,)),), Rejection(0))
    assert lines[1] == "           ▲▲ rejected here instead of replaced"


def test_without_the_encoding_only_offsets_are_marked() -> None:
    assert lines_of(None, Decode("x", b"AB"), (Decoded((0x41, 0x42)),), Decoded((0x41, 0x43))) == [
        "decode     41 42",
        "expected   ok: 41 42",
        "got        ok: 41 43",
        "                  ▲▲ the first difference",
    ]
    assert lines_of(None, Decode("x", b"AB"), (), Rejection(1))[1] == "              ▲▲ rejected here"
    cut = lines_of(None, Decode("x", b"ABC"), (Rejection(1, "truncated"),), None)[1]
    assert cut == "              ▲▲ ▲▲ the input ends inside a value"


def test_marked_items_are_kept_however_little_room_there_is() -> None:
    values = tuple(int("123456789ABCDEF0" * 20, 16) + index for index in range(99))
    spans = [Span(40, 41), Span(70, 72)]
    shown = windowed(tokens(values, spans=spans), spans, 60, "value")
    assert [token.start for token in shown if token.kind == "items"] == [40, 70, 71]
    assert [token.text for token in shown if token.kind == "gap"] == ["… 40 values …", "… 29 values …", "… 27 values …"]


def test_short_forms_are_in_the_notation_of_the_vectors() -> None:
    assert operation_shortly(Decode("kim", b"\x41\xc4\x80", (1, 2))) == "decode 41 / C4 / 80"
    assert operation_shortly(Encode("kim", (0xE9, *(0x1F468,) * 9))) == "encode E9 1F468*9"
    assert outcome_shortly(Decoded(())) == "ok -"
    assert outcome_shortly(Rejection(3, "truncated")) == "reject 3 truncated"
    assert outcome_shortly(Crash("exited with status 3")) == "crash: exited with status 3"


def test_a_long_operation_or_outcome_is_cut_in_the_middle() -> None:
    text = operation_shortly(Decode("kim", PRINTABLE * 70))
    assert text.startswith("decode 20 21 22 ") and text.endswith(" 7D 7E")
    assert " bytes … " in text and len(text) <= len("decode ") + TEXT
    assert " values … " in outcome_shortly(Decoded(tuple(PRINTABLE) * 70))
    assert 300 < len(outcome_shortly(Crash("x" * 9000))) <= 400
