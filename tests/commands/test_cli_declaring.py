"""`conform run --write-deviations`: what is written, and when nothing is."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from project import suite
from wrong_ascii import takes_for_b

from encoding_conformance.adapters import manifest as manifests
from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.causes.causes import alone
from encoding_conformance.commands.write_deviations import WriteDeviations, declarable
from encoding_conformance.core.identity import Id, IdKind, check_id, vector_id
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import BrokenProtocol, Crash, Decoded, Outcome, Rejection, Timeout
from encoding_conformance.core.verdict import Blame, Cause, Judgement, Status, Verdict
from encoding_conformance.data_files.problems import WrongUsage
from encoding_conformance.models.known_outcome import IN_FILE
from encoding_conformance.report.sink import RunContext

MANIFEST = 'name: {name}\ntitle: X\nprocess: ["true"]\nencodings: {{ascii: {{}}}}\n'
NO_VERSIONS = dict.fromkeys(["one", "two", "whole"], "")
A, B, LAW = vector_id("ascii", "a"), vector_id("ascii", "b"), check_id("ascii", "layout")


def verdict(id: Id, outcome: Outcome, kind: str = Status.FAIL, name: str = "one") -> Verdict:
    judgement = Judgement(kind, "why", Blame.ADAPTER if kind == Status.ERROR else None)
    return Verdict(name, "ascii", id, ("ascii/x", "ascii/y"), *judgement, Decode("ascii", b"A"), (Rejection(0),), outcome)


WRONG = Decoded((0x42,))


def begun(*made: Implementation) -> WriteDeviations:
    implementations = {each.name: each for each in made}
    sink = WriteDeviations()
    sink.begin(RunContext("", NO_VERSIONS, suite=suite(), implementations=implementations))
    return sink


def cause(example: Verdict, *others: Id) -> Cause:
    return Cause(example.implementation, "ascii", "decodes otherwise", "ascii/x", (example.id, *others), example)


@pytest.mark.parametrize(
    ("one", "never", "ids"),
    [
        (cause(verdict(A, WRONG), B, LAW), [], [(A, B, LAW)]),
        (cause(verdict(A, WRONG), B, LAW), [B], [(A, LAW)]),
        (cause(verdict(A, WRONG), Id("ascii", IdKind.DECLARATION, "ascii/*"), Id("ascii", IdKind.START)), [], [(A,)]),
        (cause(verdict(Id("ascii", IdKind.DECLARATION, "ascii/*"), WRONG)), [], []),
        *((cause(verdict(A, outcome), B), [], []) for outcome in (Crash("x"), Timeout("x"), BrokenProtocol("x"))),
    ],
)
def test_neither_a_crash_nor_a_stale_declaration_is_declared(one: Cause, never: list[Id], ids: list[tuple[Id, ...]]) -> None:
    assert [found.explains for found in declarable([one], never)] == ids


@pytest.fixture
def made(tmp_path: Path) -> Callable[[str], Implementation]:
    def make(name: str) -> Implementation:
        (tmp_path / name).mkdir()
        (tmp_path / name / manifests.FILE).write_text(MANIFEST.format(name=name), encoding="utf-8")
        return manifests.read(tmp_path / name)

    return make


def declared(one: Implementation) -> list[list[str]]:
    """The ids of each entry."""
    return [[pattern.text for pattern in entry.ids] for entry in manifests.read(one.folder).deviations]


def test_causes_are_written_beside_the_manifest_of_their_implementation(made) -> None:
    one, two, whole = made("one"), made("two"), made("whole")
    declaring = begun(one, two, whole)
    crash = verdict(LAW, Crash("x"))
    for each_one in (verdict(A, WRONG), crash, verdict(B, WRONG, Status.PASS), verdict(B, WRONG, Status.SKIP)):
        declaring.add(each_one)
    declaring.add(verdict(B, WRONG, name="two"))
    causes = [cause(verdict(A, WRONG), LAW), cause(crash, B), cause(verdict(B, WRONG, name="two"), LAW)]
    told = list(declaring.write(causes))
    assert [declared(each_one) for each_one in (one, two, whole)] == [[["ascii/a"]], [["ascii/b", "ascii/check/layout"]], []]
    assert [line.partition(": ")[2] for line in told] == [
        "1 known deviation, 1 of them new; edit `what` and `kind` of each new one",
        "2 failures are not written, because a person must look into crashes and time-outs",
        "1 known deviation, 1 of them new; edit `what` and `kind` of each new one",
    ]


def test_nothing_is_written_for_an_implementation_with_an_error(made) -> None:
    one, two = made("one"), made("two")
    declaring = begun(one, two)
    for each_one in (verdict(A, WRONG), verdict(B, BrokenProtocol("x"), Status.ERROR), verdict(A, WRONG, name="two")):
        declaring.add(each_one)
    told = list(declaring.write([alone(verdict) for verdict in declaring.failures]))
    assert (declared(one), declared(two)) == ([], [["ascii/a"]])
    assert told[0].endswith("not written, because some tests of one could not be run")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_reported_before_the_run(made) -> None:
    one = made("one")
    one.folder.chmod(0o555)
    with pytest.raises(WrongUsage, match="cannot be written"):
        begun(one)


REFUSED = [
    (["-i", "reference", "-e", "ascii"], "leave out -e, -k"),
    (["-i", "reference", "-k", "ascii/*"], "leave out -e, -k"),
    ([], "-i"),
]


def test_a_run_that_is_partial_or_of_nobody_in_particular_is_refused(conform) -> None:
    runs = conform.all(("run", "--write-deviations", *words) for words, _ in REFUSED)
    for (_, said), ended in zip(REFUSED, runs, strict=True):
        assert (ended.returncode, ended.stdout) == (2, "")
        assert said in ended.stderr.splitlines()[-1]


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


def test_entries_that_hold_are_kept_and_stale_ones_are_dropped(conform, lies) -> None:
    file, in_manifest = lies / manifests.DEVIATIONS_FILE, (lies / manifests.FILE).read_bytes()
    ended = conform("run", "-i", lies, "--write-deviations")
    assert ended.returncode == 1
    assert re.search(rf"{re.escape(str(file))}: 2 known deviations, 1 of them new; edit `what`", ended.stdout)
    text = file.read_text(encoding="utf-8")
    assert text.startswith(KEPT)
    assert sorted(path.name for path in lies.iterdir() if path.is_file()) == sorted(
        [manifests.FILE, manifests.DEVIATIONS_FILE, "REPORT.md", "x.py"]
    )
    ended = conform("run", "-i", lies, "--write-deviations", "--json", "x.jsonl")
    assert (ended.returncode, ended.stderr, str(file) in ended.stdout) == (0, "", False)
    assert (file.read_text(encoding="utf-8"), (lies / manifests.FILE).read_bytes()) == (text, in_manifest)
    assert '"deviation":{"kind":"limit","what":"takes: BEL for B"' in (conform.folder / "x.jsonl").read_text(encoding="utf-8")


def test_a_file_without_entries_is_removed_and_the_manifest_is_left_alone(conform, lies) -> None:
    (lies / "x.py").write_text(takes_for_b(), encoding="utf-8")
    file, in_manifest = lies / manifests.DEVIATIONS_FILE, (lies / manifests.FILE).read_bytes()
    file.write_text(FILE.replace("One 1", "One 2"), encoding="utf-8")
    ended = conform("run", "-i", lies, "--write-deviations")
    assert (ended.returncode, file.exists(), (lies / manifests.FILE).read_bytes()) == (1, False, in_manifest)
    assert "stale: this known deviation no longer fails; remove it" in " ".join(ended.stdout.split())
    assert "lies/implementation.yaml:7\n" in ended.stdout


@pytest.mark.slow
def test_what_is_recorded_excuses_the_failures_until_one_of_them_is_another(conform, manifest) -> None:
    folder = manifest("lies", 'python: "x:CODEC"\ndeviations_of: "1"\nversion: "1"', x=CODEC)
    file, outcomes = folder / manifests.FILE, folder / IN_FILE
    with file.open("a", encoding="utf-8") as text:
        entry = (
            "{kind: limit, what: takes A for B, requirements: [], ids: ['ascii/*'], outcome: outcomes.jsonl, varies: [decode]}"
        )
        text.write(f"known_deviations:\n  - {entry}\n")
    ended = conform("run", "-i", folder)
    assert ended.returncode == 1
    assert f"{IN_FILE} beside the manifest has no outcome of this test" in " ".join(ended.stdout.split())
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
