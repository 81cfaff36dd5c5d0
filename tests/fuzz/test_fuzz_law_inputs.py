"""Bytes as inputs of the laws."""

from __future__ import annotations

from types import SimpleNamespace

import made
import pytest
from hypothesis import given
from hypothesis import strategies as st

from encoding_conformance.checks.catalogue import CHECKS
from encoding_conformance.checks.inputs.long_inputs import admits
from encoding_conformance.core.identity import LawId
from encoding_conformance.core.limits import NO_LIMITS, Limits
from encoding_conformance.core.operation import CHUNKS, EMPTY_PIECES
from encoding_conformance.core.outcome import Result
from encoding_conformance.fuzz.law_inputs import ANSWERS, READ_AS_IN_THE_TABLE, input_from, laws_of

SOME = ["ascii", "utf-8", "utf-16-le", "bocu-1", "kim", "kim-count", "kim-text", "utf-inf-8"]
DATA = st.one_of(
    st.binary(max_size=12),
    st.binary(max_size=8).map(lambda data: bytes(byte & 0x7F for byte in data)),
    st.text("aé€\U0001f600\n", max_size=6).map(str.encode),
)
LEFT_OUT = {"alone", "cut-in-blocks", "worn", "witness"}


def kinds(id: str) -> set[str]:
    return {law.kind for law in laws_of(made.encoding(id)).values()}


def values_of(id: str, data: bytes) -> tuple[int, ...] | None:
    outcome = made.oracle(id, data)
    return outcome.value if isinstance(outcome, Result) else None


def test_every_law_is_fed_but_those_of_kinds_that_are_known_to_be_left_out() -> None:
    asked = {law for id in made.encodings() for law in laws_of(made.encoding(id))}
    expected = {LawId(check.name, law.name) for check in CHECKS.values() for kind, law in check.laws if kind not in LEFT_OUT}
    assert asked == {ANSWERS.id, READ_AS_IN_THE_TABLE._replace(inputs="in-a-long-text")} | expected


@pytest.mark.parametrize("id", made.encodings())
def test_what_every_execution_asks_comes_first_and_ids_are_those_of_the_laws(id: str) -> None:
    laws = laws_of(made.encoding(id))
    assert next(iter(laws)) == ANSWERS.id
    assert all(law.id == known for known, law in laws.items())


@pytest.mark.parametrize("has", [(), (CHUNKS,), (EMPTY_PIECES,), (CHUNKS, EMPTY_PIECES)])
def test_laws_of_a_feature_are_fed_where_it_is_offered_alone(has: tuple[str, ...]) -> None:
    asked = SimpleNamespace(features=has, ask=None, batch=1)
    laws = made.target_on("utf-8", None, [], asked=asked).laws
    assert {law.feature for law in laws} == {"", *has}
    assert {law.id.check for law in laws if law.feature} == {name for name, check in CHECKS.items() if check.feature in (*has,)}


@given(st.sampled_from(SOME), DATA)
def test_the_same_bytes_are_the_same_input(id: str, data: bytes) -> None:
    encoding = made.encoding(id)
    for kind in kinds(id):
        made_of = [input_from(kind, encoding, NO_LIMITS, bytes(bytearray(data))) for _ in range(2)]
        assert made_of[0] == made_of[1]


@given(st.sampled_from(SOME), DATA)
def test_well_formed_bytes_stand_for_their_values_and_others_for_none(id: str, data: bytes) -> None:
    encoding, values = made.encoding(id), values_of(id, data)
    assert input_from("bytes", encoding, NO_LIMITS, data) == data
    found = input_from("values", encoding, NO_LIMITS, data)
    assert found in (values, None)
    assert (found is None) == (values is None or not admits(encoding, NO_LIMITS, values))


@given(st.sampled_from(SOME), DATA)
def test_what_is_made_of_values_has_these_values(id: str, data: bytes) -> None:
    encoding, there = made.encoding(id), kinds(id)
    values = input_from("values", encoding, NO_LIMITS, data)
    if "pair" in there:
        pair = input_from("pair", encoding, NO_LIMITS, data)
        assert (pair and sum(pair, ())) == values
    if "lines" in there and values is not None:
        before, reset, after = input_from("lines", encoding, NO_LIMITS, data)
        assert before + after == values and reset in encoding.resets
    if "unencodable" in there:
        known, unencodable = input_from("unencodable", encoding, NO_LIMITS, data)
        assert known == (values or ()) and unencodable not in encoding.values
    if "optional" in there and values is not None:
        with_one = input_from("optional", encoding, NO_LIMITS, data)
        assert len(with_one) == len(values) + 1 and encoding.takes_optional(with_one)
    if "disturbed" in there:
        first, between = input_from("disturbed", encoding, NO_LIMITS, data)
        assert between == data and admits(encoding, NO_LIMITS, first)


@given(st.text("aé€", min_size=1, max_size=6))
def test_values_beyond_a_limit_are_not_admitted(text: str) -> None:
    values = input_from("values", made.encoding("utf-8"), Limits(0x7F), text.encode())
    assert values == (tuple(map(ord, text)) if text.isascii() else None)
