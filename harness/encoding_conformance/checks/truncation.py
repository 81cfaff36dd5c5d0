"""The law about input that ends inside a value."""

from __future__ import annotations

from encoding_conformance.checks.law import Check, Steps, Violation, always, law, taken
from encoding_conformance.checks.sampling import spread
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import Rejection

_CUTS = 24
"""The number of prefixes of one long value that are tried."""


@law("cut-value-rejected")
def cut_value_rejected(encoding: Encoding, values: tuple[int, ...]) -> Steps:
    """Every proper prefix of encode(values) that ends inside its last value is rejected; for a whole text, every proper prefix
    is."""
    if not values and not encoding.whole:
        return
    asked = [Encode(encoding.id, values[:-1]), Encode(encoding.id, values)]
    outcomes = yield asked
    head, data = map(taken, asked, outcomes)
    shortest = 0 if encoding.whole else len(head) + 1
    offset = None if encoding.whole else len(head)
    operations = [Decode(encoding.id, data[:end]) for end in spread(range(shortest, len(data)), _CUTS)]
    for operation, outcome in zip(operations, (yield operations)):
        if not isinstance(outcome, Rejection):
            raise Violation(
                operation, outcome, "did not reject an input that ends inside a value", [Rejection(offset, "truncated")]
            )
        if None not in (offset, outcome.offset) and outcome.offset != offset:
            raise Violation(operation, outcome, f"the value that is cut begins at {offset}", [Rejection(offset, "truncated")])


CHECKS = (
    Check(
        "cut-value-rejected",
        "Input that is cut inside a value is rejected where that value begins.",
        (("values", cut_value_rejected),),
        always,
    ),
)
