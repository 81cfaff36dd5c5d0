"""What public codecs taught: each has the mistake of one, in a few lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from diagnosed import diagnosed, failure
from project import suite

from encoding_conformance.core.identity import Id, IdKind
from encoding_conformance.core.operation import Encode
from encoding_conformance.core.outcome import Encoded
from encoding_conformance.core.vector import Vector
from encoding_conformance.models import permitted
from workshop.composed.families import codec


class OfUtf8:
    """A right codec, of which the mistakes change one operation."""

    name = "utf-8"

    def __init__(self) -> None:
        self.right: Any = codec(self.name)

    def encode(self, values: Sequence[int]) -> bytes:
        return self.right.encode(values)

    def decode(self, data: bytes) -> Sequence[int]:
        return self.right.decode(data)


class SignedParameter(OfUtf8):
    """Its values are signed numbers of 32 bits, and what is negative is below 80."""

    def encode(self, values: Sequence[int]) -> bytes:
        signed = [(value + 0x80000000 & 0xFFFFFFFF) - 0x80000000 for value in values]
        return super().encode([value if value >= 0 else value & 0x7F for value in signed])


class NarrowWithSurrogates(OfUtf8):
    """Its values are numbers of 32 bits, and it takes surrogates."""

    def encode(self, values: Sequence[int]) -> bytes:
        narrow = [value & 0xFFFFFFFF for value in values]
        if any(value > 0x10FFFF for value in narrow):
            raise UnicodeEncodeError("utf-8", "?" * len(narrow), 0, 1, "too large")
        return "".join(map(chr, narrow)).encode("utf-8", "surrogatepass")


class ReadsFourBytes(OfUtf8):
    """It reads four bytes at the beginning of each code."""

    def decode(self, data: bytes) -> Sequence[int]:
        at = 0
        while at < len(data):
            data[at + 3]
            at += 1 if data[at] < 0x80 else 2 if data[at] < 0xE0 else 3 if data[at] < 0xF0 else 4
        return super().decode(data)


class OfFloats(OfUtf8):
    """Its values are floating-point numbers, of which the largest are infinite."""

    name = "kim-count"

    def decode(self, data: bytes) -> Sequence[int]:
        values = super().decode(data)
        if any(value >> 1024 for value in values):
            raise ValueError("infinite")
        return values


class OnlyUpTo(OfUtf8):
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
def test_the_mistake_of_a_public_codec_is_told(wrong: Callable[[], OfUtf8], title: str) -> None:
    made = wrong()
    told = [cause.title.partition(" (")[0].partition(":")[0] for cause in diagnosed(made.name, made)]
    assert title in told


class LosesTheFirst(OfUtf8):
    """It does not write the first value."""

    name = "kim-count"

    def encode(self, values: Sequence[int]) -> bytes:
        return super().encode(values[1:])


def test_a_number_of_any_length_is_looked_at() -> None:
    long = Encode("kim-count", (int("1" * 5000, 16),))
    digits = Vector(Id("kim-count", IdKind.VECTOR, "long"), long, tuple(permitted(suite().encodings["kim-count"], long)), (), ())
    (told,) = diagnosed("kim-count", LosesTheFirst(), [failure(digits, Encoded(b""))])
    assert told.title.startswith("encode loses any value")


def test_a_long_code_is_no_long_text() -> None:
    (cause,) = diagnosed("kim-count", OfFloats(), longest=1 << 20)
    assert cause.title == "decode refuses some inputs"
