"""Every fault of the list of texts, and of a text, in one line with its place and what is expected."""

from pathlib import Path

import pytest

from encoding_conformance.data_files.problems import DataError
from encoding_conformance.data_folders import VECTORS
from workshop.requirements import read_documents
from workshop.sizes import texts
from workshop.sizes.page import Claim, Printed, read_claims
from workshop.sizes.texts import Text

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


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "texts.yaml").write_text(LIST)
    (tmp_path / "word.txt").write_bytes("né\n".encode())
    (tmp_path / "other.txt").write_bytes(b"x")
    return tmp_path


def test_texts_and_what_is_printed_of_them(folder):
    found = texts.read(folder)

    assert found.texts == (Text("A word", (0x6E, 0xE9, 0x0A)), Text("Another", (0x78,)))
    assert found.beside == {"utf-8": "UTF-8"}
    assert read_claims(folder) == [
        Claim(
            "Toy, 1",
            "toy",
            "utf-8",
            (
                Printed(40, 75, False, ("A word",)),
                Printed(60, 60, False, ("Another",)),
                Printed(0, 100, True, ("A word", "Another")),
            ),
            "None.",
        ),
    ]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("word: A word", "none: A word", "2: there is no file none.txt beside this one"),
        ("    beside: utf-8", "    beside: utf-9", "6: 'utf-9' is not among those under beside"),
        ("[word]", "[words]", "8: there is no text 'words'"),
        (
            '"60"',
            '"60 %"',
            '9: claims.printed.percent: invalid value "60 %"; expected a quoted percentage, such as '
            '"60", "40..75" or "below 100"',
        ),
    ],
)
def test_a_list_that_does_not_hold(folder, old, new, expected):
    assert old in LIST
    (folder / "texts.yaml").write_text(LIST.replace(old, new, 1))

    with pytest.raises(DataError) as error:
        texts.read(folder)
        read_claims(folder)

    assert f"{folder}/texts.yaml:{expected}" in str(error.value).split("\n")


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "1: empty; a text has a character at least"),
        (b"a\nb\xff", "2: not UTF-8: byte FF at 3; give a text in UTF-8"),
        (b"\xed\xa0\x80", "1: not UTF-8: byte ED at 0; give a text in UTF-8"),
    ],
)
def test_a_file_that_is_no_text(tmp_path, data, expected):
    file = tmp_path / "some.txt"
    file.write_bytes(data)

    with pytest.raises(DataError) as error:
        texts.read_text(file, "some")

    assert str(error.value) == f"{file}:{expected}"


def test_the_project_cites_sections_that_its_documents_have():
    sections = read_documents([VECTORS])

    for claim in read_claims(texts.FOLDER):
        document, _, section = claim.section.partition(", ")
        assert section in sections[document]


def test_every_text_of_the_folder_is_listed_and_every_one_is_named_in_its_page():
    files = {path.name for path in texts.FOLDER.glob("*.txt")}
    page = (texts.FOLDER / "README.md").read_text(encoding="utf-8")

    assert len(files) == len(texts.read(texts.FOLDER).texts)
    assert [name for name in files if f"`{name}`" not in page] == []


def test_the_list_names_its_schema():
    first = (texts.FOLDER / texts.FILE).read_text(encoding="utf-8").split("\n", 1)[0]
    named = first.removeprefix("# yaml-language-server: $schema=")
    assert (texts.FOLDER / named).resolve() == texts.SCHEMA.resolve()
