"""Texts in lines."""

import pytest

from encoding_conformance.core.text import in_lines


@pytest.mark.parametrize(
    "text, width, lines",
    [
        ("wrong for 6 of 45: ED A0 80: expected", 24, ["wrong for 6 of 45:", "ED A0 80: expected"]),
        ("of 45: C2, got ok 41 10FFFF", 18, ["of 45: C2, got", "ok 41 10FFFF"]),
        ("of 45: 7F{17} 41*8 is", 16, ["of 45:", "7F{17} 41*8 is"]),
        ("say: replaces: {decode: {per: byte}}", 34, ["say:", "replaces: {decode: {per: byte}}"]),
        ("reject it; `conform new` shows", 20, ["reject it;", "`conform new` shows"]),
        ("C2 80 80 80 80", 8, ["C2 80 80", "80 80"]),
        ("with 0 ok 1 ENCODING", 12, ["with 0 ok 1", "ENCODING"]),
        ("", 8, []),
    ],
)
def test_what_belongs_together_stays_on_a_line_if_it_fits_there(text: str, width: int, lines: list[str]) -> None:
    assert in_lines(text, width) == lines
