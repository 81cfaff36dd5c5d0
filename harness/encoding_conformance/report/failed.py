"""Says what failed in an earlier run."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from encoding_conformance.core.identity import OFFER, START, Id
from encoding_conformance.core.verdict import ERROR, FAIL, NOT_ASKED
from encoding_conformance.report.recorded import Report


@dataclass(frozen=True)
class Failed:
    """The ids of what failed in a run, or was not asked because too much had failed, by the name of the implementation."""

    ids: Mapping[str, set[Id]]

    def has(self, implementation: str, id: Id) -> bool:
        """Returns whether a vector or check failed or was not asked. Nothing was asked if an implementation did not start, and
        nothing in an encoding that it did not offer."""
        ids = self.ids.get(implementation, set())
        return id in ids or Id(id.encoding, OFFER) in ids or any(each.kind == START for each in ids)


def failed(report: Report) -> Failed:
    """Returns what failed according to a report."""
    ids: dict[str, set[Id]] = defaultdict(set)
    for line in report.lines:
        if line.verdict in (FAIL, ERROR) or line.ground == NOT_ASKED:
            ids[line.implementation].add(line.id)
    return Failed(ids)
