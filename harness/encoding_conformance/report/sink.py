"""What receives the verdicts of a run, and what each receiver is told about the run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.checks.inputs.placed import Complete
from encoding_conformance.core.identity import Location
from encoding_conformance.core.verdict import Cause, Verdict
from encoding_conformance.report.summary import Largest, Summary
from encoding_conformance.runner.registry import Outdated
from encoding_conformance.specification.suite import Suite


@dataclass(frozen=True)
class RunContext:
    """What a run asks, and of whom: `implementations` and their `versions` by name. `vectors` is the edition of the test vectors.
    `encodings`, `wanted` and `unwanted` are what was selected and left out, or empty, and a run is `partial` if it asks only a
    part of that. `largest` are the largest values that manifests declare. `outdated` are the implementations whose known
    deviations are of another version. `complete` is the complete suite that was asked, if any, and `options` are those that ask
    for long sweeps."""

    vectors: str
    seed: int
    versions: Mapping[str, str]
    encodings: Sequence[str] = ()
    wanted: Sequence[str] = ()
    unwanted: Sequence[str] = ()
    partial: bool = False
    largest: Largest = field(default_factory=dict)
    suite: Suite = field(default_factory=Suite)
    implementations: Mapping[str, Implementation] = field(default_factory=dict)
    outdated: Mapping[str, Outdated] = field(default_factory=dict)
    complete: Complete | None = None
    options: Sequence[str] = ()

    def location(self, verdict: Verdict) -> Location:
        """Returns where the vector of a verdict is written, or where the manifest lists the encoding if there is no vector."""
        if verdict.pointers.location:
            return verdict.pointers.location
        if vector := self.suite.by_encoding.get(verdict.encoding, {}).get(str(verdict.id)):
            return vector.location
        return self.implementations[verdict.implementation].location(verdict.encoding)


class Sink:
    """Receives the verdicts of a run, and reports them. Each sink overrides what it needs."""

    run: RunContext

    def begin(self, run: RunContext) -> None:
        """Is called before the first verdict, with what is asked. Raises OSError if a file cannot be written."""
        self.run = run

    def took(self, verdict: Verdict, seconds: float) -> None:
        """Is told how long a verdict took, before it is added."""

    def add(self, verdict: Verdict) -> None:
        """Takes a verdict."""

    def explain(self, causes: Sequence[Cause], summary: Summary) -> None:
        """Takes the causes of the failures of an implementation in an encoding, whose verdicts were the last ones."""

    def end(self, summary: Summary) -> None:
        """Is called after the last verdict. Raises OSError if a file cannot be written."""

    def interrupt(self, causes: Sequence[Cause], summary: Summary, verdicts: int) -> None:
        """Is called instead of `end` if the run was interrupted. `causes` are what the failures of an unfinished unit alone tell.
        `verdicts` is the number that the whole run would have given."""

    def close(self) -> None:
        """Is called at last, also if the run was interrupted."""


class FileSink(Sink):
    """Writes a file at the end."""

    def __init__(self, path: Path):
        self._path = path

    def begin(self, run: RunContext) -> None:
        """Creates the file, so that it fails at once if it cannot be written."""
        super().begin(run)
        self._path.touch()
