"""Orders the requirements that a check serves by whether they are about the operation on which it failed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.vector import Permitted
from encoding_conformance.models.spans import traits


def fitting_first(
    ids: Sequence[str], requirements: Mapping[str, Requirement], encoding: Encoding, operation: Operation, expected: Permitted
) -> tuple[str, ...]:
    """The requirements, first those that a test vector of this operation may name. Otherwise, their order is kept."""
    outcome, reason = ("reject", expected.text) if isinstance(expected, Rejection) else ("result", "")
    found = traits(encoding, operation, expected)

    def is_about_others(id: str) -> bool:
        about = requirements[id].about
        return bool(about) and not any(row.fits(operation.kind, outcome, reason, found) for row in about)

    return tuple(sorted(ids, key=is_about_others))
