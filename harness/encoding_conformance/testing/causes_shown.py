"""Shows the causes of failed tests at the end of a pytest session."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import nullcontext
from multiprocessing import get_all_start_methods

import pytest

from encoding_conformance.adapters.jobs import become_job, pool
from encoding_conformance.causes.collecting import Ask, Collector, ask_units
from encoding_conformance.core.verdict import Cause
from encoding_conformance.report.failure import by_unit, cause_lines, title
from encoding_conformance.testing.items import Judged, suite

_PATIENCE = 120
"""The seconds after which a copy of the process that runs codecs again is given up."""

_JUDGED: Sequence[Judged]
"""What a copy of the process is forked with. Only a copy has the codec objects as the tests left them."""


def show_causes(terminal: pytest.TerminalReporter, judged: Sequence[Judged]) -> None:
    """Writes the causes. Codecs run again for that, in a copy of this process. If the copy ends or hangs, the causes are what
    the failures alone tell."""
    terminal.section("causes of the failures")
    terminal.write_line("")
    for unit in by_unit(_in_a_copy(judged) or _causes(judged, None)):
        terminal.write_line(f"{unit.implementation}  {unit.encoding}    {unit.explaining}\n")
        for number, cause in enumerate(unit.causes, 1):
            terminal.write_line(title(number, cause))
            for line in cause_lines(cause, suite().requirements, suite().encodings[unit.encoding]):
                terminal.write_line(f"   {line}")
            terminal.write_line("")


def _in_a_copy(judged: Sequence[Judged]) -> list[Cause]:
    if "fork" not in get_all_start_methods():
        return []
    try:
        with pool(1, _begin, judged) as executor:
            return executor.submit(_of_copy).result(_PATIENCE)
    except (BrokenProcessPool, TimeoutError):
        return []


def _begin(judged: Sequence[Judged]) -> None:
    global _JUDGED
    become_job()
    _JUDGED = judged


def _of_copy() -> list[Cause]:
    codecs = {(each.unit.name, each.unit.encoding.id): each for each in _JUDGED}
    start = ask_units(
        (each.unit for each in codecs.values()), lambda unit: nullcontext(codecs[unit.name, unit.encoding.id].codec)
    )
    return _causes(_JUDGED, start)


def _causes(judged: Sequence[Judged], ask: Ask | None) -> list[Cause]:
    causes = Collector(suite(), ask)
    for verdict in sorted((each.verdict for each in judged), key=lambda each: (each.implementation, each.encoding)):
        causes.add(verdict)
    causes.rest()
    return causes.found
