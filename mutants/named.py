"""The named faults."""

from __future__ import annotations

from functools import cache

from mutants import (
    bocu_1,
    bocu_1_differences,
    bocu_1_inputs,
    context,
    iso_8859,
    kim,
    kim_count,
    kim_text,
    shared,
    single_byte,
    utf_8,
    utf_8_31bit,
    utf_16,
    utf_32,
    utf_inf_8,
    utf_inf_8_long,
)
from mutants.fault import Fault, Planted

_MODULES = (
    kim,
    kim_count,
    kim_text,
    utf_8,
    utf_8_31bit,
    utf_inf_8,
    utf_inf_8_long,
    bocu_1,
    bocu_1_differences,
    bocu_1_inputs,
    context,
    utf_16,
    utf_32,
    single_byte,
    iso_8859,
    shared,
)


@cache
def faults() -> list[Fault]:
    """All of them, as ENCODING/NAME."""
    return [
        _fault(encoding, name, planted)
        for module in _MODULES
        for encoding, named in module.FAULTS.items()
        for name, planted in named.items()
    ]


def _fault(encoding: str, name: str, planted: Planted) -> Fault:
    return Fault(f"{encoding}/{name}", encoding, (encoding,), lambda: {encoding: planted.codec}, planted.breaks)
