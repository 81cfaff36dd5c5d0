"""A codec whose time grows much faster than the length of its input does not pass, and a busy machine is not mistaken for one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path

import pytest
from project import suite

from encoding_conformance.adapters import manifest
from encoding_conformance.adapters.in_process import InProcess
from encoding_conformance.adapters.testee import Testee
from encoding_conformance.core.limits import NO_LIMITS
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import NotAsked, Outcome, Unsupported
from encoding_conformance.runner.growth import growth
from reference_codecs import CODECS

Cost = Callable[[Operation], float]

LINEAR = 2e-6
"""The seconds that a right codec takes for a value or a byte."""


class Clocked(InProcess):
    """The reference with a clock of its own, which each operation advances by what it costs."""

    def __init__(self, encoding: str, cost: Cost):
        super().__init__(CODECS[encoding])
        self.cost = cost
        self.seconds = 0.0

    def cpu_clock(self) -> Callable[[], float]:
        return lambda: self.seconds

    def ask(self, operation: Operation) -> Outcome:
        self.seconds += self.cost(operation)
        return super().ask(operation)


def found(encoding: str, cost: Cost) -> str | NotAsked | None:
    return growth(suite().encodings[encoding], NO_LIMITS, Clocked(encoding, cost))


def linear(operation: Operation) -> float:
    return LINEAR * len(operation.input)


def square_of(kind: type[Operation], factor: float) -> Cost:
    return lambda operation: linear(operation) + factor * isinstance(operation, kind) * len(operation.input) ** 2


@pytest.mark.parametrize("encoding", ["utf-8", "bocu-1", "kim-text", "cp437", "utf-inf-8"])
def test_time_in_proportion_passes(encoding: str) -> None:
    assert found(encoding, linear) is None


def test_a_logarithm_more_passes() -> None:
    assert found("utf-8", lambda operation: linear(operation) * len(operation.input).bit_length()) is None


def test_no_time_passes() -> None:
    assert found("utf-8", lambda operation: 0.0) is None


@pytest.mark.parametrize("kind", [Encode, Decode])
@pytest.mark.parametrize("factor", [1e-5, 1e-8])
def test_a_square_fails(kind: type[Operation], factor: float) -> None:
    steep = found("utf-8", square_of(kind, factor))

    assert isinstance(steep, str)
    assert steep.startswith(f"{kind.__name__.lower()} takes ")
    assert steep.endswith("expected at most 1.5")


SQUARE = 1e-6
ONLY: dict[str, tuple[str, Callable[[Operation], bool]]] = {
    "a text with a fault at its end": ("utf-8", lambda operation: operation.input[:1] == b"A" and operation.input[-1] != 0x41),
    "ill-formed input": ("utf-8", lambda operation: len(set(operation.input)) == 1 and operation.input[0] > 0x7F),
    "chunks of one byte": ("utf-8", lambda operation: isinstance(operation, Decode) and len(operation.cuts) > 1),
    "a value": ("kim-count", lambda operation: isinstance(operation, Encode) and len(operation.input) == 1),
}


@pytest.mark.parametrize("what", ONLY)
def test_a_square_fails_that_only_one_kind_of_input_shows(what: str) -> None:
    encoding, is_it = ONLY[what]

    def cost(operation: Operation) -> float:
        size = operation.input[0].bit_length() // 32 if what == "a value" and is_it(operation) else len(operation.input)
        return LINEAR * size + SQUARE * is_it(operation) * size**2

    steep = found(encoding, cost)
    assert isinstance(steep, str)
    assert f" times the CPU time for {what} 8 times as long: power 2.0" in steep


def test_what_is_said_is_what_was_measured() -> None:
    assert found("ascii", square_of(Decode, 1e-3)) == (
        "decode takes 64 times the CPU time for a text 8 times as long: power 2.00, expected at most 1.5"
    )


def test_time_that_grows_once_only_passes() -> None:
    """As with a busy machine, a collection of garbage, or a compiler that begins in the middle."""
    disturbed: Iterator[int] = count()

    def cost(operation: Operation) -> float:
        return linear(operation) * (50 if next(disturbed) % 5 == 4 else 1)

    assert found("utf-8", cost) is None


def test_texts_of_letters_stand_in_for_others_that_come_out_wrong() -> None:
    class Ascii(Clocked):
        def ask(self, operation: Operation) -> Outcome:
            letters = operation.input if isinstance(operation, Encode) else list(operation.input)
            return super().ask(operation) if set(letters) <= {0x41} else super().ask(Encode("utf-8", (0xD800,)))

    encoding = suite().encodings["utf-8"]

    assert growth(encoding, NO_LIMITS, Ascii("utf-8", linear)) is None
    assert isinstance(growth(encoding, NO_LIMITS, Ascii("utf-8", square_of(Decode, 1e-6))), str)


def test_the_time_of_what_is_always_wrong_is_unknown() -> None:
    class Wrong(Clocked):
        def ask(self, operation: Operation) -> Outcome:
            return super().ask(Encode("utf-8", (0xD800,)))

    unknown = growth(suite().encodings["utf-8"], NO_LIMITS, Wrong("utf-8", linear))

    assert isinstance(unknown, NotAsked)
    assert unknown.text.startswith("the time of ")


def test_an_operation_that_is_not_supported_has_no_time() -> None:
    class DecodesOnly(Clocked):
        def ask(self, operation: Operation) -> Outcome:
            return Unsupported() if isinstance(operation, Encode) else super().ask(operation)

    encoding = suite().encodings["utf-8"]

    assert growth(encoding, NO_LIMITS, DecodesOnly("utf-8", linear)) is None
    assert isinstance(growth(encoding, NO_LIMITS, DecodesOnly("utf-8", square_of(Decode, 1e-6))), str)


BUSY = """
from time import process_time
import subprocess, sys

class Codec:
    def encode(self, values: list[int]) -> bytes:
        end = process_time() + 0.05
        while process_time() < end:
            pass
        return bytes(values)

    def decode(self, data: bytes) -> list[int]:
        return list(data)

codec = Codec()
"""


def test_the_clock_of_a_process_is_its_own(tmp_path: Path) -> None:
    (tmp_path / "busy.py").write_text(BUSY)
    (tmp_path / "implementation.yaml").write_text('name: busy\ntitle: Busy\npython: "busy:codec"\nencodings: {ascii: {}}\n')
    with Testee(manifest.read(tmp_path)) as testee:
        asked: Sequence[Operation] = [Encode("ascii", (0x41,))]
        list(testee.perform(asked))
        clock = testee.cpu_clock()
        before = clock()
        list(testee.perform(asked))
        assert clock() - before >= 0.05
    assert clock() == 0
