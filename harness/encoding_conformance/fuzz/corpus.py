"""The start of a campaign: the inputs of test vectors, and a dictionary of tokens that a fuzzer would take long to find."""

from collections.abc import Iterable, Sequence

from encoding_conformance.checks import first_and_spread
from encoding_conformance.checks.inputs import SPECIAL_TEXTS, of_vectors
from encoding_conformance.checks.near_misses import misplaced, written
from encoding_conformance.checks.unencodable import DROPPED, LOOKALIKES
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.core.vector import Vector
from encoding_conformance.models import bytes_of, model_of


def seeds(encoding: Encoding, vectors: Iterable[Vector], longest: int) -> list[bytes]:
    """Returns the inputs of vectors as bytes, without duplicates: those to decode, and the bytes of those to encode."""
    sequences, octets = of_vectors(vectors)
    short = (values for values in sequences if len(values) <= longest)  # a value takes at least one byte
    inputs = [*octets, *filter(None, (bytes_of(encoding, values) for values in short))]
    return [data for data in dict.fromkeys(inputs) if len(data) <= longest]


LONGEST = 64
"""The most bytes of a token that libFuzzer accepts."""

MARKS = tuple("\ufeff".encode(other) for other in ("utf-8", "utf-16-be", "utf-16-le", "utf-32-be", "utf-32-le"))
"""Byte-order marks. Some programs guess the encoding of a text from them, even if the caller has named it."""

_MOST = 1200


def tokens(encoding: Encoding) -> list[bytes]:
    """Returns tokens for a dictionary, without duplicates and with short ones first. They are the bytes of texts that
    converters are known to change, the bytes of values at the boundaries of the encoding, also in overlong or
    forbidden forms, and the code units at which the rules of the encoding change."""
    changed = [bytes_of(encoding, each) for each in (*SPECIAL_TEXTS, *zip((*DROPPED, *LOOKALIKES)))]
    unique = dict.fromkeys((*units(encoding), *MARKS, *changed, *written(encoding), *misplaced(encoding)))
    short = [token for token in unique if 0 < len(token) <= LONGEST]
    return first_and_spread(sorted(short, key=lambda token: (len(token), token)), _MOST)


def units(encoding: Encoding) -> list[bytes]:
    """Returns the lead, trail and reset units and the bytes that never occur, at the edges of each set; and units of lengths."""
    edges = [
        edge.to_bytes(encoding.code_unit, encoding.byte_order)
        for members in (encoding.lead, encoding.trail)
        for edge in _edges(members, 1 << 8 * encoding.code_unit)
    ]
    single = [
        bytes([edge])
        for members in (encoding.absent_bytes, encoding.resets, encoding.own_bytes)
        for edge in _edges(members, 1 << 8)
    ]
    joiner = [encoding.joiner] if encoding.joiner else []
    return list(dict.fromkeys([*edges, *single, *model_of(encoding).length_units(), *joiner]))


def as_text(tokens: Sequence[bytes]) -> str:
    """Returns a dictionary file for libFuzzer, AFL and ClusterFuzz: a token on each line, in quotes, in hexadecimal."""
    return "".join('"' + "".join(f"\\x{byte:02X}" for byte in token) + '"\n' for token in tokens)


def _edges(members: RangeSet, limit: int) -> list[int]:
    ends = [int(end) for first, last in members.ranges for end in (first, min(last, limit - 1))]
    return [end for end in dict.fromkeys(ends) if end < limit]
