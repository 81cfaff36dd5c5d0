"""`--write-deviations` of `conform run`: the causes of the failures of a run become known deviations in the manifests."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

import click

from harness.adapters.manifest import FILE, Implementation
from harness.core.cause import Cause
from harness.core.identity import CHECK, EDGE_CASE, VECTOR, Id
from harness.core.outcome import BrokenProtocol, Crash, Timeout
from harness.core.verdict import ERROR, FAIL, Verdict
from harness.runner.declaring import CannotWrite, written
from harness.runner.registry import Registered

_NEVER = (Crash, Timeout, BrokenProtocol)
"""The outcomes that are not written: a person must look into them first."""

_TESTS = (VECTOR, EDGE_CASE, CHECK)


class Declaring:
    """Takes the verdicts of a run, and writes the causes of the failures at its end."""

    def __init__(self, registered: Sequence[Registered]):
        """Raises ClickException if a manifest cannot be written."""
        self._implementations = [each.implementation for each in registered]
        self.failures: list[Verdict] = []
        self._errors: set[str] = set()
        for implementation in self._implementations:
            file = _file(implementation)
            if not os.access(file, os.W_OK):
                raise click.ClickException(f"{file}: cannot be written, and --write-deviations writes into it")
            _written(file, ())

    def add(self, verdict: Verdict) -> None:
        """Takes a verdict."""
        if verdict.judgement.verdict == ERROR or verdict.is_not_asked:
            self._errors.add(verdict.implementation)
        elif verdict.judgement.verdict == FAIL:
            self.failures.append(verdict)

    def write(self, causes: Sequence[Cause]) -> Iterator[str]:
        """Writes the causes, and yields lines that say what is written and what is not. Nothing is written about an
        implementation with an error, because not everything could be asked. Raises OSError."""
        for implementation in self._implementations:
            name, file = implementation.name, _file(implementation)
            if name in self._errors:
                yield f"{file}: nothing is written, because not everything could be asked of {name}"
                continue
            mine = [cause for cause in causes if cause.implementation == name]
            never = {each.id for each in self.failures if each.implementation == name and isinstance(each.outcome, _NEVER)}
            if declared := list(declarable(mine, never)):
                file.write_text(_written(file, declared), encoding="utf-8", newline="")
                what = f"{len(declared)} known deviation{'s' * (len(declared) > 1)}"
                yield f"{file}: {what} written; say in each `what` what {name} does, and look at its `kind`"
            if left := _tests(mine) - _tests(declared):
                what = "1 failure is" if len(left) == 1 else f"{len(left)} failures are"
                yield f"{file}: {what} not written, because a person must look into crashes and time-outs"


def declarable(causes: Sequence[Cause], never: Collection[Id]) -> Iterator[Cause]:
    """Yields the causes as far as a manifest may declare them: without the ids in `never`, and without what is no vector or
    check, such as a stale declaration."""
    for cause in causes:
        ids = tuple(id for id in cause.explains if id.kind in _TESTS and id not in never)
        if ids and not isinstance(cause.example.outcome, _NEVER):
            yield cause._replace(explains=ids)


def _tests(causes: Sequence[Cause]) -> set[Id]:
    """The vectors and checks that failed because of these causes."""
    return {id for cause in causes for id in cause.explains if id.kind in _TESTS}


def _file(implementation: Implementation) -> Path:
    return implementation.folder / FILE


def _written(file: Path, causes: Sequence[Cause]) -> str:
    try:
        return written(file.read_bytes().decode("utf-8"), causes)
    except CannotWrite as error:
        raise click.ClickException(f"{file}: {error}") from None
