"""A codec whose time grows much faster than the length of its input fails, and a busy machine is not mistaken for one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count

import pytest
from project import suite

from encoding_conformance.adapters import manifest as manifests
from encoding_conformance.adapters.codec import RegistryCodec
from encoding_conformance.adapters.in_process import InProcess
from encoding_conformance.adapters.restarting_session import RestartingSession
from encoding_conformance.core.limits import NO_LIMITS
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import NotRun, Outcome, Rejection, Unsupported
from encoding_conformance.runner.growth import growth
from reference_codecs import CODECS

Cost = Callable[[Operation], float]

LINEAR = 2e-6
"""The seconds that a right codec takes for a value or a byte."""


class Clocked(InProcess):
    """A right codec with a clock of its own, which each operation advances by what it costs. `answer` changes outcomes."""

    def __init__(self, encoding: str, cost: Cost, answer: Callable[[Operation, Outcome], Outcome] = lambda asked, right: right):
        super().__init__(RegistryCodec("utf-8") if encoding == "utf-8" else CODECS[encoding])
        self.cost, self.answer = cost, answer
        self.seconds = 0.0

    def cpu_clock(self) -> Callable[[], float]:
        return lambda: self.seconds

    def ask(self, operation: Operation) -> Outcome:
        self.seconds += self.cost(operation)
        return self.answer(operation, super().ask(operation))


def found(encoding: str, cost: Cost, **more: Callable[[Operation, Outcome], Outcome]) -> str | NotRun | None:
    return growth(suite().encodings[encoding], NO_LIMITS, Clocked(encoding, cost, **more))


def linear(operation: Operation) -> float:
    return LINEAR * len(operation.input)


def square_of(kind: type[Operation], factor: float) -> Cost:
    return lambda operation: linear(operation) + factor * isinstance(operation, kind) * len(operation.input) ** 2


def like_a_busy_machine() -> Cost:
    """Some operations take longer, as with a collection of garbage, or a compiler that begins in the middle."""
    done: Iterator[int] = count()
    return lambda operation: linear(operation) * (50 if next(done) % 5 == 4 else 1)


@pytest.mark.parametrize(
    ("encoding", "cost"),
    [
        ("utf-8", linear),
        ("kim-count", linear),
        ("utf-8", lambda operation: linear(operation) * len(operation.input).bit_length()),
        ("utf-8", lambda operation: 0.0),
        ("utf-8", like_a_busy_machine()),
    ],
    ids=["linear", "linear-without-a-largest-value", "a-logarithm-more", "no-time", "busy"],
)
def test_time_in_proportion_passes(encoding: str, cost: Cost) -> None:
    assert found(encoding, cost) is None


@pytest.mark.parametrize("kind", [Encode, Decode])
@pytest.mark.parametrize("factor", [1e-5, 1e-8])
def test_a_square_fails(kind: type[Operation], factor: float) -> None:
    steep = found("utf-8", square_of(kind, factor))
    assert isinstance(steep, str)
    assert steep.startswith(f"{kind.__name__.lower()} takes ")
    assert steep.endswith("expected at most 1.5")


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
        return LINEAR * size + 1e-6 * is_it(operation) * size**2

    steep = found(encoding, cost)
    assert isinstance(steep, str)
    assert f" times the CPU time for {what} 8 times as long: power 2.0" in steep


def test_the_message_has_what_was_measured() -> None:
    assert found("ascii", square_of(Decode, 1e-3)) == (
        "decode takes 64 times the CPU time for a text 8 times as long: power 2.00, expected at most 1.5"
    )


def only_letters(operation: Operation, right: Outcome) -> Outcome:
    return right if set(operation.input) <= {0x41} else Rejection()


def only_decode(operation: Operation, right: Outcome) -> Outcome:
    return Unsupported() if isinstance(operation, Encode) else right


@pytest.mark.parametrize("answer", [only_letters, only_decode])
def test_letters_or_one_operation_are_enough(answer) -> None:
    assert found("utf-8", linear, answer=answer) is None
    assert isinstance(found("utf-8", square_of(Decode, 1e-6), answer=answer), str)


def test_the_time_of_wrong_outcomes_is_unknown() -> None:
    unknown = found("utf-8", linear, answer=lambda operation, right: Rejection())
    assert isinstance(unknown, NotRun)
    assert unknown.text.startswith("the time of ")


BUSY = """
from time import process_time

class Codec:
    def encode(self, values: list[int]) -> bytes:
        end = process_time() + 0.05
        while process_time() < end:
            pass
        return bytes(values)

    decode = list

codec = Codec()
"""


def test_the_clock_of_a_process_is_its_own(manifest) -> None:
    with RestartingSession(manifests.read(manifest("busy", 'python: "busy:codec"', busy=BUSY))) as session:
        asked: Sequence[Operation] = [Encode("ascii", (0x41,))]
        list(session.perform(asked))
        clock = session.cpu_clock()
        before = clock()
        list(session.perform(asked))
        assert clock() - before >= 0.05
    assert clock() == 0
