"""Measures how the time of an operation grows with the length of its input.

The time is the CPU time of the implementation, without that of other processes. A failure is reported only if a second
measurement confirms it.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, count
from math import inf, log2
from typing import NamedTuple

from encoding_conformance.checks.ill_formed import faults_of
from encoding_conformance.checks.inputs import Text
from encoding_conformance.checks.judging import judge_replacing
from encoding_conformance.checks.special_values import LETTER, of_each_length
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.operation import CHUNKS, Decode, Encode, Kind
from encoding_conformance.core.outcome import Decoded, Encoded, NotRun, Unsupported
from encoding_conformance.core.vector import Case
from encoding_conformance.core.verdict import Status
from encoding_conformance.models import bytes_of, case_of
from encoding_conformance.runner.plan import CompleteSession

_FIRST, _LAST = 1 << 10, 1 << 16
"""The number of values of the shortest and of the longest text."""

_KNOWN, _SURE = 0.015, 0.3
"""The least seconds of a time that counts, and of a time that can fail an implementation."""

_DOUBLINGS = 3
"""The number of doublings over which the time is compared."""

_TIMES = 3
"""The number of repetitions of the second measurement. The shortest time counts."""

STEEP = 1.5
"""The power of the length from which growth is a failure. A correct implementation has power 1, or a little more because of
caches."""


class _Measured(NamedTuple):
    """The number of values of a text, and the seconds that its operation took."""

    size: int
    seconds: float


def growth(encoding: Encoding, limits: Limits, session: CompleteSession) -> str | NotRun | None:
    """Returns a description of the first operation that takes superlinear time. Otherwise, returns NotRun if a time is unknown
    because the outcome is not the expected one, and None if the times of all supported operations are known."""
    unknown = list[NotRun]()
    for kind in sorted(limits.operations):
        measure = partial(_measured, encoding, limits, session, kind)
        plain = measure(_well_formed(encoding, kind, (*of_each_length(encoding, limits), LETTER)))
        if not isinstance(plain, str | None):  # codecs that get a value wrong still get letters
            plain = measure(_well_formed(encoding, kind, (LETTER,)))
        if isinstance(plain, NotRun):
            unknown.append(plain)
        others = map(measure, _others(encoding, limits, session, kind))
        if steep := next((each for each in chain([plain], others) if isinstance(each, str)), None):
            return steep
    return unknown[0] if unknown else None


class _Text(NamedTuple):
    """The words for a text that grows, and a function that makes its case from a number of values."""

    described: str
    case: Callable[[int], Case]


def _well_formed(encoding: Encoding, kind: Kind, values: Text) -> _Text:
    return _Text("a text", partial(_in_turn, encoding, kind, values))


def _others(encoding: Encoding, limits: Limits, session: CompleteSession, kind: Kind) -> Iterator[_Text]:
    """Yields single values if there is no largest one; for decode also texts with a fault at the end, faults alone, and chunks
    of one byte."""
    if encoding.values.last == inf and limits.max_value is None:
        yield _Text("a value", lambda size: _one_way(encoding, kind, (1 << 32 * size,)))
    if kind == Kind.DECODE:
        for fault in faults_of(encoding)[:1]:
            yield _Text("a text with a fault at its end", partial(_with_fault, encoding, fault))
            yield _Text("ill-formed input", partial(_of_faults, encoding, fault))
        if CHUNKS in session.features(encoding.id):
            yield _Text("chunks of one byte", partial(_in_chunks, encoding))


def _in_turn(encoding: Encoding, kind: Kind, values: Text, size: int) -> Case:
    return _one_way(encoding, kind, (values * -(-size // len(values)))[:size])


def _one_way(encoding: Encoding, kind: Kind, values: Text) -> Case:
    data = bytes_of(encoding, values)
    if kind == Kind.ENCODE:
        return Case(Encode(encoding.id, values), (Encoded(data),))
    return Case(Decode(encoding.id, data), (Decoded(values),))


def _with_fault(encoding: Encoding, fault: bytes, size: int) -> Case:
    return case_of(encoding, Decode(encoding.id, bytes_of(encoding, (LETTER,) * size) + fault))


def _of_faults(encoding: Encoding, fault: bytes, size: int) -> Case:
    return case_of(encoding, Decode(encoding.id, fault * size))


def _in_chunks(encoding: Encoding, size: int) -> Case:
    data = bytes_of(encoding, (LETTER,) * size)
    return Case(Decode(encoding.id, data, tuple(range(1, len(data)))), (Decoded((LETTER,) * size),))


class _Unknown(Exception):
    """The outcome of an operation is not the expected one, so its time does not count. `outcome` gives the reason."""

    def __init__(self, outcome: NotRun | Unsupported):
        super().__init__(outcome)
        self.outcome = outcome


def _measured(
    encoding: Encoding, limits: Limits, session: CompleteSession, kind: Kind, text: _Text
) -> str | NotRun | Unsupported | None:
    """Returns the description of steep growth that a second measurement confirms, or the reason why a time is unknown."""
    try:
        return _Growth(encoding, limits, session, kind, text).steep()
    except _Unknown as unknown:
        return unknown.outcome


class _Growth(NamedTuple):
    """How the time of one kind of operation grows with the size of a text."""

    encoding: Encoding
    limits: Limits
    session: CompleteSession
    kind: Kind
    text: _Text

    def steep(self) -> str | None:
        """Returns a description of steep growth, or None. Raises _Unknown."""
        measured = list(self._doubled(_FIRST, _KNOWN, 1))
        if _power(measured) <= STEEP:
            return None
        again = list(self._doubled(measured[-1].size >> _DOUBLINGS, _SURE, _TIMES))
        if (power := _power(again)) <= STEEP:
            return None
        first, last = again[-_DOUBLINGS - 1], again[-1]
        took, longer = f"{last.seconds / first.seconds:.0f} times the CPU time", last.size // first.size
        words = f"{self.kind} takes {took} for {self.text.described} {longer} times as long"
        return f"{words}: power {power:.2f}, expected at most {STEEP}"

    def _doubled(self, size: int, known: float, times: int) -> Iterator[_Measured]:
        """Yields texts of doubling length until the time is at least `known`."""
        clock = self.session.cpu_clock()
        for done in count():
            seconds = min(self._seconds(size, clock) for _ in range(times))
            yield _Measured(size, seconds)
            if size >= _LAST or (seconds >= known and done >= _DOUBLINGS):
                return
            size *= 2

    def _seconds(self, size: int, clock: Callable[[], float]) -> float:
        operation, permitted = self.text.case(size)
        start = clock()
        (outcome,) = self.session.perform([operation])
        seconds = clock() - start
        judgement = judge_replacing(self.encoding, operation, permitted, outcome, self.limits)
        if judgement.status != Status.PASS:
            unknown = NotRun(f"the time of {self.kind} is unknown: {judgement.reason}")
            raise _Unknown(outcome if isinstance(outcome, NotRun | Unsupported) else unknown)
        return seconds


def _power(measured: list[_Measured]) -> float:
    """Returns the power of the length by which the time grew in the last doublings; 0 if the time is too short."""
    first, *_, last = measured[-_DOUBLINGS - 1 :]
    if last.seconds < _KNOWN or first.seconds <= 0:
        return 0.0
    return log2(last.seconds / first.seconds) / log2(last.size / first.size)
