"""Values that an encoding does not have."""

from __future__ import annotations

from encoding_conformance.checks.law import Check, Refused, Steps, Violation, law
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Encode
from encoding_conformance.core.outcome import Rejection, Unsupported


@law("unencodable-values")
def unencodable_values(encoding: Encoding, input: tuple[tuple[int, ...], int]) -> Steps:
    """encode rejects a value that the encoding does not have, wherever it stands."""
    values, unencodable = input
    operations = [Encode(encoding.id, (*values, unencodable, *rest)) for rest in ([values, ()] if values else [()])]
    for operation, outcome in zip(operations, (yield operations)):
        if isinstance(outcome, Rejection) and outcome.offset in (None, len(values)):
            continue
        permitted = [Rejection(len(values), "out-of-range")]
        if isinstance(outcome, Unsupported):
            raise Refused(operation, outcome, permitted)
        if not isinstance(outcome, Rejection):
            raise Violation(operation, outcome, f"encoded {unencodable:X}, which is not a value of the encoding", permitted)
        reason = f"the value that cannot be encoded has index {len(values)}"
        raise Violation(operation, outcome, reason, permitted)


def _has_unencodable_values(encoding: Encoding) -> str:
    return "" if encoding.values.complement() else "unencodable values: every natural number can be encoded"


CHECKS = (
    Check(
        "unencodable-values",
        "encode rejects every value that the encoding does not have.",
        (("unencodable", unencodable_values), ("alone", unencodable_values)),
        _has_unencodable_values,
        swept=lambda encoding: True,
    ),
)
