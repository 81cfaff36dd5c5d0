"""Loads the testee and the oracle in the process that fuzzes, with coverage of one of them.

The testee is asked in this process, or through a pipe. Each operation is first recorded in the journal."""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager
from types import ModuleType
from typing import Any

from encoding_conformance.adapters import shared_library
from encoding_conformance.adapters.codec import features_of, load
from encoding_conformance.adapters.in_process import InProcess
from encoding_conformance.adapters.manifest import Implementation, Way
from encoding_conformance.adapters.testee import Testee
from encoding_conformance.checks.round_trips import table_gives
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.notation import outcome_text
from encoding_conformance.core.operation import Decode, Operation
from encoding_conformance.core.outcome import Outcome
from encoding_conformance.fuzz.journal import Journal

Oracle = Callable[[bytes], Outcome]
"""Returns the expected outcome of decoding bytes."""

Watching = Callable[[Collection[str]], AbstractContextManager[None]]
"""A context of an engine in which imports of these packages are watched."""

_INSTALLED = tuple(sysconfig.get_paths()[name] for name in ("stdlib", "platstdlib", "purelib", "platlib"))


class CannotLoad(Exception):
    """A plug-in does not start."""


class WatchedCodec:
    """A codec object in this process, which may crash the process. It has a copy that coverage watches, for `ask`, and a plain
    one, for the operations of laws."""

    batch = 1

    def __init__(self, watched: Any, plain: Any, journal: Journal):
        self._watched = InProcess(watched, nothing)
        self._plain = InProcess(plain, nothing)
        self._journal = journal
        self.features = frozenset(features_of(plain))

    def ask(self, operation: Operation) -> Outcome:
        """Returns the outcome of one operation, which coverage watches."""
        return self._watched.ask(operation)

    def perform(self, operations: Sequence[Operation], stop: bool = False) -> Iterator[Outcome]:
        return self._plain.perform(self._recorded(operations), stop)

    def _recorded(self, operations: Sequence[Operation]) -> Iterator[Operation]:
        for operation in operations:
            self._journal.beat()
            yield operation


def nothing(error: BaseException) -> str:
    """Returns an empty text. It replaces what a rejection says, because making that text may take longer than rejecting."""
    return ""


class Piped:
    """A plug-in in its own process."""

    batch = 64

    def __init__(self, testee: Testee, encoding: str, journal: Journal):
        self._testee = testee
        self._journal = journal
        self.features = frozenset(testee.features(encoding))

    def perform(self, operations: Sequence[Operation], stop: bool = False) -> Iterator[Outcome]:
        for outcome in self._testee.perform(operations, stop):
            self._journal.beat()
            yield outcome


AskedCodec = WatchedCodec | Piped
"""An implementation that can be asked. `features` are what it offers in addition to the operations, and `batch` is the best
number of operations to ask at a time."""


def loaded(
    implementation: Implementation, oracle: Implementation | None, encoding: Encoding, watching: Watching, journal: Journal
) -> tuple[AskedCodec, Oracle | None]:
    """Returns the testee and the source of expected outcomes. That is the oracle, or the table of the encoding if the
    oracle does not have the encoding. If the testee is the oracle, only laws are asked.

    Coverage is measured in the testee if it is in Python, and otherwise in the oracle. A testee in Python is imported
    twice. Laws ask a copy that is not watched, because it is several times faster, and because what a law asks besides
    its input would mislead the search. Raises CannotLoad, and any exception that loading raises.
    """
    id, is_oracle = encoding.id, oracle is not None and oracle.name == implementation.name
    other = oracle if oracle and id in oracle.encodings and not is_oracle else None
    of_table = _by_table(encoding) if encoding.tables and not is_oracle else None
    if implementation.kind == Way.PYTHON:
        expected = _by_codec(_copy(other, id)[0], id) if other else of_table
        plain, packages = _copy(implementation, id)
        with watching(packages):
            watched = _codec(implementation, id) if packages else plain
        return WatchedCodec(watched, plain, journal), expected
    asked = (
        _piped(implementation, id, journal) if implementation.kind == Way.PROCESS else _in_process(implementation, id, journal)
    )
    with watching(_own(other) if other else ()):
        return asked, _by_codec(_codec(other, id), id) if other else of_table


def _piped(implementation: Implementation, encoding: str, journal: Journal) -> Piped:
    testee = Testee(implementation, patient=True)
    if failure := testee.failure_to_offer(encoding):
        raise CannotLoad(outcome_text(failure))
    return Piped(testee, encoding, journal)


def _in_process(implementation: Implementation, encoding: str, journal: Journal) -> WatchedCodec:
    codec = _codec(implementation, encoding)
    return WatchedCodec(codec, codec, journal)


def _copy(implementation: Implementation, encoding: str) -> tuple[Any, set[str]]:
    """Returns a codec, and the packages that it imported. The next import of these packages loads them again."""
    before = set(sys.modules)
    codec = _codec(implementation, encoding)
    new = set(sys.modules) - before
    packages = _own(implementation) | {_package(name) for name in new if _is_written_here(sys.modules[name])}
    for name in new:
        if _package(name) in packages:
            del sys.modules[name]
    return codec, packages


def _is_written_here(module: ModuleType) -> bool:
    """Returns whether a module belongs neither to Python's library nor to installed packages."""
    path = getattr(module, "__file__", None) or ""
    return path.endswith(".py") and not path.startswith(_INSTALLED)


def _by_table(encoding: Encoding) -> Oracle:
    return lambda data: table_gives(encoding, data)[0]


def _by_codec(codec: Any, encoding: str) -> Oracle:
    asked = InProcess(codec, nothing)
    return lambda data: asked.ask(Decode(encoding, data))


def _codec(implementation: Implementation, encoding: str) -> Any:
    if implementation.library:
        path = implementation.folder / implementation.library
        return shared_library.load(path, [encoding], lambda call: None)[encoding]  # a rerun keeps a record of calls
    return load(implementation.python, str(implementation.folder), implementation.codec_names)[encoding]


def _own(implementation: Implementation) -> set[str]:
    return {implementation.package} if implementation.kind == Way.PYTHON else set()


def _package(module: str) -> str:
    return module.partition(".")[0]
