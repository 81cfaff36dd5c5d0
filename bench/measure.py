"""Measurements: two functions in turn, and programs by the resources that the system reports."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

RUNS = 3

BARE = (sys.executable, "-c", "pass")
LOOP = (sys.executable, "-c", "for number in range(3_000_000): number * 3")
"""Programs with which others are compared. Seconds on different machines do not compare; multiples of these roughly do."""

_FELL_BEHIND = 1.2
"""The factor by which a figure must be worse than the recorded one to be marked."""


class Better(Enum):
    """Whether larger or smaller figures are better."""

    MORE = auto()
    LESS = auto()


@dataclass(frozen=True)
class Row:
    """A row of the table: its title, the figure, how it was measured, the goal if there is one, and which figures are
    better."""

    title: str
    figure: float
    how: str
    goal: float | None = None
    better: Better = Better.LESS

    def fell_behind(self, recorded: float) -> bool:
        """Returns whether the figure is worse than a recorded one by more than a fifth."""
        now, before = (self.figure, recorded) if self.better == Better.LESS else (recorded, self.figure)
        return now > _FELL_BEHIND * before


def ratio_of_rates(
    title: str, goal: float | None, count: int, first: Callable[[], float], second: Callable[[], float], runs: int = RUNS
) -> Row:
    """Returns a row with the median of the ratios of two rates. Both functions return the seconds for `count` things. They run in
    turn, A B A B …, so that the ratio holds when the machine's speed drifts."""
    first(), second()
    pairs = [(first(), second()) for _ in range(runs)]
    ratio = median(b / a for a, b in pairs)
    rates = [count / median(times) for times in zip(*pairs)]
    how = f"{rates[0]:,.0f}/s over {rates[1]:,.0f}/s, median of {runs} pairs"
    return Row(title, ratio, how, goal, Better.MORE)


@dataclass(frozen=True)
class Used:
    """The processor seconds of a program and its children, its seconds on the clock, and its exit status."""

    cpu: float
    wall: float
    status: int


def used(command: Sequence[str]) -> Used:
    """Runs a program to its end, without its output, and returns what it used."""
    start = time.perf_counter()
    before = getrusage(RUSAGE_CHILDREN)
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    after = getrusage(RUSAGE_CHILDREN)
    cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return Used(cpu, time.perf_counter() - start, done.returncode)


def cpu_over(title: str, goal: float | None, first: Sequence[str], second: Sequence[str], runs: int = RUNS) -> Row:
    """Returns a row with the median of the ratios of processor seconds of two programs, run in turn."""
    used(first), used(second)
    pairs = [(used(first).cpu, used(second).cpu) for _ in range(runs)]
    ratio = median(a / b for a, b in pairs)
    seconds = [median(times) for times in zip(*pairs)]
    return Row(title, ratio, f"{seconds[0]:.2f} s over {seconds[1]:.2f} s of CPU, median of {counted(runs)}", goal)


def counted(pairs: int) -> str:
    return f"{pairs} pairs" if pairs > 1 else "one pair"
