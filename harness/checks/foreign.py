"""Values that an encoding does not have."""

from __future__ import annotations

from harness.checks.law import Check, Refused, Steps, Violation, law
from harness.core.encoding import Encoding
from harness.core.operation import Encode
from harness.core.outcome import Rejection, Unsupported


@law("foreign-values")
def foreign_values(encoding: Encoding, subject: tuple[tuple[int, ...], int]) -> Steps:
    """encode rejects a value that the encoding does not have, wherever it stands."""
    values, foreign = subject
    operations = [Encode(encoding.id, (*values, foreign, *rest)) for rest in ([values, ()] if values else [()])]
    for operation, outcome in zip(operations, (yield operations)):
        if isinstance(outcome, Rejection) and outcome.offset in (None, len(values)):
            continue
        permitted = [Rejection(len(values), "out-of-range")]
        if isinstance(outcome, Unsupported):
            raise Refused(operation, outcome, permitted)
        if not isinstance(outcome, Rejection):
            raise Violation(operation, outcome, f"encoded {foreign:X}, which is not a value of the encoding", permitted)
        reason = f"the value that cannot be encoded has index {len(values)}"
        raise Violation(operation, outcome, reason, permitted)


def _has_foreign_values(encoding: Encoding) -> str:
    return "" if encoding.values.complement() else "foreign values: every natural number can be encoded"


CHECKS = (
    Check(
        "foreign-values",
        "encode rejects every value that the encoding does not have.",
        (("foreign", foreign_values), ("alone", foreign_values)),
        _has_foreign_values,
        swept=lambda encoding: True,
    ),
)
