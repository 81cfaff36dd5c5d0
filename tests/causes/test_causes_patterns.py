"""The patterns of known mistakes, which are data."""

from __future__ import annotations

import pytest

from harness.causes.patterns import FOLDER, Pattern, read, write
from harness.causes.symptom import how_wrong
from harness.commands.arguments import load_library
from harness.commands.mutants.patterns import asked, pattern, text
from harness.commands.mutants.selection import named
from harness.core.identity import vector_id
from harness.core.outcome import Crash, Decoded, Encoded, Rejection, Timeout, Unsupported

SAMPLE = 23
LIBRARY = load_library(())


@pytest.mark.parametrize("mutant", named()[::SAMPLE], ids=lambda mutant: mutant.id)
def test_the_pattern_of_a_mutant_is_current(mutant) -> None:
    encoding = LIBRARY.encodings[mutant.of]
    made_anew = pattern(mutant, encoding, asked(LIBRARY, mutant.of))

    stored = [each for each in read(mutant.of) if each.mutant == mutant.id]

    assert stored == ([made_anew] if made_anew.fails else [])


@pytest.mark.slow
@pytest.mark.parametrize("encoding", sorted({mutant.of for mutant in named()}))
def test_the_patterns_of_an_encoding_are_current(encoding: str) -> None:
    assert (FOLDER / f"{encoding}.json").read_text(encoding="utf-8") == text(encoding)


def test_there_is_a_file_for_each_encoding_that_has_mutants() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == {mutant.of for mutant in named()}


def test_what_is_written_can_be_read(tmp_path, monkeypatch) -> None:
    ids = [vector_id("e", local) for local in ("a", "b/encode", "b/decode", "edge/c", "d")]
    fails = Pattern("e/some-mistake", ("e/rule",), {ids[1]: "accepted", ids[2]: "accepted", ids[4]: "too long"})
    monkeypatch.setattr("harness.causes.patterns.FOLDER", tmp_path)

    (tmp_path / "e.json").write_text(write("e", ids, [fails]))

    assert list(read("e")) == [fails]
    assert '"fails": ".2a.+"' in (tmp_path / "e.json").read_text()


def test_an_encoding_of_a_user_has_no_patterns() -> None:
    assert list(read("nobodys")) == []


@pytest.mark.parametrize(
    ("due", "outcome", "how"),
    [
        (Rejection(2, "truncated"), Decoded((1,)), "accepted"),
        (Rejection(2, "truncated"), Rejection(1), "offset too small"),
        (Rejection(2, "truncated"), Rejection(3), "offset too large"),
        (Decoded((1, 2)), Rejection(0), "refused"),
        (Decoded((1, 2)), Decoded((1, 3)), "wrong"),
        (Decoded((1, 2)), Decoded((1,)), "too short"),
        (Encoded(b"a"), Encoded(b"ab"), "too long"),
        (Encoded(b"a"), Unsupported(), "unsupported"),
        (Encoded(b"a"), Crash("it died"), "crash"),
        (Rejection(0), Timeout("late"), "time-out"),
    ],
)
def test_how_an_outcome_is_wrong(due, outcome, how) -> None:
    assert how_wrong([due], outcome) == how
