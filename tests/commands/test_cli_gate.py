"""What a gate in continuous integration needs of `conform run`: parts of the tests, an early end, a build, JUnit's places."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from wrong_ascii import FIXED, TAKES_ALL


@pytest.fixture
def wrong(manifest: Callable[..., Path]) -> Path:
    return manifest("wrong", "python: x:CODEC", x=TAKES_ALL)


def verdicts(conform, file: str) -> dict[str, str]:
    """The verdicts of a report by id."""
    text = (conform.folder / file).read_text(encoding="utf-8")
    found = [line for line in map(json.loads, text.splitlines()) if line["type"] == "verdict"]
    return {line["id"]: line["verdict"] for line in found}


def header(conform, file: str) -> dict[str, Any]:
    with (conform.folder / file).open(encoding="utf-8") as lines:
        found: dict[str, Any] = json.loads(next(lines))
    return found


def test_patterns_and_exclusions_are_combined(conform) -> None:
    words = ("-k", "ascii/letter-a-?*e", "-k", "empty/", "--not", "small", "--not", "*/encode", "--json", "x.jsonl")
    assert conform("run", "-i", "reference", "-e", "ascii", *words).returncode == 0
    assert set(verdicts(conform, "x.jsonl")) == {"ascii/letter-a-large/decode", "ascii/empty/decode"}
    assert (header(conform, "x.jsonl")["patterns"], header(conform, "x.jsonl")["not"]) == (
        ["ascii/letter-a-?*e", "empty/"],
        ["small", "*/encode"],
    )


def test_failed_in_runs_only_what_failed(conform, wrong: Path) -> None:
    words = ("run", "-i", wrong, "-k", "ascii/byte-ff", "-k", "ascii/letter-a-large/decode")
    assert conform(*words, "--json", "first.jsonl").returncode == 1
    assert verdicts(conform, "first.jsonl") == {"ascii/byte-ff": "fail", "ascii/letter-a-large/decode": "pass"}

    again = conform("run", "-i", wrong, "-i", "reference", "--failed-in", "first.jsonl", "--json", "again.jsonl")
    assert (again.returncode, verdicts(conform, "again.jsonl")) == (1, {"ascii/byte-ff": "fail"})
    assert header(conform, "again.jsonl")["partial"] is True

    (wrong / "x.py").write_text(FIXED, encoding="utf-8")
    fixed = conform("run", "-i", wrong, "--failed-in", "first.jsonl", "--json", "fixed.jsonl")
    assert (fixed.returncode, verdicts(conform, "fixed.jsonl")) == (0, {"ascii/byte-ff": "pass"})

    nothing = conform("run", "-i", wrong, "--failed-in", "fixed.jsonl", "--json", "nothing.jsonl")
    assert (nothing.returncode, verdicts(conform, "nothing.jsonl")) == (0, {})
    assert "so nothing is run" in nothing.stdout

    nowhere = conform("run", "--failed-in", "first.jsonl")
    assert (nowhere.returncode, "failures of wrong; give the folder with -i" in nowhere.stderr) == (2, True)


def test_an_implementation_that_did_not_start_is_run_on_everything_again(conform, manifest: Callable[..., Path]) -> None:
    folder = manifest("late", "python: x:CODEC", x="raise ImportError")
    assert conform("run", "-i", folder, "--json", "first.jsonl").returncode == 3
    assert set(verdicts(conform, "first.jsonl")) == {"ascii/start"}
    (folder / "x.py").write_text(TAKES_ALL, encoding="utf-8")
    again = conform(
        "run", "-i", folder, "--failed-in", "first.jsonl", "-k", "ascii/letter-a-large/decode", "--json", "again.jsonl"
    )
    assert (again.returncode, "ascii/letter-a-large/decode" in verdicts(conform, "again.jsonl")) == (0, True)


def test_fail_fast_ends_a_run_at_the_first_failure(conform, wrong: Path) -> None:
    ended = conform(
        "run", "-i", wrong, "-k", "ascii/byte-*", "-k", "ascii/letter-a-large/decode", "--fail-fast", "--json", "x.jsonl"
    )
    found = list(verdicts(conform, "x.jsonl").values())
    assert (ended.returncode, found.count("fail"), found[-1]) == (1, 1, "fail")
    assert "because of --fail-fast" in ended.stdout


def test_an_implementation_is_built_before_it_starts(conform, manifest: Callable[..., Path]) -> None:
    folder = manifest("made", 'build: [sh, -c, "cp source.txt x.py; echo built"]\npython: x:CODEC')
    (folder / "source.txt").write_text(TAKES_ALL, encoding="utf-8")
    assert conform("run", "-i", folder, "-k", "ascii/letter-a-large/decode").returncode == 0
    (folder / "x.py").unlink()
    assert conform("serve", "-i", folder, input="0 hello 1\n").stdout.startswith("0 ok 1 ascii")


def test_a_failed_build_is_reported_with_its_output(conform, manifest: Callable[..., Path]) -> None:
    folder = manifest("torn", 'build: [sh, -c, "echo x.c:1: oops >&2; exit 4"]\nprocess: [x]', "{ascii: {}, kim: {}}")
    ended = conform("run", "-i", folder, "-i", "reference", "-k", "ascii/letter-a-large/decode", "--json", "x.jsonl")
    assert (ended.returncode, ended.stderr) == (3, "x.c:1: oops\n")
    assert "the build failed: sh -c 'echo x.c:1: oops >&2; exit 4' ended with status 4" in ended.stdout
    assert verdicts(conform, "x.jsonl") == {"ascii/start": "error", "ascii/letter-a-large/decode": "pass"}
    assert conform("serve", "-i", folder).returncode == 3


def test_junit_has_places(conform, wrong: Path) -> None:
    conform("run", "-i", wrong, "-k", "ascii/letter-a-large/decode", "-k", "ascii/check/damage", "--junit", "x.xml")
    cases = {case.get("name"): case for case in ElementTree.parse(conform.folder / "x.xml").iter("testcase")}
    vector, check = cases["ascii/letter-a-large/decode"], cases["ascii/check/damage"]
    line = Path(vector.get("file", "")).read_text(encoding="utf-8").splitlines()[int(vector.get("line", "0")) - 1]
    assert "letter-a-large" in line
    manifest = (wrong / "implementation.yaml").relative_to(conform.folder)
    assert (check.get("file"), check.get("line")) == (str(manifest), "4")
