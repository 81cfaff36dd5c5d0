"""Trials of mutants, what the matrix says of them, and the tool: with a few vectors of ASCII and two checks."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from project import suite

from encoding_conformance.checks.catalogue import CHECKS
from encoding_conformance.checks.inputs import inputs_of
from encoding_conformance.core.identity import check_id, vector_id
from encoding_conformance.core.limits import NO_LIMITS
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Crash, Decoded, Rejection, Timeout
from encoding_conformance.data_files.suite import Suite
from mutants import named, syntax
from mutants.mutant import Mutant
from mutants.planting import altered
from reference_codecs import CODECS
from workshop.mutation import codec as timed
from workshop.mutation import command, trial
from workshop.mutation.codec import GivenUp, TimedCodec
from workshop.mutation.kill_matrix import Fate, KillMatrix, fate
from workshop.mutation.trial import Source, Trial, tried

UNDOES, OTHER = "decode-undoes-encode", "encode-undoes-decode"
DIGITS = vector_id("ascii", "digits/decode")
SERVED = {"ascii/digits": [DIGITS]}


def few() -> Suite:
    """The suite with two encodings, one requirement, and the vectors of digits."""
    whole = suite()
    vectors = {
        id: {name: each for name, each in whole.by_id(id).items() if "/digits" in name} for id in ("ascii", "ascii-parity")
    }
    return replace(
        whole,
        encodings={id: whole.encodings[id] for id in vectors},
        requirements={"ascii/digits": whole.requirements["ascii/digits"]},
        readers=dict.fromkeys(vectors, lambda: vectors),
    )


@pytest.fixture(autouse=True)
def two_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in trial, command:
        monkeypatch.setattr(module, "CHECKS", {name: CHECKS[name] for name in (UNDOES, OTHER)})


@pytest.fixture(scope="module")
def sources() -> dict[str, Source]:
    known = few()
    return {
        id: Source(encoding, known.vectors_of(id), inputs_of(encoding, NO_LIMITS, known.vectors_of(id), 0, 3))
        for id, encoding in known.encodings.items()
    }


def mutant(codec: Any, breaks: tuple[str, ...] = ("ascii/digits",), id: str = "ascii/some", equivalent: str = "") -> Mutant:
    return Mutant(id, "ascii", ("ascii",), lambda: {"ascii": codec}, breaks, equivalent)


def shorter(decode: Any, data: bytes) -> list[int]:
    return decode(data)[:-1]


def hangs(decode: Any, data: bytes) -> list[int]:
    while True:
        pass


def raises(*_: object) -> Any:
    raise ValueError("never")


def test_a_sound_codec_survives(sources: dict[str, Source]) -> None:
    assert tried(mutant(CODECS["ascii"]), sources, SERVED) == Trial("ascii/some")


def test_a_trial_has_the_vectors_and_checks_that_fail(sources: dict[str, Source]) -> None:
    found = tried(mutant(altered("ascii", decode=shorter)), sources, SERVED)

    assert DIGITS in found.vectors
    assert check_id("ascii", UNDOES) in found.own


def test_a_refusal_is_not_a_wrong_answer(sources: dict[str, Source]) -> None:
    found = tried(mutant(altered("ascii", encode=raises)), sources, SERVED)

    assert check_id("ascii", UNDOES) in found.checks
    assert check_id("ascii", UNDOES) not in found.own


def test_a_mutant_is_tried_in_each_of_its_encodings(sources: dict[str, Source]) -> None:
    both = {id: altered(id, decode=shorter) for id in sources}

    found = tried(Mutant("some", "some", tuple(both), lambda: both, breaks=("ascii/digits",)), sources, SERVED)

    assert {id.encoding for id in found.vectors} == {id.encoding for id in found.checks} == {"ascii", "ascii-parity"}


def test_a_mutant_by_syntax_is_tried_until_one_vector_and_one_check_fail(sources: dict[str, Source]) -> None:
    found = tried(mutant(altered("ascii", decode=shorter), breaks=()), sources, SERVED)

    assert (len(found.vectors), len(found.checks)) == (1, 1)


def test_a_thorough_run_is_tried_last(sources: dict[str, Source], monkeypatch: pytest.MonkeyPatch) -> None:
    rare = replace(CHECKS[UNDOES], around=lambda _: iter(()), generated=lambda _: iter(()), thorough=CHECKS[UNDOES].around)
    monkeypatch.setattr(trial, "CHECKS", {UNDOES: rare})
    subject = mutant(altered("ascii", decode=lambda decode, data: decode(data) if len(data) < 40 else []), breaks=())

    found = tried(subject, {"ascii": sources["ascii"]._replace(vectors=[])}, SERVED)

    assert found.thoroughly
    assert fate(subject, found) == Fate.THOROUGH


def test_a_codec_that_does_not_load_proves_nothing(sources: dict[str, Source]) -> None:
    assert tried(Mutant("some", "some", ("ascii",), raises), sources, SERVED).does_not_load


def test_a_codec_that_hangs_is_given_up_and_found(sources: dict[str, Source], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timed, "_seconds", lambda: 0.05)

    found = tried(mutant(altered("ascii", decode=hangs)), sources, SERVED)

    assert found.vectors and found.checks


def test_an_operation_that_hangs_is_a_time_out_and_a_second_one_ends_the_session(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timed, "_seconds", lambda: 0.05)
    outcomes = TimedCodec(altered("ascii", decode=hangs)).perform([Decode("ascii", b"A")] * 3)

    assert isinstance(next(outcomes), Timeout)
    assert isinstance(next(outcomes), Timeout)
    with pytest.raises(GivenUp):
        next(outcomes)


def test_outcomes_are_those_of_a_worker() -> None:
    operations = [Decode("ascii", b"A"), Decode("ascii", b"\x80")]

    def crashes(*_: object) -> Any:
        raise LookupError("never")

    good, bad = TimedCodec(CODECS["ascii"]).perform(operations)
    (crash,) = TimedCodec(altered("ascii", decode=crashes)).perform(operations, stop=True)

    assert good == Decoded((0x41,))
    assert isinstance(bad, Rejection) and bad.offset == 0
    assert isinstance(crash, Crash)


ORDER = check_id("kim", "order")
ONE, TWO = vector_id("kim", "one"), vector_id("kim", "two")
PLANTED = Mutant("kim/some", "kim", ("kim",), dict, breaks=("kim/a",))
KILLED = Trial(PLANTED.id, vectors=(ONE,), checks=(ORDER,), own=(ORDER,))
WHOLE = KillMatrix([(PLANTED, KILLED)], [ONE], [ORDER], ["kim/a"], {"kim/a": frozenset([ONE])})


@pytest.mark.parametrize(
    ("trial", "reason", "expected"),
    [
        (KILLED, "", Fate.BOTH),
        (replace(KILLED, checks=()), "", Fate.VECTORS),
        (replace(KILLED, vectors=()), "unreachable", Fate.CHECKS),
        (Trial(PLANTED.id), "", Fate.SURVIVED),
        (Trial(PLANTED.id), "unreachable", Fate.EQUIVALENT),
        (Trial(PLANTED.id, does_not_load=True), "", Fate.DOES_NOT_LOAD),
    ],
)
def test_a_mutant_has_one_fate(trial: Trial, reason: str, expected: str) -> None:
    assert fate(replace(PLANTED, equivalent=reason), trial) == expected


@pytest.mark.parametrize(
    ("changes", "complaint", "expected", "some", "every"),
    [
        ({}, "survivors", [], True, True),
        ({"tried": [(PLANTED, Trial(PLANTED.id))]}, "survivors", ["kim/some"], False, False),
        ({"tried": [(replace(PLANTED, equivalent="unreachable"), KILLED)]}, "not_equivalent", ["kim/some"], False, False),
        ({"served": {"kim/a": frozenset([TWO])}}, "unseen", [("kim/some", "kim/a")], False, False),
        ({"served": {"kim/a": frozenset([ORDER])}}, "unseen", [], True, True),
        ({"requirements": ["kim/a", "kim/b"]}, "unbroken", ["kim/b"], True, False),
        ({"tried": [(PLANTED, replace(KILLED, own=()))]}, "idle_checks", ["order"], True, False),
        ({"checks": [ORDER, check_id("utf-8", "order")]}, "idle_checks", [], True, True),
        ({"vectors": [ONE, TWO]}, "idle_vectors", [TWO], True, True),
    ],
)
def test_the_matrix_names_what_is_wrong(changes: dict, complaint: str, expected: list, some: bool, every: bool) -> None:
    matrix = replace(WHOLE, **changes)

    assert getattr(matrix, complaint) == expected
    assert (matrix.holds(everything=False), matrix.holds(everything=True)) == (some, every)


@pytest.fixture
def run(tool, monkeypatch: pytest.MonkeyPatch):
    """Runs the tool on these mutants, as if there were no others."""
    tool.suite = few()

    def run_on(*mutants: Mutant, words: tuple[str, ...] = ()):
        monkeypatch.setattr(named, "mutants", lambda: list(mutants[:1]))
        monkeypatch.setattr(syntax, "mutants", lambda: list(mutants[1:]))
        return tool("mutants", "--jobs", 1, *words)

    return run_on


def test_what_kills_a_mutant_is_printed_and_written(tool, run) -> None:
    killed = mutant(altered("ascii", decode=shorter), id="ascii/last-lost")
    same = mutant(CODECS["ascii"], (), "ascii.py: a <b> c => a", "the same")
    ended = run(killed, same, words=("-e", "ascii", "--json", "x.jsonl", "--html", "x.html"))

    assert (ended.status, ended.err) == (0, "")
    assert "1 of 1 mutants killed: 1 by vectors, 1 by checks, 0 by a thorough run alone; 1 more are equivalent" in ended.out
    assert "no mutant breaks" not in ended.out
    header, first, second, footer = map(json.loads, (tool.folder / "x.jsonl").read_text().splitlines())
    assert (header["type"], footer["type"]) == ("header", "footer")
    assert (first["id"], first["fate"], first["breaks"]) == ("ascii/last-lost", "both", ["ascii/digits"])
    assert str(DIGITS) in first["vectors"] and "ascii/check/decode-undoes-encode" in first["checks"]
    assert (second["fate"], second["equivalent"]) == ("equivalent", "the same")
    page = (tool.folder / "x.html").read_text()
    assert "ascii/last-lost" in page and "ascii.py: a &lt;b&gt; c =&gt; a" in page


def test_survivors_and_what_no_mutant_breaks_fail_a_run_over_everything(run) -> None:
    ended = run(mutant(CODECS["ascii"], breaks=()))

    assert ended.status == 1
    assert "mutants that survive (1):\n  ascii/some\n" in ended.out and "0 of 1 mutants killed" in ended.out
    assert "requirements that no mutant breaks (1):\n  ascii/digits\n" in ended.out
    assert f"checks that no mutant breaks (2):\n  {UNDOES}\n  {OTHER}\n" in ended.out
    assert "vectors that fail on no mutant (" in ended.out


def test_a_pattern_selects_a_whole_id_or_all_that_match(run) -> None:
    sound = [mutant(CODECS["ascii"], (), id) for id in ("ascii/some", "ascii/some-more")]

    assert "0 of 1 mutants killed" in run(*sound, words=("-k", "ascii/some")).out
    assert "0 of 2 mutants killed" in run(*sound, words=("-k", "*some*")).out


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("-e", "ascii2"), "conform: no encoding 'ascii2'; did you mean ascii"),
        (("-k", "other"), "conform: no mutant of any encoding matches 'other'"),
        (("--json", "no/such/folder"), "conform: no/such/folder: No such file or directory"),
    ],
)
def test_a_wrong_argument_gets_one_line(run, words: tuple[str, ...], line: str) -> None:
    ended = run(mutant(CODECS["ascii"]), words=words)

    assert ended.status == 2
    assert ended.err.startswith(line) and len(ended.err.splitlines()) == 1
