"""The texts and byte strings of a run: few enough, usable in any check, with those of vectors and those that Hypothesis draws."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest
from testbench import inputs, suite

from encoding_conformance.checks import examples, first_and_spread, spread
from encoding_conformance.checks.inputs import MOST, inputs_of
from encoding_conformance.checks.special_values import admits
from encoding_conformance.core.limits import NO_LIMITS, Limits
from encoding_conformance.core.operation import Encode
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.models import boundaries, model_of

LIMITS = [("utf-8", 0x7F), ("bocu-1", 0xFFFF), ("utf-inf-8", 0x7FFFFFFF)]


def drawn(id: str, seed: int, count: int = 25, limits: Limits = NO_LIMITS) -> tuple[list[tuple[int, ...]], list[examples.Cut]]:
    """Draws anew what Hypothesis draws for a seed."""
    examples.drawn.cache_clear()
    return examples.drawn(suite().encodings[id], limits, seed, count)


@pytest.mark.parametrize("id", ["utf-inf-8", "wtf-8"])
def test_examples_have_boundaries_and_byte_strings_are_well_formed_or_not(id: str) -> None:
    encoding = suite().encodings[id]
    texts, cut = drawn(id, 0)
    assert all(admits(encoding, NO_LIMITS, text) for text in texts)
    assert {value for text in texts for value in text} & set(boundaries(encoding))
    assert max(map(len, texts)) > 1
    assert {isinstance(model_of(encoding).decode(data)[0], Rejection) for data, _ in cut} == {True, False}
    assert all(list(cuts) == sorted({*cuts}) and all(0 < each < len(data) for each in cuts) for data, cuts in cut)
    assert any(cuts for _, cuts in cut)


@pytest.mark.parametrize(("id", "max_value"), LIMITS)
def test_texts_keep_the_limits(id: str, max_value: int) -> None:
    limits = Limits(max_value)
    made = inputs_of(suite().encodings[id], limits, suite().vectors_of(id), 0, 10)
    for texts in (made.texts, drawn(id, 0, 10, limits)[0]):
        assert max(max(text, default=0) for text in texts) <= max_value
        assert len(texts) >= 10


def test_a_seed_draws_the_same_examples_and_another_seed_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hypothesis draws constants from the sources of modules that are imported, if it may draw them at all."""
    before = drawn("utf-8", 3, 10)
    (tmp_path / "full_of_constants.py").write_text(f"NUMBERS = {list(range(100, 600))}\n")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("full_of_constants")
    assert drawn("utf-8", 3, 10) == before != drawn("utf-8", 4, 10)


def test_the_number_of_examples_is_the_given_one() -> None:
    assert [len(found) for found in drawn("utf-8", 0, count=1)] == [1, 1]
    few, many = (inputs_of(suite().encodings["utf-8"], NO_LIMITS, (), 0, examples) for examples in (1, 10))
    assert len(few.octets) == 1 and len(many.octets) == 10
    assert set(few.texts) < set(many.texts)


@pytest.mark.parametrize("id", ["utf-8", "kim-text", "ascii"])
def test_inputs_can_be_used_in_any_check_and_are_not_too_many(id: str) -> None:
    made, vectors = inputs(id), suite().vectors_of(id)
    assert 20 < len(made.texts) <= MOST and 20 < len(made.strings) <= MOST
    assert 0 < len(made.pairs) <= MOST
    assert all(admits(made.encoding, NO_LIMITS, text) for text in made.texts)
    assert all(admits(made.encoding, NO_LIMITS, one + other) for one, other in made.pairs)
    assert all(len(set(many)) == len(many) for many in (made.texts, made.strings, made.pairs))

    given = [vector.operation.input for vector in vectors if isinstance(vector.operation, Encode)]
    texts = [text for text in given if len(text) < 100 and admits(made.encoding, NO_LIMITS, text)]
    octets = [vector.operation.input for vector in vectors if not isinstance(vector.operation, Encode)]
    assert set(texts[:20]) <= set(made.texts), "those of the first vectors are among them"
    assert {data for data in octets[:20] if len(data) < 100} <= set(made.strings)


@pytest.mark.parametrize("id", ["utf-16-le", "utf-inf-8"])
def test_texts_that_programs_treat_in_their_own_way_are_always_there(id: str) -> None:
    special = {(), (0x20,), (0x00, 0x00), (0x0D, 0x0A), (0xFEFF,), (0xFFFD,), (0x65, 0x301)}
    assert special <= set(inputs_of(suite().encodings[id], NO_LIMITS, (), 0, 1).texts)


def test_texts_are_longer_than_a_byte_counts_and_pairs_differ_at_their_end() -> None:
    made = inputs("utf-8")
    assert max(map(len, made.texts)) >= 0x100
    assert any(one and len(one) == len(other) and one[:-1] == other[:-1] for one, other in made.pairs)


def test_some_of_many_have_the_first_and_the_last() -> None:
    assert spread(range(100), 4) == [0, 33, 66, 99]
    assert spread(range(3), 4) == [0, 1, 2]
    assert spread(range(100), 1) == [0]
    assert spread([], 4) == []
    assert first_and_spread(range(100), 4) == [0, 1, 2, 99]
    assert first_and_spread(range(3), 4) == [0, 1, 2]
