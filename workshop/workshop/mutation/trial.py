"""Tests one mutant with the vectors and the laws."""

from __future__ import annotations

import faulthandler
import resource
import signal
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from typing import Any, NamedTuple, Protocol

from encoding_conformance.adapters.jobs import pool
from encoding_conformance.checks import spread
from encoding_conformance.checks.catalogue import CHECKS, Check
from encoding_conformance.checks.drive import first_violation
from encoding_conformance.checks.inputs.kinds import MOST_INPUTS, InputSource
from encoding_conformance.checks.law import Counterexample, Refused, Violation
from encoding_conformance.checks.sweep import placed_sweep
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import Id, LawId, check_id
from encoding_conformance.core.judge import judge
from encoding_conformance.core.limits import NO_LIMITS
from encoding_conformance.core.operation import Kind
from encoding_conformance.core.outcome import FAILURES, Rejection
from encoding_conformance.core.vector import Vector
from encoding_conformance.data_files.suite import Suite
from workshop.mutation.codec import GivenUp, TimedCodec

PART, REST, ALL = "part", "rest", "all"
"""How much is asked: what can be asked quickly, the rest, or everything."""

_LEAST, _FEW, _MANY = 24, 4, 16
"""How large a part of the inputs of a law is: at least the first number, and one in four of a few hundred inputs or one in
sixteen of thousands."""

_SLOW = {"worn"}
"""The kinds of inputs about which a law asks very often."""

_LARGE = 2048
"""The number of bytes or values above which an input takes long to ask."""


class Mutant(Protocol):
    """A mutant that can be tested; see `mutants.mutant`."""

    id: str
    of: str
    encodings: tuple[str, ...]
    breaks: tuple[str, ...]
    equivalent: str

    def load(self) -> Mapping[str, Any]: ...


class LawIn(NamedTuple):
    """A law that was asked about an encoding. `str()` gives the id of the check, followed by the law and the kind of its
    inputs."""

    encoding: str
    law: LawId

    @property
    def check(self) -> Id:
        """The id of the check on the encoding."""
        return check_id(self.encoding, self.law.check)

    def __str__(self) -> str:
        return str(check_id(self.encoding, str(self.law)))


@dataclass(frozen=True)
class Trial:
    """What killed a mutant: the ids of vectors, and the laws with their encoding and the kind of their inputs.

    `own` are the laws that were broken by a wrong answer, and not by a failure or a refusal before it. If a mutant
    `does_not_load`, every test would kill it, so that it proves nothing.
    """

    mutant: str
    vectors: tuple[Id, ...] = ()
    laws: tuple[LawIn, ...] = ()
    own: tuple[LawIn, ...] = ()
    does_not_load: bool = False

    @property
    def checks(self) -> tuple[Id, ...]:
        """The ids of the checks whose laws killed the mutant."""
        return tuple(dict.fromkeys(law.check for law in self.laws))


class BrokenLaw(NamedTuple):
    """A law that does not hold, with the first input that shows it. `own` says whether a wrong answer broke the law."""

    law: LawIn
    input: Any
    violation: Violation
    own: bool


def tried(mutant: Mutant, sources: Mapping[str, InputSource], served: Mapping[str, Collection[Id]]) -> Trial:
    """Try a mutant in each of its encodings: one that was planted to break something with every vector and law, any other
    until one of each kills it. First a part is tried: vectors of small inputs, and laws with a part of their
    inputs; then the rest of those that have not killed it, or of both where nothing failed that serves what it breaks.
    `served` has, by requirement, the ids of what serves it."""
    try:
        loaded = mutant.load()
        codecs = {id: loaded[id] for id in mutant.encodings}
    except Exception:
        return Trial(mutant.id, does_not_load=True)
    most = None if mutant.breaks else 1
    vectors = list(islice(_everywhere(failed_vectors, codecs, sources, PART), most))
    broken = list(islice(_everywhere(broken_laws, codecs, sources, PART), most))
    if not mutant.equivalent:
        seen = _is_seen(mutant, _trial(mutant, vectors, broken), served)
        if not (vectors and seen):
            vectors += islice(_everywhere(failed_vectors, codecs, sources, REST), most)
        if not (broken and seen):
            broken += islice(_everywhere(broken_laws, codecs, sources, REST), most)
    return _trial(mutant, vectors, broken)


def _trial(mutant: Mutant, vectors: Sequence[Id], broken: Sequence[BrokenLaw]) -> Trial:
    laws, own = ([each.law for each in broken if some or each.own] for some in (True, False))
    return Trial(mutant.id, tuple(vectors), tuple(dict.fromkeys(laws)), tuple(dict.fromkeys(own)))


