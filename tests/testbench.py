"""Vectors and checks at work on a codec object, in this process."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from project import suite

from encoding_conformance.checks.catalogue import CHECKS
from encoding_conformance.checks.check import Group
from encoding_conformance.checks.inputs import EXAMPLES, Inputs, inputs_of
from encoding_conformance.checks.judging import Blamed, Perform, Search
from encoding_conformance.core.limits import NO_LIMITS
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import Outcome, Unsupported
from mutants.planting import Unable
from workshop.mutation import trial
from workshop.mutation.codec import TimedCodec

SEED = 0


@lru_cache(4)
def inputs(encoding: str) -> Inputs:
    """What the checks of a run make their cases from."""
    return inputs_of(suite().encodings[encoding], NO_LIMITS, suite().vectors_of(encoding), SEED, EXAMPLES)


def source_of(encoding: str) -> trial.Source:
    return trial.Source(suite().encodings[encoding], suite().vectors_of(encoding), inputs(encoding))


class _Excused(TimedCodec):
    """A codec that may raise Unable, for which a plug-in says "unsupported"."""

    def ask(self, operation: Operation) -> Outcome:
        outcome = super().ask(operation)
        return Unsupported() if getattr(outcome, "text", "").startswith(Unable.__name__) else outcome


def performing(codec: Any) -> Perform:
    """Asks a codec object."""
    return _Excused(codec).perform


def failed_vectors(encoding: str, codec: Any) -> list[str]:
    """The ids of the vectors on which a codec fails."""
    return list(trial.failed_vectors(source_of(encoding), _Excused(codec)))


def broken_checks(encoding: str, codec: Any, effort: str = trial.ALL) -> list[trial.BrokenCheck]:
    """The checks that do not hold of a codec."""
    return list(trial.broken_checks(source_of(encoding), _Excused(codec), effort))


def searched(check: str, encoding: str, perform: Perform) -> Search:
    """A search for what breaks a check."""
    return Search(CHECKS[check], suite().encodings[encoding], NO_LIMITS, perform)


def smallest(check: str, encoding: str, codec: Any, groups: Iterable[Group] | None = None) -> Blamed | None:
    """What a run reports of a check that a codec breaks, in these groups or in those of a run."""
    found = CHECKS[check].groups(inputs(encoding)) if groups is None else groups
    return searched(check, encoding, performing(codec)).smallest(found)
