"""`conform fuzz`: runs a campaign, shows it on the screen, and writes its statistics."""

import json
import os
import signal
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from math import inf
from pathlib import Path
from typing import TextIO

import click
from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from encoding_conformance.adapters.installation import version_of
from encoding_conformance.adapters.sanitizer import SANITIZERS, preload
from encoding_conformance.commands.arguments import (
    EVERY_ONE,
    OnlyOptions,
    WholeNumber,
    corpus_option,
    encodings_option,
    findings_option,
    implementations_option,
    installed,
    jobs_option,
    output_file,
    seed_option,
    vectors_option,
)
from encoding_conformance.commands.main import AT_FAULT
from encoding_conformance.core.identity import IdKind
from encoding_conformance.core.notation import input_text
from encoding_conformance.core.text import abridged, counted
from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.fuzz.campaign import Campaign, CoreEvent
from encoding_conformance.fuzz.corpus import size_of
from encoding_conformance.fuzz.engine import ENGINES, PLAIN, available
from encoding_conformance.fuzz.finding import CrashBucket, Finding, FindingKind, FindingState
from encoding_conformance.fuzz.put_aside import Aside, PutAside
from encoding_conformance.fuzz.rerun import CannotAsk
from encoding_conformance.fuzz.store import TEXT, Store
from encoding_conformance.fuzz.supervisor import Found, Pulse, Unable
from encoding_conformance.fuzz.triage import causes_of, rerun, with_known_deviation
from encoding_conformance.report.console import console, show_cause
from encoding_conformance.report.example import labelled
from encoding_conformance.report.failure import by_unit
from encoding_conformance.runner import plan, registry
from encoding_conformance.runner.plan import Unit
from encoding_conformance.runner.registry import ALL

_EVERY = 0.5
"""The seconds between two updates of the screen."""

_SELDOM = 10.0
"""The same if the output is not a terminal."""

_STATISTICS = 2.0
"""The seconds between two lines of statistics."""

_SHOWN = 40
"""The most characters of the input of a finding that are shown while the campaign runs."""

_COLUMNS = ("implementation", "encoding", "executions", "corpus", "edges", "kinds of outcomes")


@click.command("fuzz", cls=OnlyOptions)
@implementations_option(EVERY_ONE)
@encodings_option
@click.option("--seconds", type=click.FloatRange(min=0), help="How long to fuzz. Default: until interrupted.")
@click.option(
    "--executions",
    type=WholeNumber(1),
    metavar="NUMBER",
    help="The most inputs to try for each encoding, on each core that works on it.",
)
@jobs_option
@findings_option
@corpus_option
@seed_option
@click.option(
    "--engine",
    type=click.Choice(ENGINES),
    default=available,
    show_default="the best there is",
    help="What generates inputs: Atheris, guided by coverage, or a plain loop.",
)
@click.option("--sanitizer", type=click.Choice(SANITIZERS), help="Load native code that was built with this sanitizer.")
@click.option("--stats", "statistics", type=output_file, help="Write statistics as lines of JSON.")
@click.option("--no-seeds", is_flag=True, help="Do not start the corpus with the inputs of the test vectors.")
@click.option("--quiet", is_flag=True, help="Show only findings and the summary.")
@vectors_option
def command(
    selectors: tuple[str, ...],
    encodings: tuple[str, ...],
    seconds: float | None,
    executions: int | None,
    jobs: int,
    findings: Path,
    corpus: Path,
    seed: int,
    engine: str,
    sanitizer: str | None,
    statistics: Path | None,
    no_seeds: bool,
    quiet: bool,
    folders: tuple[Path, ...],
) -> int:
    """Search for inputs that make implementations fail.

    They fail if they crash, hang or give wrong answers. Each finding gets a folder of its own. An interrupt ends the
    campaign, and the same command continues it.
    Exit status: 0 if there is no finding but known deviations; 1 if there is; 3 if an implementation cannot be loaded, or if
    the harness is at fault.
    """
    suite = load_suite(folders)
    implementations = installed(selectors or [ALL], encodings, suite.encodings)
    units = plan.units(suite, implementations, encodings)
    if sanitizer:
        preload(sanitizer)
    versions = {each.name: version_of(each) for each in implementations}
    store = Store(findings, versions, suite.encodings, seed)
    store.load()
    length = inf if seconds is None else seconds, executions or inf
    campaign = Campaign(units, registry.oracle(), engine, corpus, *length, jobs, seed, seeded=not no_seeds)

    def interrupted(number: int, frame: object) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)  # nothing waits for workers at the second interrupt
        campaign.stops.set()

    with (
        (statistics or Path(os.devnull)).open("w", encoding="utf-8", buffering=1) as lines,
        closing(WatchedCampaign(campaign, store, sanitizer or "", lines, quiet)) as watched,
    ):
        if engine == PLAIN:
            watched.say("no coverage guides this campaign; that takes Atheris: pip install atheris")
        watched.rerun()
        signal.signal(signal.SIGINT, interrupted)
        for event in campaign.events(list(store.findings.values())):
            if event:
                watched.take(event)
            watched.look()
        watched.end()
    return watched.status


