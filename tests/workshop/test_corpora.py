"""`conform corpus`: what there is, what adds nothing and goes, what is covered of the reference."""

from __future__ import annotations

import subprocess
import sys
from inspect import getsourcelines
from pathlib import Path

import pytest
from patience import FOREVER

from reference_codecs.kim import Kim
from workshop.corpora.command import distilled

pytest.importorskip("coverage")

A, B, C, D = b"A", b"AAA", b"BBA", b"\x80"
"""In kim, the third covers what the second does, and gives as many values, with the same at the end."""

INTERRUPTED_AT_THE_SECOND = """
from workshop.corpora import command as corpus
real, times = corpus.distilled, iter([False, True])
def distilled(inputs):
    if next(times):
        raise KeyboardInterrupt
    return real(inputs)
corpus.distilled = distilled
"""


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus"
    for encoding, inputs in {"kim": (A, B, C, D), "morse": (A, B, C)}.items():
        (folder / encoding).mkdir(parents=True)
        for data in inputs:
            (folder / encoding / (data.hex())).write_bytes(data)
    (folder / "kim.dict").write_text('"\\x80"\n')
    return folder


def conform(corpus: Path, *words: object, before: str = "") -> subprocess.CompletedProcess[str]:
    program = f"{before}\nfrom encoding_conformance.commands.main import main; main()"
    command = [sys.executable, "-c", program, "corpus", "--corpus", str(corpus), *map(str, words)]
    return subprocess.run(command, cwd=corpus.parent, capture_output=True, text=True, timeout=FOREVER)


def inputs(corpus: Path, encoding: str) -> set[bytes]:
    return {path.read_bytes() for path in (corpus / encoding).iterdir()}


def table(text: str) -> list[list[str]]:
    """The rows of a table by rich, of cells."""
    return [line.strip("│ ").replace("│", " ").split() for line in text.splitlines() if line.startswith("│")]


def of_reference(text: str) -> list[str]:
    """The lines of coverage.py's table."""
    return text[text.index("Name ") :].splitlines()


def test_what_smaller_inputs_cover_together_is_left_out() -> None:
    some = [("ab", b"xx", {1, 2}), ("a", b"x", {1}), ("b", b"y", {2}), ("abc", b"xxx", {1, 2, 3})]
    assert distilled(some) == ["a", "b", "abc"]
    assert distilled(reversed(some)) == ["a", "b", "abc"]


def test_of_inputs_that_cover_the_same_the_smallest_stays() -> None:
    assert distilled([("long", b"xx", {1}), ("late", b"y", {1}), ("early", b"x", {1})]) == ["early"]


def test_an_input_that_covers_nothing_goes() -> None:
    assert distilled([("empty", b"", frozenset())]) == []


def test_what_there_is(corpus: Path) -> None:
    ended = conform(corpus)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert table(ended.stdout) == [["kim", "4", "8"], ["morse", "3", "7"]]


def test_distilled_it_covers_the_same_with_less(corpus: Path) -> None:
    before = conform(corpus, "-e", "kim", "--coverage")
    ended = conform(corpus, "-e", "kim", "--distil")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert table(ended.stdout) == [["kim", "3", "5", "4", "8"]]
    assert inputs(corpus, "kim") == {A, B, D}
    after = conform(corpus, "-e", "kim", "--coverage")
    assert of_reference(after.stdout) == of_reference(before.stdout)
    assert table(conform(corpus, "-e", "kim", "--distil").stdout) == [["kim", "3", "5", "3", "5"]]


def test_an_input_stays_for_its_kind_of_outcome(corpus: Path) -> None:
    other_at_the_end = b"AA "
    (corpus / "kim" / "e").write_bytes(other_at_the_end)
    conform(corpus, "-e", "kim", "--distil")
    assert inputs(corpus, "kim") == {A, B, D, other_at_the_end}


def test_what_the_reference_does_not_offer_is_left_as_it_is(corpus: Path) -> None:
    ended = conform(corpus, "--distil")
    assert ended.stderr == "left as it is: morse, of which there is no reference\n"
    assert inputs(corpus, "morse") == {A, B, C}


def test_nothing_is_deleted_before_all_is_known(corpus: Path) -> None:
    (corpus / "morse").rename(corpus / "kim-count")
    ended = conform(corpus, "--distil", before=INTERRUPTED_AT_THE_SECOND)
    assert (ended.returncode, ended.stdout, ended.stderr.strip()) == (130, "", "interrupted")
    assert (inputs(corpus, "kim"), inputs(corpus, "kim-count")) == ({A, B, C, D}, {A, B, C})


def test_files_of_the_reference_with_what_is_missing(corpus: Path) -> None:
    for path in (corpus / "kim").iterdir():
        path.unlink()
    (corpus / "kim" / "a").write_bytes(A)
    few = of_reference(conform(corpus, "-e", "kim", "--coverage").stdout)
    (corpus / "kim" / "d").write_bytes(D)
    more = of_reference(conform(corpus, "-e", "kim", "--coverage").stdout)
    assert few[0].split() == ["Name", "Stmts", "Miss", "Branch", "BrPart", "Cover", "Missing"]
    (kim,) = [line for line in few if "kim.py" in line]
    (kim_with_a_rejection,) = [line for line in more if "kim.py" in line]
    assert int(kim.split()[2]) > int(kim_with_a_rejection.split()[2])
    assert not any("bocu_1.py" in line for line in more)


def test_what_was_decoded_is_encoded_and_decoded_in_pieces(corpus: Path) -> None:
    lines = of_reference(conform(corpus, "-e", "kim", "--coverage").stdout)
    assert any("incremental.py" in line for line in lines)
    (kim,) = [line for line in lines if "kim.py" in line]
    missing = kim.partition("%")[2].replace(",", "").split()
    ends = [each.partition("-") for each in missing]
    _, head = getsourcelines(Kim.encode_value)
    assert not any(int(first) <= head + 1 <= int(last or first) for first, _, last in ends)


def test_pages_are_written_where_asked(corpus: Path) -> None:
    ended = conform(corpus, "-e", "kim", "--html", "pages")
    assert ended.returncode == 0
    assert "kim.py" in (corpus.parent / "pages" / "index.html").read_text()


@pytest.mark.parametrize("words", [["--distil"], ["--coverage"], ["--html", "pages"]])
def test_without_coverage_py_a_line_says_how_to_get_it(corpus: Path, words: list[str]) -> None:
    ended = conform(corpus, *words, before="import sys; sys.modules['coverage'] = None")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == "Error: this takes coverage.py: make .venv/test\n"
    assert inputs(corpus, "kim") == {A, B, C, D}


def test_what_is_not_there_is_told(corpus: Path) -> None:
    ended = conform(corpus, "-e", "bocu-1")
    assert ended.returncode == 2
    assert "no inputs of bocu-1 in" in ended.stderr and "there are kim, morse" in ended.stderr
    ended = conform(corpus.parent / "nowhere")
    assert ended.returncode == 2
    assert "`conform fuzz` makes some" in ended.stderr
