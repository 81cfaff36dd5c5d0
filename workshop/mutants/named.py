"""Lists the mutants that were planted by hand."""

from __future__ import annotations

from functools import cache

from mutants import (
    blocks,
    bocu_1,
    bocu_1_differences,
    bocu_1_inputs,
    cesu_8,
    context,
    iso_8859,
    kim,
    kim_count,
    kim_text,
    modified_utf_8,
    shared,
    single_byte,
    utf_8,
    utf_8_31bit,
    utf_16,
    utf_32,
    utf_inf_8,
    utf_inf_8_long,
    wtf_8,
)
from mutants.mutant import Mutant, Planted

_MODULES = (
    kim,
    kim_count,
    kim_text,
    utf_8,
    utf_8_31bit,
    cesu_8,
    modified_utf_8,
    wtf_8,
    utf_inf_8,
    utf_inf_8_long,
    bocu_1,
    bocu_1_differences,
    bocu_1_inputs,
    blocks,
    context,
    utf_16,
    utf_32,
    single_byte,
    iso_8859,
    shared,
)


@cache
def mutants() -> list[Mutant]:
    """Returns all mutants that were planted by hand. Their ids have the form ENCODING/NAME."""
    return [
        _mutant(encoding, name, planted)
        for module in _MODULES
        for encoding, named in module.MUTANTS.items()
        for name, planted in named.items()
    ]


def _mutant(encoding: str, name: str, planted: Planted) -> Mutant:
    return Mutant(f"{encoding}/{name}", encoding, (encoding,), lambda: {encoding: planted.codec}, planted.breaks)