class Tally:
    """The sums of a campaign. `clock` gives seconds. `kinds` counts the findings that are new or still there, by kind.
    `busy` has the index of the unit on which each core works. A unit is given up once each of its cores has."""

    def __init__(self, campaign: Campaign, clock: Callable[[], float]):
        self.campaign = campaign
        self._clock = clock
        self._progress: dict[tuple[int, int], Pulse] = {}
        self.kinds: Counter[FindingKind] = Counter()
        self.busy: dict[int, int] = {}
        self._cores: dict[int, set[int]] = defaultdict(set)
        self._gave_up: dict[int, float] = {}
        self._start = self._last_finding = clock()

    def pulse(self, core: int, unit: int, pulse: Pulse) -> None:
        """Takes the progress of a worker."""
        self.busy[core] = unit
        self._cores[unit].add(core)
        self._gave_up.pop(unit, None)
        self._progress[core, unit] = _together(self._progress.get((core, unit)), pulse)

    def give_up(self, core: int, unit: int) -> None:
        """Takes that a core asks a unit nothing more, because all that it asked ended the process."""
        self._cores[unit].discard(core)
        if not self._cores[unit]:
            self._gave_up[unit] = self.seconds

    def given_up_lines(self) -> Iterator[str]:
        """Yields a line for each unit that was given up before its time."""
        for unit, seconds in self._gave_up.items():
            name, encoding = self.campaign.units[unit].name, self.campaign.units[unit].encoding.id
            why = "because it kept ending its process with whatever else was asked"
            yield f"{name} {encoding} was given up after {seconds:.0f} s, {why}"

    def finding(self, kind: FindingKind) -> None:
        """Counts one more finding of this kind."""
        self.kinds[kind] += 1
        self._last_finding = self._clock()

    @property
    def progress(self) -> dict[int, Pulse]:
        """The executions of all workers of each unit, and the covered edges and kinds of outcomes of the worker that has most."""
        found: dict[int, Pulse] = {}
        for (_, unit), pulse in self._progress.items():
            found[unit] = _together(found.get(unit), pulse)
        return found

    @property
    def executions(self) -> int:
        """The executions of all units."""
        return sum(progress.executions for progress in self.progress.values())

    @property
    def corpus(self) -> int:
        """The number of inputs in the corpora of all units."""
        return sum(size_of(self.campaign.folder(unit)) for unit in self.campaign.units)

    @property
    def seconds(self) -> float:
        """The seconds since the beginning."""
        return self._clock() - self._start

    @property
    def rate(self) -> float:
        """The executions per second."""
        return self.executions / (self.seconds or 1)

    @property
    def since_last(self) -> float:
        """The seconds since the last finding, or since the beginning."""
        return self._clock() - self._last_finding

    def figures(self, index: int, core: int | None = None) -> dict[str, str | int]:
        """Returns the names and numbers of a unit, on one core if it is given."""
        unit = self.campaign.units[index]
        progress = self.progress[index] if core is None else self._progress[core, index]
        return {
            "implementation": unit.implementation.name,
            "encoding": unit.encoding.id,
            "executions": progress.executions,
            "corpus": size_of(self.campaign.folder(unit)),
            "coverage": progress.coverage,
            "features": progress.features,
        }


