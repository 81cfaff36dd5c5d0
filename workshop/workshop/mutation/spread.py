"""Spreads the trials of mutants over the workers of a cluster."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import islice

from encoding_conformance.adapters.cluster import Cluster
from encoding_conformance.adapters.cluster_work import Unfit
from encoding_conformance.commands.arguments import load_suite
from encoding_conformance.core.identity import Id, check_id
from encoding_conformance.core.requirement import Service
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.runner.services import services
from workshop.mutation.selection import mutants
from workshop.mutation.trial import Mutant, Stuck, Trial, begin, inputs, try_one

_MOST = 1000
"""The most trials that the cluster has at a time."""


def serving(suite: Suite, encodings: Collection[str]) -> dict[str, frozenset[Id]]:
    """Returns the ids of what serves each requirement of these encodings, or of all if there are none."""
    wanted = set(encodings or suite.encodings)
    return {each.requirement.id: _ids(each) for each in services(suite) if wanted & set(each.requirement.encodings)}


def _ids(service: Service) -> frozenset[Id]:
    checks = (check_id(id, check) for id in service.requirement.encodings for check in service.checks)
    return frozenset([*(vector.id for vector in service.vectors), *checks])


class Trials:
    """The trials of mutants, as a worker of a cluster does them."""

    def __init__(self, encodings: Collection[str], pattern: str, seed: int, ids: Sequence[str]):
        """Raises Unfit if the mutants here are not those with these ids."""
        suite, found = load_suite(()), mutants(encodings, pattern)
        if [each.id for each in found] != ids:
            raise Unfit("its mutants are others; install the same version of the workshop there")
        begin(found, inputs(suite, encodings, seed), serving(suite, encodings))

    def check(self) -> None:
        """Checks nothing more than has been."""

    def do(self, index: int, tell: Callable[..., None]) -> Trial:
        """Returns the trial of a mutant."""
        return try_one(index)


def spread(tried: Sequence[Mutant], workers: Cluster) -> Iterator[Trial]:
    """Yields the trials in the order of the mutants. Raises Stuck."""
    futures = (workers.submit(f"mutants {mutant.of}", index) for index, mutant in enumerate(tried))
    asked = deque(islice(futures, _MOST))  # a trial stays in the memory of its worker until it is fetched
    for mutant in tried:
        trial = workers.result(asked.popleft())
        asked += islice(futures, 1)
        if trial is None:
            raise Stuck(f"a worker was lost again and again at the mutant {mutant.id}")
        yield trial
