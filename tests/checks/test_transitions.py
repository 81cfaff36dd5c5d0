"""The texts have each value behind each state, and numpy gives their bytes as the model does."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product

import pytest
from project import suite

from encoding_conformance.checks.transitions import InTurn, TransitionTexts, transition_texts
from encoding_conformance.core.encoding import Encoding, Optional
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.models import bytes_of, model_of

LAST = 0x7FF
OPTIONAL = RangeSet(((0x600, 0x6FF),))
CENTRES = ((RangeSet(((0x2C0, 0x39F),)), 0x340),)


def little() -> Encoding:
    """BOCU-1 of fewer values, of which some lead to a common state and some may be refused."""
    bocu_1 = suite().encodings["bocu-1"]
    tables = replace(bocu_1.tables, centres=CENTRES)
    return replace(bocu_1, tables=tables, values=RangeSet(((0, LAST),)), optional=Optional(OPTIONAL, ("unsupported",)))


def values_of(texts: TransitionTexts, index: int) -> tuple[int, ...]:
    text = texts[index]
    return text.values if isinstance(text, InTurn) else text


def test_each_value_stands_behind_each_state() -> None:
    texts, model = transition_texts(little()), model_of(little())
    asked, count = set[tuple[int, int]](), 0
    for index in range(len(texts)):
        for step in model.reading(bytes_of(little(), values_of(texts, index))):
            asked.add((step.before, step.value or 0))
            count += 1
    states = {state for state, _ in asked}
    assert len(states) == 16  # of 16 blocks, one leads to the state of the centre, and the centre is a state more
    assert asked == set(product(states, range(LAST + 1)))
    assert texts.transitions == len(asked)
    assert count < 1.6 * len(asked)  # the more values there are, the less is asked twice


def test_bocu_1_has_9_422_045_184_transitions() -> None:
    assert transition_texts(suite().encodings["bocu-1"]).transitions == 8457 * 0x110000


def test_what_may_be_refused_stands_in_texts_of_its_own() -> None:
    texts = transition_texts(little())
    for index in range(len(texts)):
        values = values_of(texts, index)
        pairs = sum(one in OPTIONAL and other in OPTIONAL for one, other in pairwise(values))
        assert not pairs or len(values) == 3 * 128
        assert values[-1] == 0


def test_no_other_number_is_a_text() -> None:
    texts = transition_texts(little())
    for index in (-1, len(texts)):
        with pytest.raises(IndexError):
            texts[index]


def test_numpy_gives_what_the_model_gives() -> None:
    pytest.importorskip("numpy")
    from encoding_conformance.checks.transitions_in_bulk import BulkTexts

    texts, in_bulk = transition_texts(little()), BulkTexts(little())
    for index in range(len(texts)):
        values = values_of(texts, index)
        assert tuple(in_bulk[index].values.tolist()) == values
        assert in_bulk[index].data == bytes_of(little(), values)
