"""Finds what fails of composed codecs, without asking for causes, which takes less time than a whole run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import cache
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory

from encoding_conformance.adapters.in_process import InProcess
from encoding_conformance.core.judge import judge
from encoding_conformance.core.limits import NO_LIMITS
from encoding_conformance.core.verdict import Status
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.data_folders import VECTORS
from encoding_conformance.runner import compiled_suite, plan, registry
from encoding_conformance.runner.running import Running
from workshop.composed import families
from workshop.composed.codec import Codec
from workshop.composed.composed import Composed
from workshop.composed.fed import Fed
from workshop.composed.runs import write_plug_ins
from workshop.runs import NotRun

LONGEST = 5_000
"""The most values or bytes of an input of which a draw takes notice. A dozen vectors have more, and take ten times as long as all
others."""


@cache
def _suite() -> Suite:
    return compiled_suite.load([VECTORS])


def failing(codecs: Iterable[Composed], jobs: int, without: Sequence[str] = ()) -> dict[Composed, frozenset[str]]:
    """Returns the ids of the vectors and checks that fail on each codec. `without` are patterns of ids that are not asked.
    Raises NotRun if a verdict is an error."""
    suite = _suite()
    found: dict[str, set[str]] = {}
    with TemporaryDirectory(prefix="composed-") as there:
        named = write_plug_ins(Path(there), codecs)
        if not named:
            return {}
        selected = registry.selected([str(folder) for folder in named], suite.encodings)
        units = plan.units(suite, selected, (), plan.Selection(unwanted=tuple(without)))
        with closing(Running(units, jobs=jobs).verdicts()) as verdicts:
            for verdict in verdicts:
                if verdict.status == Status.ERROR:
                    raise NotRun(verdict.reason)
                if verdict.status == Status.FAIL:
                    found.setdefault(verdict.implementation, set()).add(str(verdict.id))
    return {codec: frozenset(found.get(folder.name, ())) for folder, codec in named.items()}


@cache
def failing_vectors(codec: Composed) -> frozenset[str]:
    """Returns the ids of the vectors that fail on a codec, which is asked in this process, without the longest inputs."""
    return frozenset(failing_of(codec.encoding, families.codec(codec.encoding, codec.names), LONGEST))


def failing_of(encoding: str, made: Codec | Fed, longest: float = inf) -> Iterator[str]:
    """Yields the ids of the vectors that fail on a codec of this encoding, which is asked in this process, those with the
    smallest inputs first, and none whose input has more values or bytes than the `longest`."""
    suite = _suite()
    vectors = sorted(suite.vectors_of(encoding), key=lambda vector: len(vector.operation.input))
    vectors = [each for each in vectors if len(each.operation.input) <= longest]
    outcomes = InProcess(made).perform([vector.operation for vector in vectors])
    for vector, got in zip(vectors, outcomes, strict=True):
        if judge(suite.encodings[encoding], vector.operation, vector.permitted, got, NO_LIMITS).status.is_bad:
            yield str(vector.id)
