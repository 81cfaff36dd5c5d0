"""Known deviations in a run: which are stale, and what `conform run --write-deviations` writes."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from wrong_ascii import takes_for_b

from encoding_conformance.adapters import manifest as manifests
from encoding_conformance.commands.write_deviations import declarable
from encoding_conformance.core.identity import Id, IdKind, check_id, vector_id
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import BrokenProtocol, Crash, Decoded, Outcome, Rejection, Timeout
from encoding_conformance.core.verdict import Cause, Judgement, Status, Verdict
from encoding_conformance.models.known_outcome import IN_FILE

A, B, CHECK, STALE_ID = (
    *(vector_id("ascii", "a"), vector_id("ascii", "b"), check_id("ascii", "layout")),
    Id("ascii", IdKind.DECLARATION, "ascii/*"),
)
WRONG = Decoded((0x42,))


def cause(id: Id, outcome: Outcome, *others: Id) -> Cause:
    judgement = Judgement(Status.FAIL, "why")
    example = Verdict("one", "ascii", id, ("ascii/x",), *judgement, Decode("ascii", b"A"), (Rejection(0),), outcome)
    return Cause("one", "ascii", "decodes otherwise", "ascii/x", (id, *others), example)


@pytest.mark.parametrize(
    ("one", "never", "ids"),
    [
        (cause(A, WRONG, B, CHECK), [], [(A, B, CHECK)]),
        (cause(A, WRONG, B, CHECK), [B], [(A, CHECK)]),
        (cause(A, WRONG, STALE_ID, Id("ascii", IdKind.START)), [], [(A,)]),
        (cause(STALE_ID, WRONG), [], []),
        *((cause(A, outcome, B), [], []) for outcome in (Crash("x"), Timeout("x"), BrokenProtocol("x"))),
    ],
)
def test_crashes_and_stale_declarations_are_not_declared(one: Cause, never: list[Id], ids: list[tuple[Id, ...]]) -> None:
    assert [found.explains for found in declarable([one], never)] == ids


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_reported_before_the_run(conform, manifest) -> None:
    folder = manifest("one", "process: [x]")
    folder.chmod(0o555)
    ended = conform("run", "-i", folder, "--write-deviations")
    assert (ended.returncode, "cannot be written" in ended.stderr) == (2, True)


CODEC = takes_for_b(b"A", b"\x07")
STATED = """\
python: "x:CODEC"
version: "One 2"
known_deviations:
  # By hand.
  - {kind: choice, what: "takes A for B", requirements: [], ids: ["ascii/letter-a-large/decode"], outcome: ok 42}
"""
FILE = """\
deviations_of: One 1
known_deviations:
  - {kind: bug, what: "refuses 80", requirements: [], ids: [ascii/byte-80], outcome: ok 0}
  - kind: limit
    what: "takes: BEL for B"
    requirements: [ascii/one-byte]
    since: "1.10"
    url: https://example.org/1
    report: REPORT.md
    outcome: ok 42
    ids: [ascii/byte-80, "ascii/bel[l]/*"]
