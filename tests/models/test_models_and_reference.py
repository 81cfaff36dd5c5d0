"""Two oracles written apart say the same: the models, which execute tables, and the reference codecs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject, SearchStrategy
from project import suite

from encoding_conformance.checks.examples import bytes_strategy, text_strategy
from encoding_conformance.checks.unencodable import unencodable_values
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.judge import matches
from encoding_conformance.core.limits import NO_LIMITS
from encoding_conformance.core.operation import Kind
from encoding_conformance.core.outcome import Decoded, Encoded, Rejection
from encoding_conformance.core.vector import Permitted, Vector
from encoding_conformance.models import model_of
from reference_codecs import CODECS
from reference_codecs import Rejection as ReferenceRejection

REFUSING = {"modified-utf-8"}
"""The encodings in which the reference refuses the values that an implementation may refuse."""

SOME = settings(max_examples=60, deadline=None)
ENCODINGS = pytest.mark.parametrize(
    "encoding",
    [
        pytest.param(
            id,
            marks=[pytest.mark.slow] if id.startswith("iso") and id not in ("iso-8859-1", "iso-8859-3") else [],
        )
        for id in CODECS
    ],
)


def answer(function: Callable[[Any], Any], argument: Any) -> Permitted:
    """What the reference does, as an outcome."""
    try:
        result = function(argument)
    except ReferenceRejection as rejection:
        return Rejection(rejection.start, rejection.reason)
    return Encoded(result) if isinstance(result, bytes) else Decoded(tuple(result))


def any_values(encoding: Encoding) -> SearchStrategy[tuple[int, ...]]:
    """Values of the encoding, values that it has not, and values that may be refused."""
    others = [
        *unencodable_values(encoding),
        *encoding.optional.values.edges(),
        0xD800,
        0xDFFF,
        0x10FFFF,
        0x110000,
    ]
    one = st.sampled_from(others) | st.integers(0, 0x1FFFF)
    return st.builds(
        lambda head, middle, tail: (*head, *middle, *tail),
        text_strategy(encoding, NO_LIMITS),
        st.lists(one, max_size=2),
        text_strategy(encoding, NO_LIMITS),
    )


def reference_bytes(encoding: Encoding) -> SearchStrategy[bytes]:
    """What the reference writes, with bytes left out, added and changed."""
    whole = text_strategy(encoding, NO_LIMITS).map(CODECS[encoding.id].encode)
    return st.builds(
        lambda data, start, size, noise: data[:start] + noise + data[start + size :],
        whole,
        st.integers(0, 20),
        st.integers(0, 3),
        st.binary(max_size=3),
    )


@ENCODINGS
def test_every_encoding_has_a_model(encoding: str) -> None:
    assert model_of(suite().encodings[encoding]) is not None


@ENCODINGS
@SOME
@given(data=st.data())
def test_both_encode_alike(encoding: str, data: DataObject) -> None:
    described = suite().encodings[encoding]
    values = data.draw(any_values(described))

    (expected,) = model_of(described).encode(values)
    if encoding in REFUSING and described.takes_optional(values):
        expected = Rejection()

    assert matches(expected, answer(CODECS[encoding].encode, values))


@ENCODINGS
@SOME
@given(data=st.data())
def test_both_decode_alike(encoding: str, data: DataObject) -> None:
    described = suite().encodings[encoding]
    octets = data.draw(bytes_strategy(described, NO_LIMITS) | reference_bytes(described) | st.binary(max_size=12))

    permitted, found = model_of(described).decode(octets), answer(CODECS[encoding].decode, octets)
    if encoding in REFUSING and isinstance(permitted[0], Decoded) and described.takes_optional(permitted[0].value):
        permitted = (Rejection(),)

    assert any(matches(expected, found) for expected in permitted)


@ENCODINGS
def test_both_read_every_two_bytes_alike(encoding: str) -> None:
    described = suite().encodings[encoding]
    for first in range(0x100):
        for second in range(0, 0x100, 5):
            octets = bytes([first, second])
            permitted, found = model_of(described).decode(octets), answer(CODECS[encoding].decode, octets)
            assert any(matches(expected, found) for expected in permitted), octets.hex()


@ENCODINGS
def test_the_model_is_of_one_opinion_with_every_vector(encoding: str) -> None:
    wrong = [vector.id for vector in suite().vectors_of(encoding) if not _agrees(encoding, vector)]

    assert wrong == []


def _agrees(encoding: str, vector: Vector) -> bool:
    model = model_of(suite().encodings[encoding])
    given = (model.encode if vector.operation.kind == Kind.ENCODE else model.decode)(vector.operation.input)
    if len(vector.permitted) == 1 < len(given):
        return False
    return any(matches(expected, given[0]) for expected in vector.permitted)


@pytest.mark.parametrize(
    ("encoding", "data"),
    [
        ("kim", "80 41"),
        ("kim-count", "41 80 80 41"),
        ("kim-text", "01 80 41"),
        ("kim-text", "80 01 41"),
        ("bocu-1", "50"),
        ("bocu-1", "70"),
    ],
)
def test_where_the_specification_is_silent_a_model_permits_both(encoding: str, data: str) -> None:
    permitted = model_of(suite().encodings[encoding]).decode(bytes.fromhex(data))

    assert [type(outcome) for outcome in permitted] == [Decoded, Rejection]


@given(st.integers(0, 1 << 3000))
@example(0)
@SOME
def test_numbers_of_any_size_are_written_alike(value: int) -> None:
    for encoding in ("kim-count", "utf-inf-8"):
        written = CODECS[encoding].encode([value])
        model = model_of(suite().encodings[encoding])
        assert model.encode((value,)) == (Encoded(written),)
        assert model.decode(written) == (Decoded((value,)),)
