"""`conform power` as a user sees it: what is found, what survives, what is wrong with the arguments."""

import json

import pytest

SOUND = """
from mutants.fault import Fault
from reference_codecs import CODECS

def faults():
    return [Fault("ascii/none", "ascii", ("ascii",), lambda: CODECS, ("ascii/digits",))]
"""
FAULT = """
from collections import namedtuple
Fault = namedtuple("Fault", "id of encodings load breaks equivalent", defaults=[""])
"""


@pytest.fixture
def shadowed(conform):
    """A package of faults in the folder that `conform` runs in."""
    home = conform.folder / "mutants"
    home.mkdir()
    for name, text in {"__init__": "", "fault": FAULT, "named": SOUND, "syntax": "def faults():\n    return []\n"}.items():
        (home / f"{name}.py").write_text(text)
    return conform


def test_what_finds_a_fault_is_shown_and_written(conform) -> None:
    words = ("power", "-e", "ascii", "-k", "ascii/eighth-bit-stripped", "--jobs", 1)
    ended = conform(*words, "--json", "x.jsonl", "--html", "x.html")

    assert (ended.returncode, ended.stderr) == (0, "")
    assert "1 of 1 faults found: 1 by vectors, 1 by checks" in ended.stdout
    header, fault, footer = map(json.loads, (conform.folder / "x.jsonl").read_text().splitlines())
    assert (header["type"], footer["type"]) == ("header", "footer")
    assert (fault["id"], fault["fate"]) == ("ascii/eighth-bit-stripped", "both")
    assert fault["breaks"] and fault["vectors"] and fault["laws"]
    assert "ascii/eighth-bit-stripped" in (conform.folder / "x.html").read_text()


def test_a_fault_by_syntax_is_told_by_what_was_and_what_is(conform) -> None:
    ended = conform("power", "-k", "utf_32.py: LENGTH = 32*33*", "--jobs", 1, "--json", "x.jsonl")

    assert ended.returncode == 0
    _, fault, _ = map(json.loads, (conform.folder / "x.jsonl").read_text().splitlines())
    assert (fault["fate"], fault["equivalent"]) == ("equivalent", "the quotient is the same")


def test_a_fault_that_survives_is_named_and_fails_the_run(shadowed) -> None:
    ended = shadowed("power", "-e", "ascii", "-k", "ascii/none", "--jobs", 1)

    assert ended.returncode == 1
    assert "1 faults that survive:\n  ascii/none\n" in ended.stdout
    assert "0 of 1 faults found" in ended.stdout


def test_what_no_fault_breaks_fails_a_run_over_everything(shadowed) -> None:
    ended = shadowed("power", "-e", "ascii", "--jobs", 1)

    assert ended.returncode == 1
    assert "requirements that no fault was planted to break:" in ended.stdout
    assert "laws that no fault breaks:" in ended.stdout
    assert "vectors that fail on no fault (" in ended.stdout


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("-e", "ascii2"), "conform: no encoding 'ascii2'; did you mean ascii"),
        (("-k", "nothing-like-it"), "conform: no fault of any encoding matches 'nothing-like-it'"),
        (("-k", "ascii/7f-refused", "--json", "no/such/folder"), "conform: no/such/folder: No such file or directory"),
    ],
)
def test_a_wrong_argument_gets_one_line(conform, words: tuple[str, ...], line: str) -> None:
    ended = conform("power", *words)

    assert ended.returncode == 2
    assert ended.stderr.startswith(line)
    assert len(ended.stderr.splitlines()) == 1
