"""`--write-deviations` of `conform run`: it brings the known deviations in manifests up to date."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

import click

from encoding_conformance.adapters.installation import bare
from encoding_conformance.adapters.manifest import DEVIATIONS_OF, FILE, Implementation, outcomes_text
from encoding_conformance.core.identity import Id, IdKind
from encoding_conformance.core.known_outcome import IN_FILE
from encoding_conformance.core.outcome import Outcome
from encoding_conformance.core.verdict import Cause, PatternPlace, Status, Verdict
from encoding_conformance.report.sink import RunContext, RunResult, Sink
from encoding_conformance.runner.deviations import UNEXPLAINED, to_record
from encoding_conformance.runner.manifest_update import CannotUpdate, Update, updated

_TESTS = (IdKind.VECTOR, IdKind.EDGE_CASE, IdKind.CHECK)


class WriteDeviations(Sink):
    """Takes the verdicts of a run, and writes at its end what is new and what is gone, and what it was seen with."""

    def __init__(self, platform: str):
        self._platform = platform
        self._stale: dict[str, list[PatternPlace]] = {}
        self.failures: list[Verdict] = []
        self._errors: set[str] = set()
        self._recorded: dict[str, dict[Id, Outcome]] = {}

    def begin(self, run: RunContext) -> None:
        """Raises ClickException if a manifest cannot be written."""
        self._run = run
        for implementation in run.implementations.values():
            file = _file(implementation)
            if not os.access(file, os.W_OK):
                raise click.ClickException(f"{file}: cannot be written, and --write-deviations writes into it")
            _changed(file, Update())

    def add(self, verdict: Verdict) -> None:
        """Takes a verdict."""
        self._stale.setdefault(verdict.implementation, []).extend(verdict.pointers.stale)
        if verdict.status == Status.ERROR or verdict.is_not_asked:
            self._errors.add(verdict.implementation)
        elif (outcome := self._to_record(verdict)) is not None:
            self._recorded.setdefault(verdict.implementation, {})[verdict.id] = outcome
        elif verdict.status == Status.FAIL:
            self.failures.append(verdict)

    def _to_record(self, verdict: Verdict) -> Outcome | None:
        implementation = self._run.implementations.get(verdict.implementation)
        return to_record(implementation.deviations, verdict) if implementation else None

    def end(self, result: RunResult) -> None:
        """Writes the manifests, and says what is written and what is not. Raises OSError."""
        for line in self.write(result.causes):
            click.echo(line)

    def write(self, causes: Sequence[Cause]) -> Iterator[str]:
        """Writes the causes, the file of outcomes and the versions and takes out what is stale, and yields lines that say what
        is written and what is not. Nothing is written about an implementation with an error, because not everything could be
        asked. Raises OSError."""
        for implementation in self._run.implementations.values():
            name, file = implementation.name, _file(implementation)
            if name in self._errors:
                yield f"{file}: nothing is written, because not everything could be asked of {name}"
                continue
            mine = [cause for cause in causes if cause.implementation == name]
            never = {each.id for each in self.failures if each.implementation == name and isinstance(each.got, UNEXPLAINED)}
            recorded = self._recorded.get(name, {})
            declared, stale = list(declarable(mine, never | recorded.keys())), self._stale.get(name, [])
            version = bare(self._run.versions[name])
            before = _read(file)
            after = _changed(file, Update(declared, stale, version, self._platform))
            if after != before:
                file.write_text(after, encoding="utf-8", newline="")
            if stale:
                yield f"{file}: {len(stale)} stale pattern{'s' * (len(stale) > 1)} removed"
            if declared:
                what = f"{len(declared)} known deviation{'s' * (len(declared) > 1)}"
                yield f"{file}: {what} written; say in each `what` what {name} does, and look at its `kind`"
            if after != before and version:
                yield f"{file}: {DEVIATIONS_OF} is {version}"
            yield from _record(implementation, recorded)
            if left := _tests(mine) - _tests(declared) - recorded.keys():
                what = "1 failure is" if len(left) == 1 else f"{len(left)} failures are"
                yield f"{file}: {what} not written, because a person must look into crashes and time-outs"


def _record(implementation: Implementation, recorded: Mapping[Id, Outcome]) -> Iterator[str]:
    """Writes the file of outcomes, if the manifest refers to it, and yields a line if any is new, other or gone."""
    if any(each.got == IN_FILE for each in implementation.deviations):
        file, text = implementation.folder / IN_FILE, outcomes_text(recorded)
        if not file.exists() or _read(file) != text:
            file.write_text(text, encoding="utf-8", newline="")
            yield f"{file}: {len(recorded)} outcome{'s' * (len(recorded) != 1)} recorded"


def declarable(causes: Sequence[Cause], never: Collection[Id]) -> Iterator[Cause]:
    """Yields the causes as far as a manifest may declare them: without the ids in `never`, and without what is no vector or
    check, such as a stale declaration."""
    for cause in causes:
        ids = tuple(id for id in cause.explains if id.kind in _TESTS and id not in never)
        if ids and not isinstance(cause.example.got, UNEXPLAINED):
            yield cause._replace(explains=ids)


def _tests(causes: Sequence[Cause]) -> set[Id]:
    """Returns the vectors and checks that failed because of these causes."""
    return {id for cause in causes for id in cause.explains if id.kind in _TESTS}


def _file(implementation: Implementation) -> Path:
    return implementation.folder / FILE


def _read(file: Path) -> str:
    return file.read_bytes().decode("utf-8")


def _changed(file: Path, update: Update) -> str:
    """Returns the new text of a manifest."""
    try:
        return updated(_read(file), update)
    except CannotUpdate as error:
        raise click.ClickException(f"{file}: {error}") from None
