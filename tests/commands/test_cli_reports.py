"""The reports of a run: their form, that they agree and can be repeated, and that hostile text is only text."""

import json
import os
import pty
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt
from wrong_ascii import TAKES_ALL, takes_for_b

import encoding_conformance
from encoding_conformance.data_folders import VECTORS

LIARS = Path(__file__).parents[1] / "liars"
VERDICTS = ("pass", "fail", "skip", "error")
ALL_WRONG = ("-i", LIARS / "always-wrong")

HOSTILE = r"""name: torn
title: '<script>alert(1)</script>'
version_command: [printf, '[red]\033[31m:poo: 1']
process: [printf, '\000 garbage \033[31m<script>alert(1)</script>\n']
encodings: {ascii: {}}
"""
"""An implementation whose version and whose reply to hello are hostile."""


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def of_type(found: list[dict[str, Any]], type: str) -> list[dict[str, Any]]:
    return [line for line in found if line["type"] == type]


@pytest.fixture(scope="module")
def hostile(shared_conform) -> Path:
    """The folder of the reports of a run over liars with hostile texts, with the screen in the file `screen`."""
    folder = shared_conform.folder
    (folder / "torn").mkdir()
    (folder / "torn" / "implementation.yaml").write_text(HOSTILE)
    words = [word for name in (LIARS / "object-hostile-text", LIARS / "raises", "torn") for word in ("-i", name)]
    reports = ("--json", "x.jsonl", "--junit", "x.xml", "--html", "x.html")
    ended = shared_conform("run", *words, *ALL_WRONG, "-k", "ascii/letter-a-large/decode", *reports)
    assert ended.returncode == 3
    (folder / "screen").write_text(ended.stdout + ended.stderr, encoding="utf-8")
    return folder


def test_json_has_a_header_verdicts_causes_and_a_footer(hostile: Path) -> None:
    header, *between, footer = lines_of(hostile / "x.jsonl")
    verdicts, causes = of_type(between, "verdict"), of_type(between, "cause")
    units = dict.fromkeys((line["implementation"], line["encoding"]) for line in between)
    assert between == [
        line for unit in units for line in (*verdicts, *causes) if (line["implementation"], line["encoding"]) == unit
    ]
    assert (header["type"], header["version"], header["seed"]) == ("header", 2, 0)
    assert header["harness"] == encoding_conformance.__version__
    version, hash = header["vectors"].split(" ")
    assert (version, len(hash)) == ((VECTORS / "VERSION").read_text().strip(), 32)
    counts = Counter(verdict["verdict"] for verdict in verdicts)
    assert footer == {"type": "footer", **{verdict: counts[verdict] for verdict in VERDICTS}}
    failed = [(each["implementation"], each["id"]) for each in verdicts if each["verdict"] in ("fail", "error")]
    assert sorted(failed) == sorted((cause["implementation"], id) for cause in causes for id in cause["explains"])


def test_json_has_the_operation_and_its_outcome(hostile: Path) -> None:
    wrong = [line for line in lines_of(hostile / "x.jsonl") if line.get("implementation") == "always-wrong"]
    (found,) = of_type(wrong, "verdict")
    assert found["requirements"] != []
    about = ("verdict", "blame", "operation", "input", "expected", "got", "reason")
    reason = "a different result than the permitted one"
    assert [found[key] for key in about] == ["fail", None, "decode", "41", ["ok 41"], "ok 58", reason]


def test_junit_agrees_with_json(hostile: Path) -> None:
    header, *between, footer = lines_of(hostile / "x.jsonl")
    verdicts, causes = of_type(between, "verdict"), of_type(between, "cause")
    root = ElementTree.parse(hostile / "x.xml").getroot()
    counts = {"tests": len(verdicts), "failures": footer["fail"], "errors": footer["error"], "skipped": footer["skip"]}
    assert {name: int(root.get(name, -1)) for name in counts} == counts
    for suite in root.iter("testsuite"):
        properties = [(each.get("name"), each.get("value")) for each in suite.findall("properties/property")]
        assert properties == [("vectors", header["vectors"])]
    cases = {(case.get("classname"), case.get("name")): case for case in root.iter("testcase")}
    tags = {"pass": [], "fail": ["failure"], "error": ["error"], "skip": ["skipped"]}
    assert {key: [part.tag for part in case if part.tag != "properties"] for key, case in cases.items()} == {
        (f"{each['implementation']}.{each['encoding']}", each["id"]): tags[each["verdict"]] for each in verdicts
    }
    named = {key: [each.get("name") for each in case.iter("property")] for key, case in cases.items()}
    explained = {(f"{each['implementation']}.{each['encoding']}", id) for each in causes for id in each["explains"]}
    assert {case for case, properties in named.items() if properties == ["cause", "example", "requirement"]} == explained


