"""Runs a case again in a new process of the implementation, and makes its input smaller."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TypeVar

from encoding_conformance.adapters.lifeline import SANITIZER
from encoding_conformance.adapters.testee import Testee
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.operation import CHUNKS, EMPTY_PIECES, Decode
from encoding_conformance.core.wire import outcome_text
from encoding_conformance.fuzz.crash_bucket import FAILED, HANG, LEAK, CrashBucket
from encoding_conformance.fuzz.finding import Case, Finding, of_broken
from encoding_conformance.fuzz.law_inputs import ANSWERS, laws_of
from encoding_conformance.fuzz.target import Broken, broken
from encoding_conformance.runner.registry import Registered
from encoding_conformance.specification.faults import HarnessFault

_TRIES = 400
"""The most smaller inputs that are tried each time a finding is made smaller."""

_HANGS = 5
"""The most of these tries that may hang. Each takes as long as an operation of the implementation may take."""

_FEW = 4
"""The most earlier inputs whose bytes are made fewer or plainer. There may be more inputs than that."""

_ALL_FEATURES = frozenset((CHUNKS, EMPTY_PIECES))


class CannotAsk(HarnessFault):
    """A case cannot be asked. The message says why."""


class Rerun:
    """Asks cases of one encoding of one implementation."""

    def __init__(self, registered: Registered, encoding: Encoding, limits: Limits):
        self.registered = registered
        self.implementation = registered.implementation
        self.encoding = encoding
        self.limits = limits

    def ask(self, case: Case) -> Finding | None:
        """Returns the finding that a case shows, or None if its law holds. Raises CannotAsk."""
        with Testee(self.implementation) as testee:
            found = self._ask(testee, case)
        return found and self._finding(found, case)

    def settled(self, told: Finding, enough: Callable[[], bool]) -> Finding:
        """Returns a worker's finding as a new process shows it, with the smallest case that is found before `enough`
        returns true.

        If the finding appears only after earlier inputs, it is a leak of state. If it does not appear again, it is
        returned as the worker reported it, but without earlier inputs and with `repeats` False.
        """
        alone = replace(told.case, before=())
        for case in (alone, told.case):
            with suppress(CannotAsk):
                if found := self.ask(case):
                    return replace(self._smaller(*self._simpler(case, found), enough), count=told.count)
        return replace(told, case=alone, repeats=False, sanitizer=os.environ.get(SANITIZER, ""))

    def _simpler(self, case: Case, found: Finding) -> tuple[Case, Finding]:
        """Returns a simpler case and its finding if there is one, and otherwise the same case. A failure within a law
        may also happen if the input is decoded outside the law."""
        operation = found.seen.operation
        if found.bucket.kind in FAILED and isinstance(operation, Decode) and not operation.cuts:
            plain = replace(case, law=ANSWERS.id, data=operation.input)
            again = self.ask(plain)
            if again and again.bucket == found.bucket:
                return plain, again
        return case, found

    def _smaller(self, case: Case, found: Finding, enough: Callable[[], bool]) -> Finding:
        best, hangs = found, 0
        testee = Testee(self.implementation)

        def shows(smaller: Case) -> bool:
            nonlocal best, hangs, testee
            if hangs == _HANGS or enough():
                return False
            if smaller.before:  # earlier inputs need a process that has not been asked anything else
                testee.__exit__(None, None, None)
                testee = Testee(self.implementation)
            again = self._ask(testee, smaller)
            hangs += again is not None and again.bucket.kind == HANG
            if again is None or self._bucket(again, smaller) != found.bucket:
                return False
            best = self._finding(again, smaller)
            return True

        def shows_with(place: int, data: bytes) -> bool:
            return shows(_with_before(best.case, place, data))

        if case.before:
            shortest(case.before, lambda before: shows(replace(case, before=before)), _TRIES)
            for place, data in enumerate(best.case.before[:_FEW]):
                minimized(data, partial(shows_with, place), _TRIES)
        minimized(best.case.data, lambda data: shows(replace(best.case, data=data)), _TRIES)
        testee.__exit__(None, None, None)
        return best

    def _ask(self, testee: Testee, case: Case) -> Broken | None:
        if failure := testee.failure_to_offer(self.encoding.id):
            raise CannotAsk(f"{self.implementation.name} {self.encoding.id}: {outcome_text(failure)}")
        laws = {law.id: law for law in laws_of(self.encoding, _ALL_FEATURES)}
        if case.law not in laws:
            raise CannotAsk(f"no law {case.law} applies to {self.encoding.id}; `conform list checks` shows those that do")
        if (feature := laws[case.law].check.feature) and feature not in testee.features(self.encoding.id):
            return None
        for _ in testee.perform([Decode(self.encoding.id, data) for data in case.before]):
            pass
        perform = partial(testee.perform, stop=True)
        return broken(laws[case.law], self.implementation.name, self.encoding, self.limits, case.data, perform)

    def _finding(self, found: Broken, case: Case) -> Finding:
        finding = of_broken(found, self.registered.selector, case.before)
        return replace(finding, bucket=self._bucket(found, case), sanitizer=os.environ.get(SANITIZER, ""))

    @staticmethod
    def _bucket(found: Broken, case: Case) -> CrashBucket:
        """Returns the crash bucket of a finding. A finding that needs earlier inputs is a leak of state, whatever its own
        kind is."""
        return found.bucket._replace(kind=LEAK) if case.before else found.bucket


def _with_before(case: Case, place: int, data: bytes) -> Case:
    return replace(case, before=(*case.before[:place], data, *case.before[place + 1 :]))


_PLAIN = (0x00, 0x41, 0x80)
"""The plainest bytes, beginning with the plainest. Other bytes are replaced by them if possible."""


Items = TypeVar("Items", bytes, tuple[bytes, ...])


def minimized(data: bytes, shows: Callable[[bytes], bool], tries: int) -> bytes:
    """Returns the smallest data that this number of calls of `shows` can find: as few bytes as possible, and plain bytes
    in place of others. It returns `data` itself if `shows` returns true for nothing smaller."""
    still, before = _counted(shows, tries), None
    while data != before:  # with plainer bytes, it may be possible to leave out more
        before = data
        data = _last(_shorter(data, still), data)
        data = _last(_plainer(data, still), data)
    return data


def shortest(items: Items, shows: Callable[[Items], bool], tries: int) -> Items:
    """Returns the shortest part of `items` for which `shows` returns true and that is found in this number of calls."""
    return _last(_shorter(items, _counted(shows, tries)), items)


def _counted(shows: Callable[[Items], bool], tries: int) -> Callable[[Items], bool]:
    """Returns a function like `shows` that returns False after this number of calls."""
    left = tries

    def still(candidate: Items) -> bool:
        nonlocal left
        left -= 1
        return left >= 0 and shows(candidate)

    return still


def _last(found: Iterator[Items], first: Items) -> Items:
    return (deque(found, maxlen=1) or [first])[0]


def _shorter(data: Items, still: Callable[[Items], bool]) -> Iterator[Items]:
    """Yields ever shorter data, by leaving out halves, quarters, … and single bytes, as long as that succeeds."""
    size = len(data)
    while size:
        start, found = 0, False
        while start < len(data):
            candidate = data[:start] + data[start + size :]
            if still(candidate):
                data, found = candidate, True
                yield data
            else:
                start += size
        if size > 1 or not found:
            size //= 2


def _plainer(data: bytes, still: Callable[[bytes], bool]) -> Iterator[bytes]:
    """Yields ever plainer data, by replacing bytes with plainer ones."""
    for place in range(len(data)):
        for byte in _PLAIN:
            if byte == data[place]:
                break
            candidate = data[:place] + bytes([byte]) + data[place + 1 :]
            if still(candidate):
                data = candidate
                yield data
                break
