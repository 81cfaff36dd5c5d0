"""How a finding is rerun, and made smaller."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import made
import pytest
from hypothesis import given
from hypothesis import strategies as st

from encoding_conformance.adapters.in_process import InProcess
from encoding_conformance.core.identity import LawId
from encoding_conformance.core.limits import NO_LIMITS, Limits
from encoding_conformance.core.operation import Encode, Kind
from encoding_conformance.core.outcome import Crash, Encoded, Outcome, Rejection, Timeout
from encoding_conformance.fuzz.finding import Finding, FindingKind, Reproducer
from encoding_conformance.fuzz.law_inputs import READ_AS_IN_THE_TABLE
from encoding_conformance.fuzz.rerun import CannotAsk, Rerun, minimized, shortest
from encoding_conformance.runner import registry

DATA = bytes(range(64, 128))


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch):
    """Makes a finding smaller that shows by its last byte: what is left of it, and how often it showed."""

    def settle(kind: str, outcome: Outcome, avoided: Sequence[bytes] = ()) -> tuple[bytes, int]:
        shown = []

        def ask(again: Rerun, testee: object, reproducer: Reproducer) -> Finding | None:
            if DATA[-1] not in reproducer.data:
                return None
            shown.append(reproducer)
            found = made.finding(reproducer.data, bucket=made.BUCKET._replace(kind=kind))
            return replace(found, outcome=outcome, reproducer=reproducer)

        monkeypatch.setattr(Rerun, "_ask", ask)
        (implementation,) = registry.selected(["reference"], made.suite().encodings)
        told = made.finding(DATA, bucket=made.BUCKET._replace(kind=kind))
        found = Rerun(implementation, made.encoding("ascii"), NO_LIMITS).settled(told, lambda: False, avoided)
        return found.reproducer.data, len(shown)

    return settle


def test_what_crashes_is_tried_until_nothing_can_be_spared(settled) -> None:
    data, times = settled(FindingKind.CRASH, Crash("exited with status 3"))
    assert data == DATA[-1:]
    assert times > 2 + 5


def test_nothing_is_made_smaller_to_what_is_avoided_already(settled) -> None:
    data, _ = settled(FindingKind.CRASH, Crash("exited with status 3"), avoided=[DATA[-1:]])
    assert data == DATA


def test_what_hangs_is_tried_no_more_than_five_times(settled) -> None:
    """It shows once as it was told and once by itself; then each time takes as long as it may."""
    data, times = settled(FindingKind.HANG, Timeout("no answer within 5 s"))
    assert times == 2 + 5
    assert 1 < len(data) < len(DATA)


def test_a_finding_of_a_law_that_does_not_apply_is_one_clear_line() -> None:
    (implementation,) = registry.selected(["reference"], made.suite().encodings)
    again = Rerun(implementation, made.encoding("ascii"), NO_LIMITS)
    for law in (LawId("layout", "read_as_in_the_table"), LawId("gone", "gone"), LawId("layout", "read-as-in-the-table", "odd")):
        with pytest.raises(CannotAsk) as told:
            again.ask(Reproducer(law, b"A"))
        assert str(told.value) == f"no law {law} applies to ascii; `conform list checks` shows those that do"


class Careless:
    """It accepts what is ill-formed behind so many letters."""

    LETTERS = 3

    def decode(self, data: bytes) -> list[int]:
        if len(data) <= self.LETTERS:
            data.decode("ascii")
        return list(data)


def test_what_is_wrong_in_a_long_text_is_made_smaller_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    class Made(InProcess):
        def __init__(self, implementation: object):
            super().__init__(Careless())

        def __enter__(self) -> Made:
            return self

        def __exit__(self, *_: object) -> None: ...

        def close(self) -> None: ...

    monkeypatch.setattr("encoding_conformance.fuzz.rerun.Testee", Made)
    (implementation,) = registry.selected(["reference"], made.suite().encodings)
    again = Rerun(implementation, made.encoding("ascii"), Limits(operations=frozenset({Kind.DECODE})))
    told = again._ask(Made(None), Reproducer(READ_AS_IN_THE_TABLE._replace(inputs="in-a-long-text"), b"\x80"))
    assert told
    found = again._smaller(told, lambda: False, ())
    assert found.reproducer == Reproducer(READ_AS_IN_THE_TABLE, found.input)
    assert len(found.input) == Careless.LETTERS + 1


def test_a_finding_shows_what_the_tables_say_of_the_operation_at_fault(manifest) -> None:
    """The law that it breaks says only that the value cannot be encoded."""
    source = Path(__file__).with_name("naive.py").read_text(encoding="utf-8")
    folder = manifest("naive", 'python: "naive:CODEC"', "{utf-8: {}}", naive=source)
    (implementation,) = registry.selected([str(folder)], made.suite().encodings)
    law = LawId("unencodable-values", "unencodable-values")
    found = Rerun(implementation, made.encoding("utf-8"), NO_LIMITS).ask(Reproducer(law, b""))
    assert (found.operation, found.outcome) == (Encode("utf-8", (0xD800,)), Encoded(b"\xed\xa0\x80"))
    assert found.permitted == (Rejection(0, "surrogate"),)


@given(st.binary(max_size=60))
def test_the_result_shows_the_same(data: bytes) -> None:
    def shows(some: bytes) -> bool:
        return sum(some) % 7 == sum(data) % 7

    assert shows(minimized(data, shows))
    assert len(minimized(data, shows)) <= len(data)


@given(st.lists(st.binary(max_size=3), max_size=20).map(tuple), st.integers(1, 5))
def test_no_item_can_be_left_out(items: tuple[bytes, ...], least: int) -> None:
    def shows(some: tuple[bytes, ...]) -> bool:
        return some == items or len(set(some)) >= least

    short = shortest(items, shows)
    assert shows(short)
    assert not any(shows(short[:place] + short[place + 1 :]) for place in range(len(short)) if short != items)


def test_what_could_not_be_left_out_at_first_is_tried_again() -> None:
    assert shortest(b"abc", lambda some: some in (b"ab", b"b")) == b"b"


@given(st.binary(max_size=40), st.binary(min_size=1, max_size=4), st.binary(max_size=40))
def test_what_matters_alone_is_left(before: bytes, matters: bytes, after: bytes) -> None:
    assert minimized(before + matters + after, lambda data: matters in data) == matters


@pytest.mark.parametrize(("data", "expected"), [(b"\xf0\x9f\x98\x80", b"\0\0\0\0"), (b"zz", b"\0\0"), (b"", b"")])
def test_bytes_that_do_not_matter_become_plain(data: bytes, expected: bytes) -> None:
    assert minimized(data, lambda some: len(some) == len(data)) == expected


@pytest.mark.parametrize(("tries", "left"), [(0, 64), (1, 64), (2, 32), (3, 32), (4, 16), (6, 8)])
def test_no_more_is_tried_than_may_be(settled, monkeypatch: pytest.MonkeyPatch, tries: int, left: int) -> None:
    """The first try leaves out everything. Then every other try leaves out half of what is left."""
    monkeypatch.setattr("encoding_conformance.fuzz.rerun._TRIES", tries)
    data, _ = settled(FindingKind.CRASH, Crash("exited with status 3"))
    assert len(data) == left


@given(st.binary(min_size=1, max_size=6), st.sets(st.binary(max_size=6), max_size=6))
def test_no_byte_of_the_result_can_be_left_out(data: bytes, others: set[bytes]) -> None:
    def shows(some: bytes) -> bool:
        return some == data or some in others or some[:1] == b"\0"

    small = minimized(data, shows)
    assert [place for place in range(len(small)) if shows(small[:place] + small[place + 1 :])] == []
