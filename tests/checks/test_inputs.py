"""The texts and byte strings of a run: few enough, usable in any check, with those of vectors among them."""

from __future__ import annotations

import pytest
from testbench import inputs, suite

from encoding_conformance.checks import first_and_spread, spread
from encoding_conformance.checks.inputs import MOST, inputs_of
from encoding_conformance.checks.special_values import admits
from encoding_conformance.core.limits import NO_LIMITS, Limits
from encoding_conformance.core.operation import Encode

IDS = pytest.mark.parametrize("id", ["utf-8", "kim-text", "bocu-1", "utf-inf-8", "iso-8859-3", "ascii"])


@IDS
def test_texts_can_be_used_in_any_check_and_are_not_too_many(id: str) -> None:
    made = inputs(id)
    assert 20 < len(made.texts) <= MOST and 20 < len(made.strings) <= MOST
    assert 0 < len(made.pairs) <= MOST
    assert all(admits(made.encoding, NO_LIMITS, text) for text in made.texts)
    assert all(admits(made.encoding, NO_LIMITS, one + other) for one, other in made.pairs)
    assert all(len(set(many)) == len(many) for many in (made.texts, made.strings, made.pairs))


@IDS
def test_the_texts_and_byte_strings_of_the_first_vectors_are_among_them(id: str) -> None:
    made, vectors = inputs(id), suite().vectors_of(id)
    given = [vector.operation.input for vector in vectors if isinstance(vector.operation, Encode)]
    texts = [text for text in given if len(text) < 100 and admits(made.encoding, NO_LIMITS, text)]
    octets = [vector.operation.input for vector in vectors if not isinstance(vector.operation, Encode)]
    assert set(texts[:20]) <= set(made.texts)
    assert {data for data in octets[:20] if len(data) < 100} <= set(made.strings)


@pytest.mark.parametrize(
    ("id", "max_value"), [("utf-8", 0x7F), ("bocu-1", 0xFFFF), ("utf-inf-8", 0xFFFF), ("utf-inf-8", 0x7FFFFFFF)]
)
def test_no_text_is_beyond_the_limits(id: str, max_value: int) -> None:
    made = inputs_of(suite().encodings[id], Limits(max_value), suite().vectors_of(id), 0, 20)
    assert max(max(text, default=0) for text in made.texts) <= max_value
    assert len(made.texts) > 20


def test_so_many_examples_are_added_as_are_asked_for() -> None:
    encoding = suite().encodings["utf-8"]
    few, many = (inputs_of(encoding, NO_LIMITS, (), 0, examples) for examples in (1, 50))
    assert len(few.octets) == 1 and len(many.octets) == 50
    assert set(few.texts) < set(many.texts)


@pytest.mark.parametrize("telling", [(), (0x20,), (0x00, 0x00), (0x0D, 0x0A), (0xFEFF,), (0xFFFD,), (0x65, 0x301)])
@pytest.mark.parametrize("id", ["utf-8", "utf-16-le", "bocu-1", "kim", "utf-inf-8"])
def test_texts_that_programs_treat_in_their_own_way_are_always_there(id: str, telling: tuple[int, ...]) -> None:
    assert telling in inputs_of(suite().encodings[id], NO_LIMITS, (), 0, 1).texts


def test_a_text_is_longer_than_a_byte_counts() -> None:
    assert max(map(len, inputs("utf-8").texts)) >= 0x100


def test_pairs_have_texts_that_differ_at_their_end() -> None:
    assert any(one and len(one) == len(other) and one[:-1] == other[:-1] for one, other in inputs("utf-8").pairs)


def test_some_of_many_have_the_first_and_the_last() -> None:
    assert spread(range(100), 4) == [0, 33, 66, 99]
    assert spread(range(3), 4) == [0, 1, 2]
    assert spread(range(100), 1) == [0]
    assert spread([], 4) == []
    assert first_and_spread(range(100), 4) == [0, 1, 2, 99]
    assert first_and_spread(range(3), 4) == [0, 1, 2]
