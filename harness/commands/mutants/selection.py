"""Finds the mutants of the `mutants` package, which the harness knows only through their interface."""

from __future__ import annotations

from collections.abc import Collection
from importlib import import_module

from harness.commands.mutants.trial import Mutant
from harness.runner.plan import matches
from harness.runner.registry import UnknownName

_NAMED, _BY_SYNTAX = "mutants.named", "mutants.syntax"


def mutants(encodings: Collection[str], pattern: str) -> list[Mutant]:
    """The mutants whose ids match the pattern and whose encodings are all among `encodings`, if any are given. Raises UnknownName
    if there are none."""
    whole = [mutant for mutant in named() if mutant.id == pattern]
    found = whole or [mutant for mutant in named() + _by_syntax() if matches(pattern, mutant.id)]
    found = [mutant for mutant in found if not encodings or set(mutant.encodings) <= set(encodings)]
    if not found:
        raise UnknownName(f"no mutant of {', '.join(encodings) or 'any encoding'} matches {pattern!r}")
    return found


def named() -> list[Mutant]:
    """The mutants that were planted by hand."""
    found: list[Mutant] = import_module(_NAMED).mutants()
    return found


def _by_syntax() -> list[Mutant]:
    try:
        found: list[Mutant] = import_module(_BY_SYNTAX).mutants()
    except ModuleNotFoundError as error:
        raise UnknownName(f"mutants by syntax need {error.name}: pip install 'encoding-conformance[mutants]'") from None
    return found
