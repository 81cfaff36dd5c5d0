"""Keeps a worker going on one core: what it finds is settled and told, and after each death it is started anew."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from harness.adapters.manifest import PROCESS
from harness.core.identity import LawId
from harness.core.operation import Decode
from harness.core.outcome import Timeout
from harness.core.wire import failure_text, outcome_text
from harness.fuzz.asking.signature import CRASH, HANG, MEMORY, PROTOCOL, Signature, signature
from harness.fuzz.engines.settings import Settings
from harness.fuzz.findings.again import Again
from harness.fuzz.findings.finding import Case, Finding, Seen
from harness.fuzz.findings.record import heard
from harness.fuzz.inputs.subjects import ANSWERS
from harness.fuzz.workers.life import Died, Life
from harness.fuzz.workers.worker import COUNTED, FOUND, LOADED, UNABLE

_GRACE = 5
"""Seconds behind the end in which findings may still be made smaller."""

_STARTS = 3
"""How many times a worker may end before it asks anything."""

_PATIENCE = 3
"""Deaths of one signature before what shows it is asked no more."""

_PATIENCE_WITH_PLUG_INS = {CRASH: 100, MEMORY: 20, PROTOCOL: 50, HANG: 3}
"""The same where a plug-in's process dies, and not the worker: to start that anew takes less."""

_PARTS = 16
"""Of inputs that are asked no more; then the whole encoding is put aside."""

_COVERAGE = re.compile(rb"cov: (\d+)")
_PULSE = 0.5
"""Seconds between two tellings of how far it is."""


@dataclass(frozen=True)
class Pulse:
    """How far a worker is: executions since it was last told, edges that are covered, kinds of outcomes."""

    executions: int
    coverage: int
    features: int


@dataclass(frozen=True)
class Settled:
    """What was told under a signature, as a fresh process shows it."""

    told: Signature
    finding: Finding


@dataclass(frozen=True)
class Met:
    """A finding that is known was met so many times more."""

    signature: Signature
    times: int


@dataclass(frozen=True)
class PutAside:
    """Something is asked no more."""

    text: str


@dataclass(frozen=True)
class Unable:
    """The campaign cannot go on here; who is at fault stands in the text."""

    text: str


Event = Finding | Settled | Pulse | Met | PutAside | Unable
Tell = Callable[[Event], None]


class _PutAway(Exception):
    """A life is to be ended, for something is to be asked no more; is anything left?"""

    def __init__(self, goes_on: bool):
        super().__init__()
        self.goes_on = goes_on


