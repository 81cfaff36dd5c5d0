"""How a finding is rerun, and made smaller."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import made
import pytest

from encoding_conformance.adapters.in_process import InProcess
from encoding_conformance.core.limits import NO_LIMITS, Limits
from encoding_conformance.core.operation import Encode, Kind
from encoding_conformance.core.outcome import Crash, Encoded, Outcome, Rejection, Timeout
from encoding_conformance.fuzz.finding import Finding, FindingKind, Reproducer
from encoding_conformance.fuzz.from_bytes import ANSWERS, LONG_TEXT, TABLES
from encoding_conformance.fuzz.rerun import CannotAsk, Rerun
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


def test_few_attempts_to_make_an_input_smaller_may_hang(settled) -> None:
    """It shows once as it was reported and once by itself; then each attempt takes as long as it may."""
    data, times = settled(FindingKind.HANG, Timeout("no answer within 5 s"))
    assert times == 2 + 3
    assert 1 < len(data) < len(DATA)


def test_a_finding_of_a_check_that_does_not_apply_is_one_clear_line() -> None:
    (implementation,) = registry.selected(["reference"], made.suite().encodings)
    again = Rerun(implementation, made.encoding("ascii"), NO_LIMITS)
    for check in ("order", "gone"):
        with pytest.raises(CannotAsk) as told:
            again.ask(Reproducer(check, b"A"))
        assert str(told.value) == f"no check {check} applies to ascii; `conform list checks` shows those that do"


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
    told = again._ask(Made(None), Reproducer(LONG_TEXT.name, b"\x80"))
    assert told
    found = again._smaller(told, lambda: False, ())
    assert found.reproducer == Reproducer(TABLES.name, found.input)
    assert len(found.input) == Careless.LETTERS + 1


def test_a_finding_shows_what_the_tables_say_of_the_operation_at_fault(manifest) -> None:
    source = Path(__file__).with_name("naive.py").read_text(encoding="utf-8")
    folder = manifest("naive", 'python: "naive:CODEC"', "{utf-8: {}}", naive=source)
    (implementation,) = registry.selected([str(folder)], made.suite().encodings)
    found = Rerun(implementation, made.encoding("utf-8"), NO_LIMITS).ask(Reproducer("unencodable-values", b""))
    assert (found.operation, found.outcome) == (Encode("utf-8", (0xD800,)), Encoded(b"\xed\xa0\x80"))
    assert found.permitted == (Rejection(0, "surrogate"),)


def test_a_crash_on_any_bytes_shows_what_the_tables_permit(manifest) -> None:
    source = Path(__file__).with_name("naive.py").read_text(encoding="utf-8")
    folder = manifest("naive", 'python: "naive:CODEC"', "{utf-8: {}}", naive=source)
    (implementation,) = registry.selected([str(folder)], made.suite().encodings)
    found = Rerun(implementation, made.encoding("utf-8"), NO_LIMITS).ask(Reproducer(ANSWERS.name, b"\xf7"))
    assert found and found.permitted == (Rejection(0, "truncated"),)
