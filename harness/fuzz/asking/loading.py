"""The testee and the oracle in the process that fuzzes, with coverage of one of them."""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from types import ModuleType
from typing import Any

from harness.adapters.answer import outcome_in_this_process
from harness.adapters.codec import load
from harness.adapters.manifest import PROCESS, PYTHON, Implementation
from harness.adapters.testee import Testee
from harness.checks.layout import table_gives
from harness.core.encoding import Encoding
from harness.core.operation import DECODE
from harness.core.outcome import Outcome
from harness.core.wire import outcome_text
from harness.fuzz.asking.asked import Asked, InProcess, Piped, nothing
from harness.fuzz.asking.journal import Journal
from harness.fuzz.asking.target import Oracle

_INSTALLED = tuple(sysconfig.get_paths()[name] for name in ("stdlib", "platstdlib", "purelib", "platlib"))

Watching = Callable[[Collection[str]], AbstractContextManager[None]]
"""Of an engine: what is imported of these packages is watched."""


class Unable(Exception):
    """A plug-in does not start."""


def loaded(
    implementation: Implementation,
    oracle: Implementation | None,
    encoding: Encoding,
    watching: Watching,
    journal: Journal,
) -> tuple[Asked, Oracle | None]:
    """The testee, and what says what is due: the oracle; for want of one that has the encoding, its table; for the
    oracle itself, nothing but the laws. Coverage is that of a testee in Python, else of the oracle. A
    testee in Python is imported twice: laws ask a copy that is not watched, for it is several times faster, and the
    search is not led astray by what a law asks besides its input. Raises Unable, and what loading raises."""
    id, is_oracle = encoding.id, oracle is not None and oracle.name == implementation.name
    other = oracle if oracle and id in oracle.encodings and not is_oracle else None
    of_table = _by_table(encoding) if encoding.tables and not is_oracle else None
    if implementation.kind == PROCESS:
        testee = Testee(implementation, patient=True)
        if failure := testee.failure_to_offer(id):
            raise Unable(outcome_text(failure))
        with watching(_own(other)):
            return Piped(testee, id, journal), _by_codec(_codec(other, id)) if other else of_table
    expected = _by_codec(_copy(other, id)[0]) if other else of_table
    plain, packages = _copy(implementation, id)
    with watching(packages):
        watched = _codec(implementation, id) if packages else plain
    return InProcess(watched, plain, journal), expected


def _copy(implementation: Implementation, encoding: str) -> tuple[Any, set[str]]:
    """A codec, and the packages that it brought: these are imported anew by whoever imports them next."""
    before = set(sys.modules)
    codec = _codec(implementation, encoding)
    new = set(sys.modules) - before
    packages = _own(implementation) | {_package(name) for name in new if _is_written_here(sys.modules[name])}
    for name in new:
        if _package(name) in packages:
            del sys.modules[name]
    return codec, packages


def _is_written_here(module: ModuleType) -> bool:
    """Is it neither of Python's library nor installed?"""
    path = getattr(module, "__file__", None) or ""
    return path.endswith(".py") and not path.startswith(_INSTALLED)


def _by_table(encoding: Encoding) -> Oracle:
    return lambda data: table_gives(encoding, data)[0]


def _by_codec(codec: Any) -> Oracle:
    def expected(data: bytes) -> Outcome:
        return outcome_in_this_process(codec, DECODE, data, told=nothing)

    return expected


def _codec(implementation: Implementation, encoding: str) -> Any:
    return load(implementation.python, str(implementation.folder), implementation.codec_names)[encoding]


def _own(implementation: Implementation | None) -> set[str]:
    """The package that a manifest names, if it does."""
    if implementation is None or implementation.kind != PYTHON:
        return set()
    return {implementation.package}


def _package(module: str) -> str:
    return module.partition(".")[0]