class Keeper:
    """Of one worker, for as long as its settings say; `stops` is asked whether to end before."""

    def __init__(self, settings: Settings, again: Again, tell: Tell, stops: Callable[[], bool]):
        self._settings = settings
        self._again = again
        self._tell = tell
        self._stops = stops
        self._end = time.monotonic() + settings.seconds
        self._known = dict(settings.known)
        self._settled: dict[Signature, Finding] = {}
        self._deaths: Counter[Signature] = Counter()
        self._laws: list[LawId] = []
        self._failed_starts = 0
        self._executed = 0

    def keep(self) -> None:
        """Run workers, one after another, until the campaign is over or nothing is left to ask."""
        lives, goes_on = 0, True
        while goes_on and not self._is_over():
            left = self._end - time.monotonic()
            seed = self._settings.seed + lives
            executions = self._settings.executions - self._executed
            life = Life(replace(self._settings, seconds=left, executions=executions, seed=seed, known=dict(self._known)))
            lives += 1
            try:
                goes_on = self._watch(life)
            except _PutAway as enough:
                goes_on = enough.goes_on
            except Died as death:
                life.close()
                goes_on = self._file(death)
            finally:
                life.close()
                self._executed += life.journal.read().executions

    def _is_over(self) -> bool:
        return self._stops() or time.monotonic() > self._end or self._executed >= self._settings.executions

    def _watch(self, life: Life) -> bool:
        """Hear what a worker tells until it ends as it should. Raises Died, _PutAway."""
        executions, next_pulse = 0, 0.0
        for line in life.lines():
            if line is None:
                if time.monotonic() > next_pulse:
                    next_pulse = time.monotonic() + _PULSE
                    executions = self._pulse(life, executions)
                if self._stops():
                    life.journal.stop()
            elif line["kind"] == LOADED:
                self._laws = [LawId(*law) for law in line["laws"]]
            elif line["kind"] == FOUND:
                self._found(*life.believed(line, partial(heard, self._settings.encoding.id)))
            elif line["kind"] == COUNTED:
                for known, times in line["counts"]:
                    self._met(Signature(*known), times)
            elif line["kind"] == UNABLE:
                self._tell(Unable(line["text"]))
        self._pulse(life, executions)
        return False

    def _pulse(self, life: Life, before: int) -> int:
        entry = life.journal.read()
        covered = _COVERAGE.findall(life.standard_error)
        self._tell(Pulse(entry.executions - before, int(covered[-1]) if covered else 0, entry.features))
        return entry.executions

    def _found(self, signature: Signature, case: Case, seen: Seen) -> None:
        told = Finding(signature, self._again.registered.selector, case, seen, count=0)
        if len(told.case.data) < self._known.get(told.signature, len(told.case.data) + 1):
            self._settle(told)

    def _settle(self, told: Finding) -> Finding:
        """Tell a finding as it came, so that nothing can lose it; then as a fresh process shows it, made smaller."""
        self._tell(replace(told, case=replace(told.case, before=()), repeats=False))
        finding = self._again.settled(told, lambda: self._stops() or time.monotonic() > self._end + _GRACE)
        self._settled[told.signature] = finding
        self._known[told.signature] = self._known[finding.signature] = len(finding.case.data)
        self._tell(Settled(told.signature, replace(finding, count=0)))
        return finding

    def _met(self, met: Signature, times: int) -> None:
        """Raises _PutAway."""
        finding = self._settled.get(met)
        self._tell(Met(finding.signature if finding else met, times))
        if finding and self._settings.implementation.kind == PROCESS and met.kind in _PATIENCE_WITH_PLUG_INS:
            self._deaths[met] += times
            if self._deaths[met] >= _PATIENCE_WITH_PLUG_INS[met.kind]:
                self._deaths[met] = 0
                raise _PutAway(self._put_aside(met, finding.case))

    def _file(self, death: Died) -> bool:
        """File what ended a worker; can another one go on?"""
        name, encoding = self._settings.implementation.name, self._settings.encoding.id
        if not death.entry.beats:
            self._failed_starts += 1
            gone = isinstance(death.failure, Timeout) or self._failed_starts == _STARTS
            if gone:
                self._tell(Unable(f"{name} cannot be loaded: {failure_text(death.failure)}"))
            return not gone
        law = self._laws[death.entry.law] if death.entry.law < len(self._laws) else ANSWERS.id
        data = death.entry.data
        operation = Decode(encoding, data)
        met = signature(name, law.check, operation, death.failure, "", ())
        self._deaths[met] += 1
        if 1 < self._deaths[met] < _PATIENCE:
            self._tell(Met(self._settled[met].signature, 1))
            return True
        told = Finding(
            met,
            self._again.registered.selector,
            Case(encoding, law, data),
            Seen(operation, (), death.failure, outcome_text(death.failure)),
        )
        finding = self._settle(told)
        return self._deaths[met] < _PATIENCE or self._put_aside(met, finding.case)

    def _put_aside(self, met: Signature, case: Case) -> bool:
        """What keeps killing is asked no more: a law; or inputs that hold the smallest one that kills. Is anything left?"""
        settings = self._settings
        if case.law != ANSWERS.id:
            self._settings = replace(settings, put_aside=(*settings.put_aside, case.law))
            what = f"the law {case.law}"
        else:
            self._settings = replace(settings, avoided=(*settings.avoided, case.data))
            what = f"inputs with {case.data.hex(' ').upper()} in them"
        left = case.law != ANSWERS.id or (case.data != b"" and len(self._settings.avoided) <= _PARTS)
        if not left:
            what = settings.encoding.id
        self._tell(PutAside(f"{met} keeps ending its process; asked no more: {what}"))
        return left
