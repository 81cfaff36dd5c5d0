"""Tests one mutant with the vectors and the checks."""

from __future__ import annotations

import faulthandler
import resource
import signal
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import chain, islice
from typing import Any, NamedTuple

from encoding_conformance.adapters.jobs import pool
from encoding_conformance.checks.catalogue import CHECKS
from encoding_conformance.checks.check import Check, Group
from encoding_conformance.checks.inputs import EXAMPLES, Inputs, inputs_of
from encoding_conformance.checks.judging import Blamed, Search
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import Id, check_id
from encoding_conformance.core.judge import judge
from encoding_conformance.core.limits import NO_LIMITS
from encoding_conformance.core.operation import Kind
from encoding_conformance.core.outcome import FAILURES, Rejection, Result
from encoding_conformance.core.vector import Vector
from encoding_conformance.data_files.suite import Suite
from mutants.mutant import Mutant
from workshop.mutation.codec import GivenUp, TimedCodec

PART, REST, ALL, THOROUGH = "part", "rest", "all", "thorough"
"""The effort of a trial: a quick part, the rest, everything, or the cases of a thorough run alone."""

_ONE_IN = 4
"""The quick part has one in this many groups around the texts and byte strings of an encoding."""

_LARGE = 2048
"""The number of bytes or values above which an input takes long to run."""


class Source(NamedTuple):
    """An encoding, its vectors, and the inputs from which checks make their cases."""

    encoding: Encoding
    vectors: Sequence[Vector]
    inputs: Inputs


@dataclass(frozen=True)
class Trial:
    """What killed a mutant: the ids of vectors and of checks.

    `own` are the checks that were broken by a wrong answer, and not by a failure or a refusal before it. If a mutant
    `does_not_load`, every test would kill it, so that it proves nothing. If it is killed `thoroughly`, some of the checks are
    broken only in a thorough run.
    """

    mutant: str
    vectors: tuple[Id, ...] = ()
    checks: tuple[Id, ...] = ()
    own: tuple[Id, ...] = ()
    does_not_load: bool = False
    thoroughly: bool = False


class BrokenCheck(NamedTuple):
    """A check that failed, and the case that shows it. `own` says whether a wrong answer broke it."""

    id: Id
    blamed: Blamed
    own: bool


def tried(mutant: Mutant, sources: Mapping[str, Source], served: Mapping[str, Collection[Id]]) -> Trial:
    """Tries a mutant in each of its encodings. A mutant that was planted to break a requirement runs every vector and check; any
    other runs until one of each kills it.
    A trial begins with vectors of small inputs and a part of the cases of checks. The rest follows if nothing killed the mutant,
    or nothing failed that serves the requirements it breaks, and then a thorough run, if that was not enough. `served` has the
    ids of the vectors and checks that serve each requirement."""
    try:
        loaded = mutant.load()
        codecs = {id: loaded[id] for id in mutant.encodings}
    except Exception:
        return Trial(mutant.id, does_not_load=True)
    most = None if mutant.breaks else 1
    vectors = list(islice(_everywhere(failed_vectors, codecs, sources, PART), most))
    broken = list(islice(_everywhere(broken_checks, codecs, sources, PART), most))
    if not mutant.equivalent:
        seen = _is_seen(mutant, _trial(mutant, vectors, broken), served)
        if not (vectors and seen):
            vectors += islice(_everywhere(failed_vectors, codecs, sources, REST), most)
        if not (broken and seen):
            broken += islice(_everywhere(broken_checks, codecs, sources, REST), most)
            if not (vectors or broken) or not _is_seen(mutant, _trial(mutant, vectors, broken), served):
                more = list(islice(_everywhere(broken_checks, codecs, sources, THOROUGH), 1))
                return replace(_trial(mutant, vectors, broken + more), thoroughly=bool(more))
    return _trial(mutant, vectors, broken)


def _trial(mutant: Mutant, vectors: Sequence[Id], broken: Sequence[BrokenCheck]) -> Trial:
    checks, own = (dict.fromkeys(each.id for each in broken if every or each.own) for every in (True, False))
    return Trial(mutant.id, tuple(vectors), tuple(checks), tuple(own))


def _is_seen(mutant: Mutant, trial: Trial, served: Mapping[str, Collection[Id]]) -> bool:
    """Returns whether a vector or check failed that serves each requirement that a mutant breaks."""
    return all(not {*trial.vectors, *trial.checks}.isdisjoint(served[id]) for id in mutant.breaks)


