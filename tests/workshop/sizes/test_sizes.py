"""Sizes of texts: the tool, the list of texts with what documents print of them, and the page."""

from pathlib import Path

import pytest
from project import suite

from encoding_conformance.core.outcome import Crash, Encoded, Rejection, Unsupported
from encoding_conformance.data_files.problems import DataError
from workshop.sizes import texts
from workshop.sizes.command import Size, of_every_text, size, size_in
from workshop.sizes.page import Claim, Measured, Printed, measured, read_claims, sizes_page
from workshop.sizes.texts import Text, Texts

WORD = Text("word", (0x63, 0x61, 0x66, 0xE9))


@pytest.fixture
def run(tool):
    (tool.folder / "cafe.txt").write_text("café \N{PILE OF POO}\n", encoding="utf-8")
    (tool.folder / "plain.txt").write_text("plain\n")
    return tool


def rows(ended):
    assert ended.status == 0
    return [line.split("\t") for line in ended.out.splitlines()]


def test_a_line_for_each_text_and_encoding(run) -> None:
    assert rows(run("sizes", "-e", "bocu-1", "-e", "utf-16-le", "cafe.txt", "plain.txt")) == [
        ["text", "characters", "implementation", "encoding", "bytes", "% of UTF-8", "% of UTF-16"],
        ["cafe.txt", "7", "reference", "bocu-1", "10", "91", "62"],
        ["cafe.txt", "7", "reference", "utf-16-le", "16", "145", "100"],
        ["plain.txt", "6", "reference", "bocu-1", "6", "100", "50"],
        ["plain.txt", "6", "reference", "utf-16-le", "12", "200", "100"],
    ]
    assert rows(run("sizes", "-e", "cp437", "cafe.txt"))[1][4:] == ["lacks U+1F4A9, at 5", "", ""]
    both = rows(run("sizes", "-i", "cpython", "-i", "reference", "-e", "utf-8", "plain.txt"))
    assert [row[2:5] for row in both[1:]] == [["cpython", "utf-8", "6"], ["reference", "utf-8", "6"]]
    assert rows(run("sizes", "-e", "utf-8"))[1][0] == "English"


def test_encodings_that_lack_a_character_are_left_out_unless_they_are_named(run) -> None:
    ended = run("sizes", "plain.txt", "cafe.txt")
    assert ended.err.startswith("left out, because they refuse one of these texts: ") and " ascii, " in ended.err
    assert "\tcp437\t" not in ended.out and ended.out.count("\tkim\t") == 2


@pytest.mark.parametrize(
    ("words", "data", "said"),
    [
        (("some.txt",), b"a\n\xff", "some.txt:2: not UTF-8: byte FF at 2; give a text in UTF-8"),
        (("some.txt",), b"", "some.txt:1: empty; a text has a character at least"),
        (("none.txt",), b"x", "File 'none.txt' does not exist."),
        (("-e", "nope", "some.txt"), b"x", "no encoding 'nope'; there are "),
        (("-i", "cpython", "-e", "kim", "some.txt"), b"x", "cpython does not offer kim"),
    ],
)
def test_bad_input_gets_one_clear_line(tool, words, data, said) -> None:
    (tool.folder / "some.txt").write_bytes(data)
    ended = tool("sizes", *words)
    assert (ended.status, ended.out) == (2, "")
    assert said in ended.err.splitlines()[-1]


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        (Encoded(b"caf\xe9"), (4, "", False)),
        (Rejection(3), (None, "lacks U+00E9, at 3", True)),
        (Rejection(4), (None, "rejected", True)),
        (Unsupported("no such thing"), (None, "unsupported no such thing", True)),
        (Crash("IndexError"), (None, "crash: IndexError", False)),
    ],
)
def test_an_outcome_is_a_size_or_says_why_there_is_none(outcome, expected):
    found = size(WORD, "some", "toy", outcome)
    assert (found.bytes, found.instead, found.refused) == expected
    whole, partial = of_every_text([found])
    assert (whole, partial) == (([], [("some", "toy")]) if found.refused else ([found], []))


