"""`conform mutants` as a user sees it: what is killed, what survives, what is wrong with the arguments."""

import json

import pytest

SOUND = """
from mutants.mutant import Mutant
from reference_codecs import CODECS

def mutants():
    return [Mutant("ascii/none", "ascii", ("ascii",), lambda: CODECS, ("ascii/digits",))]
"""
MUTANT = """
from collections import namedtuple
Mutant = namedtuple("Mutant", "id of encodings load breaks equivalent", defaults=[""])
"""


@pytest.fixture
def shadowed(conform):
    """A package of mutants in the folder that `conform` runs in."""
    home = conform.folder / "mutants"
    home.mkdir()
    for name, text in {"__init__": "", "mutant": MUTANT, "named": SOUND, "syntax": "def mutants():\n    return []\n"}.items():
        (home / f"{name}.py").write_text(text)
    return conform


def test_what_kills_a_mutant_is_shown_and_written(conform) -> None:
    words = ("mutants", "-e", "ascii", "-k", "ascii/eighth-bit-stripped", "--jobs", 1)
    ended = conform(*words, "--json", "x.jsonl", "--html", "x.html")

    assert (ended.returncode, ended.stderr) == (0, "")
    assert "1 of 1 mutants killed: 1 by vectors, 1 by checks" in ended.stdout
    header, mutant, footer = map(json.loads, (conform.folder / "x.jsonl").read_text().splitlines())
    assert (header["type"], footer["type"]) == ("header", "footer")
    assert (mutant["id"], mutant["fate"]) == ("ascii/eighth-bit-stripped", "both")
    assert mutant["breaks"] and mutant["vectors"] and mutant["checks"]
    page = (conform.folder / "x.html").read_text()
    assert "ascii/eighth-bit-stripped" in page
    assert "no mutant breaks" not in page


def test_a_mutant_by_syntax_is_told_by_what_was_and_what_is(conform) -> None:
    ended = conform("mutants", "-k", "utf_32.py: LENGTH = 32*33*", "--jobs", 1, "--json", "x.jsonl")

    assert ended.returncode == 0
    _, mutant, _ = map(json.loads, (conform.folder / "x.jsonl").read_text().splitlines())
    assert (mutant["fate"], mutant["equivalent"]) == ("equivalent", "the quotient is the same")


def test_a_mutant_that_survives_is_named_and_fails_the_run(shadowed) -> None:
    ended = shadowed("mutants", "-e", "ascii", "-k", "ascii/none", "--jobs", 1)

    assert ended.returncode == 1
    assert "mutants that survive (1):\n  ascii/none\n" in ended.stdout
    assert "0 of 1 mutants killed" in ended.stdout


def test_what_no_mutant_breaks_fails_a_run_over_everything(shadowed) -> None:
    ended = shadowed("mutants", "--jobs", 1)

    assert ended.returncode == 1
    assert "requirements that no mutant breaks (" in ended.stdout
    assert "checks that no mutant breaks (" in ended.stdout
    assert "vectors that fail on no mutant (" in ended.stdout


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("-e", "ascii2"), "conform: no encoding 'ascii2'; did you mean ascii"),
        (("-k", "nothing-like-it"), "conform: no mutant of any encoding matches 'nothing-like-it'"),
        (("-k", "ascii/7f-refused", "--json", "no/such/folder"), "conform: no/such/folder: No such file or directory"),
    ],
)
def test_a_wrong_argument_gets_one_line(conform, words: tuple[str, ...], line: str) -> None:
    ended = conform("mutants", *words)

    assert ended.returncode == 2
    assert ended.stderr.startswith(line)
    assert len(ended.stderr.splitlines()) == 1
