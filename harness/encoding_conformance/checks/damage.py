"""The bytes of texts, cut inside a value, damaged, with bytes that never occur, and without one code unit."""

from encoding_conformance.checks import spread
from encoding_conformance.checks.check import Groups
from encoding_conformance.checks.inputs import Inputs
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.vector import Case
from encoding_conformance.models import bytes_of, case_of

_CUTS = 24
"""The number of prefixes of one long value that are tried."""

_DAMAGED = 6
"""The number of bytes of one text that are damaged, and of its code units that are lost."""

_SUBSTITUTES = (0x00, 0x7F, 0x80, 0xFF)

_OFFSETS, _ABSENT = 3, 3
"""The number of offsets in one text at which bytes that never occur are put, and the number of these bytes."""


def cut_values(inputs: Inputs) -> Groups:
    """Yields texts whose last value is cut off after some of its bytes, or any prefixes if the encoding has whole texts."""
    encoding = inputs.encoding
    for values in inputs.texts:
        if values or encoding.whole:
            head, data = bytes_of(encoding, values[:-1]), bytes_of(encoding, values)
            shortest = 0 if encoding.whole else len(head) + 1
            for end in spread(range(shortest, len(data)), _CUTS):
                yield (case_of(encoding, Decode(encoding.id, data[:end])),)


def damaged(inputs: Inputs) -> Groups:
    """Yields texts with one byte changed or deleted. Any answer passes."""
    for values in inputs.texts:
        data = bytes_of(inputs.encoding, values)
        for index in spread(range(len(data)), _DAMAGED):
            for substitute in (b"", bytes([data[index] ^ 1]), *map(bytes, zip(_SUBSTITUTES))):
                yield (Case(Decode(inputs.encoding.id, data[:index] + substitute + data[index + 1 :])),)


def with_absent_bytes(inputs: Inputs) -> Groups:
    """Yields texts with a byte that never occurs, at several offsets."""
    encoding = inputs.encoding
    absent = spread(list(encoding.absent_bytes), _ABSENT)
    for data in (bytes_of(encoding, values) for values in inputs.texts if absent):
        for offset in spread(range(len(data) + 1), _OFFSETS):
            for byte in absent:
                yield (case_of(encoding, Decode(encoding.id, data[:offset] + bytes([byte]) + data[offset:])),)


def with_lost_units(inputs: Inputs) -> Groups:
    """Yields texts without one code unit, if the encoding says what is then lost."""
    encoding, unit = inputs.encoding, inputs.encoding.code_unit
    if encoding.claims("robust"):
        for data in (bytes_of(encoding, values) for values in inputs.texts):
            for offset in spread(range(0, len(data), unit), _DAMAGED):
                yield (case_of(encoding, Decode(encoding.id, data[:offset] + data[offset + unit :])),)
