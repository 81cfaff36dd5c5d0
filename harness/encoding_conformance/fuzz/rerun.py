"""Reruns findings in new processes of the implementation, and makes their inputs smaller."""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from encoding_conformance.adapters.child_setup import SANITIZER
from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.adapters.testee import Testee
from encoding_conformance.checks.judging import Search
from encoding_conformance.checks.shrink import shrink
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.notation import outcome_text
from encoding_conformance.core.operation import Decode, Operation
from encoding_conformance.data_files.problems import HarnessError
from encoding_conformance.fuzz.finding import Finding, FindingKind, Reproducer, finding_of
from encoding_conformance.fuzz.from_bytes import ANSWERS, TABLES, checks_of, inputs_from
from encoding_conformance.runner.plan import completed


class CannotAsk(HarnessError):
    """A reproducer cannot be asked. The message says why."""


class Rerun:
    """Reruns reproducers of one encoding of one implementation, each in a new process."""

    def __init__(self, implementation: Implementation, encoding: Encoding, limits: Limits):
        self.implementation = implementation
        self.encoding = encoding
        self.limits = limits

    def ask(self, reproducer: Reproducer) -> Finding | None:
        """Returns the finding that a reproducer shows, or None if its check holds. Raises CannotAsk."""
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
        bucket, operation = best.bucket, best.operation
        by_itself = ANSWERS.name if bucket.kind.has_no_answer else TABLES.name
        differs = bucket.kind == FindingKind.DISAGREEMENT and best.reproducer.check != by_itself
        if (bucket.kind.has_no_answer or differs) and isinstance(operation, Decode) and not operation.cuts:
            # what fails within a check, such as one of long texts, may also fail if the input is decoded by itself
            simpler = self.ask(best.reproducer._replace(check=by_itself, data=operation.input))
            best = simpler if simpler and simpler.bucket == bucket else best
        testee = Testee(self.implementation)

        def shows(before: Sequence[Operation], last: Operation) -> bool:
            nonlocal best, testee
            *earlier, data = (bytes(each.input) for each in (*before, last))
            if enough() or any(part in data for part in avoided):
                return False
            if before:  # earlier inputs need a process that has not been asked anything else
                testee.close()
                testee = Testee(self.implementation)
            found = self._ask(testee, Reproducer(best.reproducer.check, data, tuple(earlier)))
            if found is None or found.bucket != bucket:
                return False
            best = found
            return True

        # the input is not left out in favour of an earlier one, which may break the check by itself
        *before, last = (Decode(self.encoding.id, data) for data in (*best.reproducer.before, best.reproducer.data))
        hangs = bucket.kind == FindingKind.HANG
        least = shrink(before, lambda some: shows(some, last), hangs=lambda: hangs)
        shrink([last], lambda some: shows(least, some[0]), hangs=lambda: hangs)
        testee.close()
        return best

    def _ask(self, testee: Testee, reproducer: Reproducer) -> Finding | None:
        name, data, before = reproducer
        if failure := testee.failure_to_offer(self.encoding.id):
            raise CannotAsk(f"{self.implementation.name} {self.encoding.id}: {outcome_text(failure)}")
        checks = checks_of(self.encoding)
        if name not in checks:
            raise CannotAsk(f"no check {name} applies to {self.encoding.id}; `conform list checks` shows those that do")
        if (feature := checks[name].feature) and feature not in testee.features(self.encoding.id):
            return None
        complete = completed(testee, self.encoding, self.limits)
        for _ in complete.perform([Decode(self.encoding.id, earlier) for earlier in before]):
            pass
        search = Search(checks[name], self.encoding, self.limits, partial(complete.perform, stop=True))
        blamed = search.first(checks[name].around(inputs_from(self.encoding, self.limits, data)))
        if blamed is None:
            return None
        found = finding_of(self.implementation.name, reproducer, blamed)
        return replace(
            found,
            bucket=found.bucket._replace(kind=FindingKind.LEAK) if before else found.bucket,
            selector=self.implementation.selector,
            sanitizer=os.environ.get(SANITIZER, ""),
        )
