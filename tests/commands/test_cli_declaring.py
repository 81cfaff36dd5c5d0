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
    sink = WriteDeviations("")
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
    """The ids of each entry, once somebody has said what they are about."""
    file = one.folder / manifests.FILE
    file.write_text(file.read_text(encoding="utf-8").replace('what: ""', "what: x"), encoding="utf-8")
    return [[pattern.text for pattern in entry.ids] for entry in manifests.read(file.parent).deviations]


def test_causes_are_written_into_the_manifest_of_whom_they_are_of(made) -> None:
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
        "1 known deviation written; say in each `what` what one does, and look at its `kind`",
        "2 failures are not written, because a person must look into crashes and time-outs",
        "1 known deviation written; say in each `what` what two does, and look at its `kind`",
    ]


def test_of_an_implementation_with_an_error_nothing_is_written(made) -> None:
    one, two = made("one"), made("two")
    declaring = begun(one, two)
    for each_one in (verdict(A, WRONG), verdict(B, BrokenProtocol("x"), Status.ERROR), verdict(A, WRONG, name="two")):
        declaring.add(each_one)
    told = list(declaring.write([alone(verdict) for verdict in declaring.failures]))
    assert (declared(one), declared(two)) == ([], [["ascii/a"]])
    assert told[0].endswith("nothing is written, because not everything could be asked of one")


def test_a_manifest_that_has_no_place_for_entries_is_told_of_before_the_run(made) -> None:
    one = made("one")
    file = one.folder / manifests.FILE
    file.write_text(file.read_text(encoding="utf-8") + "known_deviations: []\n", encoding="utf-8")
    with pytest.raises(WrongUsage, match="between brackets") as told:
        begun(one)
    assert str(told.value).startswith(f"{file}: ")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_manifest_that_may_not_be_written_is_told_of_before_the_run(made) -> None:
    one = made("one")
    (one.folder / manifests.FILE).chmod(0o444)
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


CODEC = takes_for_b(b"A")


def test_what_was_written_excuses_the_failures_once_it_is_filled_in(conform, manifest) -> None:
    folder = manifest("lies", 'python: "x:CODEC"', x=CODEC)
    file = folder / manifests.FILE
    ended = conform("run", "-i", folder, "--write-deviations")
    assert ended.returncode == 1
    assert re.search(rf"{re.escape(str(file))}: \d known deviations? written; ", ended.stdout)
    text = file.read_text(encoding="utf-8")
    ended = conform("run", "-i", folder)
    assert ended.returncode == 3
    assert ended.stderr.startswith(f"{file}:") and ".what: empty" in ended.stderr
    file.write_text(text.replace('what: ""', 'what: "takes A for B"'), encoding="utf-8")
    ended = conform("run", "-i", folder, "--json", "x.jsonl")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert '"deviation":{"kind":"bug","what":"takes A for B"' in (conform.folder / "x.jsonl").read_text(encoding="utf-8")


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
