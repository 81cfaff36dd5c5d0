"""What a gate in continuous integration asks of `conform run`: parts of the tests, an early end, a build, and JUnit's places."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from wrong_ascii import MENDED, TAKES_ALL


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


def test_several_patterns_all_count(conform) -> None:
    words = ("-k", "ascii/letter-a-?*e", "-k", "empty/", "--not", "small", "--not", "*/encode", "--json", "x.jsonl")
    assert conform("run", "-i", "reference", "-e", "ascii", *words).returncode == 0
    assert set(verdicts(conform, "x.jsonl")) == {"ascii/letter-a-large/decode", "ascii/empty/decode"}
    assert (header(conform, "x.jsonl")["patterns"], header(conform, "x.jsonl")["not"]) == (
        ["ascii/letter-a-?*e", "empty/"],
        ["small", "*/encode"],
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-k", "letter", "-k", "lettre"], "-k 'lettre' matches no vector or check"),
        (["--not", "lettre"], "--not 'lettre' matches no vector or check; did you mean letter"),
        (["-k", "*zero/decode"], "matches no vector or check; `conform list vectors` shows the ids"),
        (["-k", "leter-a-large"], "did you mean letter-a-large"),
        (["-k", "ascii/letter-a-largge/decode"], "did you mean ascii/letter-a-large/decode"),
        (["-k", "letter-a-large/decode", "--not", "letter"], "-k and --not leave no vector or check"),
        (["--failed-in", "no-such-file"], "no-such-file"),
        (["--failed-in", "text"], "text:1: expected a JSON object"),
        (["--fail-fast", "--write-deviations"], "--write-deviations needs a run of everything"),
    ],
)
def test_what_selects_nothing_is_wrong_usage(conform, words: list[str], said: str) -> None:
    (conform.folder / "text").write_text("hello\n", encoding="utf-8")
    ended = conform("run", "-i", "reference", "-e", "ascii", *words)
    assert (ended.returncode, said in ended.stderr, "Traceback" in ended.stderr) == (2, True, False)


def test_what_failed_is_asked_again_and_nothing_else(conform, wrong: Path) -> None:
    words = ("run", "-i", wrong, "-e", "ascii", "-k", "byte-ff", "-k", "letter-a-large/decode")
    assert conform(*words, "--json", "first.jsonl").returncode == 1
    failed = {id for id, verdict in verdicts(conform, "first.jsonl").items() if verdict == "fail"}
    assert "ascii/byte-ff" in failed and "ascii/letter-a-large/decode" not in failed

    again = conform("run", "-i", wrong, "-i", "reference", "--failed-in", "first.jsonl", "--json", "again.jsonl")
    assert (again.returncode, verdicts(conform, "again.jsonl")) == (1, dict.fromkeys(failed, "fail"))
    assert header(conform, "again.jsonl")["partial"] is True
    assert conform("results", "again.jsonl").returncode == 2

    (wrong / "x.py").write_text(MENDED, encoding="utf-8")
    mended = conform("run", "-i", wrong, "--failed-in", "first.jsonl", "--json", "mended.jsonl")
    assert (mended.returncode, verdicts(conform, "mended.jsonl")) == (0, dict.fromkeys(failed, "pass"))

    nothing = conform("run", "-i", wrong, "--failed-in", "mended.jsonl", "--json", "nothing.jsonl")
    assert (nothing.returncode, verdicts(conform, "nothing.jsonl")) == (0, {})
    assert "so nothing is run" in nothing.stdout

    nowhere = conform("run", "--failed-in", "first.jsonl")
    assert (nowhere.returncode, "failures of wrong; give the folder with -i" in nowhere.stderr) == (2, True)


def test_what_did_not_start_is_asked_everything_again(conform, manifest: Callable[..., Path]) -> None:
    folder = manifest("late", "python: x:CODEC", x="raise ImportError")
    assert conform("run", "-i", folder, "--json", "first.jsonl").returncode == 3
    assert set(verdicts(conform, "first.jsonl")) == {"ascii/start"}
    (folder / "x.py").write_text(TAKES_ALL, encoding="utf-8")
    again = conform("run", "-i", folder, "--failed-in", "first.jsonl", "-k", "letter-a-large/decode", "--json", "again.jsonl")
    assert (again.returncode, "ascii/letter-a-large/decode" in verdicts(conform, "again.jsonl")) == (0, True)


def test_the_first_failure_may_end_a_run(conform, wrong: Path) -> None:
    ended = conform("run", "-i", wrong, "-k", "ascii/[!c]*", "--fail-fast", "--json", "x.jsonl")
    found = list(verdicts(conform, "x.jsonl").values())
    assert (ended.returncode, found.count("fail"), found[-1]) == (1, 1, "fail")
    assert "because of --fail-fast" in ended.stdout


def test_an_implementation_is_built_before_it_starts(conform, manifest: Callable[..., Path]) -> None:
    build = 'build: [sh, -c, "cp source.txt x.py; echo built"]\npython: x:CODEC'
    folder = manifest("made", build)
    (folder / "source.txt").write_text(TAKES_ALL, encoding="utf-8")
    assert conform("run", "-i", folder, "-k", "letter-a-large/decode").returncode == 0
    assert conform("serve", "-i", folder, input="0 hello 1\n").stdout.startswith("0 ok 1 ascii")


def test_a_build_that_fails_is_told_with_its_output(conform, manifest: Callable[..., Path]) -> None:
    folder = manifest("torn", 'build: [sh, -c, "echo x.c:1: oops >&2; exit 4"]\nprocess: [x]', "{ascii: {}, kim: {}}")
    ended = conform("run", "-i", folder, "-i", "reference", "-k", "letter-a-large/decode", "--json", "x.jsonl")
    assert (ended.returncode, ended.stderr) == (3, "x.c:1: oops\n")
    assert "the build failed: sh -c 'echo x.c:1: oops >&2; exit 4' ended with status 4" in ended.stdout
    assert verdicts(conform, "x.jsonl")["ascii/start"] == "error"
    assert verdicts(conform, "x.jsonl")["ascii/letter-a-large/decode"] == "pass"
    assert conform("serve", "-i", folder).returncode == 3


def test_junit_has_times_and_places(conform, wrong: Path) -> None:
    conform("run", "-i", wrong, "-k", "letter-a-large", "-k", "check/layout", "--junit", "x.xml")
    cases = {case.get("name"): case for case in ElementTree.parse(conform.folder / "x.xml").iter("testcase")}
    assert all(float(case.get("time", "0")) > 0 for case in cases.values())
    vector, check = cases["ascii/letter-a-large/decode"], cases["ascii/check/layout"]
    line = Path(vector.get("file", "")).read_text(encoding="utf-8").splitlines()[int(vector.get("line", "0")) - 1]
    assert "letter-a-large" in line
    manifest = (wrong / "implementation.yaml").relative_to(conform.folder)
    assert (check.get("file"), check.get("line")) == (str(manifest), "4")
