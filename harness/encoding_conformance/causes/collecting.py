"""Finds causes during a run."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from mmap import mmap
from typing import TYPE_CHECKING

from encoding_conformance.adapters.codec import described
from encoding_conformance.adapters.restarting_session import AnySession, RestartingSession
from encoding_conformance.core.identity import Id
from encoding_conformance.core.verdict import Cause, Status, Verdict
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.runner.plan import Unit, complete_session

if TYPE_CHECKING:
    from encoding_conformance.causes.reruns import Reruns

_SEEKING = mmap(-1, 256)
"""A flag for each process that is looking for causes. The forked jobs of a run share it."""


def is_seeking() -> bool:
    """Returns whether this process or one of its jobs is looking for causes."""
    return any(_SEEKING[:])  # iteration yields bytes objects, which are all true


StartReruns = Callable[[str, str], "AbstractContextManager[Reruns]"]
"""Starts an implementation in an encoding for reruns, given their names."""


def reruns_of(
    units: Iterable[Unit],
    start: Callable[[Unit], AbstractContextManager[AnySession]] = lambda unit: RestartingSession(unit.implementation),
) -> StartReruns:
    """Returns a function that starts the implementations of these units for reruns, with `start`."""
    by_name = {(unit.name, unit.encoding.id): unit for unit in units}

    @contextmanager
    def start_reruns(implementation: str, encoding: str) -> Iterator[Reruns]:
        from encoding_conformance.causes.reruns import Reruns  # only a run with failures needs it

        unit = by_name[implementation, encoding]
        with start(unit) as session:
            if session.failure_to_start() or session.failure_to_offer(encoding):
                yield Reruns(unit.encoding)
            else:
                perform = partial(complete_session(session, unit.encoding, unit.limits).perform, stop=True)
                restart = session.close if isinstance(session, RestartingSession) else lambda: None
                yield Reruns(unit.encoding, perform, unit.limits, session.features(encoding), restart)

    return start_reruns


class Collector:
    """Takes the verdicts of a run, grouped by implementation and encoding, and finds the causes of their failures. `found` has
    all causes so far."""

    def __init__(self, suite: Suite, start_reruns: StartReruns | None = None, known: Sequence[Cause] = ()):
        """Without `start_reruns`, the causes come from the failures alone. `known` are causes that a job found, and may grow."""
        self._suite = suite
        self._start_reruns = start_reruns
        self._known = known
        self._unit = ("", "")
        self._judged: set[Id] = set()
        self._failed: list[Verdict] = []
        self.found: list[Cause] = []

    def add(self, verdict: Verdict) -> Sequence[Cause]:
        """Takes a verdict. If it begins another implementation or encoding, returns the causes of the failures before it, the
        worst first; otherwise nothing."""
        causes: Sequence[Cause] = ()
        if self._unit != (verdict.implementation, verdict.encoding):
            causes = self.rest()
            self._unit = verdict.implementation, verdict.encoding
        if verdict.status == Status.PASS or verdict.status.is_bad:
            self._judged.add(verdict.id)
        if verdict.status.is_bad:
            self._failed.append(verdict)
        return causes

    def rest(self, reruns: bool = True) -> Sequence[Cause]:
        """Returns the causes of the last failures. Without `reruns`, they come from the failures alone."""
        causes = self._causes(self._start_reruns if reruns else None) if self._failed else []
        self.found += causes
        self._judged, self._failed = set(), []
        return causes

    def _causes(self, start_reruns: StartReruns | None) -> list[Cause]:
        from encoding_conformance.causes.causes import alone, causes  # only a run with failures needs the rest of this folder
        from encoding_conformance.causes.reruns import Reruns

        known = [cause for cause in self._known if (cause.implementation, cause.encoding) == self._unit]
        if {id for cause in known for id in cause.explains} == {verdict.id for verdict in self._failed}:
            return known
        if self._unit[1] not in self._suite.encodings or all(verdict.operation is None for verdict in self._failed):
            return [alone(verdict) for verdict in self._failed]
        vectors = [each for each in self._suite.vectors_of(self._unit[1]) if each.id in self._judged]
        own = os.getpid() % len(_SEEKING)
        try:
            _SEEKING[own] = 1
            with (
                start_reruns(*self._unit) if start_reruns else nullcontext(Reruns(self._suite.encodings[self._unit[1]])) as reruns
            ):
                return causes(reruns, list(self._suite.encodings.values()), vectors, self._suite.requirements, self._failed)
        except Exception as error:  # which must not cost the verdicts
            message = f"cannot find the causes of the failures of {', '.join(self._unit)}, because the harness failed"
            print(f"conform: {message}: {described(error)}", file=sys.stderr)
            return list(map(alone, self._failed))
        finally:
            _SEEKING[own] = 0


def explain(unit: Unit, verdicts: Iterable[Verdict]) -> Sequence[Cause]:
    """Returns the causes of the failures of a unit, and runs the unit again to find them."""
    collector = Collector(unit.suite, reruns_of([unit]))
    for verdict in verdicts:
        collector.add(verdict)
    return collector.rest()
