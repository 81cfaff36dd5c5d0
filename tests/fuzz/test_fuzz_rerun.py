"""How often a finding is rerun so that it is made smaller."""

from __future__ import annotations

from dataclasses import replace

import made
import pytest

from encoding_conformance.core.identity import LawId
from encoding_conformance.core.limits import NO_LIMITS
from encoding_conformance.core.outcome import Crash, Outcome, Timeout
from encoding_conformance.fuzz.finding import Finding, FindingKind, Reproducer
from encoding_conformance.fuzz.rerun import CannotAsk, Rerun
from encoding_conformance.runner import registry

DATA = bytes(range(64, 128))


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch):
    """Makes a finding smaller that shows by its last byte: what is left of it, and how often it showed."""

    def settle(kind: str, outcome: Outcome) -> tuple[bytes, int]:
        shown = []

        def ask(again: Rerun, testee: object, reproducer: Reproducer) -> Finding | None:
            if DATA[-1] not in reproducer.data:
                return None
            shown.append(reproducer)
            found = made.finding(reproducer.data, bucket=made.BUCKET._replace(kind=kind))
            return replace(found, outcome=outcome, reproducer=reproducer)

        monkeypatch.setattr(Rerun, "_ask", ask)
        (registered,) = registry.selected(["reference"], made.suite().encodings)
        told = made.finding(DATA, bucket=made.BUCKET._replace(kind=kind))
        found = Rerun(registered, made.encoding("ascii"), NO_LIMITS).settled(told, lambda: False)
        return found.reproducer.data, len(shown)

    return settle


def test_what_crashes_is_tried_until_nothing_can_be_spared(settled) -> None:
    data, times = settled(FindingKind.CRASH, Crash("exited with status 3"))
    assert data == DATA[-1:]
    assert times > 2 + 5


def test_what_hangs_is_tried_no_more_than_five_times(settled) -> None:
    """It shows once as it was told and once by itself; then each time takes as long as it may."""
    data, times = settled(FindingKind.HANG, Timeout("no answer within 5 s"))
    assert times == 2 + 5
    assert 1 < len(data) < len(DATA)


def test_a_finding_of_a_law_that_does_not_apply_is_one_clear_line() -> None:
    (registered,) = registry.selected(["reference"], made.suite().encodings)
    again = Rerun(registered, made.encoding("ascii"), NO_LIMITS)
    for law in (LawId("layout", "read_as_in_the_table"), LawId("gone", "gone"), LawId("layout", "read-as-in-the-table", "odd")):
        with pytest.raises(CannotAsk) as told:
            again.ask(Reproducer(law, b"A"))
        assert str(told.value) == f"no law {law} applies to ascii; `conform list checks` shows those that do"
