"""What was given up costs a sweep nothing more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from encoding_conformance.checks.sweep import CaseGroup, SweepPart
from encoding_conformance.runner.laws import LawRunner, Sweep
from project import suite

from encoding_conformance.adapters.manifest import Implementation, Way
from encoding_conformance.adapters.partial_testee import PartialTestee
from encoding_conformance.adapters.testee import Testee
from encoding_conformance.checks.catalogue import CHECKS
from encoding_conformance.core.limits import NO_LIMITS, Limits
from encoding_conformance.core.operation import BOTH, Decode, Kind, Operation
from encoding_conformance.core.outcome import Decoded, NotAsked, Outcome

DECODES = frozenset({Kind.DECODE})
TOGETHER, ALL = 128, 300
"""The segments that are asked together, and all of them."""


class GivenUp(Testee):
    """A testee that has failed too often to be asked to decode."""

    given_up = DECODES

    def perform(self, operations: Sequence[Operation], stop: bool = False) -> Iterator[Outcome]:
        return (NotAsked("decode was given up") for _ in operations)


@pytest.mark.parametrize(
    ("asked", "offered", "made"),
    [(DECODES, BOTH, TOGETHER), (BOTH, DECODES, TOGETHER), (BOTH, BOTH, ALL)],
    ids=["of decode", "of a decoder", "of half"],
)
def test_a_sweep_makes_no_more_cases_of_what_was_given_up(asked: frozenset[Kind], offered: frozenset[Kind], made: int) -> None:
    encoding, segments = suite().encodings["ascii"], set()
    testee = GivenUp(Implementation("x", "X", Path(), Way.PROCESS))
    completed = testee if offered == BOTH else PartialTestee(testee, encoding, Limits(operations=offered))
    sweep = Sweep(CHECKS["layout"], LawRunner(completed, encoding, NO_LIMITS), taped=True, exhaustive=False)
    law = next(law for kind, law in CHECKS["layout"].laws if kind == "bytes")

    def segment(index: int) -> Iterator[CaseGroup]:
        segments.add(index)
        yield CaseGroup([b"A"], b"".join, [(Decode("ascii", b"A"), Decoded((0x41,)))])

    sweep.parts = [(law, SweepPart(ALL, ALL, segment, told=True, kinds=asked))]
    assert isinstance(sweep.violation(), NotAsked)
    assert len(segments) == made
