"""Joined texts: joined freely in stateless encodings, and in others with a reset or the joining bytes between them."""

from itertools import cycle

from encoding_conformance.checks import first_and_spread
from encoding_conformance.checks.check import Groups, both_ways
from encoding_conformance.checks.inputs import MOST, Inputs
from encoding_conformance.core.operation import Decode
from encoding_conformance.models import bytes_of, case_of


def joined_texts(inputs: Inputs) -> Groups:
    """Yields texts that follow one another, encoded and decoded."""
    encoding = inputs.encoding
    pairs = inputs.pairs
    if encoding.claims("stateless") or encoding.keep_state:
        for first, second in pairs:
            yield from both_ways(encoding, first + second)
    if encoding.resets:
        texts = list(zip(inputs.texts, cycle(encoding.resets), inputs.texts[1:] + inputs.texts[:1]))
        for first, reset, second in first_and_spread(texts, MOST):
            yield from both_ways(encoding, (*first, reset, *second))
    if encoding.joiner:
        for head, tail in ([bytes_of(encoding, text) for text in pair] for pair in pairs):
            yield (case_of(encoding, Decode(encoding.id, head + encoding.joiner + tail)),)


def witnesses(inputs: Inputs) -> Groups:
    """Yields the values and bytes that show why the specification denies a property."""
    encoding = inputs.encoding
    for claim in encoding.properties.values():
        for values in claim.witness_values.values():
            yield from both_ways(encoding, values)
        for data in claim.witness_bytes.values():
            yield (case_of(encoding, Decode(encoding.id, data)),)


def ascii_texts(inputs: Inputs) -> Groups:
    """Yields ASCII texts, if the encoding keeps their bytes."""
    if inputs.encoding.claims("ascii-transparent"):
        for text in dict.fromkeys(tuple(value % 0x80 for value in values) for values in inputs.texts):
            yield from both_ways(inputs.encoding, text)
