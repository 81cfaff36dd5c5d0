"""The reports: their form, that they agree and can be repeated, and that hostile text is only text."""

import json
import os
import pty
import xml.etree.ElementTree as ElementTree
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import encoding_conformance
from encoding_conformance.data_folders import VECTORS

LIARS = Path(__file__).parents[1] / "liars"
KEYS = [
    "type",
    "implementation",
    "encoding",
    "id",
    "requirements",
    "verdict",
    "blame",
    "operation",
    "input",
    "expected",
    "got",
    "reason",
    "ground",
    "deviation",
]
HOSTILE = ["object-hostile-text", "raises", "garbage", "always-wrong"]
VERDICTS = ("pass", "fail", "skip", "error")

Run = tuple[Path, str]


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def hostile(shared_conform) -> Run:
    """The folder of the reports of a run over liars with hostile texts, and what stood on the screen."""
    words = [word for name in HOSTILE for word in ("-i", LIARS / name)]
    reports = ("--json", "x.jsonl", "--junit", "x.xml", "--html", "x.html")
    ended = shared_conform("run", *words, "-k", "ascii/letter", *reports)
    assert ended.returncode == 3
    return shared_conform.folder, ended.stdout + ended.stderr


def of_type(found: list[dict[str, Any]], type: str) -> list[dict[str, Any]]:
    return [line for line in found if line["type"] == type]


def test_json_has_a_header_verdicts_causes_and_a_footer(hostile: Run) -> None:
    header, *between, footer = lines_of(hostile[0] / "x.jsonl")
    verdicts, causes = of_type(between, "verdict"), of_type(between, "cause")
    units = dict.fromkeys((line["implementation"], line["encoding"]) for line in between)
    assert between == [
        line for unit in units for line in (*verdicts, *causes) if (line["implementation"], line["encoding"]) == unit
    ]
    assert (header["type"], header["version"], header["seed"]) == ("header", 2, 0)
    assert header["harness"] == encoding_conformance.__version__
    version, hash = header["vectors"].split(" ")
    assert (version, len(hash)) == ((VECTORS / "VERSION").read_text().strip(), 32)
    assert {tuple(verdict) for verdict in verdicts} == {tuple(KEYS)}
    counts = Counter(verdict["verdict"] for verdict in verdicts)
    assert footer == {"type": "footer", **{verdict: counts[verdict] for verdict in VERDICTS}}
    failed = [(each["implementation"], each["id"]) for each in verdicts if each["verdict"] in ("fail", "error")]
    assert sorted(failed) == sorted((cause["implementation"], id) for cause in causes for id in cause["explains"])


def test_json_says_what_was_asked_and_what_came(hostile: Run) -> None:
    wrong = [line for line in lines_of(hostile[0] / "x.jsonl") if line.get("implementation") == "always-wrong"]
    (found,) = [line for line in of_type(wrong, "verdict") if line["id"] == "ascii/letter-a-large/decode"]
    assert found["requirements"] != []
    del found["requirements"]
    assert found == {
        "type": "verdict",
        "implementation": "always-wrong",
        "encoding": "ascii",
        "id": "ascii/letter-a-large/decode",
        "verdict": "fail",
        "blame": None,
        "operation": "decode",
        "input": "41",
        "expected": ["ok 41"],
        "got": "ok 58",
        "reason": "a different result than the permitted one",
        "ground": None,
        "deviation": None,
    }


def test_junit_agrees_with_json(hostile: Run) -> None:
    *between, footer = lines_of(hostile[0] / "x.jsonl")[1:]
    verdicts, causes = of_type(between, "verdict"), of_type(between, "cause")
    root = ElementTree.parse(hostile[0] / "x.xml").getroot()
    counts = {"failures": footer["fail"], "errors": footer["error"], "skipped": footer["skip"]}
    counts["tests"] = len(verdicts)
    assert {name: int(root.get(name, -1)) for name in counts} == counts
    cases = {
        (case.get("classname"), case.get("name")): [part.tag for part in case if part.tag != "properties"]
        for case in root.iter("testcase")
    }
    vectors = lines_of(hostile[0] / "x.jsonl")[0]["vectors"]
    for suite in root.iter("testsuite"):
        assert [(each.get("name"), each.get("value")) for each in suite.findall("properties/property")] == [("vectors", vectors)]
    tags = {"pass": [], "fail": ["failure"], "error": ["error"], "skip": ["skipped"]}
    assert cases == {
        (f"{verdict['implementation']}.{verdict['encoding']}", verdict["id"]): tags[verdict["verdict"]] for verdict in verdicts
    }
    named = {
        (case.get("classname"), case.get("name")): [each.get("name") for each in case.iter("property")]
        for case in root.iter("testcase")
    }
    explained = {(f"{each['implementation']}.{each['encoding']}", id) for each in causes for id in each["explains"]}
    assert {case for case, properties in named.items() if properties == ["cause", "example", "requirement"]} == explained


class Page(HTMLParser):
    """The tags and the text of a page."""

    def __init__(self, text: str):
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.text = ""
        self.scripts: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attributes: object) -> None:
        self.tags.append(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] == ["script"]:
            self.scripts.append(data)
        self.text += data


def test_html_is_well_formed_and_shows_every_failure(hostile: Run) -> None:
    text = (hostile[0] / "x.html").read_text(encoding="utf-8")
    page = Page(text)
    header, *_, footer = lines_of(hostile[0] / "x.jsonl")
    assert page.open == []
    assert f"harness {header['harness']}, vectors {header['vectors']}, seed 0" in page.text
    assert page.tags.count("article") + text.count("<li><code>") == footer["fail"] + footer["error"]


