"""Finds the faults of the `mutants` package, which the harness knows only through their interface."""

from __future__ import annotations

from collections.abc import Collection
from importlib import import_module

from harness.commands.mutants.trial import Fault
from harness.runner.plan import matches
from harness.runner.registry import UnknownName

_NAMED, _BY_SYNTAX = "mutants.named", "mutants.syntax"


def faults(encodings: Collection[str], pattern: str) -> list[Fault]:
    """The faults whose ids match the pattern and whose encodings are all among `encodings`, if any are given. Raises UnknownName
    if there are none."""
    whole = [fault for fault in named() if fault.id == pattern]
    found = whole or [fault for fault in named() + _by_syntax() if matches(pattern, fault.id)]
    found = [fault for fault in found if not encodings or set(fault.encodings) <= set(encodings)]
    if not found:
        raise UnknownName(f"no fault of {', '.join(encodings) or 'any encoding'} matches {pattern!r}")
    return found


def named() -> list[Fault]:
    """The faults that were planted by hand."""
    found: list[Fault] = import_module(_NAMED).faults()
    return found


def _by_syntax() -> list[Fault]:
    try:
        found: list[Fault] = import_module(_BY_SYNTAX).faults()
    except ModuleNotFoundError as error:
        raise UnknownName(f"faults by syntax need {error.name}: pip install 'encoding-conformance[power]'") from None
    return found
