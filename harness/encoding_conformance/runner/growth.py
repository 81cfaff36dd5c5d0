"""Growth: how the time of an operation grows with the length of its input.

The time is the CPU time of the implementation, in which other processes have no part. A failure is measured again before it is
reported.
"""

import itertools
from collections.abc import Callable, Iterator
from math import log2
from typing import NamedTuple

from encoding_conformance.checks.judging import judge_replacing
from encoding_conformance.checks.special_values import LETTER, of_each_length
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.operation import Decode, Encode, Kind, Operation
from encoding_conformance.core.outcome import Decoded, Encoded, NotAsked, Unsupported
from encoding_conformance.core.vector import Permitted
from encoding_conformance.core.verdict import Status
from encoding_conformance.models import bytes_of
from encoding_conformance.runner.plan import Completed

_FIRST, _LAST = 1 << 10, 1 << 18
"""The number of values of the shortest and of the longest text."""

_KNOWN, _SURE = 0.015, 0.3
"""The least seconds of an operation whose time is compared, and of one whose time can fail an implementation."""

_DOUBLINGS = 3
"""The number of doublings over which the time is compared."""

_TIMES = 3
"""The number of repetitions before a failure is reported. The shortest time counts."""

STEEP = 1.5
"""The time of a right implementation grows with a lower power of the length: with the first one, and a little more where larger
texts fit worse into the caches."""


class _Measured(NamedTuple):
    """A text of so many values that was asked, and the seconds that it took."""

    size: int
    seconds: float


def growth(encoding: Encoding, limits: Limits, testee: Completed) -> str | NotAsked | None:
    """Returns the first operation whose time grows too fast, in words. Otherwise, returns NotAsked if the time of an operation
    is unknown because the outcome is not the expected one, and None if the times of all supported operations are known."""
    unknown = list[NotAsked]()
    for kind in sorted(limits.operations):
        match _of_kind(encoding, limits, testee, kind):
            case str(steep):
                return steep
            case NotAsked() as reason:
                unknown.append(reason)
            case Unsupported() | None:
                pass
    return unknown[0] if unknown else None


def _of_kind(encoding: Encoding, limits: Limits, testee: Completed, kind: Kind) -> str | NotAsked | Unsupported | None:
    """Returns what `growth` says of one kind of operation, or that it is not supported. Codecs that get a value wrong are asked
    letters alone."""
    clock = testee.cpu_clock()
    try:
        return _Growth(encoding, limits, testee, clock, kind, (*of_each_length(encoding, limits), LETTER)).found()
    except _Unknown:
        try:
            return _Growth(encoding, limits, testee, clock, kind, (LETTER,)).found()
        except _Unknown as unknown:
            return unknown.outcome


class _Unknown(Exception):
    """The outcome of an operation is not the expected one, so its time says nothing. `outcome` says why."""

    def __init__(self, outcome: NotAsked | Unsupported):
        super().__init__(outcome)
        self.outcome = outcome


class _Growth(NamedTuple):
    """How the time of one kind of operation grows, on texts of these values in turn."""

    encoding: Encoding
    limits: Limits
    testee: Completed
    clock: Callable[[], float]
    kind: Kind
    values: tuple[int, ...]

    def found(self) -> str | None:
        """Returns the operation whose time grows too fast, if it does so twice. Raises _Unknown."""
        measured = list(self._doubled(_FIRST, _KNOWN, 1))
        if _power(measured) <= STEEP:
            return None
        again = list(self._doubled(measured[-1].size >> _DOUBLINGS, _SURE, _TIMES))
        if (power := _power(again)) <= STEEP:
            return None
        first, last = again[-_DOUBLINGS - 1], again[-1]
        took, longer = f"{last.seconds / first.seconds:.0f} times the CPU time", last.size // first.size
        return f"{self.kind} takes {took} for a text {longer} times as long: power {power:.2f}, expected at most {STEEP}"

    def _doubled(self, size: int, known: float, times: int) -> Iterator[_Measured]:
        """Yields texts, each twice as long as the one before, until the time is known."""
        for count in itertools.count():
            seconds = min(self._seconds(size) for _ in range(times))
            yield _Measured(size, seconds)
            if size >= _LAST or (seconds >= known and count >= _DOUBLINGS):
                return
            size *= 2

    def _seconds(self, size: int) -> float:
        operation, expected = self._question(size)
        start = self.clock()
        (outcome,) = self.testee.perform([operation])
        seconds = self.clock() - start
        judgement = judge_replacing(self.encoding, operation, [expected], outcome, self.limits)
        if judgement.status != Status.PASS:
            unknown = NotAsked(f"the time of {self.kind} is unknown: {judgement.reason}")
            raise _Unknown(outcome if isinstance(outcome, NotAsked | Unsupported) else unknown)
        return seconds

    def _question(self, size: int) -> tuple[Operation, Permitted]:
        values = (self.values * -(-size // len(self.values)))[:size]
        data = bytes_of(self.encoding, values)
        if self.kind == Kind.ENCODE:
            return Encode(self.encoding.id, values), Encoded(data)
        return Decode(self.encoding.id, data), Decoded(values)


def _power(measured: list[_Measured]) -> float:
    """Returns the power of the length with which the time grew in the last doublings; 0 where the time is not known."""
    first, *_, last = measured[-_DOUBLINGS - 1 :]
    if last.seconds < _KNOWN or first.seconds <= 0:
        return 0.0
    return log2(last.seconds / first.seconds) / log2(last.size / first.size)
