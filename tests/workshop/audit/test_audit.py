"""The audit as a tool: it shows expected values without two independent witnesses, on a few vectors of three encodings."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from encoding_conformance.runner import registry

SPEAK = Path(__file__).parents[2] / "liars" / "speak.py"

VECTOR = """encodings: [{encoding}]
vectors:
  - id: planted
    decode: "{bytes}"
    result: "{values}"
    requirements: [{requirement}]
    witnesses:
      - {first}
      - {second}
"""
ASCII = {"encoding": "ascii", "requirement": "ascii/plain-bytes"}
BY_HAND = {"first": "specification: 'Notes, ASCII'", "second": "derivation: 'by hand'"}
STATED = {"first": "third-party: 'CPython 3.11.2'", "second": "derivation: 'the reference codecs, apart'"}


@pytest.fixture(autouse=True)
def few_vectors(tool) -> None:
    """The suite with the vectors of ASCII and Kim alone."""
    tool.suite = replace(tool.suite, readers={id: tool.suite.readers[id] for id in ("ascii", "kim")})


@pytest.fixture
def plant(tool):
    """Audits one vector more."""

    def planted(**parts: str):
        folder = tool.folder / "more" / "planted" / "vectors"
        folder.mkdir(parents=True)
        (folder / "x.yaml").write_text(VECTOR.format(**parts))
        words = ("--vectors", "more", "-k", f"{parts['encoding']}/planted", "--json", "x.jsonl")
        return tool("audit", "-i", "cpython", "-i", "reference", *words)

    return planted


def written(tool) -> list[dict]:
    return [json.loads(line) for line in (tool.folder / "x.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("witnesses", [BY_HAND, STATED], ids=["by hand", "programs"])
def test_a_wrong_value_lacks_witnesses_whatever_is_stated(plant, witnesses) -> None:
    ended = plant(**ASCII, **witnesses, bytes="41", values="42")
    assert ended.status == 1
    head, *lines = ended.out[ended.out.index("WITHOUT") :].splitlines()
    assert head.split() == ["WITHOUT", "ascii/planted", "more/planted/vectors/x.yaml:3"]
    assert [" ".join(line.split()) for line in lines if "otherwise" in line] == [
        "otherwise cpython: ok 41 (a different result than the permitted one)",
        "otherwise reference: ok 41 (a different result than the permitted one)",
    ]
    assert "expected ok 42" in " ".join(ended.out.split())


def test_a_right_value_has_its_witnesses(tool, plant) -> None:
    ended = plant(**ASCII, **STATED, bytes="41", values="41")
    assert (ended.status, "WITHOUT" in ended.out) == (0, False)
    (found,) = written(tool)
    assert (found["id"], found["given"], found["lacks"]) == ("ascii/planted", [["cpython", "reference"]], "")


def test_python_and_the_reference_are_one_witness_of_a_code_page(plant) -> None:
    ended = plant(encoding="iso-8859-16", requirement="iso-8859/registered-tables", **STATED, bytes="A4", values="20AC")
    assert ended.status == 1
    assert "1 of 2 independent witnesses" in ended.out
    assert "Python's tables of code pages: cpython, reference" in ended.out


def test_a_contradicted_witness_is_shown_beside_two_that_agree(plant) -> None:
    stated = {"first": "third-party: 'CPython 3.11.2'", "second": "derivation: '41 is 41'"}
    ended = plant(encoding="kim", requirement="kim/one-byte", **stated, bytes="41", values="41")
    assert (ended.status, "WITHOUT" in ended.out) == (1, False)
    assert "CONTRADICTED  kim/planted" in ended.out
    assert "CPython 3.11.2: cpython does not offer kim" in ended.out


def test_a_replacement_confirms_no_rejection(tool) -> None:
    words = ("-i", "cpython", "-i", "cpython-replace", "-i", "reference", "-k", "ascii/byte-80", "--json", "x.jsonl")
    assert tool("audit", *words).status == 0
    found = next(each for each in written(tool) if each["id"] == "ascii/byte-80")
    assert {name for names in found["agree"].values() for name in names} & {"cpython", "cpython-replace"} == {"cpython"}


def test_only_implementations_that_witnesses_name_are_run_by_default(tool, manifest, monkeypatch: pytest.MonkeyPatch) -> None:
    known = [registry.find(each) for each in ("cpython", "reference", str(manifest("twin", "codec: ascii")))]
    monkeypatch.setattr(registry, "own", lambda: known)
    for words, expected in (((), ["cpython", "reference"]), (("-i", "twin"), ["twin"])):
        tool("audit", "-k", "ascii/letter-a-large/decode", *words, "--json", "x.jsonl")
        assert [given for each in written(tool) for given in each["given"]] == [expected]


def test_permitted_outcomes_that_nobody_gives_are_shown(tool) -> None:
    ended = tool("audit", "-i", "reference", "-k", "kim/leading-80", "--json", "x.jsonl")
    first = next(each for each in written(tool) if each["id"] == "kim/leading-80")
    assert (first["agree"]["the project's codecs"], first["given"]) == (["reference"], [["reference"], []])
    assert "  1. ok reference, 2. reject -: kim/leading-80" in ended.out


@pytest.mark.parametrize(
    ("how", "more", "said"),
    [
        ("process: [x]\nrequires: [no-such-program]", {}, "conform: bad: it cannot run: it needs no-such-program; install it"),
        (f"process: [python3, {SPEAK}]", {"liar": "def lie(reply):\n    return ''\n"}, "(at fault: adapter)"),
    ],
)
def test_an_implementation_that_cannot_be_asked_is_at_fault(tool, manifest, how: str, more: dict[str, str], said: str) -> None:
    ended = tool("audit", "-i", "reference", "-i", manifest("bad", how, **more), "-k", "ascii/letter")
    assert ended.status == 3
    assert said in ended.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-k", "check/layout"], "leave only checks and no vector"),
        (["-k", "nothing-is-called-so"], "matches no vector"),
        (["-e", "morse"], "no encoding 'morse'"),
        (["-i", "nobody"], "no implementation 'nobody'"),
        (["-i", "reference", "--json", "no/such/x"], "no/such/x"),
    ],
)
def test_usage(tool, words: list[str], said: str) -> None:
    ended = tool("audit", *words)
    assert ended.status == 2
    assert said in ended.err


def test_a_faulty_roster_is_reported_with_its_line(tool, plant) -> None:
    (tool.folder / "more").mkdir()
    (tool.folder / "more" / "witnesses.yaml").write_text("named:\n  - {begins: One, is: one, encodings: [morse]}\n")
    ended = plant(**ASCII, **STATED, bytes="41", values="41")
    assert ended.status == 3
    assert "witnesses.yaml:2: unknown encoding 'morse'" in ended.err
