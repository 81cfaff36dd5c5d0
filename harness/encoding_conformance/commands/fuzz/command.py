"""`conform fuzz`"""

from __future__ import annotations

import signal
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import click

from encoding_conformance.adapters.installation import version_of
from encoding_conformance.adapters.sanitizer import SANITIZERS, preload
from encoding_conformance.commands.arguments import (
    EVERY_ONE,
    corpus_option,
    encodings_option,
    findings_option,
    implementations_option,
    installed,
    jobs_option,
    load_suite,
    output_file,
    seed_option,
    vectors_option,
)
from encoding_conformance.commands.fuzz.rendering import Screen, Statistics
from encoding_conformance.commands.main import AT_FAULT
from encoding_conformance.fuzz.campaign import Campaign, Plan, Tally, Told, known_deviation
from encoding_conformance.fuzz.corpus import size_of
from encoding_conformance.fuzz.crash_bucket import CrashBucket
from encoding_conformance.fuzz.engine import ENGINES, PLAIN, available
from encoding_conformance.fuzz.finding import CHANGED, FIXED, Finding, asked_again
from encoding_conformance.fuzz.rerun import CannotAsk, Rerun
from encoding_conformance.fuzz.store import Store
from encoding_conformance.fuzz.supervisor import Met, Pulse, PutAside, Settled, Unable
from encoding_conformance.fuzz.triage import Causes
from encoding_conformance.runner import plan, registry
from encoding_conformance.runner.plan import Unit
from encoding_conformance.runner.registry import ALL
from encoding_conformance.runner.unit import limits_of


@click.command("fuzz")
@implementations_option(EVERY_ONE)
@encodings_option
@click.option("--seconds", type=click.FloatRange(min=0), help="How long to fuzz. Default: until interrupted.")
@click.option(
    "--executions",
    type=click.IntRange(min=1),
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
@click.option(
    "--stats",
    "statistics",
    type=output_file,
    help="Write statistics as lines of JSON.",
)
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
    registered = installed(selectors or [ALL], encodings, suite.encodings)
    units = plan.units(suite, registered, encodings)
    if sanitizer:
        preload(sanitizer)
    versions = {each.implementation.name: version_of(each.implementation) for each in registered}
    store = Store(findings, versions, suite.encodings, seed)
    store.load()
    planned = Plan(units, registry.oracle(), engine, corpus, seconds, jobs, seed, seeded=not no_seeds, executions=executions)
    tally = Tally(tuple(units), time.monotonic)

    def corpus_size(place: int) -> int:
        return size_of(planned.folder(units[place]))

    with ExitStack() as stack:
        screen = stack.enter_context(Screen(tally, corpus_size, quiet))
        lines = stack.enter_context(Statistics(statistics, tally, corpus_size)) if statistics else None
        if engine == PLAIN:
            screen.say("no coverage guides this campaign; that takes Atheris: pip install 'encoding-conformance[fuzz]'")
        watched = _Campaign(units, store, tally, screen, sanitizer or "")
        watched.replay()
        campaign = Campaign(planned, list(store.findings.values()))
        signal.signal(signal.SIGINT, lambda number, frame: _interrupted(campaign))
        for told in campaign.events():
            if told:
                watched.hear(told)
            screen.look()
            if lines:
                lines.look()
        store.write_counts()
        screen.end(len(store.findings), store.left_out)
    return watched.status


def _interrupted(campaign: Campaign) -> None:
    """Ends the campaign. At the first interrupt, the workers may finish; at the second one, nothing waits for them."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    campaign.stop()


class _Campaign:
    """Reacts to the events of a campaign."""

    def __init__(self, units: Sequence[Unit], store: Store, tally: Tally, screen: Screen, sanitizer: str):
        self._units = units
        self._store = store
        self._tally = tally
        self._screen = screen
        self._sanitizer = sanitizer
        self._unable = False
        self._shown: set[CrashBucket] = set()
        self._causes = Causes({unit.encoding.id: unit.encoding for unit in units})

    @property
    def status(self) -> int:
        """The exit status."""
        if self._unable:
            return AT_FAULT
        ours = {(unit.registered.implementation.name, unit.encoding.id) for unit in self._units}
        return int(any(finding.counts and finding.bucket[:2] in ours for finding in self._store.findings.values()))

    def replay(self) -> None:
        """Asks earlier findings again, except those that only show under another sanitizer."""
        by_name = {(unit.registered.implementation.name, unit.encoding.id): unit for unit in self._units}
        for old in list(self._store.findings.values()):
            unit = by_name.get(old.bucket[:2])
            if unit and old.sanitizer == self._sanitizer:
                try:
                    now = Rerun(unit.registered, unit.encoding, limits_of(unit)).ask(old.case)
                except CannotAsk as why:
                    self._screen.say(f"not asked again: {old.bucket}: {why}", "bold magenta")
                    self._unable = True
                    continue
                state = asked_again(old, now)
                self._store.replace(old, state)
                self._screen.say(f"{state}: {old.bucket}", "" if old.counts else "dim")
                found = replace(now, known=known_deviation(unit, now)) if now else old
                if now is not None and state == CHANGED:
                    self._store.add(found)
                    self._show(found.bucket)
                elif state != FIXED:
                    self._count(found)

    def hear(self, told: Told) -> None:
        """Takes one event."""
        unit = self._units[told.unit]
        match told.event:
            case Pulse() as pulse:
                self._tally.pulse(told.core, told.unit, pulse)
            case Finding() as finding:
                self._store.add(replace(finding, known=known_deviation(unit, finding)))
            case Settled(before, finding):
                self._store.settle(before, replace(finding, known=known_deviation(unit, finding)))
                self._show(finding.bucket)
            case Met(bucket, times):
                self._store.count(bucket, times)
            case PutAside() as put_aside:
                self._screen.say(f"put aside: {put_aside}", "yellow")
            case Unable(text):
                self._unable = True
                self._screen.say(f"{unit.registered.implementation.name} {unit.encoding.id}: {text}", "bold magenta")

    def _show(self, bucket: CrashBucket) -> None:
        """Shows a finding, but only once, and in one line if an earlier one explains it."""
        finding = self._store.findings.get(bucket)
        if finding and bucket not in self._shown:
            first = self._count(finding)
            if first is finding:
                self._screen.finding(finding, self._store.folder / bucket.folder)
            else:
                self._screen.explained(finding, first)

    def _count(self, finding: Finding) -> Finding:
        """Counts a finding, and returns the finding that explains it."""
        self._shown.add(finding.bucket)
        first = self._causes.add(finding)
        self._tally.finding(finding.bucket.kind, is_first=first is finding)
        return first
