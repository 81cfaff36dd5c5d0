"""Reruns findings in new processes of the implementation, and makes their inputs smaller."""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import takewhile
from typing import TypeVar

from encoding_conformance.adapters.child_setup import SANITIZER
from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.adapters.testee import Testee
from encoding_conformance.checks.drive import Recorded, blamed
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.notation import outcome_text
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Timeout
from encoding_conformance.data_files.problems import HarnessError
from encoding_conformance.fuzz.finding import Finding, FindingKind, Reproducer, finding_of
from encoding_conformance.fuzz.law_inputs import ANSWERS, READ_AS_IN_THE_TABLE, laws_of
from encoding_conformance.fuzz.target import broken
from encoding_conformance.runner.plan import completed

_TRIES = 1000
"""The most inputs that are tried while a finding is made smaller."""

_HANGS = 5
"""The most of these tries that may hang. Each takes as long as an operation of the implementation may take."""

_FEW = 4
"""The most earlier inputs whose bytes are made fewer or plainer. There may be more inputs than that."""


class CannotAsk(HarnessError):
    """A reproducer cannot be asked. The message says why."""


class Rerun:
    """Reruns reproducers of one encoding of one implementation, each in a new process."""

    def __init__(self, implementation: Implementation, encoding: Encoding, limits: Limits):
        self.implementation = implementation
        self.encoding = encoding
        self.limits = limits

    def ask(self, reproducer: Reproducer) -> Finding | None:
        """Returns the finding that a reproducer shows, or None if its law holds. Raises CannotAsk."""
        with Testee(self.implementation) as testee:
            return self._ask(testee, reproducer)

    def settled(self, told: Finding, enough: Callable[[], bool], avoided: Sequence[bytes] = ()) -> Finding:
        """Returns a worker's finding as a new process shows it, with the smallest reproducer that is found before `enough`
        returns true. An input that contains a part of `avoided` is known already, so no input is made smaller to it.

        If the finding appears only after earlier inputs, it is a leak of state. If it does not appear, it is returned as the
        worker reported it, but without earlier inputs and with `repeats` False.
        """
        alone = told.reproducer._replace(before=())
        for reproducer in (alone, told.reproducer):
            with suppress(CannotAsk):
                if found := self.ask(reproducer):
                    return self._smaller(found, enough, avoided)
        return replace(told, reproducer=alone, repeats=False, sanitizer=os.environ.get(SANITIZER, ""))

    def _smaller(self, best: Finding, enough: Callable[[], bool], avoided: Sequence[bytes]) -> Finding:
        bucket, operation, tries, hangs = best.bucket, best.operation, 0, 0
        by_itself = ANSWERS.id if bucket.kind.has_no_answer else READ_AS_IN_THE_TABLE
        differs = bucket.kind == FindingKind.DISAGREEMENT and best.reproducer.law != by_itself
        if (bucket.kind.has_no_answer or differs) and isinstance(operation, Decode) and not operation.cuts:
            # what fails within a law, such as one of long texts, may also fail if the input is decoded by itself
            simpler = self.ask(best.reproducer._replace(law=by_itself, data=operation.input))
            best = simpler if simpler and simpler.bucket == bucket else best
        testee = Testee(self.implementation)

        def shows(smaller: Reproducer) -> bool:
            nonlocal best, tries, hangs, testee
            if tries == _TRIES or hangs == _HANGS or enough() or any(part in smaller.data for part in avoided):
                return False
            tries += 1
            if smaller.before:  # earlier inputs need a process that has not been asked anything else
                testee.close()
                testee = Testee(self.implementation)
            found = self._ask(testee, smaller)
            hangs += found is not None and isinstance(found.outcome, Timeout)
            if found is None or found.bucket != bucket:
                return False
            best = found
            return True

        def shows_with(index: int, data: bytes) -> bool:
            before = best.reproducer.before
            return shows(best.reproducer._replace(before=(*before[:index], data, *before[index + 1 :])))

        shortest(best.reproducer.before, lambda before: shows(best.reproducer._replace(before=before)))
        for index, data in enumerate(best.reproducer.before[:_FEW]):
            minimized(data, partial(shows_with, index))
        minimized(best.reproducer.data, lambda data: shows(best.reproducer._replace(data=data)))
        testee.close()
        return best

    def _ask(self, testee: Testee, reproducer: Reproducer) -> Finding | None:
        law, data, before = reproducer
        if failure := testee.failure_to_offer(self.encoding.id):
            raise CannotAsk(f"{self.implementation.name} {self.encoding.id}: {outcome_text(failure)}")
        laws = laws_of(self.encoding)
        if law not in laws:
            raise CannotAsk(f"no law {law} applies to {self.encoding.id}; `conform list checks` shows those that do")
        if (feature := laws[law].feature) and feature not in testee.features(self.encoding.id):
            return None
        complete = completed(testee, self.encoding, self.limits)
        for _ in complete.perform([Decode(self.encoding.id, earlier) for earlier in before]):
            pass
        recorded = Recorded(partial(complete.perform, stop=True))
        violation = broken(laws[law], self.encoding, self.limits, data, recorded)
        if violation is None:
            return None
        found = finding_of(self.implementation.name, reproducer, violation)
        fault, _ = blamed(self.encoding, self.limits, violation, recorded.asked)
        return replace(
            found,
            bucket=found.bucket._replace(kind=FindingKind.LEAK) if before else found.bucket,
            operation=fault.operation,
            permitted=fault.permitted,
            outcome=fault.outcome,
            reason=fault.reason,
            selector=self.implementation.selector,
            sanitizer=os.environ.get(SANITIZER, ""),
        )


_PLAIN = (0x00, 0x41, 0x80)
"""The plainest bytes, beginning with the plainest. Other bytes are replaced by them if possible."""

Items = TypeVar("Items", bytes, tuple[bytes, ...])


def minimized(data: bytes, shows: Callable[[bytes], bool]) -> bytes:
    """Returns the smallest data that is found for which `shows` returns true: as few bytes as possible, and plain bytes in place
    of others. It returns `data` itself if nothing smaller is found.

    libFuzzer's own minimizing knows only a process that dies. Findings are also wrong answers, and of programs.
    """
    before = None
    while data != before:  # with plainer bytes, it may be possible to leave out more
        before = data
        data = _plainer(shortest(data, shows), shows)
    return data


def shortest(items: Items, shows: Callable[[Items], bool]) -> Items:
    """Returns `items` without the halves, quarters, … and single items that can be left out while `shows` returns true."""
    size = len(items)
    while size:
        start, found = 0, False
        while start < len(items):
            candidate = items[:start] + items[start + size :]
            if shows(candidate):
                items, found = candidate, True
            else:
                start += size
        if size > 1 or not found:
            size //= 2
    return items


def _plainer(data: bytes, shows: Callable[[bytes], bool]) -> bytes:
    """Returns data with plainer bytes."""
    for index, byte in enumerate(data):
        for plainer in takewhile(byte.__ne__, _PLAIN):
            candidate = data[:index] + bytes([plainer]) + data[index + 1 :]
            if shows(candidate):
                data = candidate
                break
    return data
