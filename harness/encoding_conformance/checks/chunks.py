"""Incremental decoders, which must give the same outcome wherever the input is cut."""

from __future__ import annotations

from collections.abc import Sequence

from encoding_conformance.checks.law import Check, Steps, Violation, always, law, taken
from encoding_conformance.checks.sampling import spread
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.judge import matches
from encoding_conformance.core.operation import CHUNKS, EMPTY_PIECES, Decode, Encode
from encoding_conformance.core.outcome import Outcome
from encoding_conformance.core.vector import Permitted

_PLACES = 16
"""The number of places at which one input is cut once."""


@law("every-cut-of-bytes")
def every_cut_of_bytes(encoding: Encoding, data: bytes) -> Steps:
    """decode(data) is the same in one piece, cut at any one place, and byte by byte."""
    places = range(1, len(data))
    cuts: list[tuple[int, ...]] = [(place,) for place in spread(places, _PLACES)]
    if len(data) > 2:
        cuts += [tuple(places), tuple(places[::2]), tuple(places[1::2])]
    yield from _the_same_cut(encoding, data, cuts)


@law("byte-by-byte")
def byte_by_byte(encoding: Encoding, data: bytes) -> Steps:
    """decode(data) is the same in one piece and byte by byte."""
    if len(data) > 1:
        yield from _the_same_cut(encoding, data, [tuple(range(1, len(data)))])


@law("empty-pieces")
def empty_pieces(encoding: Encoding, data: bytes) -> Steps:
    """decode(data) is the same with an empty piece at the beginning, in the middle and at the end."""
    end, middle = len(data), len(data) // 2
    everywhere = tuple(place for place in range(end + 1) for _ in range(2))
    yield from _the_same_cut(encoding, data, [(end,), (0,), (middle, middle), everywhere[1:-1], (*range(1, end), end)])


@law("empty-pieces-of-values")
def empty_pieces_of_values(encoding: Encoding, values: tuple[int, ...]) -> Steps:
    """The same for well-formed input."""
    operation = Encode(encoding.id, values)
    (outcome,) = yield [operation]
    yield from empty_pieces(encoding, taken(operation, outcome))


def _the_same_cut(encoding: Encoding, data: bytes, cuts: Sequence[tuple[int, ...]]) -> Steps:
    whole = Decode(encoding.id, data)
    operations = [Decode(encoding.id, data, cut) for cut in cuts]
    expected, *outcomes = yield [whole, *operations]
    for operation, outcome in zip(operations, outcomes):
        if not _same(expected, outcome):
            permitted = [expected] if isinstance(expected, Permitted) else []
            raise Violation(operation, outcome, "a different outcome than in one piece", permitted)


@law("every-cut-of-values")
def every_cut_of_values(encoding: Encoding, values: tuple[int, ...]) -> Steps:
    """The same for well-formed input."""
    operation = Encode(encoding.id, values)
    (outcome,) = yield [operation]
    yield from every_cut_of_bytes(encoding, taken(operation, outcome))


def _same(whole: Outcome, cut: Outcome) -> bool:
    """Whether two outcomes agree, apart from their free text."""
    if isinstance(whole, Permitted):
        return matches(whole, cut)
    return type(whole) is type(cut)


CHECKS = (
    Check(
        "chunks",
        "An incremental decoder gives the same however the input is cut.",
        (("bytes", every_cut_of_bytes), ("values", every_cut_of_values), ("cut", byte_by_byte)),
        always,
        feature=CHUNKS,
    ),
    Check(
        "empty-pieces",
        "An incremental decoder ignores empty pieces, even at the end.",
        (("bytes", empty_pieces), ("values", empty_pieces_of_values)),
        always,
        feature=EMPTY_PIECES,
    ),
)
