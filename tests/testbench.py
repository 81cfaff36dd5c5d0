"""Vectors and checks at work on a codec object, in this process."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from project import suite

from encoding_conformance.checks.drive import Perform, first_violation
from encoding_conformance.checks.inputs.kinds import InputSource
from encoding_conformance.checks.law import Found, Law
from encoding_conformance.core.limits import NO_LIMITS
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import Outcome, Unsupported
from mutants.planting import Unable
from workshop.mutation import trial
from workshop.mutation.codec import TimedCodec

SEED = 0


_EXAMPLES: dict[str, tuple[list[tuple[int, ...]], list[bytes]]] = {}
"""What Hypothesis made for each encoding. It takes long and is small, so no worker forgets it between modules of tests."""


@lru_cache(2)
def source_of(encoding: str) -> InputSource:
    source = InputSource(suite().encodings[encoding], NO_LIMITS, suite().vectors_of(encoding), SEED)
    source.examples = _EXAMPLES[encoding] = _EXAMPLES.get(encoding) or source.examples
    return source


def inputs_of(encoding: str, kind: str) -> list[Any]:
    """The inputs of a kind that a run makes."""
    return source_of(encoding).inputs(kind)


class _Excused(TimedCodec):
    """A codec that may raise Unable, for which a plug-in says "unsupported"."""

    def ask(self, operation: Operation) -> Outcome:
        outcome = super().ask(operation)
        return Unsupported() if getattr(outcome, "text", "").startswith(Unable.__name__) else outcome


def asking(codec: Any) -> TimedCodec:
    """Asks a codec object."""
    return _Excused(codec)


def performing(codec: Any) -> Perform:
    """Asks a codec object."""
    return _Excused(codec).perform


def failed_vectors(encoding: str, codec: Any) -> list[str]:
    """The ids of the vectors on which a codec fails."""
    return list(trial.failed_vectors(source_of(encoding), _Excused(codec)))


def broken_laws(encoding: str, codec: Any, effort: str = trial.ALL) -> list[trial.BrokenLaw]:
    """The laws that do not hold of a codec."""
    return list(trial.broken_laws(source_of(encoding), _Excused(codec), effort))


def broken_by(law: Law, kind: str, encoding: str, codec: Any) -> Found:
    """The first input of a run on which a law does not hold."""
    return first_violation(law, suite().encodings[encoding], NO_LIMITS, inputs_of(encoding, kind), performing(codec))
