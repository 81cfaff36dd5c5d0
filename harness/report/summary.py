"""Verdicts counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from harness.core.verdict import ERROR, FAIL, VERDICTS, Verdict


@dataclass
class Summary:
    """How many verdicts of each kind, in all and by implementation and encoding."""

    total: Counter[str] = field(default_factory=lambda: Counter({verdict: 0 for verdict in VERDICTS}))
    by_unit: dict[tuple[str, str], Counter[str]] = field(default_factory=dict)

    def add(self, verdicts: Iterable[Verdict]) -> None:
        for verdict in verdicts:
            kind = verdict.judgement.verdict
            self.total[kind] += 1
            self.by_unit.setdefault((verdict.implementation, verdict.encoding), Counter())[kind] += 1

    @property
    def exit_status(self) -> int:
        """0: all held; 1: an implementation fell short; 3: the harness, a vector or an adapter is at fault."""
        return 3 if self.total[ERROR] else 1 if self.total[FAIL] else 0
