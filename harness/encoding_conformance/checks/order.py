"""Laws about the order of bytes, which is the order of values, and laws about encodings that must give the same bytes, or the
same order, as another encoding.

The oracle of the latter is the table of the other encoding, which comes from another document. So these laws find a mistake
that an implementation has in common with the table of its own encoding.
"""

from encoding_conformance.checks.law import Pair, Steps, Violation, encoded, law, must_be, must_give, taken
from encoding_conformance.checks.round_trips import table_gives
from encoding_conformance.core.encoding import Encoding, SameAs
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import Decoded, Encoded, Outcome
from encoding_conformance.models import bytes_of


@law("order")
def order(encoding: Encoding, pair: Pair) -> Steps:
    """Bytes sort as values do."""
    smaller, larger = sorted(pair)
    low, high = yield from encoded(encoding, smaller, larger)
    if (low < high) != (smaller < larger):
        reason = f"does not sort behind {low.hex().upper() or '-'}, the bytes of {_hex(smaller)}"
        raise Violation(Encode(encoding.id, larger), Encoded(high), reason)


@law("order-denied")
def order_denied(encoding: Encoding, _: None) -> Steps:
    """A witness shows that bytes do not sort as values do."""
    witness = encoding.properties["order"].witness_values
    smaller, larger = witness["smaller"], witness["larger"]
    low, high = yield from encoded(encoding, smaller, larger)
    if low <= high:
        reason = f"the bytes sort after those of {_hex(smaller)}; the specification's do not"
        raise Violation(Encode(encoding.id, larger), Encoded(high), reason)


@law("order-of-joined-denied")
def order_of_joined_denied(encoding: Encoding, _: None) -> Steps:
    """A witness shows that bytes with the reset byte do not sort as values do."""
    witness = encoding.properties["order-of-joined"].witness_bytes
    before, behind = Decode(encoding.id, witness["before"]), Decode(encoding.id, witness["behind"])
    outcomes = yield [before, behind]
    larger, smaller = map(taken, (before, behind), outcomes)
    if larger <= smaller:
        reason = f"the values sort as the bytes do, behind those of {before.input.hex(' ').upper()}"
        raise Violation(behind, outcomes[1], f"{reason}; the specification's do not")


def _hex(values: tuple[int, ...]) -> str:
    return ",".join(f"{value:X}" for value in values) or "-"


@law("order-of-another")
def order_of_another(encoding: Encoding, pair: Pair) -> Steps:
    """Values sort as in the other encoding that the specification names."""
    for agreement in encoding.same_order_as:
        one, two = (_shared(agreement, values) for values in pair)
        first, second = yield from encoded(encoding, one, two)
        other_first, other_second = bytes_of(agreement.other, one), bytes_of(agreement.other, two)
        if (first < second, first == second) != (other_first < other_second, other_first == other_second):
            what = f"{first.hex().upper() or '-'}, the bytes of the other sequence,"
            reason = f"does not sort against {what} as in {agreement.other.id} ({agreement.section})"
            raise Violation(Encode(encoding.id, two), Encoded(second), reason)


@law("bytes-of-another")
def bytes_of_another(encoding: Encoding, values: tuple[int, ...]) -> Steps:
    """encode(values) is what the other encoding gives, and decode gives the values back."""
    for agreement in encoding.same_bytes_as:
        shared = _shared(agreement, values)
        data, other = bytes_of(agreement.other, shared), f"{agreement.other.id} ({agreement.section})"
        yield from must_give(
            (Encode(encoding.id, shared), Encoded(data), f"not the bytes of {other}"),
            (Decode(encoding.id, data), Decoded(shared), f"not the values of {other}"),
        )


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
        expected, *others = permitted
        if others or not isinstance(expected, Decoded) or encoding.takes_optional(expected.value):
            continue
        if _has_shared_values(agreement, expected):
            must_be(operation, outcome, expected, reason)


def _shared(agreement: SameAs, values: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(value for value in values if value in agreement.values)


def _has_shared_values(agreement: SameAs, outcome: Outcome) -> bool:
    return isinstance(outcome, Decoded) and all(value in agreement.values for value in outcome.value)
