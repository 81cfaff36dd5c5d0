"""Audits each vector with the answers of the implementations."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from encoding_conformance.runner.plan import Unit
from encoding_conformance.runner.running import Answers
from encoding_conformance.specification.suite import Suite
from workshop.audit.count import Answer, Audited, audit
from workshop.audit.roster import Roster


def audited(suite: Suite, units: Sequence[Unit], answers: Answers, roster: Roster, present: Collection[str]) -> Iterator[Audited]:
    """The audit of each vector of the units, in the order of the suite. `present` are the names of all implementations that
    could be asked, about this encoding or another. What an implementation gives instead of a rejection is no answer to a
    vector that must be rejected, so it confirms none."""
    wanted = {vector.id for unit in units for vector in unit.vectors}
    for vector in suite.all_vectors:
        if vector.id in wanted:
            verdicts = answers.verdicts.get(vector.id, {})
            given = {
                name: Answer(verdict.got, verdict.status, verdict.told)
                for name, verdict in verdicts.items()
                if verdict.got is not None and verdict.expected == vector.permitted
            }
            yield audit(vector, suite.encodings[vector.operation.encoding], roster, given, present)
