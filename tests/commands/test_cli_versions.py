"""`conform run` on another version than the one with which known deviations were seen."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from wrong_ascii import takes_for_b

STATED = """\
python: "x:CODEC"
version: "One 2  Copyright"
deviations_of: "One VERSION"
known_deviations:
  - {kind: bug, what: "drops bit 7", requirements: [], ids: ["ascii/byte-80"], outcome: ok 0}
  - {kind: bug, what: "takes A for B", requirements: [], ids: ["ascii/letter-a-large/decode", "ascii/byte-ff"], outcome: ok 42}
"""
STALE = "ascii/byte-80", "ascii/byte-ff"


@pytest.fixture
def judged(conform, manifest: Callable[..., Path]) -> Callable[..., tuple[int, dict[str, dict]]]:
    """Runs an implementation that takes some bytes for B and declares only A. Returns the exit status, and the verdicts that
    fail or have a ground."""

    def run(version: int, *inputs: bytes) -> tuple[int, dict[str, dict]]:
        folder = manifest("one", STATED.replace("VERSION", str(version)), x=takes_for_b(b"A", *inputs))
        ended = conform("run", "-i", folder, "-k", "ascii/[bl]*", "--json", "x.jsonl")
        lines = map(json.loads, (conform.folder / "x.jsonl").read_text(encoding="utf-8").splitlines())
        return ended.returncode, {line["id"]: line for line in lines if line.get("ground") or line.get("verdict") == "fail"}

    return run


def test_a_stale_deviation_of_the_installed_version_fails(judged) -> None:
    status, found = judged(2)
    assert status == 1
    assert [(found[id]["verdict"], found[id]["ground"]) for id in STALE] == [("fail", "stale deviation")] * 2
    assert found["ascii/byte-ff"]["reason"] == "stale: this pattern of a known deviation no longer fails; remove it"


def test_a_stale_deviation_of_another_version_is_a_note(judged) -> None:
    status, found = judged(1)
    assert status == 0
    assert [(found[id]["verdict"], found[id]["ground"]) for id in STALE] == [("skip", "stale deviation")] * 2
    versions = "the known deviations are of One 1, and One 2 is installed"
    assert found["ascii/byte-80"]["reason"] == f"stale: this known deviation no longer fails; {versions}"
    assert found["ascii/letter-a-large/decode"]["ground"] == "known deviation"


def test_an_undeclared_failure_fails_in_any_version(judged) -> None:
    status, found = judged(1, b"\x07")
    assert (status, found["ascii/bell/decode"]["verdict"]) == (1, "fail")
