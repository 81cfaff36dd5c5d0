"""The bytes are those of the specification's tables."""

from __future__ import annotations

from harness.checks.law import Check, Refused, Steps, Violation
from harness.core.encoding import Encoding
from harness.core.judge import matches
from harness.core.operation import Operation, decode, encode
from harness.core.outcome import Outcome, Rejection, Result
from harness.core.vector import Permitted
from harness.models import model_of


def written_as_in_the_table(encoding: Encoding, values: tuple[int, ...]) -> Steps:
    """encode(values) is what the table gives, and decode takes that back."""
    forth = encode(encoding.id, values)
    permitted = model_of(encoding).encode(values)
    (outcome,) = yield [forth]
    _judge(forth, outcome, permitted, values)
    if isinstance(permitted[0], Result):
        back = decode(encoding.id, permitted[0].value)
        (outcome,) = yield [back]
        _judge(back, outcome, [Result(values)], values)


def read_as_in_the_table(encoding: Encoding, data: bytes) -> Steps:
    """decode(data) is what the table gives."""
    operation = decode(encoding.id, data)
    permitted = model_of(encoding).decode(data)
    (outcome,) = yield [operation]
    _judge(operation, outcome, permitted, permitted[0].value if isinstance(permitted[0], Result) else ())


def _judge(operation: Operation, outcome: Outcome, permitted: tuple[Permitted, ...], values: tuple[int, ...]) -> None:
    if any(matches(expected, outcome) for expected in permitted):
        return
    if not isinstance(outcome, Result) and isinstance(permitted[0], Result):
        raise Refused(operation, outcome, values)
    raise Violation(operation, outcome, "not what the specification's table gives", permitted)


def _states_a_table(encoding: Encoding) -> str:
    return "" if encoding.tables else "layout: the encoding states no table"


CHECKS = (
    Check(
        "layout",
        "The bytes are those of the specification's tables, and nothing else is well-formed.",
        (("values", written_as_in_the_table), ("bytes", read_as_in_the_table)),
        _states_a_table,
    ),
)
