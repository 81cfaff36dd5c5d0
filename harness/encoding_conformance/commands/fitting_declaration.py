"""Finds the declaration in a manifest under which an implementation that replaces would be right."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from encoding_conformance.causes.trial import SUBSTITUTES
from encoding_conformance.checks import spread
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Per, Replacing, Substitute
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import Outcome
from encoding_conformance.core.vector import Permitted
from encoding_conformance.models import permitted
from encoding_conformance.models.replacement import can_be_replaced, instead

_LOOKED_AT = 20
"""The number of outcomes of which one must be right before all are looked at."""

Outcomes = Sequence[tuple[Operation, Outcome]]
"""Operations with their outcomes."""


def fitting_declaration(encoding: Encoding, declared: Replacing, failed: Outcomes, passed: Outcomes) -> Replacing | None:
    """Returns the declaration under which most of the outcomes that failed would be right, and more of them than would be wrong
    of those that passed, with what is `declared` of the other operation; None if there is none."""
    decoders = [replace(declared, decode=Substitute(*each)) for each in product(SUBSTITUTES, Per)]
    encoders = [replace(declared, encode=value) for value in SUBSTITUTES if value in encoding.values]
    found, most = None, 0
    for replacing in (*decoders, *encoders) if can_be_replaced(encoding) else ():
        gained = _right(encoding, replacing, failed) if _right(encoding, replacing, spread(failed, _LOOKED_AT)) else 0
        lost = len(passed) - _right(encoding, replacing, passed) if 2 * gained > len(failed) else gained
        if gained - lost > most:
            found, most = replacing, gained - lost
    return found


def _right(encoding: Encoding, replacing: Replacing, outcomes: Outcomes) -> int:
    return sum(replaced(encoding, operation, replacing) == outcome for operation, outcome in outcomes)


def replaced(encoding: Encoding, operation: Operation, replacing: Replacing) -> Permitted:
    """Returns the first outcome that is expected from an implementation with this declaration."""
    return instead(encoding, operation, permitted(encoding, operation), replacing)[0]
