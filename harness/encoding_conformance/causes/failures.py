"""The failures of an implementation on the test vectors of an encoding, as sets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

from encoding_conformance.causes.symptom import Symptom, symptom
from encoding_conformance.causes.vector_index import Tests, VectorIndex, places_of
from encoding_conformance.core.fault import Fault
from encoding_conformance.core.outcome import Decoded, Encoded, Outcome

_RESULTS: tuple[Fault, ...] = (Fault.WRONG, Fault.TOO_SHORT, Fault.TOO_LONG)
_OFFSETS: tuple[Fault, Fault] = (Fault.OFFSET_TOO_LARGE, Fault.OFFSET_TOO_SMALL)

_LONGEST = 40
"""The number of bytes of a code that is looked for in other inputs."""


class Failed(NamedTuple):
    """A failure on the vector at this place of a suite."""

    place: int
    how: Fault
    outcome: Outcome


class Failures:
    """Failures on vectors of one suite. `tests` has all of them, and `by_symptom` those with each symptom."""

    def __init__(self, index: VectorIndex, failed: Iterable[Failed]):
        self.index = index
        self.failed: Mapping[int, Failed] = {each.place: each for each in sorted(failed, key=lambda each: each.place)}
        self.by_symptom: dict[Symptom, Tests] = {}
        self.by_how: dict[Fault, Tests] = {}
        for place, each in self.failed.items():
            found = symptom(index.vectors[place].operation, index.reason(place), each.how)
            self.by_symptom[found] = self.by_symptom.get(found, 0) | 1 << place
            self.by_how[each.how] = self.by_how.get(each.how, 0) | 1 << place
        self.tests: Tests = sum(self.by_symptom.values())

    def like(self, how: Fault) -> Tests:
        """Returns the failures in which the outcome is wrong in this way, or is another wrong result."""
        alike = _RESULTS if how in _RESULTS else (how,)
        return sum(self.by_how.get(each, 0) for each in alike)

    @cached_property
    def offsets(self) -> Tests:
        """The failures in which only the offset of a rejection is wrong."""
        return sum(self.by_how.get(how, 0) for how in _OFFSETS)

    @cached_property
    def round_trips(self) -> Mapping[int, Tests]:
        """For a failure in which encode writes a wrong code, the failures in which decode gives back the values for that
        very code; and the other way round."""
        written: dict[tuple[bytes, tuple[int, ...]], Tests] = {}
        read: dict[tuple[bytes, tuple[int, ...]], Tests] = {}
        for place, each in self.failed.items():
            taken = self.index.vectors[place].operation.input
            if isinstance(each.outcome, Encoded) and not isinstance(taken, bytes):
                key = each.outcome.value, tuple(taken)
                written[key] = written.get(key, 0) | 1 << place
            elif isinstance(each.outcome, Decoded) and isinstance(taken, bytes):
                key = taken, tuple(each.outcome.value)
                read[key] = read.get(key, 0) | 1 << place
        both = [(tests, read[key]) for key, tests in written.items() if key in read]
        return {place: other for pair in both for one, other in (pair, pair[::-1]) for place in places_of(one)}

    @cached_property
    def same_codes(self) -> Tests:
        """The failures in which encode writes a wrong code that decode accepts in another failure, and those of decode."""
        written = {
            each.outcome.value: place
            for place, each in self.failed.items()
            if isinstance(each.outcome, Encoded) and 0 < len(each.outcome.value) <= _LONGEST
        }
        found = 0
        for place, each in self.failed.items():
            taken = self.index.vectors[place].operation.input
            if isinstance(each.outcome, Decoded) and isinstance(taken, bytes) and 0 < len(taken) <= _LONGEST:
                for code, encoded in written.items():
                    if code in taken or taken in code:
                        found |= 1 << place | 1 << encoded
        return found
