"""Runs units on the workers of a cluster. A worker gets names and hashes, and must have the same harness, vectors and folders."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from functools import lru_cache, partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from encoding_conformance import __version__
from encoding_conformance.adapters import manifest
from encoding_conformance.adapters.cluster import submit, worker
from encoding_conformance.adapters.installation import version_of
from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.data_files.edition import edition, hashed
from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.data_files.problems import HarnessError
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.data_folders import IMPLEMENTATIONS, PACKAGE
from encoding_conformance.runner.plan import Input, Unit
from encoding_conformance.runner.running import Done, Running, in_order

_CODE = ("adapters", "causes", "checks", "core", "data_files", "models", "runner")
"""The folders whose code decides verdicts."""

_LEFT_OUT = {"__pycache__", ".git"}
"""The folders that hashes leave out."""


class Expected(NamedTuple):
    """The properties that must match on a worker: the versions of the harness and the vectors, a hash of the implementation's
    folder, and the version of the implementation, which is empty if it cannot run here either."""

    harness: str
    vectors: str
    files: str
    version: str


class SentUnit(NamedTuple):
    """A unit in the form that is sent to a worker. `run` has everything except the units. `folder` is the path of the
    implementation's folder, or the name of one of the project's own."""

    run: Running
    folder: str
    selector: str
    encoding: str
    ids: Sequence[str]
    checks: tuple[str, ...]
    inputs: tuple[Input, ...]
    added: tuple[Path, ...]
    expected: Expected


def submitted(executor: Executor, run: Running) -> Iterator[Callable[[], Done]]:
    """Returns a function for each unit of a run, in order, that returns the result of a worker. Raises HarnessError if a file in
    the folder of an implementation cannot be read."""
    bare = Running((), run.parameters, unable=run.unable, explain=run.explain)
    harness, vectors = _harness(), str(edition(run.units[0].suite))
    expected = {
        name: Expected(harness, vectors, _files(each.folder), "" if name in run.unable else version_of(each))
        for name, each in {unit.name: unit.implementation for unit in run.units}.items()
    }
    units = (sent(unit, bare, expected[unit.name]) for unit in run.units)
    return in_order(units, partial(submit, executor, run_sent))


def sent(unit: Unit, run: Running, expected: Expected) -> SentUnit:
    """Returns a unit in the form that is sent to a worker."""
    implementation = unit.implementation
    return SentUnit(
        run,
        implementation.folder.name if implementation.is_own else str(implementation.folder),
        implementation.selector,
        unit.encoding.id,
        [str(vector.id) for vector in unit.vectors],
        unit.checks,
        unit.inputs,
        unit.suite.added,
        expected,
    )


def run_sent(unit: SentUnit) -> Done:
    """Runs a unit on this worker. Raises HarnessError, which names the worker, if something differs here."""
    try:
        return unit.run.done(received(unit))
    except HarnessError as error:
        raise HarnessError(f"worker {worker()}: {error}") from None  # Dask cannot send the problems of a DataError


def received(unit: SentUnit) -> Unit:
    """Returns the unit from this machine's files. Raises HarnessError if something differs here."""
    _must_match("the harness", _harness(), unit.expected.harness)
    suite = _suite(unit.added)
    _must_match("the edition of the vectors", str(edition(suite)), unit.expected.vectors)
    implementation = _implementation(IMPLEMENTATIONS / unit.folder, unit.selector, unit.expected)
    vectors = tuple(suite.by_id(unit.encoding)[id] for id in unit.ids)
    return Unit(implementation, suite.encodings[unit.encoding], vectors, unit.checks, suite, unit.inputs)


@lru_cache
def _implementation(folder: Path, selector: str, expected: Expected) -> Implementation:
    """Returns the implementation in a folder. Raises HarnessError if it differs from the expected one. The result is cached,
    because the folder may be large."""
    if not (folder / manifest.FILE).is_file():
        raise HarnessError(f"{folder} does not exist; copy the same folder to that path")
    _must_match(f"the content of {folder}", _files(folder), expected.files)
    implementation = manifest.read(folder, selector)
    if expected.version:
        if missing := implementation.missing():
            raise HarnessError(f"{implementation.name} needs {', '.join(missing)}; install it there")
        _must_match(f"the version of {implementation.name}", version_of(implementation), expected.version)
    return implementation


def _must_match(name: str, there: str, here: str) -> None:
    if there != here:
        raise HarnessError(f"{name} differs: {there or 'unknown'} there, {here or 'unknown'} here; expected the same")


@lru_cache
def _suite(added: tuple[Path, ...]) -> Suite:
    return load_suite(added)


@lru_cache
def _harness() -> str:
    """Returns the version of the harness, with a hash of its code."""
    files = sorted(path for folder in _CODE for path in (PACKAGE / folder).rglob("*.py"))
    code = hashed(part for path in files for part in (path.relative_to(PACKAGE).as_posix().encode(), path.read_bytes()))
    return f"{__version__} (code {code[:8]})"


def _files(folder: Path) -> str:
    """Returns a hash of the names, contents and executable bits of the files in a folder. Raises HarnessError."""
    try:
        files = sorted(path for path in folder.rglob("*") if path.is_file() and _LEFT_OUT.isdisjoint(path.parts))
        parts = ((os.fsencode(path.relative_to(folder)), bytes([os.access(path, os.X_OK)]), path.read_bytes()) for path in files)
        return hashed(chain.from_iterable(parts))[:8]
    except OSError as error:
        raise HarnessError(f"{error.filename}: {error.strerror}") from None
