"""Turns bytes into inputs of the laws. The same bytes always give the same input, so a finding is its bytes. It is pure."""

from typing import Any, NamedTuple
from zlib import crc32

from encoding_conformance.checks.catalogue import CHECKS, LAYOUT
from encoding_conformance.checks.inputs.long_inputs import admits, unencodable_values
from encoding_conformance.checks.law import Law, Steps, law
from encoding_conformance.checks.round_trips import read_as_in_the_table, table_gives
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import LawId
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Decoded
from encoding_conformance.models import bytes_of

LONG_TEXT = "long text"
"""The kind of inputs that only campaigns have."""

_BUFFERS, _HANDY, _SMALL = (1 << 12, 1 << 13), 64, 0x41
"""The sizes of buffers in bytes, the most bytes of an input that is put at their ends, and the value that fills them."""

_OF_BYTES = ("bytes", "near-miss", "cut")
_OF_VALUES = ("values", "walk", "long", "sized")
_KINDS = (*_OF_BYTES, *_OF_VALUES, "pair", "disturbed", "unencodable", "optional", "lines")
"""The kinds of inputs that are made. The others are asked very often, or belong to the laws themselves."""


class FuzzedLaw(NamedTuple):
    """A law with the kind of its inputs, and the feature that the testee must have. The id states only an unusual kind."""

    id: LawId
    kind: str
    law: Law
    feature: str = ""


@law("answers")
def answers(encoding: Encoding, data: bytes) -> Steps:
    """decode has an answer to any bytes."""
    yield [Decode(encoding.id, data)]


ANSWERS = FuzzedLaw(LawId("answers", answers.name), "bytes", answers)
"""The law that every execution asks."""

READ_AS_IN_THE_TABLE = LawId(LAYOUT, read_as_in_the_table.name)
"""What a disagreement with an encoding's tables breaks."""


def laws_of(encoding: Encoding) -> dict[LawId, FuzzedLaw]:
    """Returns the laws of an encoding whose inputs can be made from bytes."""
    found = {ANSWERS.id: ANSWERS}
    for check in CHECKS.values():
        for kind, of_check in () if check.why_not(encoding) else check.laws:
            if kind in _KINDS:
                id = LawId(check.name, of_check.name)
                found.setdefault(id, FuzzedLaw(id, kind, of_check, check.feature))
    if not encoding.whole:
        id = READ_AS_IN_THE_TABLE._replace(inputs="in-a-long-text")
        found[id] = FuzzedLaw(id, LONG_TEXT, read_as_in_the_table)
    return found


def input_from(kind: str, encoding: Encoding, limits: Limits, data: bytes) -> Any | None:
    """Returns the input of a kind that bytes stand for, or None. Well-formed bytes stand for their values if laws admit them."""
    if kind in _OF_BYTES:
        return data
    if kind == LONG_TEXT:
        return _in_a_long_text(encoding, data)
    chosen = crc32(data)
    if kind == "disturbed":  # after the values of a beginning of the bytes
        return _values(encoding, limits, data[: chosen % (len(data) + 1)]) or (), data
    values = _values(encoding, limits, data)
    if kind == "unencodable":
        outside = unencodable_values(encoding)
        return values or (), outside[chosen % len(outside)]
    if values is None or kind in _OF_VALUES:
        return values
    index = chosen % (len(values) + 1)
    before, after = values[:index], values[index:]
    match kind:
        case "optional":
            edges = list(encoding.optional.values.edges())
            return *before, edges[chosen % len(edges)], *after
        case "lines":
            resets = list(encoding.resets)
            return before, resets[chosen % len(resets)], after
    return before, after


def _values(encoding: Encoding, limits: Limits, data: bytes) -> tuple[int, ...] | None:
    found = table_gives(encoding, data)[0]
    return found.value if isinstance(found, Decoded) and admits(encoding, limits, found.value) else None


def _in_a_long_text(encoding: Encoding, data: bytes) -> bytes | None:
    """Returns the data behind so many small values that a buffer ends in or directly behind it; None if it is too long."""
    if len(data) > _HANDY:
        return None
    values = encoding.values.difference(encoding.optional.values)
    small = bytes_of(encoding, (_SMALL if _SMALL in values else values.first,))
    chosen = crc32(data)
    end = _BUFFERS[chosen % len(_BUFFERS)] - chosen // len(_BUFFERS) % (len(data) + 1)
    return small * (end // len(small)) + data
