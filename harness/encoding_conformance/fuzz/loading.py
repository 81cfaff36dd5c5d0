"""Loads the testee and the oracle in the process that fuzzes, with coverage of one of them.

The testee is asked in this process, or through a pipe. The journal records that each operation was answered."""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import Any

from encoding_conformance.adapters import shared_library
from encoding_conformance.adapters.codec import load
from encoding_conformance.adapters.in_process import InProcess
from encoding_conformance.adapters.manifest import Implementation, Way
from encoding_conformance.adapters.testee import Testee
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.notation import outcome_text
from encoding_conformance.core.operation import Decode, Operation
from encoding_conformance.core.outcome import Outcome
from encoding_conformance.fuzz.journal import Journal
from encoding_conformance.models import permitted
from encoding_conformance.runner.plan import Completed, completed

Oracle = Callable[[bytes], Outcome]
"""Returns the expected outcome of decoding bytes."""

Watching = Callable[[Collection[str]], AbstractContextManager[None]]
"""A context of an engine in which imports of these packages are watched."""

_INSTALLED = tuple(sysconfig.get_paths()[name] for name in ("stdlib", "platstdlib", "purelib", "platlib"))


class CannotLoad(Exception):
    """An implementation does not start."""


class Asked:
    """An implementation that can be asked. `features` are what it offers in addition to the operations, and `batch` is the best
    number of operations to ask at a time. `ask` asks the copy of a codec that coverage watches; it is None for a program."""

    def __init__(self, testee: Completed, encoding: str, journal: Journal, watched: Completed | None = None):
        self._testee = testee
        self._journal = journal
        self.features = testee.features(encoding)
        self.ask = None if watched is None else _one(watched)
        self.batch = 64 if watched is None else 1

    def perform(self, operations: Sequence[Operation], stop: bool = False) -> Iterator[Outcome]:
        """Yields the outcome of each operation, in order. With `stop`, it ends after a failure."""
        for outcome in self._testee.perform(operations, stop):
            self._journal.beat()
            yield outcome


def _one(testee: Completed) -> Callable[[Operation], Outcome]:
    return lambda operation: next(iter(testee.perform([operation])))


def nothing(error: BaseException) -> str:
    """Returns an empty text. It replaces what a rejection says, because making that text may take longer than rejecting."""
    return ""


def loaded(
    implementation: Implementation, oracle: Implementation | None, encoding: Encoding, watching: Watching, journal: Journal
) -> tuple[Asked, Oracle | None]:
    """Returns the testee and the source of expected outcomes. That is the oracle, or the table of the encoding if the
    oracle does not have the encoding. If the testee is the oracle, only checks are asked.

    Coverage is measured in the testee if it is in Python, and otherwise in the oracle. A testee in Python is imported
    twice. Checks ask a copy that is not watched, because it is several times faster, and because what a check asks besides
    its input would mislead the search. Raises CannotLoad, and any exception that loading raises.
    """
    id, is_oracle = encoding.id, oracle is not None and oracle.name == implementation.name
    whole = partial(completed, encoding=encoding, limits=implementation.encodings[id].limits)
    other = oracle if oracle and id in oracle.encodings and not is_oracle else None
    if implementation.kind == Way.PYTHON:
        expected = _oracle(other, encoding, _copy(other, id)[0]) if other else None
        plain, packages = _copy(implementation, id)
        with watching(packages):
            watched = _codec(implementation, id) if packages else plain
        asked = Asked(whole(InProcess(plain, nothing)), id, journal, whole(InProcess(watched, nothing)))
    else:
        if implementation.kind == Way.PROCESS:
            testee = Testee(implementation, patient=True)
            if failure := testee.failure_to_offer(id):
                raise CannotLoad(outcome_text(failure))
            asked = Asked(whole(testee), id, journal)
        else:
            codec = _codec(implementation, id)
            asked = Asked(whole(InProcess(codec, nothing)), id, journal, whole(InProcess(codec, nothing)))
        with watching(_own(other) if other else ()):
            expected = _oracle(other, encoding, _codec(other, id)) if other else None
    if expected is None and not is_oracle:
        return asked, lambda data: permitted(encoding, Decode(id, data))[0]
    return asked, expected


def _copy(implementation: Implementation, encoding: str) -> tuple[Any, set[str]]:
    """Returns a codec, and the packages that it imported. The next import of these packages loads them again."""
    before = set(sys.modules)
    codec = _codec(implementation, encoding)
    package_of = {name: name.partition(".")[0] for name in set(sys.modules) - before}
    packages = _own(implementation)
    for name, package in package_of.items():
        path = getattr(sys.modules[name], "__file__", None) or ""
        if path.endswith(".py") and not path.startswith(_INSTALLED):
            packages.add(package)
    for name, package in package_of.items():
        if package in packages:
            del sys.modules[name]
    return codec, packages


def _oracle(oracle: Implementation, encoding: Encoding, codec: Any) -> Oracle:
    ask = _one(completed(InProcess(codec, nothing), encoding, oracle.encodings[encoding.id].limits))
    return lambda data: ask(Decode(encoding.id, data))


def _codec(implementation: Implementation, encoding: str) -> Any:
    if implementation.library:
        path = implementation.folder / implementation.library
        return shared_library.load(path, implementation.offered, lambda call: None)[encoding]  # a rerun keeps a record of calls
    return load(implementation.python, str(implementation.folder), implementation.codec_names, implementation.offered)[encoding]


def _own(implementation: Implementation) -> set[str]:
    return {implementation.package} if implementation.kind == Way.PYTHON else set()
