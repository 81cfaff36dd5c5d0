"""Counts verdicts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from encoding_conformance.core.verdict import DEVIATION, ERROR, FAIL, LIMIT, VERDICTS, Ground, Verdict


class GivenUp(NamedTuple):
    """An implementation that was not asked everything in an encoding, and why."""

    implementation: str
    encoding: str
    reason: str


@dataclass
class Summary:
    """The number of verdicts of each kind, in total and by implementation and encoding."""

    total: Counter[str] = field(default_factory=lambda: Counter(dict.fromkeys(VERDICTS, 0)))
    not_asked: Counter[GivenUp] = field(default_factory=Counter)
    """The number of skips because an implementation had been given up."""
    by_unit: dict[tuple[str, str], Counter[str]] = field(default_factory=dict)
    grounds: Counter[tuple[str, str, Ground]] = field(default_factory=Counter)
    """The number of verdicts for each kind of reason, by implementation and encoding."""

    @property
    def deviations(self) -> int:
        """The number of skips that are known deviations."""
        return sum(count for (*_, ground), count in self.grounds.items() if ground == DEVIATION)

    @property
    def beyond_limits(self) -> int:
        """The number of skips because the input lies beyond a limit that the manifest declares."""
        return sum(count for (*_, ground), count in self.grounds.items() if ground == LIMIT)

    def add(self, verdict: Verdict) -> None:
        """Counts a verdict."""
        kind, unit = verdict.judgement.verdict, (verdict.implementation, verdict.encoding)
        self.total[kind] += 1
        if verdict.judgement.ground:
            self.grounds[*unit, verdict.judgement.ground] += 1
        if verdict.is_not_asked:
            self.not_asked[GivenUp(*unit, verdict.judgement.reason)] += 1
        if unit not in self.by_unit:
            self.by_unit[unit] = Counter()
        self.by_unit[unit][kind] += 1

    def not_asked_lines(self) -> Iterator[str]:
        """Yields how many vectors and checks each implementation was not asked, and why."""
        for (implementation, encoding, reason), count in self.not_asked.items():
            tests = f"{count:,} vectors and checks were" if count > 1 else "1 vector or check was"
            yield f"{implementation}, {encoding}: {tests} {reason}"

    @property
    def exit_status(self) -> int:
        """The exit status: 0 if everything held, 1 if an implementation failed a test, and 3 if the harness, a vector or an
        adapter is at fault."""
        return 3 if self.total[ERROR] else 1 if self.total[FAIL] else 0
