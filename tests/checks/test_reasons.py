"""Laws that demand more than one thing: each demand has a fault that only it finds, and says so."""

from __future__ import annotations

from typing import Any

import pytest
from testbench import broken_by

from encoding_conformance.checks.catalogue import CHECKS
from mutants import general
from mutants.bocu_1 import StateNotRestoredByEncoder
from mutants.planting import altered, exchanged
from reference_codecs import Rejection


def second_in_a_longer_form(encode: Any, values: tuple[int, ...]) -> bytes:
    """A value after another has a leading 80, which decoders accept."""
    return b"".join(b"\x80" * (place > 0) + encode((value,)) for place, value in enumerate(values))


def zero_without_bytes(encode: Any, value: int) -> bytes:
    return encode(value) if value else b""


def resets_behind_two_values(encode: Any, values: tuple[int, ...]) -> bytes:
    return encode(values) + b"\xff" * 4 * len(values) * (len(values) > 1)


def four_bytes_as_five(encode: Any, value: int) -> bytes:
    data = encode(value)
    return b"\xf8" + bytes([data[0] ^ 0x70]) + data[1:] if len(data) == 4 else data


def reset_before_several_values(encode: Any, values: tuple[int, ...]) -> bytes:
    return b"\xff" * (len(values) > 1) + encode(values)


def spaces_behind_others_as_tabs(encode: Any, values: tuple[int, ...]) -> bytes:
    return encode(tuple(0x09 if value == 0x20 and place else value for place, value in enumerate(values)))


def state_reset_behind_four_values(encode: Any, values: tuple[int, ...]) -> bytes:
    return encode(values[:4]) + encode(values[4:])


def lone_letter_e_lost(decode: Any, data: bytes) -> list[int]:
    return decode(data) if data != b"e" else []


def rejected_a_byte_late(decode: Any, data: bytes) -> list[int]:
    try:
        return decode(data)
    except Rejection as rejection:
        raise Rejection(rejection.reason, rejection.ill_formed, rejection.start + 1) from None


FAULTS = [
    (
        "kim-count",
        "concatenation",
        "pair",
        altered("kim-count", encode=second_in_a_longer_form),
        "not the bytes of its two parts",
    ),
    (
        "bocu-1",
        "joined-without-reset",
        "pair",
        altered("bocu-1", decode=general.last_value_dropped),
        "not the values of the two texts",
    ),
    (
        "bocu-1",
        "joined-without-reset",
        "pair",
        altered("bocu-1", encode=reset_before_several_values),
        "the bytes of its beginning are others when more values follow",
    ),
    (
        "bocu-1",
        "joined-without-reset",
        "pair",
        altered("bocu-1", encode=spaces_behind_others_as_tabs),
        "do not have the bytes that they have alone",
    ),
    (
        "bocu-1",
        "joined-without-reset",
        "pair",
        altered("bocu-1", encode=state_reset_behind_four_values),
        "more than the first value that settles the state has other bytes",
    ),
    (
        "utf-8-31bit",
        "lost-unit",
        "values",
        altered("utf-8-31bit", decode=rejected_a_byte_late),
        "what is left of a value is not rejected where it begins",
    ),
    (
        "utf-8-31bit",
        "lost-unit",
        "values",
        altered("utf-8-31bit", decode=lone_letter_e_lost),
        "not the values before the missing unit",
    ),
    (
        "utf-8-31bit",
        "lost-unit",
        "values",
        altered("utf-8-31bit", decode=general.mark_swallowed),
        "not the values behind the missing unit",
    ),
    (
        "utf-8-31bit",
        "same-bytes",
        "values",
        exchanged("utf-8-31bit", 0x7FF, 0x800),
        "not the bytes of utf-8 (",
    ),
    (
        "utf-8-31bit",
        "same-bytes",
        "bytes",
        altered("utf-8-31bit", decode=general.ill_formed_replaced),
        "not what utf-8 gives (",
    ),
    (
        "utf-inf-8",
        "same-order",
        "pair",
        exchanged("utf-inf-8", 0x7FF, 0x800),
        "as in utf-32-be (",
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
        "a different outcome than before other operations",
    ),
    (
        "utf-8",
        "unencodable-values",
        "unencodable",
        altered("utf-8", encode=general.unencodable_counted_from_one),
        "the value that cannot be encoded has index",
    ),
    (
        "ascii-parity",
        "unencodable-values",
        "unencodable",
        altered("ascii-parity", encode=general.last_unencodable_not_seen),
        "which is not a value of the encoding",
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


@pytest.mark.parametrize(("encoding", "check", "kind", "codec", "reason"), FAULTS)
def test_a_violation_tells_which_demand_is_not_met(encoding: str, check: str, kind: str, codec: Any, reason: str) -> None:
    _, violation, _ = broken_by(dict(CHECKS[check].laws)[kind], kind, encoding, codec)

    assert reason in violation.reason
