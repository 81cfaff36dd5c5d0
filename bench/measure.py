"""Two ways to do the same, timed in turn in one run, so that a ratio holds when the machine's speed drifts."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median

RUNS = 3


def report(what: str, count: int, first: Callable[[], float], second: Callable[[], float]) -> float:
    """Time both RUNS times, A B A B …, and print and return the median of the ratios of their rates."""
    first(), second()
    pairs = [(first(), second()) for _ in range(RUNS)]
    ratio = median(b / a for a, b in pairs)
    rates = [count / median(times) for times in zip(*pairs)]
    print(f"{what}: {ratio:.2f} ({rates[0]:,.0f}/s over {rates[1]:,.0f}/s, median of {RUNS} pairs)")
    return ratio
