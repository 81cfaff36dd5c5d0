"""Cases that are made from bytes."""

from __future__ import annotations

from types import SimpleNamespace

import made
import pytest
from hypothesis import given
from hypothesis import strategies as st

from encoding_conformance.checks.catalogue import CHECKS, GROWTH
from encoding_conformance.checks.special_values import admits
from encoding_conformance.core.limits import NO_LIMITS, Limits
from encoding_conformance.core.operation import CHUNKS, EMPTY_PIECES, Decode, Encode
from encoding_conformance.core.outcome import Decoded
from encoding_conformance.fuzz.from_bytes import ANSWERS, LONG_TEXT, TABLES, checks_of, inputs_from
from encoding_conformance.models import permitted

SOME = ["ascii", "utf-8", "utf-16-le", "bocu-1", "kim", "kim-count", "kim-text", "utf-inf-8"]
DATA = st.one_of(
    st.binary(max_size=12),
    st.binary(max_size=8).map(lambda data: bytes(byte & 0x7F for byte in data)),
    st.text("aé€\U0001f600\n", max_size=6).map(str.encode),
)


@pytest.mark.parametrize("id", SOME)
def test_every_check_that_applies_and_has_cases_is_made_from_bytes(id: str) -> None:
    applying = {name for name, check in CHECKS.items() if name != GROWTH and not check.why_not(made.encoding(id))}
    assert set(checks_of(made.encoding(id))) == {ANSWERS.name, LONG_TEXT.name} | applying


@pytest.mark.parametrize("has", [(), (CHUNKS,), (EMPTY_PIECES,), (CHUNKS, EMPTY_PIECES)])
def test_a_check_of_a_feature_is_asked_only_where_it_is_offered(has: tuple[str, ...]) -> None:
    asked = SimpleNamespace(features=has, ask=None, batch=1)
    target = made.target_on("utf-8", None, [], asked=asked)
    assert {check.feature for check in target.checks} == {"", *has}


@given(st.sampled_from(SOME), DATA)
def test_the_same_bytes_give_the_same_cases(id: str, data: bytes) -> None:
    encoding = made.encoding(id)
    one, other = (inputs_from(encoding, NO_LIMITS, bytes(bytearray(data))) for _ in range(2))
    for check in checks_of(encoding).values():
        assert list(check.around(one)) == list(check.around(other))


@given(st.sampled_from(SOME), DATA)
def test_well_formed_bytes_stand_for_two_parts_of_their_values(id: str, data: bytes) -> None:
    encoding = made.encoding(id)
    expected = permitted(encoding, Decode(id, data))[0]
    inputs = inputs_from(encoding, NO_LIMITS, data)
    assert inputs.octets == [data]
    if isinstance(expected, Decoded) and admits(encoding, NO_LIMITS, expected.value):
        assert sum(inputs.texts, ()) == expected.value
    else:
        assert inputs.texts == []


@given(st.text("aé€", min_size=1, max_size=6))
def test_values_beyond_a_limit_are_not_encoded(text: str) -> None:
    inputs = inputs_from(made.encoding("utf-8"), Limits(0x7F), text.encode())
    operations = [case.operation for group in TABLES.around(inputs) for case in group]
    assert all(max(each.input, default=0) <= 0x7F for each in operations if isinstance(each, Encode))


def test_a_long_text_ends_in_the_bytes() -> None:
    ((case,),) = LONG_TEXT.around(inputs_from(made.encoding("utf-8"), NO_LIMITS, b"\x80"))
    assert case.operation.input.strip(b"A") == b"\x80"
    assert len(case.operation.input) in (4096, 4097, 8192, 8193)