"""
KEPT = """\
# `conform run --write-deviations` writes this file. You may edit the entries; comments are lost.
deviations_of: One 2
known_deviations:
- kind: limit
  what: 'takes: BEL for B'
  requirements:
  - ascii/one-byte
  since: '1.10'
  url: https://example.org/1
  report: REPORT.md
  outcome: ok 42
  ids:
  - ascii/bel[l]/*
- kind: bug
  what: """


@pytest.fixture
def lies(manifest: Callable[..., Path]) -> Path:
    """An implementation that takes A and BEL for B. It declares some of its failures, and has a stale entry and pattern."""
    folder = manifest("lies", STATED, x=CODEC)
    (folder / manifests.DEVIATIONS_FILE).write_text(FILE, encoding="utf-8")
    (folder / "REPORT.md").touch()
    return folder


CRASHES = CODEC.replace("        data.decode(", "        if data == b'\\x02': raise KeyError\n        data.decode(", 1)


@pytest.mark.slow
def test_entries_that_hold_are_kept_and_stale_ones_are_dropped(conform, lies, manifest) -> None:
    file, in_manifest = lies / manifests.DEVIATIONS_FILE, (lies / manifests.FILE).read_bytes()
    (lies / "x.py").write_text(CRASHES, encoding="utf-8")
    ended = conform("run", "-i", lies, "-i", manifest("dead", "process: [sh, -c, exit 3]"), "--write-deviations")
    assert ended.returncode == 3
    assert re.search(rf"{re.escape(str(file))}: 2 known deviations, 1 new; edit `what`", ended.stdout)
    assert re.search(r"\d+ failures? (is|are) not written, because a person must look into crashes and time-outs", ended.stdout)
    assert "not written, because some tests of dead could not be run" in ended.stdout
    text = file.read_text(encoding="utf-8")
    assert text.startswith(KEPT)
    assert {path.name for path in lies.iterdir() if path.is_file()} == {manifests.FILE, file.name, "REPORT.md", "x.py"}

    (lies / "x.py").write_text(CODEC, encoding="utf-8")
    ended = conform("run", "-i", lies, "--write-deviations", "--json", "x.jsonl")
    assert (ended.returncode, ended.stderr, str(file) in ended.stdout) == (0, "", False)
    assert file.read_text(encoding="utf-8") == text
    assert '"deviation":{"kind":"limit","what":"takes: BEL for B"' in (conform.folder / "x.jsonl").read_text(encoding="utf-8")

    (lies / "x.py").write_text(takes_for_b(), encoding="utf-8")
    ended = conform("run", "-i", lies, "--write-deviations")
    assert (ended.returncode, file.exists(), (lies / manifests.FILE).read_bytes()) == (1, False, in_manifest)
    assert "stale: this known deviation no longer fails; remove it" in " ".join(ended.stdout.split())
    assert "lies/implementation.yaml:7\n" in ended.stdout


VERSIONS = """\
python: "x:CODEC"
version: "One 2  Copyright"
deviations_of: "One VERSION"
known_deviations:
  - {kind: bug, what: "drops bit 7", requirements: [], ids: ["ascii/byte-80"], outcome: ok 0}
  - {kind: bug, what: "takes A for B", requirements: [], ids: ["ascii/letter-a-large/decode", "ascii/byte-ff"], outcome: ok 42}
  - {kind: bug, what: "is not asked", requirements: [], ids: ["ascii/empty/decode"], outcome: ok 0}
"""
STALE = "ascii/byte-80", "ascii/byte-ff"
ASKED = (*STALE, "ascii/letter-a-large/decode", "ascii/bell/decode")


@pytest.mark.parametrize(("version", "status", "verdict"), [(2, 1, "fail"), (1, 0, "skip")])
def test_stale_deviations_of_the_installed_version_fail_and_others_are_notes(
    conform, manifest, version: int, status: int, verdict: str
) -> None:
    found = judged(conform, manifest("one", VERSIONS.replace("VERSION", str(version)), x=takes_for_b(b"A")), status)
    assert [(found[id]["verdict"], found[id]["ground"]) for id in STALE] == [(verdict, "stale deviation")] * 2
    how = "remove it" if version == 2 else "the known deviations are for One 1, but One 2 is installed"
    assert found["ascii/byte-80"]["reason"] == f"stale: this known deviation no longer fails; {how}"
    assert found["ascii/byte-ff"]["reason"] == f"stale: this pattern of a known deviation no longer fails; {how}"
    assert found["ascii/letter-a-large/decode"]["ground"] == "known deviation"
    assert len(found) == 3


def test_an_undeclared_failure_fails_in_any_version(conform, manifest) -> None:
    found = judged(conform, manifest("one", VERSIONS.replace("VERSION", "1"), x=takes_for_b(b"A", b"\x07")), 1)
    assert found["ascii/bell/decode"]["verdict"] == "fail"


def judged(conform, folder: Path, status: int) -> dict[str, dict]:
    """Runs some vectors and returns the verdicts that fail or have a ground."""
    ended = conform("run", "-i", folder, *(word for id in ASKED for word in ("-k", id)), "--json", "x.jsonl")
    assert ended.returncode == status
    lines = map(json.loads, (conform.folder / "x.jsonl").read_text(encoding="utf-8").splitlines())
    return {line["id"]: line for line in lines if line.get("ground") or line.get("verdict") == "fail"}


@pytest.mark.slow
def test_recorded_outcomes_excuse_failures_until_one_differs(conform, manifest) -> None:
    folder = manifest("lies", 'python: "x:CODEC"\ndeviations_of: "1"\nversion: "1"', x=CODEC)
    file, outcomes = folder / manifests.FILE, folder / IN_FILE
    with file.open("a", encoding="utf-8") as text:
        entry = (
            "{kind: limit, what: takes A for B, requirements: [], ids: ['ascii/*'], outcome: outcomes.jsonl, varies: [decode]}"
        )
        text.write(f"known_deviations:\n  - {entry}\n")
    ended = conform("run", "-i", folder)
    assert ended.returncode == 1
    assert f"{IN_FILE} beside the manifest has no outcome for this test" in " ".join(ended.stdout.split())
    before = file.read_bytes()
    ended = conform("run", "-i", folder, "--write-deviations")
    assert re.search(rf"{re.escape(str(outcomes))}: \d+ outcomes? recorded", ended.stdout)
    assert file.read_bytes() == before
    ended = conform("run", "-i", folder, "--write-deviations")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "recorded" not in ended.stdout
    first, *rest = outcomes.read_text(encoding="utf-8").splitlines(keepends=True)
    id = json.loads(first)["id"]
    outcomes.write_text(json.dumps({"id": id, "outcome": "ok 7"}) + "\n" + "".join(rest), encoding="utf-8")
    ended = conform("run", "-i", folder)
    assert ended.returncode == 1
    assert "the known deviation is: ok 7" in " ".join(ended.stdout.split())
