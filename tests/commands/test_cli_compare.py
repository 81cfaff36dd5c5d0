"""`conform compare` and `conform diff`."""

import json
import re
from pathlib import Path
from subprocess import CompletedProcess

import pytest

LIARS = Path(__file__).parents[1] / "liars"

ALL = {"encodings": [], "patterns": [], "not": [], "partial": False}
HEADER = {"type": "header", "version": 2, "harness": "0", "vectors": "", "seed": 0, "implementations": {"one": "One 1.0"}, **ALL}
FOOTER = {"type": "footer", "pass": 0, "fail": 0, "skip": 0, "error": 0}
NOTHING = {"blame": None, "operation": None, "input": None, "expected": [], "got": None, "deviation": None}


@pytest.fixture(scope="module")
def compared(shared_conform) -> tuple[CompletedProcess[str], CompletedProcess[str], Path]:
    """A run and a comparison of the same implementations, and the folder of their reports."""
    liars = [word for name in ("rejects-everything", "object-exits-3", "no-program") for word in ("-i", LIARS / name)]
    words = ("-i", "reference", *liars, "-k", "ascii/letter-a-large")
    files = ("--json", "run.jsonl", "--html", "x.html", "--summary", "x.md", "--junit", "x.xml")
    return shared_conform("run", *words, *files), shared_conform("compare", *words), shared_conform.folder


def test_differences_are_shown_and_do_not_change_the_status(compared) -> None:
    _, ended, _ = compared
    assert (ended.returncode, ended.stderr) == (3, "")  # because one does not start
    assert "permitted  ok 41: reference" in ended.stdout
    assert "wrong      reject 0: rejects-everything" in ended.stdout
    assert re.search("wrong      crash: .*: object-exits-3", ended.stdout)


def test_an_adapter_at_fault_is_shown_and_the_others_are_compared(compared) -> None:
    _, ended, _ = compared
    assert "\nno-program: it does not start\n" in ended.stdout
    assert "no-program" not in ended.stdout.partition("Where outcomes differ")[2]


def test_run_and_compare_and_every_report_have_the_same_causes(compared) -> None:
    run, comparison, folder = compared
    lines = map(json.loads, (folder / "run.jsonl").read_text(encoding="utf-8").splitlines())
    causes = [line for line in lines if line["type"] == "cause"]
    assert len(causes) > 2
    assert "rejects-everything  ascii    " in comparison.stdout
    reports = [(folder / name).read_text(encoding="utf-8") for name in ("x.html", "x.md", "x.xml")]
    for cause in causes:
        if cause["implementation"] != "no-program":
            assert all(cause["title"] in text for text in (run.stdout, comparison.stdout, *reports))
            assert all(cause["requirement"] in text for text in (run.stdout, *reports))
            assert f'name="example" value="{cause["example"]["id"]}"' in reports[2]


def test_outcomes_where_the_specification_is_silent_are_shown_without_failure(conform) -> None:
    ended = conform("compare", "-i", "reference", "-i", "perl", "-k", "kim-count/count-leading-80")
    assert ended.returncode == 0
    assert "permitted  ok 0: reference perl" in ended.stdout
    assert "they differ on none; the specification is silent on 9, in 1 way" in ended.stdout


def test_vectors_that_an_adapter_was_not_asked_are_counted_and_not_compared(conform, manifest) -> None:
    logs = "read hello; echo 0 ok 1 ascii; while read line; do echo log; done"
    folder = manifest("logs", f"process: [sh, -c, '{logs}']\noperations: [decode]")
    ended = conform("compare", "-i", folder, "-i", "reference", "-i", "cpython", "-k", "ascii/edge/byte-*")
    assert ended.returncode == 3
    assert "vectors and checks were not asked: decode was given up after 20 broken replies" in ended.stdout
    assert " logs" not in ended.stdout.partition("Where outcomes differ")[2]


@pytest.fixture
def report(conform):
    """Writes a report: `report("old", {"x": "pass"})`."""

    def write(name: str, verdicts: dict[str, str], end: tuple[dict, ...] = (FOOTER,), ground: str | None = None, **header) -> str:
        fixed = {"type": "verdict", "implementation": "one", "encoding": "toy", "requirements": [], **NOTHING, "reason": "why"}
        lines = [{**fixed, "id": f"toy/{id}", "verdict": verdict, "ground": ground} for id, verdict in verdicts.items()]
        text = "".join(json.dumps(line) + "\n" for line in ({**HEADER, **header}, *lines, *end))
        (conform.folder / name).write_text(text, encoding="utf-8")
        return name

    return write


def test_a_run_does_not_differ_from_itself(conform) -> None:
    conform("run", "-i", "reference", "-k", "ascii/letter-a-large/decode", "--json", "x.jsonl")
    ended = conform("diff", "x.jsonl", "x.jsonl")
    assert (ended.returncode, ended.stdout) == (0, "0 worse  0 better  0 changed otherwise, new or gone\n")


def test_a_vector_that_got_worse_is_shown_with_status_1(conform, report) -> None:
    old = report("old", {"x\x1b[31m\n": "pass", "y": "fail", "gone": "pass"})
    ended = conform("diff", old, report("new", {"x\x1b[31m\n": "fail", "y": "pass", "new": "skip"}))
    assert ended.returncode == 1
    assert ended.stdout.splitlines() == [
        "WORSE  one, toy: 1 pass → fail",
        r"       toy/x\x1b[31m\n",
        "       why",
        "BETTER one, toy: 1 fail → pass",
        "       toy/y",
        "OTHER  one, toy: 1 new: skip",
        "       toy/new",
        "OTHER  one, toy: 1 gone: pass",
        "       toy/gone",
        "1 worse  1 better  2 changed otherwise, new or gone",
    ]


def test_vectors_that_got_better_or_are_gone_are_status_0(conform, report) -> None:
    old = report("old", {"x": "fail", "gone": "pass"})
    ended = conform("diff", old, report("new", {"x": "pass"}, implementations={"one": "One 2.0"}))
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.splitlines()[0] == "one: One 1.0 → One 2.0"


def test_diff_says_that_a_report_was_cut_off(conform, report) -> None:
    ended = conform("diff", report("old", {"x": "pass"}), report("new", {"x": "pass"}, end=()))
    assert (ended.returncode, ended.stderr) == (1, "NEW has no footer: its run was cut off\n")
