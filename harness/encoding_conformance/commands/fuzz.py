"""`conform fuzz`: runs a campaign, shows its progress, and judges its findings like `conform run --inputs`."""

import os
import signal
import time
from math import inf
from pathlib import Path

import click
from rich.live import Live
from rich.text import Text

from encoding_conformance.adapters.sanitizer import SANITIZERS, preload
from encoding_conformance.commands.arguments import (
    EVERY_ONE,
    OnlyOptions,
    encodings_option,
    implementations_option,
    installed,
    jobs_option,
    seed_option,
    vectors_option,
)
from encoding_conformance.commands.main import AT_FAULT
from encoding_conformance.commands.reported_run import given_inputs, run_and_report
from encoding_conformance.core.text import counted, first_of
from encoding_conformance.core.verdict import Status, Verdict
from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.fuzz.campaign import Campaign
from encoding_conformance.fuzz.engine import has_coverage
from encoding_conformance.report.console import Screen, console
from encoding_conformance.report.sink import Sink
from encoding_conformance.runner import plan
from encoding_conformance.runner.registry import ALL

_EVERY, _SELDOM = 0.5, 10.0
"""The seconds between two progress lines, on a terminal and elsewhere."""

_FOLDER = click.Path(file_okay=False, path_type=Path)

_MOST_NAMED = 5
"""The most inputs that a line names."""


@click.command("fuzz", cls=OnlyOptions)
@implementations_option(EVERY_ONE)
@encodings_option
@click.option("--seconds", type=click.FloatRange(min=0), help="How long to fuzz. Default: until interrupted.")
@click.option(
    "--executions",
    type=click.IntRange(1),
    metavar="NUMBER",
    help="The most inputs to run for each encoding, in each process that works on it.",
)
@jobs_option
@click.option("--findings", type=_FOLDER, default="findings", show_default=True, help="The folder for findings.")
@click.option("--corpus", type=_FOLDER, default="corpus", show_default=True, help="The folder for inputs, by encoding.")
@seed_option
@click.option("--sanitizer", type=click.Choice(SANITIZERS), help="Load native code that was built with this sanitizer.")
@click.option("--no-seeds", is_flag=True, help="Do not put the inputs of the test vectors into the corpus.")
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
    sanitizer: str | None,
    no_seeds: bool,
    folders: tuple[Path, ...],
) -> int:
    """Search for inputs that make implementations fail.

    An input fails if the implementation crashes, hangs or gives a wrong answer. Each failing input becomes a file. At the
    end, all files are judged as `conform run --inputs` judges them. An interrupt ends the campaign, and the same command
    continues it.

    Exit status: 0 if no input fails, except for known deviations; 1 if one does; 3 if an implementation cannot be loaded, or if
    the harness is at fault.
    """
    suite = load_suite(folders)
    units = plan.units(suite, installed(selectors or [ALL], encodings, suite.encodings), encodings)
    if sanitizer:
        preload(sanitizer)
    length = inf if seconds is None else seconds, executions or inf
    campaign = Campaign(units, corpus, findings, *length, jobs, seed, seeded=not no_seeds)
    guide = "guided by coverage" if has_coverage() else "without coverage, which needs Atheris: pip install atheris"
    size = f"{counted(len(units), 'encoding')} in {counted(jobs, 'job')}"
    click.echo(f"fuzzing {size}, {guide}; an interrupt ends it and keeps everything")
    watched = _Watched(campaign)
    before = signal.getsignal(signal.SIGINT)

    def interrupt(number: int, frame: object) -> None:
        """Ends the campaign at its next look. An exception could get lost during a fork."""
        signal.signal(signal.SIGINT, before)
        campaign.is_stopped = True

    signal.signal(signal.SIGINT, interrupt)
    campaign.run(watched.look)
    signal.signal(signal.SIGINT, before)
    watched.end()
    judged = [
        each
        for unit in units
        if (inputs := given_inputs(findings / unit.name / unit.encoding.id))
        for each in plan.with_inputs([unit], inputs)
    ]
    passed = _Passed()
    status = run_and_report(suite, judged, [Screen(), passed], partial=True, jobs=jobs) if judged else 0
    if others := watched.new & passed.names:
        status = max(status, 1)
        click.echo(f"Some inputs fail only after others, so they pass above: {first_of(sorted(others), _MOST_NAMED)}")
    return AT_FAULT if campaign.is_at_fault else status


class _Passed(Sink):
    """Collects the names of passing inputs."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def add(self, verdict: Verdict) -> None:
        """Takes a verdict."""
        if verdict.status == Status.PASS:
            self.names.add(verdict.id.name)


class _Watched:
    """Shows the progress of a campaign, and each finding when its file appears."""

    def __init__(self, campaign: Campaign):
        self._campaign = campaign
        self._screen = console()
        self._live = Live(console=self._screen, auto_refresh=False, transient=True)
        self._start = self._next = time.monotonic()
        self._known = {path for unit in campaign.units for path in _files(campaign.findings_of(unit))}
        self.new: set[str] = set()
        self._notes = 0
        if self._screen.is_terminal:
            self._live.start()
        else:
            self._next += _SELDOM

    def look(self) -> None:
        """Shows new findings and notes, and periodically the progress."""
        for unit in self._campaign.units:
            for path in _files(self._campaign.findings_of(unit)):
                if path not in self._known:
                    self._known.add(path)
                    self.new.add(path.name)
                    size = counted(path.stat().st_size, "byte")
                    self._say(f"{path.name}  {unit.name}  {unit.encoding.id}  ({size})", "bold red")
        for note in self._campaign.notes[self._notes :]:
            self._notes += 1
            self._say(note, "yellow")
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + (_EVERY if self._live.is_started else _SELDOM)
            if self._live.is_started:
                self._live.update(Text(self._progress()), refresh=True)
            else:
                self._say(self._progress())

    def end(self) -> None:
        """Shows the final progress."""
        self.look()
        self._live.stop()
        self._say(self._progress())

    def _progress(self) -> str:
        seconds, executed = time.monotonic() - self._start, self._campaign.executed.total()
        folders = {self._campaign.corpus_of(unit) for unit in self._campaign.units}
        corpus = sum(len(list(os.scandir(folder))) for folder in folders if folder.is_dir())
        findings = counted(len(self.new), "new finding") if self.new else "no new finding"
        return f"{seconds:,.0f} s: {executed:,} executions, {executed / (seconds or 1):,.0f}/s, corpus {corpus:,}, {findings}"

    def _say(self, text: str, style: str = "") -> None:
        self._screen.print(Text(text, style), soft_wrap=True)


def _files(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []
