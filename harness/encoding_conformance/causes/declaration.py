"""Finds the declaration under which an implementation that replaces what is ill-formed would be right."""

from __future__ import annotations

from collections.abc import Collection
from itertools import product

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Per, Replacing, Substitute
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import Outcome
from encoding_conformance.core.vector import Permitted
from encoding_conformance.models import permitted
from encoding_conformance.models.replacement import can_be_replaced, instead

_REPLACEMENTS = (0xFFFD, 0x3F)
"""The values that libraries give in the place of what is ill-formed."""


def fitting_declaration(encoding: Encoding, outcomes: Collection[tuple[Operation, Outcome]], right: int) -> str:
    """Returns the line of a manifest under which most of these outcomes of a decoder are right; empty if no more than `right` of
    them are."""
    found, most = "", right
    for value, per in product(_REPLACEMENTS, Per) if can_be_replaced(encoding) else ():
        replacing = Replacing(decode=Substitute(value, per))
        fits = sum(replaced(encoding, operation, replacing) == outcome for operation, outcome in outcomes)
        if fits > most:
            found, most = f'replaces: {{decode: {{value: "{value:X}", per: {per}}}}}', fits
    return found


def replaced(encoding: Encoding, operation: Operation, replacing: Replacing) -> Permitted:
    """Returns the first outcome that is expected from an implementation with this declaration."""
    return instead(encoding, operation, permitted(encoding, operation), replacing)[0]
