"""`conform sizes` as a program: rows for a pipe, one clear line for bad input."""

from __future__ import annotations

import pytest

CAFE = "café \N{PILE OF POO}\n"


@pytest.fixture
def folder(conform):
    (conform.folder / "cafe.txt").write_text(CAFE, encoding="utf-8")
    (conform.folder / "plain.txt").write_text("plain\n")
    return conform.folder


def test_a_line_for_each_text_and_encoding(conform, folder) -> None:
    ended = conform("sizes", "-e", "bocu-1", "-e", "utf-16-le", "cafe.txt", "plain.txt")

    assert (ended.returncode, ended.stderr) == (0, "")
    assert [line.split("\t") for line in ended.stdout.splitlines()] == [
        ["text", "characters", "implementation", "encoding", "bytes", "% of UTF-8", "% of UTF-16"],
        ["cafe.txt", "7", "reference", "bocu-1", "10", "91", "62"],
        ["cafe.txt", "7", "reference", "utf-16-le", "16", "145", "100"],
        ["plain.txt", "6", "reference", "bocu-1", "6", "100", "50"],
        ["plain.txt", "6", "reference", "utf-16-le", "12", "200", "100"],
    ]


def test_a_character_that_an_encoding_lacks_is_named_where_the_encoding_was_asked_for(conform, folder) -> None:
    ended = conform("sizes", "-e", "cp437", "cafe.txt")

    assert ended.returncode == 0
    assert ended.stdout.splitlines()[1].split("\t")[4:] == ["lacks U+1F4A9, at 5", "", ""]


def test_encodings_that_lack_a_character_are_left_out_where_none_was_asked_for(conform, folder) -> None:
    ended = conform("sizes", "plain.txt", "cafe.txt")

    assert ended.returncode == 0
    assert ended.stderr.startswith("left out, for they refuse one of these texts: ascii, ascii-parity, cp437, ")
    assert "\tcp437\t" not in ended.stdout
    assert ended.stdout.count("\tkim\t") == 2


def test_implementations_side_by_side(conform, folder) -> None:
    ended = conform("sizes", "-i", "cpython", "-i", "reference", "-e", "utf-8", "plain.txt")

    assert [line.split("\t")[2:5] for line in ended.stdout.splitlines()[1:]] == [
        ["cpython", "utf-8", "6"],
        ["reference", "utf-8", "6"],
    ]


def test_without_a_file_the_texts_of_the_project(conform) -> None:
    ended = conform("sizes", "-e", "utf-8")

    assert (ended.returncode, ended.stderr) == (0, "")
    assert [line.split("\t")[0] for line in ended.stdout.splitlines()[1:3]] == ["English", "French"]


@pytest.mark.parametrize(
    ("words", "data", "told"),
    [
        (("some.txt",), b"a\xff", "some.txt:1: not UTF-8: byte FF at 1; give a text in UTF-8"),
        (("some.txt",), b"", "some.txt:1: empty; a text has a character at least"),
        (("none.txt",), b"x", "File 'none.txt' does not exist."),
        (("-e", "nope", "some.txt"), b"x", "no encoding 'nope'; there are "),
        (("-i", "cpython", "-e", "kim", "some.txt"), b"x", "kim is not offered by cpython"),
    ],
)
def test_bad_input_gets_one_clear_line(conform, words, data, told) -> None:
    (conform.folder / "some.txt").write_bytes(data)

    ended = conform("sizes", *words)

    assert ended.returncode == 2
    assert told in ended.stderr.splitlines()[-1]
    assert "Traceback" not in ended.stderr
    assert ended.stdout == ""
