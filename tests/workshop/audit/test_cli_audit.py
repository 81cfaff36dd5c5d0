"""`conform audit`: expected values without two witnesses written apart are shown."""

import json
from pathlib import Path

import pytest

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


@pytest.fixture
def audit(conform):
    """Audits one vector more."""

    def plant(*words: object, **parts: str):
        encoding, folder = parts["encoding"], conform.folder / "more" / "planted" / "vectors"
        folder.mkdir(parents=True)
        (folder / "x.yaml").write_text(VECTOR.format(**parts))
        return conform("audit", "--vectors", "more", "-k", f"{encoding}/planted", *words)

    return plant


def test_all_have_two_witnesses(conform) -> None:
    ended = conform("audit", "-e", "ascii", "-k", "ascii/letter")
    assert (ended.returncode, "WITHOUT" in ended.stdout) == (0, False)


@pytest.mark.parametrize("witnesses", [BY_HAND, STATED], ids=["by hand", "programs"])
def test_a_wrong_value_is_without_witnesses_whatever_is_stated(audit, witnesses) -> None:
    ended = audit("-i", "cpython", "-i", "reference", **ASCII, **witnesses, bytes="41", values="42")
    assert ended.returncode == 1
    head, *lines = ended.stdout[ended.stdout.index("WITHOUT") :].splitlines()
    assert head.split() == ["WITHOUT", "ascii/planted", "more/planted/vectors/x.yaml:3"]
    assert [" ".join(line.split()) for line in lines if "otherwise" in line] == [
        "otherwise cpython: ok 41 (a different result than the permitted one)",
        "otherwise reference: ok 41 (a different result than the permitted one)",
    ]
    assert "expected ok 42" in " ".join(ended.stdout.split())


def test_the_same_value_when_it_is_right_has_its_witnesses(audit) -> None:
    assert audit("-i", "reference", "-i", "cpython", **ASCII, **STATED, bytes="41", values="41").returncode == 0


def test_python_and_the_reference_are_one_witness_of_a_code_page(audit) -> None:
    page = {"encoding": "iso-8859-16", "requirement": "iso-8859/registered-tables"}
    ended = audit(**page, **STATED, bytes="A4", values="20AC")
    assert ended.returncode == 1
    assert "1 of 2 witnesses written apart" in ended.stdout
    assert "Python's tables of code pages: cpython, reference" in ended.stdout


def test_a_replacement_confirms_no_rejection(conform) -> None:
    words = ("-i", "cpython", "-i", "cpython-replace", "-i", "reference", "-k", "ascii/byte-80", "--json", "x.jsonl")
    assert conform("audit", *words).returncode == 0
    found = next(line for line in map(json.loads, (conform.folder / "x.jsonl").open()) if line["id"] == "ascii/byte-80")
    assert {name for names in found["agree"].values() for name in names} & {"cpython", "cpython-replace"} == {"cpython"}


def test_who_stands_behind_no_witness_is_asked_by_name_only(conform, manifest) -> None:
    def asked(*words: object) -> set[str]:
        conform("audit", "-k", "ascii/letter-a-large/decode", *words, "--json", "x.jsonl")
        (found,) = map(json.loads, (conform.folder / "x.jsonl").open(encoding="utf-8"))
        return {name for names in found["agree"].values() for name in names} & {"cpython", "perl-encode", "twin"}

    assert asked() == {"cpython"}
    assert asked("-i", manifest("twin", "codec: ascii")) == {"twin"}


def test_a_stated_witness_that_says_otherwise_is_shown_beside_two_that_agree(audit) -> None:
    kim = {"encoding": "kim", "requirement": "kim/one-byte"}
    stated = {"first": "third-party: 'CPython 3.11.2'", "second": "derivation: '41 is 41'"}
    ended = audit(**kim, **stated, bytes="41", values="41")
    assert ended.returncode == 1
    assert "WITHOUT" not in ended.stdout
    assert "CONTRADICTED  kim/planted" in ended.stdout
    assert "CPython 3.11.2: cpython does not offer kim" in ended.stdout


def test_the_json_has_an_object_a_vector(conform) -> None:
    conform("audit", "-i", "reference", "-e", "kim", "-k", "kim/leading-80", "--json", "x.jsonl")
    found = {each["id"]: each for each in map(json.loads, (conform.folder / "x.jsonl").open(encoding="utf-8"))}
    first = found["kim/leading-80"]
    agree = first["agree"]["the project's codecs"]
    assert (agree, first["given"], first["lacks"]) == (["reference"], [["reference"], []], "")
    assert all(id.startswith("kim/leading-80") for id in found)


def test_a_named_implementation_that_is_not_there_cannot_be_asked(conform, manifest) -> None:
    folder = manifest("torn", "process: [x]\nrequires: [no-such-program]")
    ended = conform("audit", "-i", "reference", "-i", folder, "-e", "ascii", "-k", "ascii/letter")
    said = "conform: torn: it cannot run: it needs no-such-program; install it, or correct requires in "
    assert (ended.returncode, ended.stderr.splitlines()[-1]) == (3, f"{said}{folder}/implementation.yaml:4")


def test_a_broken_protocol_is_the_adapter_s_fault(conform, manifest) -> None:
    folder = manifest("garbage", f"process: [python3, {SPEAK}]", liar="def lie(reply):\n    return ''\n")
    ended = conform("audit", "-i", "reference", "-i", folder, "-k", "ascii/letter")
    assert ended.returncode == 3
    assert "garbage ascii/letter" in ended.stderr and "at fault: adapter" in ended.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-k", "check/layout"], "leave checks and no vector"),
        (["-k", "nothing-is-called-so"], "matches no vector"),
        (["-e", "morse"], "no encoding 'morse'"),
        (["-i", "nobody"], "no implementation 'nobody'"),
        (["--json", "no/such/x"], "no/such/x"),
    ],
)
def test_usage(conform, words: list[str], said: str) -> None:
    ended = conform("audit", *words)
    assert ended.returncode == 2
    assert said in ended.stderr


def test_a_faulty_roster_is_told_with_its_line(conform) -> None:
    more = conform.folder / "more"
    (more / "planted" / "vectors").mkdir(parents=True)
    (more / "planted" / "vectors" / "x.yaml").write_text(VECTOR.format(**ASCII, **STATED, bytes="41", values="41"))
    (more / "witnesses.yaml").write_text("named:\n  - {begins: One, is: one, encodings: [morse]}\n")
    ended = conform("audit", "--vectors", "more")
    assert ended.returncode == 3
    assert "witnesses.yaml:2: unknown encoding 'morse'" in ended.stderr
