"""Selects mutants."""

from __future__ import annotations

from collections.abc import Collection

from encoding_conformance.data_files.problems import WrongUsage
from encoding_conformance.runner.plan import selects
from mutants import named, syntax
from mutants.mutant import Mutant


def mutants(encodings: Collection[str], pattern: str) -> list[Mutant]:
    """Returns the mutants whose ids match the pattern. If `encodings` is not empty, a mutant is only selected if all its
    encodings are among them. A pattern that is a mutant's whole id selects that mutant alone. Raises WrongUsage if
    no mutant is selected."""
    planted = list(named.mutants())
    whole = [mutant for mutant in planted if mutant.id == pattern]
    matching = whole or [mutant for mutant in [*planted, *syntax.mutants()] if selects(pattern, mutant.id)]
    selected = [mutant for mutant in matching if not encodings or set(mutant.encodings) <= set(encodings)]
    if not selected:
        raise WrongUsage(f"no mutant of {', '.join(encodings) or 'any encoding'} matches {pattern!r}")
    return selected
