"""Shows the causes of failed tests at the end of a pytest session."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import nullcontext
from multiprocessing import get_all_start_methods

import pytest

from encoding_conformance.adapters.jobs import become_job, pool
from encoding_conformance.causes.collecting import Collector, StartReruns, reruns_of
from encoding_conformance.core.verdict import Cause
from encoding_conformance.report.failure import by_unit, cause_lines, title
from encoding_conformance.testing.items import Judged, suite

_PATIENCE = 120
"""The time limit in seconds for the forked process that runs codecs again."""

_JUDGED: Sequence[Judged]
"""The verdicts in the forked process, which has the codec objects as the tests left them."""


def show_causes(terminal: pytest.TerminalReporter, judged: Sequence[Judged]) -> None:
    """Writes the causes. Codecs run again for them, in a fork of this process. If the fork ends or hangs, the causes come from
    the failures alone."""
    terminal.section("causes of the failures")
    terminal.write_line("")
    for unit in by_unit(_in_a_fork(judged) or _causes(judged, None)):
        terminal.write_line(f"{unit.implementation}  {unit.encoding}    {unit.explaining}\n")
        for number, cause in enumerate(unit.causes, 1):
            terminal.write_line(title(number, cause))
            for line in cause_lines(cause, suite().requirements, suite().encodings[unit.encoding]):
                terminal.write_line(f"   {line}")
            terminal.write_line("")


def _in_a_fork(judged: Sequence[Judged]) -> list[Cause]:
    if "fork" not in get_all_start_methods():
        return []
    try:
        with pool(1, _begin, judged) as executor:
            return executor.submit(_causes_in_fork).result(_PATIENCE)
    except (BrokenProcessPool, TimeoutError):
        return []


def _begin(judged: Sequence[Judged]) -> None:
    global _JUDGED
    become_job()
    _JUDGED = judged


def _causes_in_fork() -> list[Cause]:
    codecs = {(each.unit.name, each.unit.encoding.id): each for each in _JUDGED}
    start = reruns_of(
        (each.unit for each in codecs.values()), lambda unit: nullcontext(codecs[unit.name, unit.encoding.id].codec)
    )
    return _causes(_JUDGED, start)


def _causes(judged: Sequence[Judged], start_reruns: StartReruns | None) -> list[Cause]:
    causes = Collector(suite(), start_reruns)
    for verdict in sorted((each.verdict for each in judged), key=lambda each: (each.implementation, each.encoding)):
        causes.add(verdict)
    causes.rest()
    return causes.found
