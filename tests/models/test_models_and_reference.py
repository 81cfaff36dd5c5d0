"""Two oracles written apart agree: the models, which execute tables, and the reference codecs. `make conformance` compares them
on the cases of a run; these inputs are others."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from project import suite

from encoding_conformance.checks.unencodable import unencodable_values
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.judge import matches
from encoding_conformance.core.outcome import Decoded, Encoded, Rejection
from encoding_conformance.core.vector import Permitted
from encoding_conformance.models import boundaries, bytes_of, model_of
from reference_codecs import CODECS
from reference_codecs import Rejection as ReferenceRejection

SOME = 120
REFUSING = {"modified-utf-8"}
"""The encodings in which the reference refuses the values that an implementation may refuse."""


def answer(function: Callable[[Any], Any], argument: Any) -> Permitted:
    """Returns the result or the rejection of the reference as an outcome."""
    try:
        result = function(argument)
    except ReferenceRejection as rejection:
        return Rejection(rejection.start, rejection.reason)
    return Encoded(result) if isinstance(result, bytes) else Decoded(tuple(result))


def expected(encoding: Encoding, permitted: tuple[Permitted, ...], values: object) -> tuple[Permitted, ...]:
    """Returns what the tables permit, or a rejection if the reference refuses values that it may refuse."""
    return (Rejection(),) if encoding.id in REFUSING and encoding.takes_optional(values) else permitted


@pytest.mark.parametrize("id", CODECS)
def test_both_encode_and_decode_alike(id: str) -> None:
    encoding, random = suite().encodings[id], Random(id)
    model, codec, own = model_of(encoding), CODECS[id], boundaries(encoding)
    others = [*unencodable_values(encoding), *encoding.optional.values.edges(), 0xD800, 0xDFFF, 0x10FFFF, 0x110000]
    for _ in range(SOME):
        text = random.choices(own, k=random.randrange(6))
        values = (*text, *random.choices(others, k=random.randrange(2)), *random.choices(own, k=random.randrange(2)))
        permitted = expected(encoding, model.encode(values), values)
        assert any(matches(each, answer(codec.encode, values)) for each in permitted), values

        whole, start = bytes_of(encoding, text), random.randrange(20)
        data = whole[:start] + random.randbytes(random.randrange(4)) + whole[start + random.randrange(4) :]
        permitted = model.decode(data)
        if isinstance(permitted[0], Decoded):
            permitted = expected(encoding, permitted, permitted[0].value)
        assert any(matches(each, answer(codec.decode, data)) for each in permitted), data.hex(" ")


@pytest.mark.parametrize(
    "encoding, data", [("kim", "80 41"), ("kim-count", "41 80 80 41"), ("kim-text", "80 01 41"), ("bocu-1", "50")]
)
def test_where_the_specification_is_silent_a_model_permits_both(encoding: str, data: str) -> None:
    permitted = model_of(suite().encodings[encoding]).decode(bytes.fromhex(data))

    assert [type(outcome) for outcome in permitted] == [Decoded, Rejection]


@pytest.mark.parametrize("encoding", ["kim-count", "utf-inf-8"])
def test_numbers_of_any_size_are_written_alike(encoding: str) -> None:
    model, random = model_of(suite().encodings[encoding]), Random(0)
    for value in (random.getrandbits(bits) for bits in range(0, 3000, 7)):
        written = CODECS[encoding].encode([value])
        assert model.encode((value,)) == (Encoded(written),)
        assert model.decode(written) == (Decoded((value,)),)
