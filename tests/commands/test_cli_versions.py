"""`conform run` on another version than the one that known deviations were seen with."""

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from wrong_ascii import takes_for_b

from encoding_conformance.commands.run import command as run
from encoding_conformance.runner import registry

CODEC = takes_for_b(b"A", b"\x07")

STATED = """\
version: "One 2"
deviations_of: "One 1"
known_deviations:
  # It used to be like this.
  - {kind: bug, what: "drops bit 7", requirements: [], ids: ["ascii/byte-80"], outcome: ok 0}
  - {kind: bug, what: "takes A for B", requirements: [], ids: [IDS], outcome: ok 42}
"""

WRONG = "ascii/letter-a-large/decode"


@pytest.fixture
def changed(manifest: Callable[..., Path]) -> Path:
    """An implementation that takes A and BEL for B, of which only the first is declared. What else is declared
    is gone."""
    return manifest("one", 'python: "x:CODEC"\n' + STATED.replace("IDS", f'"{WRONG}"'), x=CODEC)


def verdicts(file: Path) -> dict[str, dict]:
    lines = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    return {line["id"]: line for line in lines if line["type"] == "verdict"}


ABOUT = "one: its known deviations are of One 1, and One 2 is installed; changed since One 1: "


def test_what_has_changed_fails_a_run_that_names_the_implementation(conform, changed) -> None:
    reports = "--json", "x.jsonl", "--junit", "x.xml"
    ended = conform("run", "-i", changed, *reports)
    assert ended.returncode == 1
    assert f"\n{ABOUT}" in ended.stdout
    assert "one  ascii    changed since One 1: " in ended.stdout
    (gone,) = [line for line in ended.stdout.splitlines() if line.startswith("  gone: ")]
    assert gone == "  gone: ascii/byte-80"
    found = verdicts(conform.folder / "x.jsonl")
    assert found[WRONG]["ground"] == "known deviation"
    failed = [line for line in found.values() if line["verdict"] == "fail"]
    assert {line["ground"] for line in failed} == {"changed"}
    assert {line["changed"]["how"] for line in failed} == {"new", "gone"}
    told = ElementTree.parse(conform.folder / "x.xml").iterfind(".//failure")
    assert all(each.get("message", "").startswith("changed since One 1 (") for each in told)


def test_a_manifest_is_brought_up_to_date(conform, changed) -> None:
    file = changed / "implementation.yaml"
    ended = conform("run", "-i", changed, "--write-deviations")
    assert ended.returncode == 1
    told = [line for line in ended.stdout.splitlines() if line.startswith(f"{file}: ")]
    assert [line.removeprefix(f"{file}: ").partition(";")[0] for line in told] == [
        "1 stale pattern removed",
        "1 known deviation written",
        "deviations_of is One 2",
    ]
    text = file.read_text(encoding="utf-8")
    assert 'deviations_of: "One 2"\nknown_deviations:\n  - {kind: bug, what: "takes A for B"' in text
    file.write_text(text.replace('what: ""', "what: takes A for B elsewhere"), encoding="utf-8")
    ended = conform("run", "-i", changed)
    assert (ended.returncode, "changed since" in ended.stdout) == (0, False)


@pytest.mark.parametrize(
    ("words", "status"), [([], 0), (["-i", "all"], 0), (["--strict"], 1), (["-i", "all", "--strict"], 1), (["-i", "one"], 1)]
)
def test_what_has_changed_fails_no_other_run_unless_it_is_strict(changed, monkeypatch, capsys, words, status) -> None:
    monkeypatch.setattr(registry, "IMPLEMENTATIONS", changed.parent)
    report = changed.parent / "x.jsonl"
    options = ["--jobs", "1", "-k", "ascii/[bl]*", "--json", str(report)]
    assert run.main([*words, *options], standalone_mode=False) == status
    assert f"{ABOUT}1 new, 1 gone" in capsys.readouterr().out
    found = {line["verdict"] for line in verdicts(report).values() if line["ground"] == "changed"}
    assert found == {"fail" if status else "skip"}