def test_hostile_text_is_only_text_in_xml(hostile: Path) -> None:
    root = ElementTree.parse(hostile / "x.xml").getroot()
    assert "script" not in {element.tag for element in root.iter()}
    assert "<script>alert(1)</script>" in "".join(root.itertext())


@pytest.mark.parametrize("report", ["x.jsonl", "x.xml", "x.html", "screen"])
def test_no_control_character_reaches_a_report(hostile: Path, report: str) -> None:
    text = (hostile / report).read_text(encoding="utf-8")
    assert [character for character in text if not character.isprintable() and character not in "\n\t"] == []


def test_hostile_text_is_only_text_on_the_screen(hostile: Path) -> None:
    screen = (hostile / "screen").read_text(encoding="utf-8")
    assert r"[red]\n\r\x1b[31m<script>alert(1)</script>]]>&\x00\x9b\udc80" in screen
    assert r"[red]\x1b[31m:poo: 1" in screen
    assert "\nFAIL  " not in screen


def test_on_a_terminal_too_hostile_text_neither_colours_nor_rings(conform, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pseudo-terminal: the harness's own colours are there, those of the liar are not."""
    monkeypatch.setenv("TERM", "xterm")
    ours, theirs = pty.openpty()
    process = conform.start("run", "-i", LIARS / "raises", "-k", "ascii/letter-a-large/decode", stdout=theirs, stderr=theirs)
    os.close(theirs)
    screen = b""
    try:
        while piece := os.read(ours, 4096):
            screen += piece
    except OSError:
        pass
    process.communicate()
    os.close(ours)
    assert b"\x1b[1;31m1" in screen
    assert b"\\x1b[31m<script>" in screen and b"\x1b[31m<script>" not in screen
    assert b"\x07" not in screen


@pytest.fixture(scope="module")
def repeated(shared_conform) -> dict[str, list[dict[str, Any]]]:
    """One selection, run several times, each time by a Python that has another seed of hashes."""
    folder = shared_conform.folder / "wrong"
    folder.mkdir()
    (folder / "implementation.yaml").write_text("name: wrong\ntitle: X\npython: x:CODEC\nencodings: {ascii: {}}\n")
    (folder / "x.py").write_text(takes_for_b(b"A"))
    words = ("-i", "cpython", "-i", folder, "-e", "ascii", "-k", "ascii/letter-a-large/decode", "-k", "ascii/check/damage")
    runs = {"one": (1, 0), "two jobs": (2, 0), "other seed": (2, 7)}
    for name, (jobs, seed) in runs.items():
        shared_conform("run", *words, "--jobs", jobs, "--seed", seed, "--json", f"{name}.jsonl", anew=True)
    return {name: lines_of(shared_conform.folder / f"{name}.jsonl") for name in runs}


@pytest.mark.slow
def test_neither_jobs_nor_hashes_change_a_report(repeated: dict[str, list[dict[str, Any]]]) -> None:
    assert of_type(repeated["one"], "cause") != []
    assert repeated["two jobs"] == repeated["one"]


@pytest.mark.slow
def test_a_seed_changes_checks_only_and_no_verdict(repeated: dict[str, list[dict[str, Any]]]) -> None:
    changed = [(old, new) for old, new in zip(repeated["one"], repeated["other seed"], strict=True) if old != new]
    assert changed.pop(0)[1] == {**repeated["one"][0], "seed": 7}
    assert changed != []
    assert {old["id"].split("/")[1] for old, _ in changed} == {"check"}
    fixed = ("implementation", "encoding", "id", "requirements", "verdict", "blame")
    for old, new in changed:
        assert [old[key] for key in fixed] == [new[key] for key in fixed]


def test_verbose_lists_every_failure_under_its_cause_with_its_place(conform) -> None:
    verbose = conform("run", *ALL_WRONG, "-k", "ascii/letter-a-large", "-k", "ascii/byte-80", "--verbose", "--json", "x.jsonl")
    assert verbose.returncode == 1
    lines = lines_of(conform.folder / "x.jsonl")
    failed = {(each["implementation"], each["id"]) for each in of_type(lines, "verdict") if each["verdict"] == "fail"}
    expected = [(each["implementation"], id) for each in of_type(lines, "cause") for id in each["explains"]]
    shown = [line.split("  ") for line in verbose.stdout.splitlines() if line.startswith("FAIL  ")]
    assert [(implementation, id) for _, implementation, id in shown] == expected
    assert (set(expected), len(expected)) == (failed, len(failed))
    failure = verbose.stdout.split("FAIL  always-wrong  ascii/byte-80\n")[1].partition("\n\n")[0]
    labels = [line[3:].split()[0] for line in failure.splitlines() if line[3] != " "]
    assert (labels[0], labels[-3:]) == ("why", ["at", "note", "rerun"])


def test_a_summary_has_the_counts_and_each_cause_with_its_example(conform, manifest) -> None:
    wrong = manifest("wrong", "python: x:CODEC", x=TAKES_ALL)
    ended = conform("run", "-i", wrong, "-i", "reference", "-e", "ascii", "-k", "ascii/byte-ff", "--summary", "summary.md")
    assert (ended.returncode, "::error" in ended.stdout) == (1, False)
    text = (conform.folder / "summary.md").read_text(encoding="utf-8")
    assert text.startswith("## Encoding conformance: failed\n")
    assert "| wrong |  | ascii |" in text and "| reference |" in text
    assert "### wrong, ascii: 1 cause explains" in text
    page = MarkdownIt().enable("table").render(text)
    assert page.count("<table>") == 1 and page.count("<pre>") == 1
    assert "expected   reject at 0" in page and "conform run -i" in page


def test_a_summary_of_a_run_that_passes_is_short(conform) -> None:
    conform("run", "-i", "reference", "-e", "ascii", "-k", "ascii/byte-80", "--summary", "summary.md")
    text = (conform.folder / "summary.md").read_text(encoding="utf-8")
    assert text.startswith("## Encoding conformance: passed\n") and text.count("\n") == 5


def test_github_annotates_the_manifest(conform, manifest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    wrong = manifest("wrong", "python: x:CODEC", x=TAKES_ALL)
    ended = conform("run", "-i", wrong, "-k", "ascii/byte-ff")
    (annotation,) = [line for line in ended.stdout.splitlines() if line.startswith("::")]
    assert annotation.startswith(f"::error file={wrong}/implementation.yaml,line=4,title=wrong%2C ascii%3A ")
    assert "%0Arerun: conform run -i " in annotation


def test_github_shows_a_fault_of_a_manifest_at_its_line(conform, manifest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    manifest("bad", "python: x:CODEC", "{kimm: {}, morse: {}}", x="")
    ended = conform("run", "-i", "bad", "--summary", "summary.md")
    assert ended.returncode == 3
    kimm, morse = ended.stdout.splitlines()
    assert kimm.startswith("::error file=bad/implementation.yaml,line=4::unknown encoding 'kimm'; did you mean kim?")
    assert morse.startswith("::error file=bad/implementation.yaml,line=4::unknown encoding 'morse'; ")
    text = (conform.folder / "summary.md").read_text(encoding="utf-8")
    assert text.startswith("## Encoding conformance: could not run\n\n- bad/implementation.yaml:4: unknown encoding 'kimm'")


def test_github_shows_an_unknown_name(conform, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    ended = conform("run", "-i", "no/such", "--summary", "summary.md")
    assert (ended.returncode, ended.stdout.count("::error::no folder 'no/such'; ")) == (2, 1)
    assert "- no folder 'no/such'; " in (conform.folder / "summary.md").read_text(encoding="utf-8")
