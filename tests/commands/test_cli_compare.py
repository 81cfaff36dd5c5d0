"""`conform compare`, `conform diff` and `conform results`, as programs."""

import json
from pathlib import Path

import pytest

LIARS = Path(__file__).parents[1] / "liars"

ALL = {"encodings": [], "patterns": [], "not": [], "partial": False}
HEADER = {"type": "header", "version": 2, "harness": "0", "vectors": "", "seed": 0, "implementations": {"one": "One 1.0"}, **ALL}
FOOTER = {"type": "footer", "pass": 0, "fail": 0, "skip": 0, "error": 0}
NOTHING = {"blame": None, "operation": None, "input": None, "expected": [], "got": None, "deviation": None}


def test_who_differs_is_shown_and_is_no_failure(conform) -> None:
    liars = [word for name in ("rejects-everything", "object-exits-3") for word in ("-i", LIARS / name)]
    words = ("-i", "reference", "-i", "cpython", *liars, "-k", "ascii/letter-a-large/decode")
    ended = conform("compare", *words, "--json", "x.jsonl")
    assert (ended.returncode, ended.stderr) == (0, "")
    entry, *causes = map(json.loads, (conform.folder / "x.jsonl").open(encoding="utf-8"))
    blocks = {tuple(block["implementations"]): block["got"].partition(":")[0] for block in entry["blocks"]}
    assert blocks == {
        ("reference", "cpython"): "ok 41",
        ("rejects-everything",): "reject 0",
        ("object-exits-3",): "crash",
    }
    assert "permitted  ok 41: reference cpython" in ended.stdout
    assert "wrong      reject 0: rejects-everything" in ended.stdout
    assert [(cause["type"], cause["implementation"], cause["explains"]) for cause in causes] == [
        ("cause", name, ["ascii/letter-a-large/decode"]) for name in ("rejects-everything", "object-exits-3")
    ]


def test_run_and_compare_and_every_report_tell_the_same_causes(conform) -> None:
    words = ("-i", "reference", "-i", LIARS / "rejects-everything", "-i", LIARS / "object-wrong", "-k", "ascii/letter-a-large")
    files = ("--json", "run.jsonl", "--html", "x.html", "--summary", "x.md", "--junit", "x.xml")
    run, compared = conform("run", *words, *files), conform("compare", *words, "--json", "compare.jsonl")
    of_run, of_compare = (
        [line for line in map(json.loads, (conform.folder / name).open(encoding="utf-8")) if line["type"] == "cause"]
        for name in ("run.jsonl", "compare.jsonl")
    )
    assert of_compare == of_run and len(of_run) == 3
    assert "object-wrong  ascii    2 causes explain all 2 failures" in compared.stdout
    reports = [(conform.folder / name).read_text(encoding="utf-8") for name in ("x.html", "x.md", "x.xml")]
    for cause in of_run:
        assert all(cause["title"] in text for text in (run.stdout, compared.stdout, *reports))
        assert all(cause["requirement"] in text for text in (run.stdout, *reports))
        assert f'name="example" value="{cause["example"]["id"]}"' in reports[2]


def test_who_does_what_in_a_silence_is_shown(conform, manifest) -> None:
    twin = manifest("twin", 'python: "reference_codecs:CODECS"', "{kim-count: {}, ascii: {}}")
    ended = conform("compare", "-i", "reference", "-i", twin, "-k", "kim-count/count-leading-80")
    assert ended.returncode == 0
    assert "permitted  ok 0: reference twin" in ended.stdout
    assert "they differ on none; the specification is silent on 9, in 1 way" in ended.stdout


def test_an_adapter_at_fault_is_shown_and_the_others_are_compared(conform) -> None:
    words = ("-i", "reference", "-i", LIARS / "rejects-everything", "-i", LIARS / "no-program", "-k", "ascii/letter")
    ended = conform("compare", *words)
    assert ended.returncode == 3
    assert "\nno-program: it does not start\n" in ended.stdout
    assert "no-program" not in ended.stdout.partition("Where outcomes differ")[2]


def test_what_an_adapter_was_not_asked_is_said_and_not_compared(conform, manifest) -> None:
    logs = "read hello; echo 0 ok 1 ascii; while read line; do echo log; done"
    folder = manifest("logs", f"process: [sh, -c, '{logs}']")
    ended = conform("compare", "-i", folder, "-i", "reference", "-i", "cpython", "-e", "ascii", "-k", "edge/")
    assert ended.returncode == 3
    for kind in ("encode", "decode"):
        assert f"vectors and checks were not asked: {kind} was given up after 20 broken replies" in ended.stdout
    assert " logs" not in ended.stdout.partition("Where outcomes differ")[2]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-i", "reference"], "nothing to compare"),
        (["-i", "reference", "-i", "perl", "-e", "bocu-1"], "nothing to compare"),
        (["-e", "morse"], "no encoding 'morse'"),
        (["-i", "nobody"], "no implementation 'nobody'"),
        (["-k", "check/layout"], "leave checks and no vector"),
        (["--json", "no/such/x"], "no/such/x"),
    ],
)
def test_usage_of_compare(conform, words: list[str], said: str) -> None:
    ended = conform("compare", *words)
    assert ended.returncode == 2
    assert said in ended.stderr


