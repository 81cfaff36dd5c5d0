"""Turns bytes into cases. The same bytes always give the same cases, so a finding is its bytes. It is pure."""

from collections.abc import Mapping
from dataclasses import replace
from zlib import crc32

from encoding_conformance.checks.catalogue import CHECKS, GROWTH, LAYOUT
from encoding_conformance.checks.check import Check, Groups, both_ways
from encoding_conformance.checks.inputs import Inputs
from encoding_conformance.checks.special_values import LETTER, admits
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Decoded
from encoding_conformance.core.vector import Case
from encoding_conformance.models import bytes_of, case_of, permitted

_BUFFERS, _HANDY = (1 << 12, 1 << 13), 64
"""The sizes of buffers in bytes, and the most bytes of an input that is put at their ends."""


def _decoded(inputs: Inputs) -> Groups:
    for data in inputs.octets:
        yield (Case(Decode(inputs.encoding.id, data)),)


def _as_given(inputs: Inputs) -> Groups:
    for data in inputs.octets:
        yield (case_of(inputs.encoding, Decode(inputs.encoding.id, data)),)
    for values in inputs.texts:
        yield from both_ways(inputs.encoding, values)


def _in_a_long_text(inputs: Inputs) -> Groups:
    """Yields each input after so many letters that a buffer ends in it or directly after it, unless it is too long."""
    encoding = inputs.encoding
    values = encoding.values.difference(encoding.optional.values)
    letter = bytes_of(encoding, (LETTER if LETTER in values else values.first,))
    for data in (each for each in inputs.octets if len(each) <= _HANDY and not encoding.whole):
        chosen = crc32(data)
        end = _BUFFERS[chosen % len(_BUFFERS)] - chosen // len(_BUFFERS) % (len(data) + 1)
        yield (case_of(encoding, Decode(encoding.id, letter * (end // len(letter)) + data)),)


ANSWERS = Check("answers", "decode has an answer to any bytes.", around=_decoded)
"""The check that every execution asks."""

LONG_TEXT = Check("long-text", "decode gives the same at the end of a buffer.", around=_in_a_long_text)
"""The check that is asked now and then, because its cases are long."""

TABLES = replace(CHECKS[LAYOUT], around=_as_given)
"""The check that a disagreement with an encoding's tables breaks. A finding of it has no other input than its own."""


def checks_of(encoding: Encoding) -> Mapping[str, Check]:
    """Returns the checks of an encoding whose cases can be made from bytes, by name."""
    applying = (check for check in CHECKS.values() if check.name != GROWTH and not check.why_not(encoding))
    return {check.name: check for check in (ANSWERS, *applying, TABLES, LONG_TEXT)}


def inputs_from(encoding: Encoding, limits: Limits, data: bytes) -> Inputs:
    """Returns the inputs for which bytes stand: the bytes, and two parts of their values if they are well-formed."""
    first = permitted(encoding, Decode(encoding.id, data))[0]
    if not isinstance(first, Decoded) or not admits(encoding, limits, first.value):
        return Inputs(encoding, limits, [], [data])
    index = crc32(data) % (len(first.value) + 1)
    return Inputs(encoding, limits, [first.value[:index], first.value[index:]], [data])
