"""Encodings that must give the same bytes, or the same order, as another encoding. The oracle is the table of the other
encoding, which comes from another document. So these laws find a mistake that an implementation has in common with
the table of its own encoding."""

from __future__ import annotations

from encoding_conformance.checks.law import Check, Steps, Violation, law, must_be, taken, where_stated
from encoding_conformance.checks.layout import table_gives
from encoding_conformance.checks.order import Pair
from encoding_conformance.core.encoding import Agreement, Encoding
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import Decoded, Encoded, Outcome
from encoding_conformance.models import bytes_of


@law("bytes-of-another")
def bytes_of_another(encoding: Encoding, values: tuple[int, ...]) -> Steps:
    """encode(values) is what the other encoding gives, and decode gives the values back."""
    for agreement in encoding.same_bytes_as:
        shared = _shared(agreement, values)
        expected = Encoded(_others_bytes(agreement, shared))
        forth, back = Encode(encoding.id, shared), Decode(encoding.id, expected.value)
        outcomes = yield [forth, back]
        must_be(forth, outcomes[0], expected, f"not the bytes of {agreement.other.id} ({agreement.section})")
        must_be(back, outcomes[1], Decoded(shared), f"not the values of {agreement.other.id} ({agreement.section})")


@law("read-as-in-another")
def read_as_in_another(encoding: Encoding, data: bytes) -> Steps:
    """decode(data) is what the other encoding gives, if one of them gives values that both have."""
    operation = Decode(encoding.id, data)
    (outcome,) = yield [operation]
    for agreement in encoding.same_bytes_as:
        permitted = table_gives(agreement.other, data)
        reason = f"not what {agreement.other.id} gives ({agreement.section})"
        if _has_shared_values(agreement, outcome) and outcome not in permitted:
            raise Violation(operation, outcome, reason, permitted)
        expected_outcome, *others = permitted
        if others or not isinstance(expected_outcome, Decoded) or encoding.takes_optional(expected_outcome.value):
            continue
        if _has_shared_values(agreement, expected_outcome):
            must_be(operation, outcome, expected_outcome, reason)


@law("order-of-another")
def order_of_another(encoding: Encoding, pair: Pair) -> Steps:
    """encode(a) < encode(b) if the other encoding's bytes for a sort before those for b."""
    for agreement in encoding.same_order_as:
        one, two = (_shared(agreement, values) for values in pair)
        operations = [Encode(encoding.id, one), Encode(encoding.id, two)]
        outcomes = yield operations
        own = tuple(map(taken, operations, outcomes))
        others = _others_bytes(agreement, one), _others_bytes(agreement, two)
        if _order(*own) != _order(*others):
            what = f"{own[0].hex().upper() or '-'}, the bytes of the other sequence,"
            reason = f"does not sort against {what} as in {agreement.other.id} ({agreement.section})"
            raise Violation(operations[1], outcomes[1], reason)


def _shared(agreement: Agreement, values: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(value for value in values if value in agreement.values)


def _has_shared_values(agreement: Agreement, outcome: Outcome) -> bool:
    return isinstance(outcome, Decoded) and all(value in agreement.values for value in outcome.value)


def _others_bytes(agreement: Agreement, values: tuple[int, ...]) -> bytes:
    """The bytes that the other encoding's table gives for values that it has."""
    return bytes_of(agreement.other, values)


def _order(one: bytes, other: bytes) -> int:
    """-1, 0 or 1 if the first sorts before the other, is the same, or sorts after it."""
    return (one > other) - (one < other)


CHECKS = (
    Check(
        "same-bytes",
        "Values have the same bytes as in the other encoding that the specification names.",
        (("values", bytes_of_another), ("walk", bytes_of_another), ("bytes", read_as_in_another)),
        where_stated("same_bytes_as"),
    ),
    Check(
        "same-order",
        "Values sort as in the other encoding that the specification names.",
        (("pair", order_of_another),),
        where_stated("same_order_as"),
    ),
)
