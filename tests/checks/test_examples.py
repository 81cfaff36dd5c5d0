"""Hypothesis draws texts and byte strings that all checks can use, and the same ones for a seed."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from testbench import suite

from encoding_conformance.checks import examples
from encoding_conformance.checks.examples import cut_strategy, text_strategy
from encoding_conformance.checks.special_values import admits
from encoding_conformance.core.limits import NO_LIMITS, Limits
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.models import boundaries, model_of

FEW = settings(max_examples=30, deadline=None)
IDS = pytest.mark.parametrize("id", ["utf-8", "kim-text", "bocu-1", "utf-inf-8", "iso-8859-3", "wtf-8"])
COUNT = 100


def drawn(id: str, seed: int, limits: Limits = NO_LIMITS, count: int = COUNT) -> tuple[list[tuple[int, ...]], list[examples.Cut]]:
    """What is drawn, and not what was drawn before."""
    examples.drawn.cache_clear()
    return examples.drawn(suite().encodings[id], limits, seed, count)


@IDS
@FEW
@given(data=st.data())
def test_texts_can_be_used_in_any_check(id: str, data: st.DataObject) -> None:
    encoding = suite().encodings[id]
    text = data.draw(text_strategy(encoding, NO_LIMITS))
    assert admits(encoding, NO_LIMITS, text)


@pytest.mark.parametrize(
    ("id", "max_value"), [("utf-8", 0x7F), ("bocu-1", 0xFFFF), ("utf-inf-8", 0xFFFF), ("utf-inf-8", 0x7FFFFFFF), ("cp437", 0x80)]
)
@FEW
@given(data=st.data())
def test_texts_keep_the_limits(id: str, max_value: int, data: st.DataObject) -> None:
    encoding, limits = suite().encodings[id], Limits(max_value)
    assert admits(encoding, limits, data.draw(text_strategy(encoding, limits)))


@IDS
@FEW
@given(data=st.data())
def test_cuts_ascend_and_lie_inside_the_byte_string(id: str, data: st.DataObject) -> None:
    octets, cuts = data.draw(cut_strategy(suite().encodings[id], NO_LIMITS))
    assert list(cuts) == sorted(set(cuts))
    assert all(0 < cut < len(octets) for cut in cuts)


@IDS
def test_texts_have_boundaries_and_byte_strings_are_well_formed_or_not(id: str) -> None:
    encoding = suite().encodings[id]
    texts, cut = drawn(id, 0)
    assert {value for text in texts for value in text} & set(boundaries(encoding))
    rejected = {isinstance(model_of(encoding).decode(data)[0], Rejection) for data, _ in cut}
    assert rejected >= ({False} if id == "iso-8859-3" else {True, False})
    assert max(map(len, texts)) > 1


def test_a_seed_draws_the_same_examples_and_another_seed_others() -> None:
    assert drawn("utf-8", 3) == drawn("utf-8", 3) != drawn("utf-8", 4)


@pytest.mark.parametrize("count", [1, 10])
def test_as_many_are_drawn_as_are_asked_for(count: int) -> None:
    assert [len(found) for found in drawn("utf-8", 0, count=count)] == [count, count]


def test_a_seed_draws_the_same_examples_whatever_else_is_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hypothesis draws constants from the sources of modules that are imported, if it may draw them at all."""
    before = [drawn("utf-8", seed) for seed in range(2)]
    (tmp_path / "full_of_constants.py").write_text(f"NUMBERS = {list(range(100, 600))}\n")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("full_of_constants")
    assert [drawn("utf-8", seed) for seed in range(2)] == before
