"""Laws that demand more than one thing: each demand has a fault that only it finds, and says so."""

from __future__ import annotations

from typing import Any

from tables import each
from testbench import broken_by

from harness.checks.catalogue import CHECKS
from mutants import general
from mutants.bocu_1 import StateNotRestoredByEncoder
from mutants.planting import altered


def second_in_a_longer_form(encode: Any, values: tuple[int, ...]) -> bytes:
    """A value behind another has a leading 80, which decoders take."""
    return b"".join(b"\x80" * (place > 0) + encode((value,)) for place, value in enumerate(values))


def zero_without_bytes(encode: Any, value: int) -> bytes:
    return encode(value) if value else b""


def resets_behind_two_values(encode: Any, values: tuple[int, ...]) -> bytes:
    return encode(values) + b"\xff" * 4 * len(values) * (len(values) > 1)


def four_bytes_as_five(encode: Any, value: int) -> bytes:
    data = encode(value)
    return b"\xf8" + bytes([data[0] ^ 0x70]) + data[1:] if len(data) == 4 else data


FAULTS = [
    (
        "kim-count",
        "concatenation",
        "pair",
        altered("kim-count", encode=second_in_a_longer_form),
        "not the bytes of its two parts",
    ),
    (
        "kim-count",
        "length-bounds",
        "values",
        altered("kim-count", encode_value=zero_without_bytes),
        "0 bytes; the specification says 1",
    ),
    (
        "bocu-1",
        "length-bounds",
        "values",
        altered("bocu-1", encode=resets_behind_two_values),
        "more than 4 bytes a value",
    ),
    (
        "bocu-1",
        "no-state-leaks",
        "disturbed",
        StateNotRestoredByEncoder(),
        "another outcome than before other operations",
    ),
    (
        "utf-8",
        "foreign-values",
        "foreign",
        altered("utf-8", encode=general.foreign_counted_from_one),
        "the value that cannot be encoded has index",
    ),
    (
        "ascii-parity",
        "foreign-values",
        "foreign",
        altered("ascii-parity", encode=general.last_foreign_not_seen),
        "which it does not have",
    ),
    (
        "utf-8",
        "resynchronization",
        "values",
        altered("utf-8", decode=general.mark_swallowed),
        "not the values that are left",
    ),
    (
        "utf-8",
        "resynchronization",
        "values",
        altered("utf-8", encode_value=four_bytes_as_five),
        "no value begins with the unit F8",
    ),
    (
        "ascii-parity",
        "encode-undoes-decode",
        "bytes",
        altered("ascii-parity", decode=lambda decode, data: [byte & 0x7F for byte in data]),
        "accepted a form that encode does not give",
    ),
]


@each(("encoding", "check", "kind", "codec", "reason"), FAULTS)
def test_a_violation_tells_which_demand_is_not_met(
    encoding: str, check: str, kind: str, codec: Any, reason: str
) -> None:
    _, violation = broken_by(dict(CHECKS[check].laws)[kind], kind, encoding, codec)

    assert reason in violation.reason
