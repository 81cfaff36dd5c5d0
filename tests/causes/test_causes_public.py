"""What public codecs taught: each has the mistake of one, in a few lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from diagnosed import diagnosed, failure
from project import suite
from test_causes_adapter import Wrapped

from encoding_conformance.core.identity import Id, IdKind
from encoding_conformance.core.operation import Encode
from encoding_conformance.core.outcome import Encoded
from encoding_conformance.core.vector import Vector
from encoding_conformance.models import permitted


class SignedParameter(Wrapped):
    """Its values are signed numbers of 32 bits, and what is negative is below 80."""

    def encode(self, values: Sequence[int]) -> bytes:
        signed = [(value + 0x80000000 & 0xFFFFFFFF) - 0x80000000 for value in values]
        return super().encode([value if value >= 0 else value & 0x7F for value in signed])


class NarrowWithSurrogates(Wrapped):
    """Its values are numbers of 32 bits, and it takes surrogates."""

    def encode(self, values: Sequence[int]) -> bytes:
        narrow = [value & 0xFFFFFFFF for value in values]
        if any(value > 0x10FFFF for value in narrow):
            raise UnicodeEncodeError("utf-8", "?" * len(narrow), 0, 1, "too large")
        return "".join(map(chr, narrow)).encode("utf-8", "surrogatepass")


class ReadsFourBytes(Wrapped):
    """It reads four bytes at the beginning of each code."""

    def decode(self, data: bytes) -> Sequence[int]:
        at = 0
        while at < len(data):
            data[at + 3]
            at += 1 if data[at] < 0x80 else 2 if data[at] < 0xE0 else 3 if data[at] < 0xF0 else 4
        return super().decode(data)


class OfFloats(Wrapped):
    """Its values are floating-point numbers, of which the largest are infinite."""

    def decode(self, data: bytes) -> Sequence[int]:
        values = super().decode(data)
        if any(value >> 1024 for value in values):
            raise ValueError("infinite")
        return values


class OnlyUpTo(Wrapped):
    """It cannot print what has more than 63 bits."""

    def encode(self, values: Sequence[int]) -> bytes:
        for value in values:
            value.to_bytes(8, signed=True)
        return super().encode(values)


@pytest.mark.parametrize(
    ("wrong", "title"),
    [
        (SignedParameter, "encode accepts a value above 7FFFFFFF"),
        (
            NarrowWithSurrogates,
            "encode accepts a value above FFFFFFFF of which the lower 32 bits are a value or a surrogate",
        ),
        (ReadsFourBytes, "decode crashes on most inputs"),
        (OnlyUpTo, "encode crashes on a value above 7FFFFFFFFFFFFFFF"),
    ],
)
def test_the_mistake_of_a_public_codec_is_told(wrong: Callable[[str], Wrapped], title: str) -> None:
    told = [cause.title.partition(" (")[0].partition(":")[0] for cause in diagnosed("utf-8", wrong("utf-8"))]
    assert title in told


class LosesTheFirst(Wrapped):
    """It does not write the first value."""

    def encode(self, values: Sequence[int]) -> bytes:
        return super().encode(values[1:])


def test_a_number_of_any_length_is_looked_at() -> None:
    long = Encode("kim-count", (int("1" * 5000, 16),))
    digits = Vector(Id("kim-count", IdKind.VECTOR, "long"), long, tuple(permitted(suite().encodings["kim-count"], long)), (), ())
    (told,) = diagnosed("kim-count", LosesTheFirst("kim-count"), [failure(digits, Encoded(b""))])
    assert told.title.startswith("encode loses any value")


def test_a_long_code_is_no_long_text() -> None:
    (cause,) = diagnosed("kim-count", OfFloats("kim-count"), longest=1 << 20)
    assert cause.title == "decode refuses some inputs"
