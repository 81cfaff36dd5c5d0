"""Selects mutants of the `mutants` package, which the harness knows only by its interface."""

from __future__ import annotations

from collections.abc import Collection
from importlib import import_module

from encoding_conformance.data_files.problems import WrongUsage
from encoding_conformance.runner.plan import selects
from workshop.mutation.trial import Mutant

_NAMED, _BY_SYNTAX = "mutants.named", "mutants.syntax"


def mutants(encodings: Collection[str], pattern: str) -> list[Mutant]:
    """Returns the mutants whose ids match the pattern. If `encodings` is not empty, a mutant is only selected if all its
    encodings are among them. A pattern that is a mutant's whole id selects that mutant alone. Raises WrongUsage if
    no mutant is selected."""
    whole = [mutant for mutant in named() if mutant.id == pattern]
    found = whole or [mutant for mutant in named() + _by_syntax() if selects(pattern, mutant.id)]
    found = [mutant for mutant in found if not encodings or set(mutant.encodings) <= set(encodings)]
    if not found:
        raise WrongUsage(f"no mutant of {', '.join(encodings) or 'any encoding'} matches {pattern!r}")
    return found


def named() -> list[Mutant]:
    """Returns the mutants that were planted by hand."""
    found: list[Mutant] = import_module(_NAMED).mutants()
    return found


def _by_syntax() -> list[Mutant]:
    found: list[Mutant] = import_module(_BY_SYNTAX).mutants()
    return found
