"""Finds what fails of composed codecs, without asking for causes, which takes less time than a whole run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from encoding_conformance.adapters.in_process import InProcess
from encoding_conformance.core.judge import judge
from encoding_conformance.core.limits import NO_LIMITS
from encoding_conformance.core.verdict import Status
from encoding_conformance.data_folders import VECTORS
from encoding_conformance.runner import plan, registry, suites
from encoding_conformance.runner.running import Running
from encoding_conformance.specification.suite import Suite
from workshop.composed import families
from workshop.composed.composed import Composed
from workshop.composed.runs import write_plug_ins
from workshop.runs import NotRun


@cache
def _suite() -> Suite:
    return suites.load([VECTORS])


def failing(codecs: Iterable[Composed], jobs: int, without: Sequence[str] = ()) -> dict[Composed, frozenset[str]]:
    """Returns the ids of the vectors and checks that fail on each codec. `without` are patterns of ids that are not asked.
    Raises NotRun if a verdict is an error."""
    suite = _suite()
    found: dict[str, set[str]] = {}
    with TemporaryDirectory(prefix="composed-") as there:
        named = write_plug_ins(Path(there), codecs)
        if not named:
            return {}
        registered = registry.selected([str(folder) for folder in named], suite.encodings)
        units = plan.units(suite, registered, (), plan.Selection(unwanted=tuple(without)))
        with closing(Running(units, jobs=jobs).verdicts()) as verdicts:
            for verdict in verdicts:
                if verdict.status == Status.ERROR:
                    raise NotRun(verdict.reason)
                if verdict.status == Status.FAIL:
                    found.setdefault(verdict.implementation, set()).add(str(verdict.id))
    return {codec: frozenset(found.get(folder.name, ())) for folder, codec in named.items()}


@cache
def failing_vectors(codec: Composed) -> frozenset[str]:
    """Returns the ids of the vectors that fail on a codec, which is asked in this process."""
    return frozenset(_failing_vectors(codec))


def fails_a_vector(codec: Composed) -> bool:
    """Returns whether a vector fails on a codec, which is asked in this process, the smallest inputs first."""
    return next(_failing_vectors(codec), None) is not None


def _failing_vectors(codec: Composed) -> Iterator[str]:
    suite = _suite()
    vectors = sorted(suite.vectors_of(codec.encoding), key=lambda vector: len(vector.operation.input))
    definition = suite.encodings[codec.encoding]
    outcomes = InProcess(families.codec(codec.encoding, codec.names)).perform([vector.operation for vector in vectors])
    for vector, got in zip(vectors, outcomes, strict=True):
        if judge(definition, vector.operation, vector.permitted, got, NO_LIMITS).status.is_bad:
            yield str(vector.id)
