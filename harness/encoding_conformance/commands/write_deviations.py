"""`conform run --write-deviations`: writes the file of known deviations beside a manifest."""

import os
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from glob import escape
from pathlib import Path

import click

from encoding_conformance.adapters.installation import bare
from encoding_conformance.adapters.manifest import (
    DEVIATIONS_FILE,
    Declaration,
    IdPattern,
    deviations_text,
    outcomes_text,
)
from encoding_conformance.core.identity import NOWHERE, Id, IdKind
from encoding_conformance.core.operation import Kind
from encoding_conformance.core.outcome import Outcome
from encoding_conformance.core.text import counted, printable
from encoding_conformance.core.verdict import Cause, Deviation, DeviationKind, Ground, Status, Verdict
from encoding_conformance.data_files.files import read_file, write_file
from encoding_conformance.data_files.problems import WrongUsage
from encoding_conformance.data_files.yamlfile import LARGEST
from encoding_conformance.models.known_outcome import IN_FILE, UNSUPPORTED, known_of
from encoding_conformance.report.sink import RunContext, Sink, Summary
from encoding_conformance.runner.deviations import UNEXPLAINED, Declared, to_record

_TESTS = (IdKind.VECTOR, IdKind.EDGE_CASE, IdKind.CHECK)


class WriteDeviations(Sink):
    """Collects the verdicts of a run, and writes the known deviations that still occur and the new ones."""

    def __init__(self) -> None:
        self._declared: dict[str, Declared] = {}
        self.failures: list[Verdict] = []
        self._errors: set[str] = set()
        self._recorded: dict[str, dict[Id, Outcome]] = defaultdict(dict)
        self._order: dict[Id, int] = {}

    def begin(self, run: RunContext) -> None:
        """Raises WrongUsage if the folder of an implementation is not writable."""
        super().begin(run)
        for name, implementation in run.implementations.items():
            self._declared[name] = Declared(implementation, run.suite)
            if not os.access(implementation.folder, os.W_OK):
                raise WrongUsage(f"{implementation.folder}: cannot be written; --write-deviations writes {DEVIATIONS_FILE} there")

    def add(self, verdict: Verdict) -> None:
        """Takes a verdict."""
        name = verdict.implementation
        self._order.setdefault(verdict.id, len(self._order))
        self._declared[name].remember(verdict)
        if verdict.status == Status.ERROR or verdict.ground == Ground.NOT_RUN:
            self._errors.add(name)
        elif (outcome := to_record(self.run.implementations[name].deviations, verdict)) is not None:
            self._recorded[name][verdict.id] = outcome
        elif verdict.status == Status.FAIL:
            self.failures.append(verdict)

    def end(self, summary: Summary) -> None:
        """Writes the files, and prints lines about them. Raises OSError."""
        for line in self.write(summary.causes):
            click.echo(line)

    def write(self, causes: Sequence[Cause]) -> Iterator[str]:
        """Writes the files of known deviations and of outcomes, and yields lines about them. Skips implementations with errors,
        because some of their tests were not run. Raises OSError."""
        for name, implementation in self.run.implementations.items():
            file = implementation.folder / DEVIATIONS_FILE
            if name in self._errors:
                yield f"{file}: not written, because some tests of {name} could not be run"
                continue
            mine = [cause for cause in causes if cause.implementation == name]
            never = {each.id for each in self.failures if each.implementation == name and isinstance(each.got, UNEXPLAINED)}
            recorded, version = self._recorded[name], bare(self.run.versions[name])
            new = list(declarable(mine, never | recorded.keys()))
            declared = [*self._kept(name), *(self._declaration(cause, recorded) for cause in new)]
            text = deviations_text(version or implementation.deviations_of, declared)
            if _write(file, text if declared else ""):
                added = f", {len(new)} new; edit `what` and `kind` of each new one" if new else ""
                yield f"{file}: {counted(len(declared), 'known deviation')}{added}"
            if any(each.got == IN_FILE for each in implementation.deviations) or recorded:
                outcomes = implementation.folder / IN_FILE
                if _write(outcomes, outcomes_text(dict(sorted(recorded.items(), key=lambda item: self._order[item[0]])))):
                    yield f"{outcomes}: {counted(len(recorded), 'outcome')} recorded"
            failed = {id for cause in mine for id in cause.explains if id.kind in _TESTS}
            if left := failed - recorded.keys() - {id for cause in new for id in cause.explains}:
                failures = "1 failure is" if len(left) == 1 else f"{len(left)} failures are"
                yield f"{file}: {failures} not written, because a person must look into crashes and time-outs"

    def _kept(self, name: str) -> Iterator[Declaration]:
        """Yields the entries of the file without stale patterns, and omits empty ones."""
        stale = {entry: {each.pattern for each in patterns} for entry, patterns in self._declared[name].stale_patterns()}
        for entry in self.run.implementations[name].deviations:
            ids = tuple(pattern for pattern in entry.ids if pattern not in stale.get(entry, ()))
            if ids and Path(entry.location.file).name == DEVIATIONS_FILE:
                yield replace(entry, ids=ids)

    def _declaration(self, cause: Cause, recorded: dict[Id, Outcome]) -> Declaration:
        """Returns the entry that declares a cause, with the outcome or the rule that covers all its failures. Without one, adds
        the outcomes of its vectors to `recorded`."""
        ids, encoding = set(cause.explains), self.run.suite.encodings[cause.encoding]
        failed = [each for each in self.failures if each.implementation == cause.implementation and each.id in ids]
        outcomes = [(encoding, each.operation, each.got) for each in failed if each.operation and each.got]
        outcome, varies = known_of(outcomes) if len(outcomes) == len(failed) else IN_FILE, set[Kind]()
        if outcome == IN_FILE:
            recorded |= {each.id: each.got for each in failed if each.got and each.id.kind != IdKind.CHECK}
            varies = {each.operation.kind for each in failed if each.operation and each.id.kind == IdKind.CHECK}
        kind = DeviationKind.LIMIT if outcome == UNSUPPORTED else DeviationKind.BUG
        return Declaration(
            Deviation(kind, printable(cause.title.partition(": ")[0]), (cause.requirement,) if cause.requirement else ()),
            tuple(IdPattern(escape(str(id)), NOWHERE) for id in cause.explains),  # escaped: each matches only itself
            NOWHERE,
            outcome,
            tuple(sorted(varies)),
        )


def declarable(causes: Sequence[Cause], never: Collection[Id]) -> Iterator[Cause]:
    """Yields the causes that known deviations may declare, without the ids in `never` and ids that are neither a vector nor a
    check, such as a stale declaration."""
    for cause in causes:
        ids = tuple(id for id in cause.explains if id.kind in _TESTS and id not in never)
        if ids and not isinstance(cause.example.got, UNEXPLAINED):
            yield cause._replace(explains=ids)


def _write(file: Path, text: str) -> bool:
    """Replaces the text of a file, or removes the file if the text is empty. Returns whether anything changed."""
    content = text.encode("utf-8")
    if content == (read_file(file, LARGEST) if file.exists() else b""):
        return False
    if content:
        write_file(file, content)
    else:
        file.unlink()
    return True
