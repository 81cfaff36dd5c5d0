"""Round trips: decode undoes encode, and encode undoes decode."""

from __future__ import annotations

import re

from encoding_conformance.checks.law import Check, Steps, Violation, always, law, must_be, taken
from encoding_conformance.checks.layout import holds_a_pair
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import Decoded, Rejection


@law("decode-undoes-encode")
def decode_undoes_encode(encoding: Encoding, values: tuple[int, ...]) -> Steps:
    """decode(encode(values)) == values."""
    forth = Encode(encoding.id, values)
    (outcome,) = yield [forth]
    back = Decode(encoding.id, taken(forth, outcome))
    (outcome,) = yield [back]
    must_be(back, outcome, Decoded(values), "decode does not undo encode")


@law("encode-undoes-decode")
def encode_undoes_decode(encoding: Encoding, data: bytes) -> Steps:
    """encode(decode(data)) == data, unless data is a form that the specification allows in addition to the canonical one."""
    forth = Decode(encoding.id, data)
    (outcome,) = yield [forth]
    if not isinstance(outcome, Decoded) or holds_a_pair(encoding, data):
        return
    values = outcome.value
    if any(value not in encoding.values for value in values):
        raise Violation(forth, outcome, f"decoded to a value outside {encoding.kind}", [Rejection()])
    if encoding.takes_optional(values):
        return
    back = Encode(encoding.id, values)
    (again,) = yield [back]
    canonical = taken(back, again)
    if canonical == data:
        return
    if not _is_allowed(encoding, data, values):
        raise Violation(forth, outcome, "accepted a form that encode does not give", [Rejection()])
    check = Decode(encoding.id, canonical)
    (outcome,) = yield [check]
    must_be(check, outcome, Decoded(values), "the canonical form has other values")


def _is_allowed(encoding: Encoding, data: bytes, values: tuple[int, ...]) -> bool:
    text = data.hex(" ").upper()
    return any(
        (longer.match and re.search(longer.match, text)) or any(value in longer.values for value in values)
        for longer in encoding.noncanonical
    )


def _has_no_table(encoding: Encoding) -> bool:
    """Whether the encoding has no table. If it has one, the layout check, which goes both ways, is swept instead."""
    return not encoding.tables


CHECKS = (
    Check(
        "decode-undoes-encode",
        "Decoding what encode gave gives the same values.",
        (("values", decode_undoes_encode), ("long", decode_undoes_encode), ("sized", decode_undoes_encode)),
        always,
        swept=_has_no_table,
    ),
    Check(
        "encode-undoes-decode",
        "Encoding what decode accepted gives the same bytes, unless the specification allows another form.",
        (("bytes", encode_undoes_decode),),
        always,
        swept=_has_no_table,
    ),
)
