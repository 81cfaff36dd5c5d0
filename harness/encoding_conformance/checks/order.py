"""Laws about the order of bytes, which is the order of values."""

from __future__ import annotations

from encoding_conformance.checks.law import Check, Steps, Violation, law, taken, where_claimed, where_denied
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Encode
from encoding_conformance.core.outcome import Encoded

Pair = tuple[tuple[int, ...], tuple[int, ...]]


@law("order")
def order(encoding: Encoding, pair: Pair) -> Steps:
    """encode(a) < encode(b) if a < b."""
    smaller, larger = sorted(pair)
    first, second = Encode(encoding.id, smaller), Encode(encoding.id, larger)
    outcomes = yield [first, second]
    low, high = map(taken, (first, second), outcomes)
    if (low < high) != (smaller < larger):
        reason = f"does not sort behind {low.hex().upper() or '-'}, the bytes of {_hex(smaller)}"
        raise Violation(second, outcomes[1], reason)


@law("order-denied")
def order_denied(encoding: Encoding, _: None) -> Steps:
    """The bytes of the witness's larger sequence sort first."""
    witness = encoding.properties["order"].witness_values
    first, second = Encode(encoding.id, witness["smaller"]), Encode(encoding.id, witness["larger"])
    outcomes = yield [first, second]
    low, high = map(taken, (first, second), outcomes)
    if low <= high:
        reason = f"the bytes sort after those of {_hex(first.input)}; the specification's do not"
        raise Violation(second, Encoded(high), reason)


def _hex(values: tuple[int, ...]) -> str:
    return ",".join(f"{value:X}" for value in values) or "-"


CHECKS = (
    Check("order", "Bytes sort as values do.", (("pair", order),), where_claimed("order")),
    Check(
        "order-denied",
        "A witness shows that bytes do not sort as values do.",
        (("witness", order_denied),),
        where_denied("order"),
    ),
)
