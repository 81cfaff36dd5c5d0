"""The patterns of mutants, which are data."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context

import pytest
from project import suite

from encoding_conformance.causes.cases.subject import LARGE
from encoding_conformance.core.identity import vector_id
from encoding_conformance.core.judge import fault_of
from encoding_conformance.core.outcome import Crash, Decoded, Encoded, Rejection, Timeout, Unsupported
from encoding_conformance.core.vector import Vector
from workshop.mutation.pattern_files import FOLDER, Pattern, read, write
from workshop.mutation.patterns import pattern
from workshop.mutation.selection import named
from workshop.mutation.trial import Mutant

SAMPLE = 23

STATEFUL = [mutant for mutant in named() if {"common/initial-state", "bocu-1/rd1-initial-state"} & {*mutant.breaks}]
"""Mutants that keep state from one call to the next, so that a part of the vectors may fail otherwise than all of them."""

FORGETFUL = [mutant for mutant in named() if mutant not in STATEFUL]


def ids(mutants: Iterable[Mutant]) -> list[str]:
    return [mutant.id for mutant in mutants]


def small(encoding: str) -> list[Vector]:
    """The vectors that can be asked quickly. A mutant takes a second or two for the others."""
    return [vector for vector in suite().vectors_of(encoding) if len(vector.operation.input) <= LARGE]


def stored(mutant: Mutant, vectors: Sequence[Vector]) -> Pattern:
    """What the pattern of a mutant says about some vectors."""
    nothing = Pattern(mutant.id, mutant.breaks, {})
    found = next((each for each in read(mutant.of) if each.mutant == mutant.id), nothing)
    ids = {vector.id for vector in vectors}
    return replace(found, fails={id: how for id, how in found.fails.items() if id in ids})


def is_current(mutant: Mutant, vectors: Sequence[Vector]) -> bool:
    return pattern(mutant, suite().encodings[mutant.of], vectors) == stored(mutant, vectors)


def outdated(ids: Collection[str]) -> list[str]:
    """The mutants whose patterns are not current."""
    return [each.id for each in named() if each.id in ids and not is_current(each, suite().vectors_of(each.of))]


@pytest.mark.parametrize("mutant", FORGETFUL[::SAMPLE], ids=lambda mutant: mutant.id)
def test_the_pattern_of_a_mutant_is_current_for_small_inputs(mutant: Mutant) -> None:
    assert is_current(mutant, small(mutant.of))


@pytest.mark.slow
@pytest.mark.parametrize("encoding", sorted({mutant.of for mutant in named()}))
def test_the_patterns_of_an_encoding_are_current_for_small_inputs(encoding: str) -> None:
    mutants = [mutant for mutant in FORGETFUL if mutant.encodings == (encoding,)]
    assert [mutant.id for mutant in mutants if not is_current(mutant, small(encoding))] == []


@pytest.mark.slow
@pytest.mark.parametrize("mutants", [ids(FORGETFUL)[::101], ids(STATEFUL)[::3]], ids=["forgetful", "stateful"])
def test_the_pattern_of_a_mutant_is_current(mutants: list[str]) -> None:
    """In a process of their own, because what mutants were asked before makes a difference to those that keep state."""
    with ProcessPoolExecutor(1, get_context("spawn")) as fresh:
        assert fresh.submit(outdated, mutants).result() == []


@pytest.mark.parametrize("encoding", suite().encodings)
def test_a_file_lists_all_vectors_and_mutants_that_fail_any(encoding: str) -> None:
    data = json.loads((FOLDER / f"{encoding}.json").read_text(encoding="utf-8"))
    assert data["vectors"] == [vector.id.local for vector in suite().vectors_of(encoding)]
    assert data["mutants"].keys() <= {mutant.id for mutant in named() if mutant.encodings == (encoding,)}
    assert all(pattern.fails for pattern in read(encoding))


def test_there_is_a_file_for_each_encoding_that_has_mutants() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == {mutant.of for mutant in named()}


def test_what_is_written_can_be_read(tmp_path, monkeypatch) -> None:
    ids = [vector_id("e", local) for local in ("a", "b/encode", "b/decode", "edge/c", "d")]
    fails = Pattern("e/some-mistake", ("e/rule",), {ids[1]: "accepted", ids[2]: "accepted", ids[4]: "too long"})
    monkeypatch.setattr("workshop.mutation.pattern_files.FOLDER", tmp_path)

    (tmp_path / "e.json").write_text(write("e", ids, [fails]))

    assert list(read("e")) == [fails]
    assert '"fails": ".2a.+"' in (tmp_path / "e.json").read_text()


def test_an_encoding_of_a_user_has_no_patterns() -> None:
    assert list(read("nobodys")) == []


@pytest.mark.parametrize(
    ("expected", "outcome", "how"),
    [
        (Rejection(2, "truncated"), Decoded((1,)), "accepted"),
        (Rejection(2, "truncated"), Rejection(1), "offset too small"),
        (Rejection(2, "truncated"), Rejection(3), "offset too large"),
        (Decoded((1, 2)), Rejection(0), "refused"),
        (Decoded((1, 2)), Decoded((1, 3)), "wrong"),
        (Decoded((1, 2)), Decoded((1,)), "too short"),
        (Encoded(b"a"), Encoded(b"ab"), "too long"),
        (Encoded(b"a"), Unsupported(), "unsupported"),
        (Encoded(b"a"), Crash("it died"), "crash"),
        (Rejection(0), Timeout("late"), "time-out"),
    ],
)
def test_how_an_outcome_is_wrong(expected, outcome, how) -> None:
    assert fault_of([expected], outcome) == how
