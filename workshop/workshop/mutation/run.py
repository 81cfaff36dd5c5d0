"""Tests all mutants in parallel processes."""

from __future__ import annotations

import faulthandler
import resource
import signal
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool

from encoding_conformance.adapters.jobs import pool
from encoding_conformance.checks.inputs.kinds import InputSource
from encoding_conformance.core.identity import Id
from encoding_conformance.core.limits import NO_LIMITS
from encoding_conformance.specification.suite import Suite
from workshop.mutation.trial import Mutant, Trial, tried

Served = Mapping[str, Collection[Id]]
"""The ids of the vectors and checks that serve each requirement, by the requirement's id."""

_MEMORY = 3 << 30
"""The most bytes of memory that a job may use."""

_LONGEST = 120
"""The seconds of processor time after which a job is ended, because something in a trial cannot be interrupted otherwise."""


class Stuck(Exception):
    """A job died or hung while it tested a mutant. The message names the mutant."""


def trials(
    suite: Suite,
    mutants: Sequence[Mutant],
    encodings: Collection[str],
    served: Served,
    seed: int,
    jobs: int,
) -> Iterator[Trial]:
    """Yields the trials in the order of the mutants. If `encodings` is not empty, only these encodings are used. Raises
    Stuck if a job died or hung."""
    sources = {
        id: InputSource(encoding, NO_LIMITS, suite.vectors_of(id), seed)
        for id, encoding in suite.encodings.items()
        if not encodings or id in encodings
    }
    with pool(jobs, _begin_job, mutants, sources, served) as executor:
        futures = [executor.submit(_try, place) for place in range(len(mutants))]
        for mutant, future in zip(mutants, futures):
            try:
                yield future.result()
            except BrokenProcessPool:
                raise Stuck(f"a job was lost at or near the mutant {mutant.id}") from None


_WORK: tuple[Sequence[Mutant], dict[str, InputSource], Served]


def _begin_job(mutants: Sequence[Mutant], sources: dict[str, InputSource], served: Served) -> None:
    global _WORK
    _WORK = mutants, sources, served
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    faulthandler.register(signal.SIGPROF, chain=True)  # it shows where the job is, and then the signal ends it


def _try(place: int) -> Trial:
    mutants, sources, served = _WORK
    signal.setitimer(signal.ITIMER_PROF, _LONGEST)
    try:
        return tried(mutants[place], sources, served)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
