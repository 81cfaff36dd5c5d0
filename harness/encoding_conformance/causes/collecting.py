"""Finds causes while a run goes on."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from mmap import mmap
from typing import TYPE_CHECKING

from encoding_conformance.adapters.codec import described
from encoding_conformance.adapters.testee import Askable, Testee
from encoding_conformance.core.identity import Id
from encoding_conformance.core.verdict import Cause, Status, Verdict
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.runner.plan import Unit, completed

if TYPE_CHECKING:
    from encoding_conformance.causes.reruns import Reruns

_SEEKING = mmap(-1, 256)
"""A byte for each process that looks for causes now. The jobs of a run share it, because they are forked."""


def is_seeking() -> bool:
    """Returns whether this process or a job of it looks for causes now."""
    return any(_SEEKING)


Ask = Callable[[str, str], "AbstractContextManager[Reruns]"]
"""Returns how to ask an implementation in an encoding again, given their names."""


def _in_its_own_process(unit: Unit) -> Testee:
    return Testee(unit.implementation)


def ask_units(units: Iterable[Unit], start: Callable[[Unit], AbstractContextManager[Askable]] = _in_its_own_process) -> Ask:
    """Returns how to ask the implementations of these units again, each as `start` gives it for its unit."""
    by_name = {(unit.name, unit.encoding.id): unit for unit in units}

    @contextmanager
    def ask(implementation: str, encoding: str) -> Iterator[Reruns]:
        from encoding_conformance.causes.reruns import Reruns  # only a run with failures needs it

        unit = by_name[implementation, encoding]
        with start(unit) as testee:
            if testee.failure_to_start() or testee.failure_to_offer(encoding):
                yield Reruns(unit.encoding)
            else:
                perform = partial(completed(testee, unit.encoding, unit.limits).perform, stop=True)
                restart = testee.close if isinstance(testee, Testee) else lambda: None
                yield Reruns(unit.encoding, perform, unit.limits, testee.features(encoding), restart)

    return ask


class Collector:
    """Takes the verdicts of a run, those of an implementation in an encoding one after another, and finds the causes of
    their failures. `found` has all causes so far."""

    def __init__(self, suite: Suite, ask: Ask | None = None, known: Sequence[Cause] = ()):
        """Without `ask`, the causes are what the failures alone tell. `known` has causes that a job has found, and may
        grow."""
        self._suite = suite
        self._ask = ask
        self._known = known
        self._unit = ("", "")
        self._asked: set[Id] = set()
        self._failed: list[Verdict] = []
        self.found: list[Cause] = []

    def add(self, verdict: Verdict) -> Sequence[Cause]:
        """Takes a verdict. Returns the causes of the failures before it, the worst first, if they were of another
        implementation or encoding, and nothing otherwise."""
        told: Sequence[Cause] = ()
        if self._unit != (verdict.implementation, verdict.encoding):
            told = self.rest()
            self._unit = verdict.implementation, verdict.encoding
        if verdict.status == Status.PASS or verdict.status.is_bad:
            self._asked.add(verdict.id)
        if verdict.status.is_bad:
            self._failed.append(verdict)
        return told

    def rest(self, asks: bool = True) -> Sequence[Cause]:
        """Returns the causes of the failures that came last. If it asks nothing, they are what the failures alone tell."""
        told = self._causes(self._ask if asks else None) if self._failed else []
        self.found += told
        self._asked, self._failed = set(), []
        return told

    def _causes(self, ask: Ask | None) -> list[Cause]:
        from encoding_conformance.causes.causes import alone, causes  # only a run with failures needs the rest of this folder
        from encoding_conformance.causes.reruns import Reruns

        known = [cause for cause in self._known if (cause.implementation, cause.encoding) == self._unit]
        if {id for cause in known for id in cause.explains} == {verdict.id for verdict in self._failed}:
            return known
        if self._unit[1] not in self._suite.encodings or all(verdict.operation is None for verdict in self._failed):
            return [alone(verdict) for verdict in self._failed]
        vectors = [each for each in self._suite.vectors_of(self._unit[1]) if each.id in self._asked]
        own = os.getpid() % len(_SEEKING)
        try:
            _SEEKING[own] = 1
            with ask(*self._unit) if ask else nullcontext(Reruns(self._suite.encodings[self._unit[1]])) as asked:
                return causes(asked, list(self._suite.encodings.values()), vectors, self._suite.requirements, self._failed)
        except Exception as error:  # the verdicts hold all the same
            what = f"the causes of the failures of {', '.join(self._unit)} were not found, because the harness failed"
            print(f"conform: {what}: {described(error)}", file=sys.stderr)
            return _by_title(map(alone, self._failed))
        finally:
            _SEEKING[own] = 0


def _by_title(causes: Iterable[Cause]) -> list[Cause]:
    """Returns one cause for all that have the same title."""
    found: dict[str, Cause] = {}
    for cause in causes:
        first = found.setdefault(cause.title, cause)
        if cause is not first:
            found[cause.title] = first._replace(explains=first.explains + cause.explains)
    return list(found.values())


def explain(unit: Unit, verdicts: Iterable[Verdict]) -> Sequence[Cause]:
    """Returns the causes of the failures among the verdicts on a unit, which is asked again."""
    collector = Collector(unit.suite, ask_units([unit]))
    for verdict in verdicts:
        collector.add(verdict)
    return collector.rest()