def _together(before: Pulse | None, pulse: Pulse) -> Pulse:
    """Returns the sum of the executions, and the most edges and kinds of outcomes."""
    executions, coverage, features = before or (0, 0, 0)
    return Pulse(executions + pulse.executions, max(coverage, pulse.coverage), max(features, pulse.features))


class WatchedCampaign:
    """A campaign whose findings are stored, counted and shown. It writes statistics, and shows the progress unless `quiet`."""

    def __init__(self, campaign: Campaign, store: Store, sanitizer: str, statistics: TextIO, quiet: bool):
        self._units = campaign.units
        self._by_name = {(unit.name, unit.encoding.id): unit for unit in campaign.units}
        self._store = store
        self._sanitizer = sanitizer
        self._tally = Tally(campaign, time.monotonic)
        self._counted: set[CrashBucket] = set()
        self._aside = Aside()
        self._unable = False
        self._statistics = statistics
        self._console = console()
        self._quiet = quiet
        self._next = _EVERY if self._console.is_terminal else _SELDOM
        self._next_line = _STATISTICS
        self._live = Live(console=self._console, auto_refresh=False, transient=True)
        if self._console.is_terminal and not quiet:
            self._live.start()

    @property
    def status(self) -> int:
        """The exit status."""
        if self._unable:
            return AT_FAULT
        return int(any(each.counts and each.bucket[:2] in self._by_name for each in self._store.findings.values()))

    def rerun(self) -> None:
        """Reruns earlier findings. It leaves out what another sanitizer found."""
        for old in list(self._store.findings.values()):
            unit = self._by_name.get(old.bucket[:2])
            if not unit or old.sanitizer != self._sanitizer:
                continue
            try:
                state, now = rerun(unit, old)
            except CannotAsk as why:
                self._cannot(f"no rerun: {old.bucket}: {why}")
                continue
            self._store.replace(old, state)
            self.say(f"{state}: {old.bucket}", "" if old.counts else "dim")
            if state == FindingState.CHANGED:
                self._store.add(now)
                self._show(now.bucket)
            elif state != FindingState.FIXED:
                self._counted.add(now.bucket)
                self._tally.finding(now.bucket.kind)

    def take(self, told: CoreEvent) -> None:
        """Takes one event."""
        unit = self._units[told.unit]
        match told.event:
            case Pulse() as pulse:
                self._tally.pulse(told.core, told.unit, pulse)
            case Found(finding, told_before):
                self._store.add(with_known_deviation(unit, finding), told_before)
                if told_before:
                    self._show(finding.bucket)
            case PutAside(_, what) as put_aside:
                if self._aside.add(put_aside):
                    self.say(f"put aside: {put_aside}", "yellow")
                if what is None:
                    self._tally.give_up(told.core, told.unit)
            case Unable(text):
                self._cannot(f"{unit.name} {unit.encoding.id}: {text}")

    def say(self, text: str, style: str = "") -> None:
        """Prints a line that stays on the screen."""
        self._console.print(Text(text, style), soft_wrap=True)

    def look(self) -> None:
        """Shows the progress if it is time for an update, and writes statistics if it is time for a line."""
        if self._tally.seconds >= self._next_line:
            self._next_line = self._tally.seconds + _STATISTICS
            self._statistics.write(_statistics(self._tally))
        if self._quiet or self._tally.seconds < self._next:
            return
        line = _summary(self._tally)
        if self._live.is_started:
            self._next = self._tally.seconds + _EVERY
            table = Table("core", *_COLUMNS)
            for core, unit in sorted(self._tally.busy.items()):
                table.add_row(str(core), *self._row(unit, core))
            self._live.update(Group(table, Text(line)), refresh=True)
        else:
            self._next = self._tally.seconds + _SELDOM
            self.say(line)

    def end(self) -> None:
        """Shows the causes of all findings, and a table of what was done."""
        self._live.stop()
        for name, unit in self._by_name.items():
            found = (each for each in self._store.findings.values() if each.bucket[:2] == name)
            known = {self._store.folder / each.bucket.folder: each for each in found if each.sanitizer == self._sanitizer}
            show_causes(self._console, unit, known)
        table = Table(*_COLUMNS)
        for index in sorted(self._tally.progress):
            table.add_row(*self._row(index))
        self._console.print(table)
        if lines := [*self._aside.lines(), *self._tally.given_up_lines()]:
            lines.append("mend that first and run the campaign again, which then asks the rest")
            self.say("\n".join(lines), "yellow")
        self.say(_summary(self._tally))
        advice = f", each with a {TEXT}; to rerun all of them: conform replay {self._store.folder}/*"
        self.say(f"findings in the folder: {len(self._store.findings)}{advice if self._store.findings else ''}")
        if self._store.left_out:
            self.say(f"{self._store.left_out} more were left out: there are too many")

    def close(self) -> None:
        """Stops the updates, and writes the last line of statistics."""
        self._live.stop()
        self._statistics.write(_statistics(self._tally))

    def _cannot(self, text: str) -> None:
        self._unable = True
        self.say(text, "bold magenta")

    def _show(self, bucket: CrashBucket) -> None:
        """Shows a finding, but only once."""
        finding = self._store.findings.get(bucket)
        if not finding or bucket in self._counted:
            return
        self._counted.add(bucket)
        self._tally.finding(bucket.kind)
        style, operation = "yellow" if finding.known else "bold red", finding.operation
        asked = f"{bucket.implementation} {operation.encoding} {operation.kind} {abridged(input_text(operation), _SHOWN)}"
        what = f"  {asked}: {bucket.reason}" + (f" in {bucket.frame}" if bucket.frame else "")
        self._console.print(Text.assemble((bucket.kind.upper(), style), what), soft_wrap=True)
        if finding.known:
            self.say(f"  {labelled('declared', str(finding.known))}")

    def _row(self, unit: int, core: int | None = None) -> list[str]:
        """Returns the cells of a unit, on one core if it is given."""
        return [f"{each:,}" if isinstance(each, int) else each for each in self._tally.figures(unit, core).values()]


