"""Two findings of one crash bucket as one, and what became of an old one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made import BUCKET, finding

from encoding_conformance.core.verdict import Deviation, DeviationKind
from encoding_conformance.fuzz.finding import FindingState, merged, state_after_rerun

FINDINGS = st.builds(
    lambda data, before, repeats, state: finding(data, *before, repeats=repeats, state=state),
    st.binary(max_size=3),
    st.lists(st.binary(max_size=2), max_size=2),
    st.booleans(),
    st.sampled_from(list(FindingState)),
)
SLOW = Deviation(DeviationKind.BUG, "slow", ("ascii/x",))
OTHER = replace(finding(), bucket=BUCKET._replace(reason="KeyError"))


def rank(one) -> tuple:
    return not one.repeats, sum(map(len, one.reproducer.before)), len(one.reproducer.data)


@given(FINDINGS, FINDINGS)
def test_the_shortest_that_repeats_is_kept(old, new) -> None:
    both = merged(old, new)
    assert rank(both) == min(rank(old), rank(new))
    assert both.reproducer in (old.reproducer, new.reproducer)
    assert both.state == (FindingState.NEW if old.state == FindingState.FIXED else old.state)


@pytest.mark.parametrize(
    ("old", "now", "state"),
    [
        (finding(), None, FindingState.FIXED),
        (finding(), finding(), FindingState.STILL),
        (finding(), OTHER, FindingState.CHANGED),
        (finding(repeats=False), None, FindingState.NEW),
        (finding(repeats=False, state=FindingState.STILL), None, FindingState.STILL),
        (finding(repeats=False), finding(), FindingState.STILL),
        (finding(state=FindingState.FIXED), finding(), FindingState.STILL),
    ],
)
def test_what_became_of_an_old_one(old, now, state: str) -> None:
    assert state_after_rerun(old, now) == state


@pytest.mark.parametrize(
    ("one", "counts"),
    [
        (finding(), True),
        (finding(state=FindingState.CHANGED), True),
        (finding(state=FindingState.FIXED), False),
        (finding(known=SLOW), False),
        (finding(repeats=False), True),
    ],
)
def test_an_implementation_falls_short_by_what_is_neither_fixed_nor_declared(one, counts: bool) -> None:
    assert one.counts == counts


def test_a_person_is_told_what_goes_before_and_what_is_odd() -> None:
    lines = {line.label: line.text for line in finding(b"A", b"", b"\xff", repeats=False, known=SLOW).lines()}
    assert (lines["after"], lines["input"], lines["declared"]) == ("-, FF", "41", "bug: slow (ascii/x)")
    assert not lines.keys() & {"due", "expected"}
    assert "but" in lines and "but" not in {line.label for line in finding().lines()}
