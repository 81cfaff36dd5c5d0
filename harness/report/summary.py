"""Verdicts counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from harness.core.verdict import ERROR, FAIL, VERDICTS, Verdict


@dataclass
class Summary:
    """How many verdicts of each kind, in all and by implementation and encoding."""

    total: Counter[str] = field(default_factory=lambda: Counter(dict.fromkeys(VERDICTS, 0)))
    deviations: int = 0
    """Skips that are known deviations."""
    by_unit: dict[tuple[str, str], Counter[str]] = field(default_factory=dict)

    def add(self, verdict: Verdict) -> None:
        kind, unit = verdict.judgement.verdict, (verdict.implementation, verdict.encoding)
        self.total[kind] += 1
        self.deviations += verdict.is_known_deviation
        if unit not in self.by_unit:
            self.by_unit[unit] = Counter()
        self.by_unit[unit][kind] += 1

    @property
    def exit_status(self) -> int:
        """0: all held; 1: an implementation failed a test; 3: the harness, a vector or an adapter is at fault."""
        return 3 if self.total[ERROR] else 1 if self.total[FAIL] else 0
