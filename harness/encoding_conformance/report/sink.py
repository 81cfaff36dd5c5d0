"""The results of a run, and the sinks that receive them. A sink gets every verdict and cause, and at the end a summary: counts of
verdicts, and what manifests excuse."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from encoding_conformance.adapters.codec import VALIDATE
from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.checks.catalogue import LAYOUT
from encoding_conformance.core.identity import IdKind, Location, check_id
from encoding_conformance.core.text import counted, first_of
from encoding_conformance.core.verdict import Cause, Ground, Status, Verdict
from encoding_conformance.data_files.files import remove_file, write_file
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.runner.plan import EVERYTHING, Selection
from encoding_conformance.runner.unit import STANDARD, Parameters


@dataclass
class Summary:
    """The number of verdicts of each kind, in total and by implementation and encoding, and the causes of the failures."""

    total: Counter[str] = field(default_factory=lambda: Counter(dict.fromkeys(Status, 0)))
    not_asked: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """The number of skips because an implementation had been given up, by implementation, encoding and reason."""
    by_unit: dict[tuple[str, str], Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    grounds: Counter[tuple[str, str, Ground]] = field(default_factory=Counter)
    """The number of verdicts for each kind of reason, by implementation and encoding."""
    causes: list[Cause] = field(default_factory=list)
    _laid_out: list[tuple[str, str]] = field(default_factory=list)
    """The units whose check `layout` passed."""

    def number_of(self, ground: Ground) -> int:
        """Returns the number of verdicts that are not failures and have this kind of reason."""
        return sum(count for (*_, each), count in self.grounds.items() if each == ground)

    def add(self, verdict: Verdict) -> None:
        """Counts a verdict."""
        kind, unit = verdict.status, (verdict.implementation, verdict.encoding)
        self.total[kind] += 1
        if kind == Status.PASS and verdict.id == check_id(verdict.encoding, LAYOUT):
            self._laid_out.append(unit)
        if verdict.ground and not kind.is_bad:
            self.grounds[*unit, verdict.ground] += 1
        if verdict.ground == Ground.NOT_RUN:
            self.not_asked[*unit, verdict.reason] += 1
        self.by_unit[unit][kind] += 1

    def skips_line(self) -> str:
        """Returns how many verdicts were skipped for reasons without a column in the table; empty if there are none."""
        counts = Counter[str]()
        for (*_, ground), count in self.grounds.items():
            counts[_WHY_SKIPPED.get(ground, "")] += count
        reasons = ", ".join(f"{counts[why]:,} ({why})" for why in _WHY_SKIPPED.values() if counts[why])
        return f"skipped: {reasons}" if reasons else ""

    @property
    def proved(self) -> dict[str, list[str]]:
        """The encodings by implementation in which the check `layout` passed, and nothing failed, was excused as a known
        deviation, or was not run. docs/completeness.md says what that proves."""
        by_name = defaultdict[str, list[str]](list)
        for name, encoding in self._laid_out:
            excused = any(self.grounds[name, encoding, ground] for ground in (Ground.DEVIATION, Ground.NOT_RUN))
            if not (excused or any(self.by_unit[name, encoding][status] for status in Status if status.is_bad)):
                by_name[name].append(encoding)
        return by_name

    def not_run_lines(self) -> Iterator[str]:
        """Yields how many vectors and checks of each implementation were not run, and why."""
        for (implementation, encoding, reason), count in self.not_asked.items():
            yield f"{implementation}, {encoding}: {counted_tests(count)} {'were' if count > 1 else 'was'} {reason}"

    def skipped(self, units: Sequence[tuple[str, str]]) -> tuple[str, str]:
        """Returns how many verdicts on these units are known deviations, and how many lie beyond a limit; empty if none."""
        known, limited = (sum(self.grounds[*unit, kind] for unit in units) for kind in (Ground.DEVIATION, Ground.LIMIT))
        return share(known, sum(self.by_unit[unit].total() for unit in units)), f"{limited:,}" if limited else ""

    @property
    def exit_status(self) -> int:
        """0 if everything passed, 1 if an implementation failed a test, 3 if the harness, a vector or an adapter is at fault."""
        return 3 if self.total[Status.ERROR] else 1 if self.total[Status.FAIL] else 0


Largest = Mapping[tuple[str, str], int]
"""The largest values that manifests declare, by implementation and encoding."""

_WHY_SKIPPED = {
    Ground.PROPERTY: "the encoding excludes the check",
    Ground.FEATURE: "the implementation lacks a feature that the check needs",
    Ground.STALE: "stale deviations of another version",
}
"""The reasons for a skip that have no column in the table."""

_MOST_ENCODINGS = 3


def counted_tests(count: int, kind: IdKind = IdKind.CHECK) -> str:
    """Returns a number of verdicts, such as `1 vector or check`, `1,024 vectors and checks` or `7 inputs`."""
    if kind == IdKind.INPUT:
        return counted(count, "input")
    return f"{count:,} vectors and checks" if count > 1 else "1 vector or check"


def share(part: int, whole: int) -> str:
    """Returns a number and the share that it is of another, such as `12 (3%)`; empty if it is zero."""
    percent = 100 * part / whole if whole else 0
    return f"{part:,} ({f'{percent:.0f}' if percent >= 1 else '<1'}%)" if part else ""


def run_in_part(summary: Summary, offered: Mapping[str, Mapping[str, Sequence[str]]]) -> Iterator[str]:
    """Yields a line for each implementation and set of operations in its manifest, if the set is incomplete. `offered` has the
    operations by implementation and encoding."""
    lacking = defaultdict[tuple[str, Sequence[str]], list[str]](list)
    for name, encoding in summary.by_unit:
        words = offered.get(name, {}).get(encoding, ())
        if len(words) == 1 or VALIDATE in words:
            lacking[name, tuple(words)].append(encoding)
    for (name, words), encodings in lacking.items():
        are = "is" if len(words) == 1 else "are"
        yield f"{name}: only {' and '.join(words)} {are} run in {first_of(encodings, _MOST_ENCODINGS)}, as the manifest says"


@dataclass(frozen=True)
class RunContext:
    """What a run runs: `implementations` and their `versions` by name. `vectors` is the edition of the test vectors. `encodings`
    are the selected ones, or empty, and a run is `partial` if it runs only a part of these and of the `selection`."""

    vectors: str
    versions: Mapping[str, str]
    parameters: Parameters = STANDARD
    encodings: Sequence[str] = ()
    selection: Selection = EVERYTHING
    partial: bool = False
    suite: Suite = field(default_factory=Suite)
    implementations: Mapping[str, Implementation] = field(default_factory=dict)

    @property
    def largest(self) -> Largest:
        """The largest values that the manifests declare."""
        each = (
            (name, *item) for name, implementation in self.implementations.items() for item in implementation.encodings.items()
        )
        return {(name, id): support.limits.max_value for name, id, support in each if support.limits.max_value is not None}

    @property
    def titles(self) -> dict[str, str]:
        """The titles of the implementations, by name."""
        return {name: each.title for name, each in self.implementations.items()}

    def location(self, verdict: Verdict) -> Location:
        """Returns where the vector of a verdict is written, or where the manifest lists the encoding if there is no vector."""
        if verdict.pointers.location:
            return verdict.pointers.location
        if vector := self.suite.by_id(verdict.encoding).get(str(verdict.id)):
            return vector.location
        return self.implementations[verdict.implementation].location(verdict.encoding)


class Sink:
    """Receives the verdicts of a run, and reports them. Each sink overrides what it needs."""

    run: RunContext

    def begin(self, run: RunContext) -> None:
        """Called before the first verdict. Raises OSError if a file cannot be written."""
        self.run = run

    def add(self, verdict: Verdict) -> None:
        """Takes a verdict."""

    def explain(self, causes: Sequence[Cause], summary: Summary) -> None:
        """Takes the causes of the failures of an implementation in an encoding, whose verdicts were the last ones."""

    def end(self, summary: Summary) -> None:
        """Called after the last verdict. Raises OSError if a file cannot be written."""

    def interrupt(self, causes: Sequence[Cause], summary: Summary, verdicts: int) -> None:
        """Called instead of `end` after an interruption. `causes` are those of an unfinished unit, found from its failures alone.
        `verdicts` is the number of verdicts of a complete run."""

    def close(self) -> None:
        """Called once at the end, even after an interruption."""

    def __str__(self) -> str:
        return "a report"


class FileSink(Sink):
    """Writes a file at the end; none after an interruption."""

    def __init__(self, path: Path):
        self._path = path

    def __str__(self) -> str:
        return str(self._path)

    def begin(self, run: RunContext) -> None:
        """Removes an old file. Raises OSError if the file cannot be written."""
        super().begin(run)
        remove_file(self._path)

    def write(self, text: str) -> None:
        """Writes the file. Raises OSError."""
        write_file(self._path, text.encode("utf-8", "backslashreplace"))
