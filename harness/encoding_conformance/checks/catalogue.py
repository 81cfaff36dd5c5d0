"""All checks, by name."""

from __future__ import annotations

from collections.abc import Mapping

from encoding_conformance.checks import (
    agreement,
    bytes_used,
    chunks,
    concatenation,
    damage,
    joining,
    layout,
    optional,
    order,
    resets,
    round_trip,
    state,
    synchronization,
    truncation,
    unencodable_values,
)
from encoding_conformance.checks.law import Check
from encoding_conformance.core.requirement import Requirement

_MODULES = (
    round_trip,
    layout,
    agreement,
    order,
    truncation,
    concatenation,
    chunks,
    state,
    bytes_used,
    unencodable_values,
    resets,
    joining,
    optional,
    synchronization,
    damage,
)

CHECKS: Mapping[str, Check] = {check.name: check for module in _MODULES for check in module.CHECKS}


def served_by(check: str, encoding: str, requirements: Mapping[str, Requirement]) -> tuple[str, ...]:
    """The requirements that a check serves in an encoding."""
    return tuple(
        requirement.id
        for requirement in requirements.values()
        if check in requirement.checks and encoding in requirement.encodings
    )
