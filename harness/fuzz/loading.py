"""The testee and the oracle in the process that fuzzes, with coverage of one of them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from harness.adapters.codec import load, perform
from harness.adapters.lifeline import limit_memory
from harness.adapters.manifest import PROCESS, PYTHON, Implementation
from harness.adapters.python import KINDS
from harness.adapters.testee import Testee
from harness.core.operation import DECODE
from harness.core.outcome import Outcome
from harness.fuzz.asked import Asked, InProcess, Piped
from harness.fuzz.journal import Journal
from harness.fuzz.target import Oracle

Watching = Callable[[Collection[str]], AbstractContextManager[None]]
"""Of an engine: what is imported of these packages is watched."""


def loaded(
    implementation: Implementation, oracle: Implementation | None, encoding: str, watching: Watching, journal: Journal
) -> tuple[Asked, Oracle | None]:
    """The testee, and the oracle where that is another. Coverage is that of a testee in Python, else of the oracle:
    where both are Python, the oracle is imported first and plain, and what the testee imports of it is its own."""
    other = oracle if oracle and oracle.name != implementation.name else None
    if implementation.kind == PROCESS:
        expected = other and _oracle(other, encoding, watching(_packages(other)))
        return Piped(Testee(implementation), encoding, journal), expected
    expected = other and _oracle(other, encoding, nullcontext())
    limit_memory(implementation.memory_mib)
    with watching(_packages(implementation, oracle)):
        return InProcess(_codecs(implementation)[encoding], journal), expected


def _oracle(oracle: Implementation, encoding: str, importing: AbstractContextManager[None]) -> Oracle:
    packages, before = _packages(oracle), set(sys.modules)
    with importing:
        codec = _codecs(oracle)[encoding]
    for name in set(sys.modules) - before:
        if name.partition(".")[0] in packages:
            del sys.modules[name]

    def expected(data: bytes) -> Outcome:
        kind, *parts = perform(codec, DECODE, data, ())
        return KINDS[kind](*parts)

    return expected


def _codecs(implementation: Implementation) -> dict[str, Any]:
    named = {id: support.codec for id, support in implementation.encodings.items()}
    return load(implementation.python, str(implementation.folder), named)


def _packages(*implementations: Implementation | None) -> list[str]:
    """The packages of implementations in Python."""
    found = [each.python.partition(":")[0].partition(".")[0] for each in implementations if each and each.kind == PYTHON]
    return list(dict.fromkeys(found))
