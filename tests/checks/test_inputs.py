"""Inputs are of their kind, be they made of vectors or by Hypothesis, and the same at every run."""

from __future__ import annotations

import importlib
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from encoding_conformance.checks.inputs.long_inputs import admits
from encoding_conformance.checks.inputs.search import UnknownHypothesis, examples, strategy, without_constants_of_modules
from hypothesis import Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.internal.conjecture import providers
from testbench import SEED, inputs_of, suite

from encoding_conformance.checks import spread
from encoding_conformance.checks.inputs import kinds
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import NO_LIMITS, Limits

FEW = settings(max_examples=20, deadline=None)


def is_of_kind(kind: str, encoding: Encoding, limits: Limits, input: Any) -> bool:
    match kind, input:
        case (("values" | "long" | "walk" | "sized" | "worn"), values):
            return admits(encoding, limits, values)
        case (("bytes" | "near-miss" | "cut"), data):
            return isinstance(data, bytes)
        case "cut-in-blocks", (data, cuts):
            return isinstance(data, bytes) and list(cuts) == sorted(set(cuts)) and min(cuts) > 0
        case "pair", (first, second):
            return admits(encoding, limits, first + second)
        case "disturbed", (values, data):
            return admits(encoding, limits, values) and isinstance(data, bytes)
        case "optional", values:
            return encoding.takes_optional(values)
        case (("unencodable" | "alone"), (values, unencodable)):
            return admits(encoding, limits, values) and unencodable not in encoding.values
        case "lines", (first, reset, second):
            return admits(encoding, limits, first + second) and reset in encoding.resets
        case "witness", None:
            return True
    return False


KINDS = {
    "utf-8": ["values", "long", "bytes", "pair", "disturbed", "unencodable", "witness"],
    "kim-text": ["values", "long", "bytes", "pair", "disturbed", "unencodable", "optional"],
    "bocu-1": ["values", "long", "bytes", "pair", "disturbed", "unencodable", "optional", "lines"],
    "utf-inf-8": ["values", "long", "bytes", "pair", "disturbed", "optional"],
    "iso-8859-3": ["values", "long", "bytes", "pair", "disturbed", "unencodable"],
}
BY_THE_THOUSAND = {
    id: [*kinds, "walk", "sized", "near-miss", "cut", "worn", *(["alone"] if "unencodable" in kinds else [])]
    for id, kinds in KINDS.items()
}
BY_THE_THOUSAND["utf-8"] += ["cut-in-blocks"]
EVERY_KIND = pytest.mark.parametrize(("id", "kind"), [(id, kind) for id, kinds in KINDS.items() for kind in kinds])


@EVERY_KIND
def test_laws_that_ask_much_are_fed_little(id: str, kind: str) -> None:
    assert 0 < len(inputs_of(id, kind)) <= kinds.MOST_INPUTS


@pytest.mark.parametrize(("id", "kind"), [(id, kind) for id, kinds in BY_THE_THOUSAND.items() for kind in kinds])
def test_all_inputs_are_of_their_kind(id: str, kind: str) -> None:
    encoding, made = suite().encodings[id], inputs_of(id, kind)

    assert made
    assert all(is_of_kind(kind, encoding, NO_LIMITS, input) for input in made)


@EVERY_KIND
@FEW
@given(data=st.data())
def test_inputs_made_by_hypothesis_are_of_their_kind(id: str, kind: str, data: st.DataObject) -> None:
    encoding = suite().encodings[id]

    assert is_of_kind(kind, encoding, NO_LIMITS, data.draw(strategy(kind, encoding, NO_LIMITS)))


@pytest.mark.parametrize(
    ("id", "max_value"), [("utf-8", 0x7F), ("bocu-1", 0xFFFF), ("utf-inf-8", 0xFFFF), ("utf-inf-8", 0x7FFFFFFF)]
)
def test_no_input_is_beyond_the_limits(id: str, max_value: int) -> None:
    encoding, limits = suite().encodings[id], Limits(max_value)
    sequences, octets = examples(encoding, limits, SEED)

    for kind in ("values", "long", "pair"):
        made = kinds.inputs(kind, encoding, limits, [*sequences, (1 << 40,), (0x10FFFF,)], octets)
        assert all(is_of_kind(kind, encoding, limits, input) for input in made)


def test_a_seed_makes_the_same_examples() -> None:
    encoding = suite().encodings["utf-8"]

    assert examples(encoding, NO_LIMITS, 3) == examples(encoding, NO_LIMITS, 3)
    assert examples(encoding, NO_LIMITS, 3) != examples(encoding, NO_LIMITS, 4)


def drawn_by_a_user() -> list[int]:
    """What a property test of somebody else draws: bytes, as the strategies of the laws do."""
    drawn: list[int] = []

    @seed(0)
    @settings(max_examples=200, phases=[Phase.generate], database=None, deadline=None)
    @given(st.integers(0, 0xFF))
    def draw(number: int) -> None:
        drawn.append(number)

    draw()
    return drawn


def test_a_seed_makes_the_same_examples_whatever_else_is_imported_and_drawn(tmp_path, monkeypatch) -> None:
    encoding = suite().encodings["utf-8"]
    before = examples(encoding, NO_LIMITS, 3)
    (tmp_path / "full_of_constants.py").write_text(f"NUMBERS = {list(range(101, 500))}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("full_of_constants")
    assert examples(encoding, NO_LIMITS, 3) == before
    drawn_by_a_user()
    assert examples(encoding, NO_LIMITS, 3) == before


def test_a_property_test_of_a_user_draws_the_same_after_the_harness_has_drawn() -> None:
    before = drawn_by_a_user()
    examples(suite().encodings["utf-8"], NO_LIMITS, 3)
    assert drawn_by_a_user() == before


def test_a_property_test_in_another_thread_draws_the_same_while_the_harness_draws() -> None:
    with ThreadPoolExecutor(1) as another:
        before = another.submit(drawn_by_a_user).result()
        with without_constants_of_modules():
            assert another.submit(drawn_by_a_user).result() == before


@pytest.mark.parametrize("part", ["_get_local_constants", "CONSTANTS_CACHE"])
def test_a_hypothesis_without_the_parts_that_are_needed_is_told(monkeypatch, part: str) -> None:
    monkeypatch.delattr(providers, part)
    with pytest.raises(UnknownHypothesis, match=f"Hypothesis .* has no hypothesis.*{part}, so a seed would not"):
        examples(suite().encodings["utf-8"], NO_LIMITS, 3)


@pytest.mark.parametrize("telling", [(), (0x20,), (0x00, 0x00), (0x0D, 0x0A), (0xFEFF,), (0xFFFD,), (0x65, 0x301)])
def test_what_programs_treat_in_ways_of_their_own_is_always_fed(telling: tuple[int, ...]) -> None:
    for id in ("utf-8", "utf-16-le", "bocu-1", "kim", "utf-inf-8"):
        assert telling in inputs_of(id, "values")


def test_some_of_many_have_the_first_and_the_last() -> None:
    assert spread(range(100), 4) == [0, 33, 66, 99]
    assert spread(range(3), 4) == [0, 1, 2]
    assert spread(range(100), 1) == [0]
    assert spread([], 4) == []