def test_sizes_are_compared_with_stateless_encodings():
    assert [size_in(suite().encodings[id], WORD) for id in ("utf-8", "utf-16-be", "utf-32-le")] == [5, 8, 16]
    assert all(suite().encodings[id].claims("stateless") for id in texts.read(texts.FOLDER).beside)


@pytest.mark.parametrize(
    ("printed", "percents", "differences"),
    [
        (Printed(60, 60, False, ()), (57.0, 60.0, 61.5), [-3.0, None, 1.5]),
        (Printed(40, 75, False, ()), (39.5, 75.0, 80.0), [-0.5, None, 5.0]),
        (Printed(0, 100, True, ()), (99.9, 100.0), [None, 0.0]),
    ],
)
def test_the_difference_from_the_printed_figure(printed, percents, differences):
    assert [Measured("any", printed, percent).difference for percent in percents] == differences


LIST = """\
beside: {utf-8: UTF-8}
texts: {word: A word, other: Another}
claims:
  - section: "Toy, 1"
    encoding: toy
    beside: utf-8
    printed:
      - {percent: "40..75", texts: [word]}
      - {percent: "60", texts: [other]}
      - {percent: "below 100", texts: [word, other]}
    note: None.
"""
PRINTED = (
    Printed(40, 75, False, ("A word",)),
    Printed(60, 60, False, ("Another",)),
    Printed(0, 100, True, ("A word", "Another")),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "texts.yaml").write_text(LIST)
    (tmp_path / "word.txt").write_bytes("né\n".encode())
    (tmp_path / "other.txt").write_bytes(b"x")
    return tmp_path


def test_a_list_of_texts_and_a_page_of_it(folder):
    found, claims = texts.read(folder), read_claims(folder)
    assert found == Texts((Text("A word", (0x6E, 0xE9, 0x0A)), Text("Another", (0x78,))), {"utf-8": "UTF-8"})
    assert claims == [Claim("Toy, 1", "toy", "utf-8", PRINTED, "None.")]
    sizes = [Size(text, "some", "toy", 3) for text in found.texts]
    beside = {("A word", "utf-8"): 4, ("Another", "utf-8"): 1}
    assert [(each.title, each.percent) for each in measured(claims[0], sizes, beside)][:2] == [
        ("A word", 75.0),
        ("Another", 300.0),
    ]
    page = sizes_page(sizes, found, claims, beside, "texts.md")
    assert "| A word | 3 | 3 |" in page and "| Another | 60 | 300.0 | +240.0 |" in page


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("word: A word", "none: A word", "2: there is no file none.txt beside this one"),
        ("    beside: utf-8", "    beside: utf-9", "6: 'utf-9' is not listed under beside"),
        ("[word]", "[words]", "8: there is no text 'words'"),
        ('"60"', '"60 %"', '9: claims.printed.percent: invalid value "60 %"; expected a quoted percentage'),
    ],
)
def test_a_fault_of_the_list_is_reported_with_its_line(folder, old, new, expected):
    (folder / "texts.yaml").write_text(LIST.replace(old, new, 1))
    with pytest.raises(DataError) as error:
        texts.read(folder)
        read_claims(folder)
    assert f"{folder}/texts.yaml:{expected}" in str(error.value)


def test_the_project_s_list_has_every_text_and_cites_sections_that_exist():
    documents = suite().documents
    cited = [claim.section.partition(", ")[::2] for claim in read_claims(texts.FOLDER)]
    assert [section for document, section in cited if section not in documents[document].sections] == []
    files = {path.name for path in texts.FOLDER.glob("*.txt")}
    page = (texts.FOLDER / "README.md").read_text(encoding="utf-8")
    assert len(files) == len(texts.read(texts.FOLDER).texts)
    assert [name for name in files if f"`{name}`" not in page] == []
