"""Laws that compare the bytes with the specification's tables."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from encoding_conformance.checks.law import Check, Refused, Steps, Violation, law
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.judge import matches
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Decoded, Encoded, Outcome, Rejection, Result, Unsupported
from encoding_conformance.core.vector import Permitted
from encoding_conformance.models import model_of


@law("written-as-in-the-table")
def written_as_in_the_table(encoding: Encoding, values: tuple[int, ...]) -> Steps:
    """encode(values) is what the table gives, and decode gives the values back."""
    forth = Encode(encoding.id, values)
    permitted = model_of(encoding).encode(values)
    (outcome,) = yield [forth]
    _must_be_one_of(permitted, forth, outcome)
    if isinstance(permitted[0], Encoded):
        back = Decode(encoding.id, permitted[0].value)
        (outcome,) = yield [back]
        _must_be_one_of([Decoded(values)], back, outcome)


@law("read-as-in-the-table")
def read_as_in_the_table(encoding: Encoding, data: bytes) -> Steps:
    """decode(data) is what the table gives."""
    operation = Decode(encoding.id, data)
    permitted = table_gives(encoding, data)
    if holds_a_pair(encoding, data):
        return
    (outcome,) = yield [operation]
    _must_be_one_of(permitted, operation, outcome)


@lru_cache(maxsize=1 << 16)
def table_gives(encoding: Encoding, data: bytes) -> tuple[Permitted, ...]:
    """What an encoding with a table permits for decode(data). The results are kept, because a sweep and a law ask for the
    same bytes, once for each codec that is tested."""
    return model_of(encoding).decode(data)


def holds_a_pair(encoding: Encoding, data: bytes) -> bool:
    """Returns whether the values of these bytes contain a pair that strings need not be able to hold. A pair of
    surrogates may then be read as it was written, or joined."""
    if not encoding.tables or "unsupported" not in encoding.optional.outcomes:
        return False
    permitted = table_gives(encoding, data)[0]
    if not isinstance(permitted, Decoded):
        return False
    optional = [value in encoding.optional.values for value in permitted.value]
    return any(a and b for a, b in pairwise(optional))


def _must_be_one_of(permitted: Sequence[Permitted], operation: Operation, outcome: Outcome) -> None:
    if any(matches(expected, outcome) for expected in permitted):
        return
    if isinstance(outcome, Unsupported) or (isinstance(permitted[0], Result) and isinstance(outcome, Rejection)):
        raise Refused(operation, outcome, permitted)
    raise Violation(operation, outcome, "not what the specification's table gives", permitted)


def _states_a_table(encoding: Encoding) -> str:
    return "" if encoding.tables else "layout: the encoding states no table"


CHECKS = (
    Check(
        "layout",
        "The bytes are those of the specification's tables, and nothing else is well-formed.",
        (
            ("values", written_as_in_the_table),
            ("walk", written_as_in_the_table),
            ("bytes", read_as_in_the_table),
            ("near-miss", read_as_in_the_table),
        ),
        _states_a_table,
        swept=lambda encoding: True,
    ),
)