def test_hostile_text_is_only_text_in_html(hostile: Run) -> None:
    page = Page((hostile[0] / "x.html").read_text(encoding="utf-8"))
    assert page.tags.count("script") == len(page.scripts) == 1
    assert "<script>alert(1)</script>" in page.text


def test_hostile_text_is_only_text_in_xml(hostile: Run) -> None:
    root = ElementTree.parse(hostile[0] / "x.xml").getroot()
    assert "script" not in {element.tag for element in root.iter()}
    assert "<script>alert(1)</script>" in "".join(root.itertext())


@pytest.mark.parametrize("report", ["x.jsonl", "x.xml", "x.html"])
def test_no_control_reaches_a_report(hostile: Run, report: str) -> None:
    text = (hostile[0] / report).read_text(encoding="utf-8")
    assert [character for character in text if not character.isprintable() and character not in "\n\t"] == []


def test_hostile_text_is_only_text_on_the_screen(hostile: Run) -> None:
    screen = hostile[1]
    assert [character for character in screen if not character.isprintable() and character not in "\n\t"] == []
    assert r"[red]\n\r\x1b[31m<script>alert(1)</script>]]>&\x00\x9b\udc80" in screen


def test_a_hostile_version_is_only_text_in_the_table(conform, manifest) -> None:
    folder = manifest("versed", r"version_command: [printf, '[red]\033[31m:poo: 1']" + "\nprocess: [x]")
    ended = conform("run", "-i", "reference", "-i", folder, "-k", "ascii/letter-a-large")
    assert r"[red]\x1b[31m:poo: 1" in ended.stdout


def test_on_a_terminal_too_hostile_text_neither_colours_nor_rings(conform, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pseudo-terminal: the harness's own colours are there, those of the liar are not."""
    monkeypatch.setenv("TERM", "xterm")
    ours, theirs = pty.openpty()
    words = ("run", "-i", LIARS / "raises", "-k", "ascii/letter-a-large")
    process = conform.start(*words, stdout=theirs, stderr=theirs)
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


MIXED = ("-i", "reference", "-i", LIARS / "always-wrong", "-e", "ascii", "-k", "ascii/letter*e", "-k", "ascii/check/decode*")


@pytest.fixture(scope="module")
def repeated(shared_conform) -> dict[str, list[dict[str, Any]]]:
    """One selection, run over and over, each time by a Python that has another seed of hashes."""
    runs = {"one": (1, 0), "again": (1, 0), "four jobs": (4, 0), "other seed": (4, 7)}
    for name, (jobs, seed) in runs.items():
        shared_conform("run", *MIXED, "--jobs", jobs, "--seed", seed, "--json", f"{name}.jsonl", anew=True)
    return {name: lines_of(shared_conform.folder / f"{name}.jsonl") for name in runs}


def test_two_runs_tell_the_same(repeated: dict[str, list[dict[str, Any]]]) -> None:
    assert repeated["again"] == repeated["one"]


def test_jobs_change_nothing(repeated: dict[str, list[dict[str, Any]]]) -> None:
    assert repeated["four jobs"] == repeated["one"]


def test_a_seed_changes_checks_only_and_no_verdict(repeated: dict[str, list[dict[str, Any]]]) -> None:
    changed = [(old, new) for old, new in zip(repeated["one"], repeated["other seed"], strict=True) if old != new]
    assert changed.pop(0)[1] == {**repeated["one"][0], "seed": 7}
    assert changed != []
    assert {old["id"].split("/")[1] for old, _ in changed} == {"check"}
    fixed = ("implementation", "encoding", "id", "requirements", "verdict", "blame")
    for old, new in changed:
        assert [old[key] for key in fixed] == [new[key] for key in fixed]


def test_verbose_lists_every_failure_under_its_cause(conform, hostile: Run) -> None:
    words = ["-i", LIARS / "always-wrong", "-i", LIARS / "garbage", "-k", "ascii/letter*", "-k", "ascii/encode-*"]
    verbose = conform("run", *words, "--verbose", "--json", "x.jsonl")
    lines = lines_of(conform.folder / "x.jsonl")
    failed = {(each["implementation"], each["id"]) for each in of_type(lines, "verdict") if each["verdict"] in ("fail", "error")}
    expected = [(each["implementation"], id) for each in of_type(lines, "cause") for id in each["explains"]]
    told = [line.split("  ") for line in verbose.stdout.splitlines() if line.startswith(("FAIL  ", "ERROR  "))]
    assert [(implementation, id) for _, implementation, id in told] == expected
    assert (set(expected), len(expected)) == (failed, len(failed))
    assert (verbose.returncode, "\nFAIL  " in hostile[1]) == (3, False)


def test_verbose_shows_a_failure_with_the_place_of_its_vector(conform) -> None:
    words = ["run", "-i", LIARS / "always-wrong", "-k", "ascii/byte-80"]
    shown = conform(*words, "--verbose").stdout
    _, failure = shown.split("FAIL  always-wrong  ascii/byte-80\n")
    labels = [line[3:].split()[0] for line in failure.partition("\n\n")[0].splitlines() if line[3] != " "]
    assert (labels[0], labels[-3:]) == ("why", ["at", "note", "rerun"])
