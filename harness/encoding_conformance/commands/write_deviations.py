"""`--write-deviations` of `conform run`: it brings the known deviations in manifests up to date."""

import os
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from encoding_conformance.adapters.installation import bare
from encoding_conformance.adapters.manifest import DEVIATIONS_OF, FILE, outcomes_text
from encoding_conformance.core.identity import Id, IdKind
from encoding_conformance.core.outcome import Outcome
from encoding_conformance.core.text import counted
from encoding_conformance.core.verdict import Cause, DeviationKind, Ground, PatternIndex, Status, Verdict
from encoding_conformance.data_files.problems import WrongUsage
from encoding_conformance.models.known_outcome import IN_FILE, UNSUPPORTED, known_of
from encoding_conformance.report.sink import RunContext, Sink, Summary
from encoding_conformance.runner.deviations import UNEXPLAINED, to_record
from encoding_conformance.runner.manifest_update import CannotUpdate, NewEntry, updated

_TESTS = (IdKind.VECTOR, IdKind.EDGE_CASE, IdKind.CHECK)


class WriteDeviations(Sink):
    """Takes the verdicts of a run. At its end, writes new deviations, takes out stale ones, and writes the versions."""

    def __init__(self, platform: str):
        self._platform = platform
        self._stale: dict[str, list[PatternIndex]] = defaultdict(list)
        self.failures: list[Verdict] = []
        self._errors: set[str] = set()
        self._recorded: dict[str, dict[Id, Outcome]] = defaultdict(dict)
        self._order: dict[Id, int] = {}

    def begin(self, run: RunContext) -> None:
        """Raises WrongUsage if a manifest cannot be written."""
        super().begin(run)
        for implementation in run.implementations.values():
            file = implementation.folder / FILE
            if not os.access(file, os.W_OK):
                raise WrongUsage(f"{file}: cannot be written, and --write-deviations writes into it")
            with _told_of(file):
                updated(file.read_bytes().decode("utf-8"))

    def add(self, verdict: Verdict) -> None:
        """Takes a verdict."""
        name = verdict.implementation
        self._order.setdefault(verdict.id, len(self._order))
        self._stale[name] += verdict.pointers.stale
        if verdict.status == Status.ERROR or verdict.ground == Ground.NOT_ASKED:
            self._errors.add(name)
        elif (outcome := to_record(self.run.implementations[name].deviations, verdict)) is not None:
            self._recorded[name][verdict.id] = outcome
        elif verdict.status == Status.FAIL:
            self.failures.append(verdict)

    def end(self, summary: Summary) -> None:
        """Writes the manifests, and says what is written and what is not. Raises OSError."""
        for line in self.write(summary.causes):
            click.echo(line)

    def write(self, causes: Sequence[Cause]) -> Iterator[str]:
        """Writes the causes, the file of outcomes and the versions, takes out what is stale, and yields lines that say so. Of an
        implementation with an error nothing is written, because not everything could be asked. Raises OSError."""
        for name, implementation in self.run.implementations.items():
            file = implementation.folder / FILE
            if name in self._errors:
                yield f"{file}: nothing is written, because not everything could be asked of {name}"
                continue
            mine = [cause for cause in causes if cause.implementation == name]
            never = {each.id for each in self.failures if each.implementation == name and isinstance(each.got, UNEXPLAINED)}
            recorded, stale = self._recorded[name], self._stale[name]
            declared = [self._declared(cause, recorded) for cause in declarable(mine, never | recorded.keys())]
            version = bare(self.run.versions[name])
            with _told_of(file):
                text = updated(file.read_bytes().decode("utf-8"), declared, stale, version, self._platform)
            is_other = _write(file, text)
            if stale:
                yield f"{file}: {counted(len(stale), 'stale pattern')} removed"
            if declared:
                what = counted(len(declared), "known deviation")
                yield f"{file}: {what} written; say in each `what` what {name} does, and look at its `kind`"
            if is_other and version:
                yield f"{file}: {DEVIATIONS_OF} is {version}"
            if any(each.got == IN_FILE for each in implementation.deviations) or recorded:
                outcomes = implementation.folder / IN_FILE
                if _write(outcomes, outcomes_text(dict(sorted(recorded.items(), key=lambda item: self._order[item[0]])))):
                    yield f"{outcomes}: {counted(len(recorded), 'outcome')} recorded"
            failed = {id for cause in mine for id in cause.explains if id.kind in _TESTS}
            if left := failed - recorded.keys() - {id for each in declared for id in each.cause.explains}:
                what = "1 failure is" if len(left) == 1 else f"{len(left)} failures are"
                yield f"{file}: {what} not written, because a person must look into crashes and time-outs"

    def _declared(self, cause: Cause, recorded: dict[Id, Outcome]) -> NewEntry:
        """Returns the entry that declares a cause, with the outcome or the rule that covers all its failures. If there is none,
        adds the outcomes of its vectors to those to record."""
        ids, encoding = set(cause.explains), self.run.suite.encodings[cause.encoding]
        failed = [each for each in self.failures if each.implementation == cause.implementation and each.id in ids]
        found = [(encoding, each.operation, each.got) for each in failed if each.operation and each.got]
        outcome = known_of(found) if len(found) == len(failed) else IN_FILE
        if outcome != IN_FILE:
            return NewEntry(cause, DeviationKind.LIMIT if outcome == UNSUPPORTED else DeviationKind.BUG, outcome)
        recorded |= {each.id: each.got for each in failed if each.got and each.id.kind != IdKind.CHECK}
        varies = {each.operation.kind for each in failed if each.operation and each.id.kind == IdKind.CHECK}
        return NewEntry(cause, DeviationKind.BUG, outcome, sorted(varies))


def declarable(causes: Sequence[Cause], never: Collection[Id]) -> Iterator[Cause]:
    """Yields the causes as far as a manifest may declare them: without the ids in `never`, and without what is no vector or
    check, such as a stale declaration."""
    for cause in causes:
        ids = tuple(id for id in cause.explains if id.kind in _TESTS and id not in never)
        if ids and not isinstance(cause.example.got, UNEXPLAINED):
            yield cause._replace(explains=ids)


@contextmanager
def _told_of(file: Path) -> Iterator[None]:
    """Turns CannotUpdate into wrong usage, with the name of the file."""
    try:
        yield
    except CannotUpdate as error:
        raise WrongUsage(f"{file}: {error}") from None


def _write(file: Path, text: str) -> bool:
    """Writes a text unless the file has it, and returns whether it is another one."""
    content = text.encode("utf-8")
    if file.exists() and file.read_bytes() == content:
        return False
    file.write_bytes(content)
    return True
