"""The titles of what is usually a mistake of the adapter between the harness and a codec."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from composed import codec
from diagnosed import diagnosed, failures, reruns, titles

from encoding_conformance.core.outcome import Crash, Outcome


class Wrapped:
    """A right codec behind an adapter that changes what it is given and what it gives."""

    def __init__(self, encoding: str) -> None:
        self.right: Any = codec(encoding)

    def encode(self, values: Sequence[int]) -> bytes:
        return self.right.encode(values)

    def decode(self, data: bytes) -> Sequence[int]:
        return self.right.decode(data)


class OfStrings(Wrapped):
    """Its texts are strings of UTF-16, which join surrogates."""

    def encode(self, values: Sequence[int]) -> bytes:
        return super().encode(self._joined(values))

    def decode(self, data: bytes) -> Sequence[int]:
        return self._joined(super().decode(data))

    def _joined(self, values: Sequence[int]) -> list[int]:
        if any(value > 0x10FFFF for value in values):
            raise ValueError("no string has this value")
        text = "".join(map(chr, values))
        return [ord(each) for each in text.encode("utf-16-be", "surrogatepass").decode("utf-16-be", "surrogatepass")]


class Narrow(Wrapped):
    """It keeps 32 bits of each value."""

    def encode(self, values: Sequence[int]) -> bytes:
        return super().encode([value & 0xFFFF_FFFF for value in values])


class UpToNul(Wrapped):
    """It checks its input up to the first NUL."""

    def decode(self, data: bytes) -> Sequence[int]:
        checked, nul, rest = data.partition(b"\0")
        return [*super().decode(checked), *nul, *rest]


class OfCharacters(Wrapped):
    """Its type for values ends where Unicode does."""

    def encode(self, values: Sequence[int]) -> bytes:
        return super().encode(self._checked(values))

    def decode(self, data: bytes) -> Sequence[int]:
        return self._checked(super().decode(data))

    def _checked(self, values: Sequence[int]) -> Sequence[int]:
        if any(value > 0x10FFFF for value in values):
            raise ValueError("no character has this value")
        return values


class Late(Wrapped):
    """It answers each request with the answer to the request before."""

    def __init__(self, encoding: str) -> None:
        super().__init__(encoding)
        self.last: Callable[[], Any] = tuple

    def encode(self, values: Sequence[int]) -> Any:
        last, self.last = self.last, lambda: self.right.encode(values)
        return last()

    def decode(self, data: bytes) -> Any:
        last, self.last = self.last, lambda: self.right.decode(data)
        return last()


class WithoutEncoder(Wrapped):
    """It has only a decoder."""

    def encode(self, values: Sequence[int]) -> bytes:
        raise ValueError("not implemented")


class Own(Exception):
    """What a codec raises to reject."""


class RaisesOwn(Wrapped):
    """It rejects by an exception of its own."""

    def decode(self, data: bytes) -> Sequence[int]:
        try:
            return super().decode(data)
        except ValueError:
            raise Own from None


class ReadsDecimal(Wrapped):
    """It reads the hexadecimal digits of values as decimal numbers."""

    def encode(self, values: Sequence[int]) -> bytes:
        return super().encode([int(f"{value:X}") for value in values])


class Decimal(Wrapped):
    """It prints the digits of values in decimal, which are then read as hexadecimal ones."""

    def decode(self, data: bytes) -> Sequence[int]:
        return [int(str(value), 16) for value in super().decode(data)]


@pytest.mark.parametrize(
    ("wrong", "encoding", "expected"),
    [
        (OfStrings, "kim", "encode makes one character of two surrogates, and so does decode: are the plug-in's texts UTF-16?"),
        (
            OfCharacters,
            "kim-count",
            "encode refuses a value above 10FFFF, and so does decode: if its type is too small for them, "
            "declare max_value in the manifest, and answer unsupported",
        ),
        (Narrow, "ascii", "encode keeps only the lower 32 bits of a value: does the plug-in cut values to 32 bits?"),
        (Late, "ascii", "encode gives each answer one operation late, and so does decode: does the plug-in read ahead?"),
        (
            WithoutEncoder,
            "ascii",
            "encode refuses any input: if the codec does not encode, say operations: [decode] in the manifest",
        ),
        (
            RaisesOwn,
            "kim",
            "decode crashes on what is ill-formed: does the codec reject by this exception? If so, raise a ValueError instead",
        ),
        (ReadsDecimal, "ascii", "encode reads numbers as decimal, not hexadecimal, ones: write and read values in hexadecimal?"),
        (Decimal, "ascii", "decode prints numbers as decimal, not hexadecimal, ones: write and read values in hexadecimal?"),
    ],
)
def test_a_mistake_of_an_adapter_is_one_cause_with_advice(wrong, encoding, expected):
    assert [title for title in titles(encoding, wrong(encoding)) if not title.startswith("encode reports")] == [expected]


def test_a_decoder_that_checks_only_up_to_nul_goes_wrong_after_nul():
    accepted = [title for title in titles("kim", UpToNul("kim")) if title.startswith("decode accepts")]
    assert accepted and all("directly after NUL" in title for title in accepted)


def test_a_crash_that_a_sanitizer_reports_is_no_exception_to_reject():
    def reported(outcome: Outcome) -> Outcome:
        return replace(outcome, raised=False) if isinstance(outcome, Crash) else outcome

    inner = reruns("kim", RaisesOwn("kim"))
    again = replace(inner, perform=lambda operations: map(reported, inner.perform(operations)))
    failed = [each._replace(got=each.got and reported(each.got)) for each in failures("kim", RaisesOwn("kim"))]
    (cause,) = diagnosed("kim", None, failed, again)
    assert cause.plain_title == "decode crashes on what is ill-formed"