@pytest.fixture
def report(conform):
    """Writes a report: `report("old", {"x": "pass"})`."""

    def write(
        name: str, verdicts: dict[str, str], end: tuple[dict, ...] = (FOOTER,), version: str = "1.0", ground: str | None = None
    ) -> str:
        lines = [
            {
                "type": "verdict",
                "implementation": "one",
                "encoding": "toy",
                "id": f"toy/{id}",
                "requirements": [],
                "verdict": verdict,
                **NOTHING,
                "reason": "why",
                "ground": ground,
            }
            for id, verdict in verdicts.items()
        ]
        header = {**HEADER, "implementations": {"one": f"One {version}"}}
        text = "".join(json.dumps(line) + "\n" for line in (header, *lines, *end))
        (conform.folder / name).write_text(text, encoding="utf-8")
        return name

    return write


def test_a_run_differs_in_nothing_from_itself(conform) -> None:
    conform("run", "-i", "reference", "-e", "ascii", "-k", "ascii/letter", "--json", "x.jsonl")
    ended = conform("diff", "x.jsonl", "x.jsonl")
    assert (ended.returncode, ended.stdout) == (0, "0 worse  0 better  0 changed otherwise, new or gone\n")


def test_what_got_worse_is_shown_with_status_1(conform, report) -> None:
    old = report("old", {"x": "pass", "y": "fail", "gone": "pass"})
    ended = conform("diff", old, report("new", {"x": "fail", "y": "pass", "new": "skip"}))
    assert ended.returncode == 1
    assert ended.stdout.splitlines() == [
        "WORSE  one, toy: 1 pass → fail",
        "       toy/x",
        "       why",
        "BETTER one, toy: 1 fail → pass",
        "       toy/y",
        "OTHER  one, toy: 1 new: skip",
        "       toy/new",
        "OTHER  one, toy: 1 gone: pass",
        "       toy/gone",
        "1 worse  1 better  2 changed otherwise, new or gone",
    ]


def test_what_got_better_or_is_gone_is_status_0(conform, report) -> None:
    ended = conform("diff", report("old", {"x": "fail", "gone": "pass"}), report("new", {"x": "pass"}))
    assert (ended.returncode, ended.stderr) == (0, "")


def test_another_version_is_shown(conform, report) -> None:
    ended = conform("diff", report("old", {"x": "pass"}), report("new", {"x": "pass"}, version="2.0"))
    assert ended.stdout.splitlines()[0] == "one: One 1.0 → One 2.0"


def test_a_report_of_a_run_that_was_cut_off_is_said_to_be_so(conform, report) -> None:
    ended = conform("diff", report("old", {"x": "pass"}), report("new", {"x": "pass"}, end=()))
    assert (ended.returncode, ended.stderr) == (1, "NEW has no footer: its run was cut off\n")


def test_no_report_is_one_line_with_status_2(conform, report) -> None:
    (conform.folder / "bad").write_text(json.dumps(HEADER) + "\nhello\n")
    for words in (("diff", report("old", {}), "bad"), ("diff", "bad", "old"), ("results", "bad", "--markdown", "x.md")):
        ended = conform(*words)
        assert (ended.returncode, ended.stdout) == (2, "")
        assert ended.stderr == "conform: bad:2: expected a JSON object; `conform run --json FILE` writes reports\n"


def test_a_hostile_report_is_only_text(conform, report) -> None:
    ended = conform("diff", report("old", {"x\x1b[31m\n": "pass"}), report("new", {"x\x1b[31m\n": "fail"}))
    assert r"toy/x\x1b[31m\n" in ended.stdout and "\x1b" not in ended.stdout


def test_a_page_is_made_of_a_run(conform, report) -> None:
    ended = conform("results", report("x", {"x": "pass"}), "--markdown", "x.md")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    assert "| one | One 1.0 | ✓ |" in (conform.folder / "x.md").read_text(encoding="utf-8")


def test_all_pages_are_made_of_a_real_run(conform) -> None:
    conform("run", "-i", "reference", "-i", "cpython", "-e", "kim-count", "-e", "ascii", "-k", "*80*", "--json", "part.jsonl")
    part = (conform.folder / "part.jsonl").read_text(encoding="utf-8")
    whole = part.replace('"encodings":["kim-count","ascii"]', '"encodings":[]', 1).replace('["*80*"]', "[]", 1)
    (conform.folder / "x.jsonl").write_text(whole)
    (conform.folder / "docs").mkdir()
    words = ("--markdown", "docs/results.md", "--silences", "docs/silences.md")
    for _ in range(2):
        ended = conform("results", "x.jsonl", *words)
        assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    assert "run everything for a page" in conform("results", "part.jsonl", *words).stderr
    silences = (conform.folder / "docs" / "silences.md").read_text(encoding="utf-8")
    assert "  - `ok 0`: reference" in silences and "  - `reject 0 overlong`: none" in silences


def test_no_page_is_made_of_a_report_that_states_no_deviations(conform, report) -> None:
    ended = conform("results", report("x", {"x": "skip"}, ground="known deviation"), "--markdown", "x.md")
    assert (ended.returncode, (conform.folder / "x.md").exists()) == (2, False)
    assert ended.stderr == "conform: x:2: deviation must be object\n"


def test_no_page_is_made_of_a_run_that_was_cut_off(conform, report) -> None:
    ended = conform("results", report("x", {"x": "pass"}, end=()), "--markdown", "x.md")
    assert (ended.returncode, (conform.folder / "x.md").exists()) == (2, False)
    assert "cut off" in ended.stderr