def show_causes(screen: Console, unit: Unit, findings: Mapping[Path, Finding]) -> None:
    """Shows the causes of the findings of a unit, which are given by their folders."""
    for told in by_unit(causes_of(unit, findings)):
        screen.print(Text(f"\n{told.heading}\n", "bold"), soft_wrap=True)
        for index, cause in enumerate(told.causes, 1):
            show_cause(screen, index, cause, unit.suite.requirements, unit.encoding)


def _summary(tally: Tally) -> str:
    """Returns the progress of a campaign on one line."""
    done = f"{_duration(tally.seconds)}: {tally.executions:,} executions, {tally.rate:,.0f}/s, corpus {tally.corpus:,}"
    kinds = ", ".join(f"{count} {kind}" for kind in FindingKind if (count := tally.kinds[kind]))
    if not kinds:
        return f"{done}, no findings"
    return f"{done}, {counted(tally.kinds.total(), IdKind.FINDING)}: {kinds}, the last {_duration(tally.since_last)} ago"


def _statistics(tally: Tally) -> str:
    """Returns a line of JSON with the sums and the figures of each unit."""
    figures = {
        "seconds": round(tally.seconds, 1),
        "executions": tally.executions,
        "rate": round(tally.rate),
        "since_last_finding": round(tally.since_last, 1),
        "findings": dict(tally.kinds),
        "units": [tally.figures(index) for index in sorted(tally.progress)],
    }
    return json.dumps(figures) + "\n"


def _duration(seconds: float) -> str:
    """Returns a duration in a suitable unit, such as `40 s` or `3 min`."""
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"
