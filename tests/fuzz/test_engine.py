"""Outcomes as numbers."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encoding_conformance.core.outcome import BrokenProtocol, Crash, Decoded, Rejection, Timeout, Unsupported
from encoding_conformance.fuzz.engine import FEATURES, feature

TEXTS = st.text(max_size=12)
OUTCOMES = st.one_of(
    st.builds(Decoded, st.lists(st.integers(0, 1 << 200), max_size=6).map(tuple)),
    st.builds(Rejection, st.none() | st.integers(0, 1 << 61), TEXTS),
    st.builds(Unsupported, TEXTS),
    st.builds(Crash, TEXTS, TEXTS),
    st.builds(Timeout, TEXTS),
    st.builds(BrokenProtocol, TEXTS),
)
TELL = """
from encoding_conformance.core.outcome import *
from encoding_conformance.fuzz.engine import feature
outcomes = (
    Decoded((1, 0x10FFFF)), Rejection(1, "x"), Rejection(), Crash("TypeError: x", "x.py:f"), Unsupported(), Timeout("x"))
print([feature(b"AB", outcome) for outcome in outcomes])
"""


@given(st.binary(max_size=8), OUTCOMES)
def test_it_is_in_range_and_the_same_again(data: bytes, outcome) -> None:
    assert feature(data, outcome) in range(FEATURES)
    assert feature(data, outcome) == feature(data, outcome)


def test_it_is_the_same_in_another_process() -> None:
    told = {
        subprocess.run(
            [sys.executable, "-c", TELL], env={**os.environ, "PYTHONHASHSEED": seed}, text=True, capture_output=True, check=True
        ).stdout
        for seed in ("0", "77")
    }
    assert len(told) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Decoded((1,)), Rejection(0)),
        (Decoded((1,)), Decoded((1, 1))),
        (Decoded((1,)), Decoded((2,))),
        (Rejection(0), Rejection(1)),
        (Crash("TypeError: x", "x.py:f"), Crash("TypeError: x", "x.py:g")),
        (Crash("TypeError: x"), Crash("KeyError: x")),
        (Rejection(0), Unsupported()),
    ],
)
def test_outcomes_of_other_kinds_have_another_number(one, other) -> None:
    assert feature(b"AB", one) != feature(b"AB", other)


@given(TEXTS, TEXTS)
def test_what_a_rejection_says_does_not_matter(one: str, other: str) -> None:
    assert feature(b"A", Rejection(0, one)) == feature(b"A", Rejection(0, other))
