"""The cost of finding the causes of failures, over the cost of the verdicts on the same codec.

Each codec is a model of a bug in the museum, and runs all vectors and checks of its encoding. The goal is a quarter, or one
second. Both are seconds of CPU, in this process and in the codec's.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from statistics import median
from tempfile import TemporaryDirectory

from measure import RUNS, Row

from encoding_conformance.causes.collecting import explain
from encoding_conformance.commands.main import NEW_OBJECTS
from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.runner import plan, registry
from encoding_conformance.runner.plan import Unit
from encoding_conformance.runner.running import Running
from workshop.museum import plug_in
from workshop.museum.entry import entries

GOAL = 1 / 4

BUGS = ("libunicode-145-overlong", "perl5-14471", "asn1c-285", "scsu-java-1998")
"""The ids of entries, in UTF-8, UTF-16, Kim and BOCU-1."""


def rows() -> Iterator[Row]:
    """Yields a row for each bug. The garbage collector is configured as in the command."""
    gc.set_threshold(NEW_OBJECTS)
    suite = load_suite()
    with TemporaryDirectory(prefix="bench-") as temporary:
        folders = [plug_in.write(Path(temporary) / bug, entries()[bug]) for bug in BUGS]
        registered = registry.selected(list(map(str, folders)), suite.encodings)
        for bug, unit in zip(BUGS, plan.units(suite, registered, ()), strict=True):
            yield _row(bug, unit)


def _row(name: str, unit: Unit) -> Row:
    pairs = [_seconds(unit) for _ in range(RUNS)]
    verdicts, causes = map(median, zip(*pairs))
    ratio = median(cause / verdict for verdict, cause in pairs)
    how = f"{causes:.1f} s over {verdicts:.1f} s, median of {RUNS} runs"
    return Row(f"CPU of the causes over that of the verdicts: {name}", ratio, how, GOAL)


def _seconds(unit: Unit) -> tuple[float, float]:
    """Returns the seconds for the verdicts on a unit, and for the causes of its failures."""
    start = _spent()
    with closing(Running([unit], jobs=1).verdicts()) as running:
        verdicts = list(running)
    judged = _spent()
    explain(unit, verdicts)
    return judged - start, _spent() - judged


def _spent() -> float:
    return sum(each.ru_utime + each.ru_stime for each in map(getrusage, (RUSAGE_SELF, RUSAGE_CHILDREN)))