def _is_seen(mutant: Mutant, trial: Trial, served: Mapping[str, Collection[Id]]) -> bool:
    """Returns whether, for each requirement that a mutant breaks, something that serves the requirement has failed."""
    return all(not {*trial.vectors, *trial.checks}.isdisjoint(served[id]) for id in mutant.breaks)


def _everywhere(
    find: Callable[[InputSource, TimedCodec, str], Iterator[Any]],
    codecs: Mapping[str, Any],
    sources: Mapping[str, InputSource],
    effort: str,
) -> Iterator[Any]:
    """Yields what is found in each encoding. If a codec is given up, the next encoding follows."""
    for id, codec in codecs.items():
        with suppress(GivenUp):
            yield from find(sources[id], TimedCodec(codec), effort)


def failed_vectors(source: InputSource, codec: TimedCodec, effort: str = ALL) -> Iterator[Id]:
    """Yields the ids of the vectors on which a codec fails. Raises GivenUp if too many operations timed out."""
    asked = [vector for vector in source.vectors if effort == ALL or _is_large(vector) == (effort == REST)]
    outcomes = codec.perform([vector.operation for vector in asked])
    for vector, outcome in zip(asked, outcomes):
        judgement = judge(source.encoding, vector.operation, vector.permitted, outcome, NO_LIMITS)
        if judgement.status.is_bad:
            yield vector.id


def _is_large(vector: Vector) -> bool:
    return len(vector.operation.input) > _LARGE


def broken_laws(source: InputSource, codec: TimedCodec, effort: str = ALL) -> Iterator[BrokenLaw]:
    """Yields the laws that do not hold for a codec. Raises GivenUp if too many operations timed out."""
    for check in CHECKS.values():
        if not check.why_not(source.encoding) and (not check.feature or check.feature in codec.features(source.encoding.id)):
            for kind, law in check.laws:
                if effort == PART and kind in _SLOW:
                    continue
                inputs: Iterable[Any] = (given := source.inputs(kind))
                if effort == PART:
                    inputs = spread(given, max(_LEAST, len(given) // (_MANY if len(given) > MOST_INPUTS else _FEW)))
                elif check.swept(source.encoding):
                    inputs = chain(given, _placed(kind, source.encoding))
                found = first_violation(law, source.encoding, NO_LIMITS, inputs, partial(codec.perform, stop=True))
                if isinstance(found, Counterexample):
                    broken = LawIn(source.encoding.id, LawId(check.name, law.name, kind))
                    yield BrokenLaw(broken, found.input, found.violation, _is_own(check, found.violation))


def _placed(kind: str, encoding: Encoding) -> Iterator[Any]:
    """Yields the inputs that show what happens at a place of a block, and in a long text."""
    for part in placed_sweep(kind, encoding, NO_LIMITS):
        yield from (group.input for group in part.groups(range(part.segments)))


def _is_own(check: Check, violation: Violation) -> bool:
    """Returns whether a violation is about what the law says, and not about a refusal or a crash before it."""
    if check.name == "damage":
        return violation.operation.kind == Kind.DECODE
    is_refused = isinstance(violation, Refused) and isinstance(violation.outcome, Rejection)
    return not isinstance(violation.outcome, FAILURES) and not is_refused


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
    with pool(jobs, begin, mutants, inputs(suite, encodings, seed), served) as executor:
        futures = [executor.submit(try_one, index) for index in range(len(mutants))]
        for mutant, future in zip(mutants, futures):
            try:
                yield future.result()
            except BrokenProcessPool:
                raise Stuck(f"a job was lost at or near the mutant {mutant.id}") from None


def inputs(suite: Suite, encodings: Collection[str], seed: int) -> dict[str, InputSource]:
    """Returns the inputs of these encodings, or of all if there are none."""
    return {
        id: InputSource(encoding, NO_LIMITS, suite.vectors_of(id), seed)
        for id, encoding in suite.encodings.items()
        if not encodings or id in encodings
    }


_WORK: tuple[Sequence[Mutant], dict[str, InputSource], Served]


def begin(mutants: Sequence[Mutant], sources: dict[str, InputSource], served: Served) -> None:
    """Prepares a process for trials."""
    global _WORK
    _WORK = mutants, sources, served
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    faulthandler.register(signal.SIGPROF, chain=True)  # it shows where the job is, and then the signal ends it


def try_one(index: int) -> Trial:
    """Returns the trial of the mutant with this index. A process that takes too long for it is ended."""
    mutants, sources, served = _WORK
    signal.setitimer(signal.ITIMER_PROF, _LONGEST)
    try:
        return tried(mutants[index], sources, served)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