def _everywhere(
    find: Callable[[Source, TimedCodec, str], Iterator[Any]],
    codecs: Mapping[str, Any],
    sources: Mapping[str, Source],
    effort: str,
) -> Iterator[Any]:
    """Yields the failures in each encoding. If a codec is given up, the next encoding follows."""
    for id, codec in codecs.items():
        with suppress(GivenUp):
            yield from find(sources[id], TimedCodec(codec), effort)


def failed_vectors(source: Source, codec: TimedCodec, effort: str = ALL) -> Iterator[Id]:
    """Yields the ids of the vectors on which a codec fails. Raises GivenUp if too many operations timed out."""
    vectors = [vector for vector in source.vectors if effort == ALL or _is_large(vector) == (effort == REST)]
    outcomes = codec.perform([vector.operation for vector in vectors])
    for vector, outcome in zip(vectors, outcomes):
        judgement = judge(source.encoding, vector.operation, vector.permitted, outcome, NO_LIMITS)
        if judgement.status.is_bad:
            yield vector.id


def _is_large(vector: Vector) -> bool:
    return len(vector.operation.input) > _LARGE


def broken_checks(source: Source, codec: TimedCodec, effort: str = ALL) -> Iterator[BrokenCheck]:
    """Yields the checks that fail on a codec. Raises GivenUp if too many operations timed out."""
    encoding = source.encoding
    for check in list(CHECKS.values())[:: -1 if effort == THOROUGH else 1]:  # layout takes longest in a thorough run
        if check.why_not(encoding) or (check.feature and check.feature not in codec.features(encoding.id)):
            continue
        search = Search(check, encoding, NO_LIMITS, partial(codec.perform, stop=True))
        if blamed := search.first(_groups(check, source.inputs, effort)):
            yield BrokenCheck(check_id(encoding.id, check.name), blamed, _is_own(check, blamed))


def _groups(check: Check, inputs: Inputs, effort: str) -> Iterable[Group]:
    if effort == THOROUGH:
        return check.thorough(inputs)
    return _around(check, inputs)[::_ONE_IN] if effort == PART else chain(_around(check, inputs), _generated(check, inputs))


@lru_cache(len(CHECKS))
def _around(check: Check, inputs: Inputs) -> list[Group]:
    """Returns the groups around texts. They are cached, because making them takes as long as running a mutant, and most mutants
    of an encoding follow one another."""
    return list(check.around(inputs))


@lru_cache(len(CHECKS))
def _generated(check: Check, inputs: Inputs) -> list[Group]:
    """Returns the groups from the tables, cached as well."""
    return list(check.generated(inputs))


def _is_own(check: Check, blamed: Blamed) -> bool:
    """Returns whether a check was broken by a wrong answer, and not by a refusal or a crash before it."""
    operation, outcome = blamed.case.operation, blamed.outcome
    if check.name == "damage":
        return operation.kind == Kind.DECODE
    is_refused = isinstance(outcome, Rejection) and any(isinstance(each, Result) for each in blamed.case.permitted)
    return not isinstance(outcome, FAILURES) and not is_refused


Served = Mapping[str, Collection[Id]]
"""The ids of the vectors and checks that serve each requirement, by the requirement's id."""

_MEMORY = 3 << 30
"""The most bytes of memory that a job may use."""

_LONGEST = 600
"""The seconds of processor time after which a job is ended, for code in a trial that cannot be interrupted otherwise."""


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
    with pool(jobs, begin, mutants, inputs(suite, encodings, seed), served) as executor:
        futures = [executor.submit(try_one, index) for index in range(len(mutants))]
        for mutant, future in zip(mutants, futures):
            try:
                yield future.result()
            except BrokenProcessPool:
                raise Stuck(f"a job ended at or near the mutant {mutant.id}") from None


def inputs(suite: Suite, encodings: Collection[str], seed: int) -> dict[str, Source]:
    """Returns the sources of these encodings, or of all if there are none."""
    return {
        id: Source(encoding, suite.vectors_of(id), inputs_of(encoding, NO_LIMITS, suite.vectors_of(id), seed, EXAMPLES))
        for id, encoding in suite.encodings.items()
        if not encodings or id in encodings
    }


_WORK: tuple[Sequence[Mutant], dict[str, Source], Served]


def begin(mutants: Sequence[Mutant], sources: dict[str, Source], served: Served) -> None:
    """Prepares a process for trials."""
    global _WORK
    _WORK = mutants, sources, served
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    faulthandler.register(signal.SIGPROF, chain=True)  # prints the stack, and then the signal ends the job


def try_one(index: int) -> Trial:
    """Returns the trial of the mutant with this index. A process that takes too long for it is ended."""
    mutants, sources, served = _WORK
    signal.setitimer(signal.ITIMER_PROF, _LONGEST)
    try:
        return tried(mutants[index], sources, served)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
