"""Counts verdicts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from harness.core.verdict import ERROR, FAIL, VERDICTS, Verdict


@dataclass
class Summary:
    """The number of verdicts of each kind, in total and by implementation and encoding."""

    total: Counter[str] = field(default_factory=lambda: Counter(dict.fromkeys(VERDICTS, 0)))
    deviations: int = 0
    """The number of skips that are known deviations."""
    by_unit: dict[tuple[str, str], Counter[str]] = field(default_factory=dict)

    def add(self, verdict: Verdict) -> None:
        """Counts a verdict."""
        kind, unit = verdict.judgement.verdict, (verdict.implementation, verdict.encoding)
        self.total[kind] += 1
        self.deviations += verdict.is_known_deviation
        if unit not in self.by_unit:
            self.by_unit[unit] = Counter()
        self.by_unit[unit][kind] += 1

    @property
    def exit_status(self) -> int:
        """The exit status: 0 if everything held, 1 if an implementation failed a test, and 3 if the harness, a vector or an
        adapter is at fault."""
        return 3 if self.total[ERROR] else 1 if self.total[FAIL] else 0
