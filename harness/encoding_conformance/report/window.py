"""Shows the important parts of a long sequence of bytes or values, in the notation of the vectors."""

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from encoding_conformance.core import notation
from encoding_conformance.core.text import counted
from encoding_conformance.models.spans import Span

_LONGEST_TOKEN, _KEPT = 40, 12
_ROOM_OF_A_GAP = len("… 65,536 values …") + 1

_NEAR = 60
"""The most tokens that are shown on either side of a token that must be in sight."""

_FAR = 4
"""How many times more a token's distance from the ends of a sequence counts than its distance from a fault."""


class Token(NamedTuple):
    """A part of a sequence as it is shown. Items are a byte or value, or a run of equal ones (`41*32769`). A cut separates
    chunks. An end marks the offset after the last item, or an empty sequence. A gap says how many items are left out."""

    text: str
    start: int
    size: int
    kind: Literal["items", "cut", "end", "gap"] = "items"

    def within(self, span: Span) -> bool:
        """Returns whether the span contains items of the token, or is empty and at the end that the token marks."""
        if self.kind == "items":
            return self.start < span.end and self.start + self.size > span.start
        return self.kind == "end" and span.start == span.end == self.start


def tokens(sequence: bytes | Sequence[int], cuts: Sequence[int] = (), spans: Collection[Span] = ()) -> list[Token]:
    """Returns all tokens of bytes or values. No run goes across a cut, or across the beginning or end of a span."""
    size = len(sequence)
    borders = sorted({border for span in spans for border in span if border <= size})
    shown: list[Token] = []
    for start, end in pairwise((0, *cuts, size)):
        shown += [Token("/", start, 0, "cut")] if shown else []
        shown += [Token("-", start, 0, "cut")] if start == end and cuts else []
        inside = [border for border in borders if start < border < end]
        for first, last in pairwise((start, *inside, end)):
            shown += _items(sequence[first:last], first)
    if (not size and not cuts) or any(span.start == size for span in spans):
        shown.append(Token("" if size else "-", size, 0, "end"))
    return shown


def _items(part: bytes | Sequence[int], start: int) -> Iterator[Token]:
    for text, count in notation.tokens(part):
        short = text if len(text) <= _LONGEST_TOKEN else f"{text[:_KEPT]}…({len(text)} characters)…{text[-_KEPT:]}"
        yield Token(short, start, count)
        start += count


def in_sight(sequence: bytes | Sequence[int], width: int, spans: Collection[Span] = (), cuts: Sequence[int] = ()) -> list[Token]:
    """Returns the tokens of bytes or values that fit in `width` characters, with each span in sight."""
    return windowed(tokens(sequence, cuts, spans), spans, width, unit_of(sequence))


def unit_of(sequence: bytes | Sequence[int]) -> str:
    """Returns the word for an item of a sequence."""
    return "byte" if isinstance(sequence, bytes) else "value"


def windowed(whole: Sequence[Token], spans: Collection[Span], width: int, unit: str) -> list[Token]:
    """Returns the tokens that fit in `width` characters: those around the first and last item of each span, and at the
    beginning and end of the sequence. Gaps say how many items, each a `unit`, are left out."""
    if _width(whole) <= width:
        return list(whole)
    ends = {0, len(whole) - 1}
    marked = [[index for index, token in enumerate(whole) if token.within(span)] for span in spans]
    anchors = {index for indexes in marked if indexes for index in (indexes[0], indexes[-1])}
    near = {index for anchor in anchors | ends for index in range(anchor - _NEAR, anchor + _NEAR + 1) if 0 <= index < len(whole)}

    def distance(index: int) -> tuple[int, int]:
        return min([*(abs(index - anchor) for anchor in anchors), *(_FAR * abs(index - end) + 1 for end in ends)]), index

    room = width - _ROOM_OF_A_GAP * max(1, len(anchors | ends) - 1)
    kept: set[int] = set()
    for index in sorted(near, key=distance):
        size = len(whole[index].text) + 1
        if index in anchors or size <= room:
            kept.add(index)
            room -= size
    return list(_with_gaps(whole, sorted(kept), unit))


def _with_gaps(whole: Sequence[Token], kept: Sequence[int], unit: str) -> Iterator[Token]:
    """Yields the tokens that are kept. A gap replaces the others between them if it is shorter."""
    for before, index in pairwise((-1, *kept, len(whole))):
        if left_out := whole[before + 1 : index]:
            count = sum(token.size for token in left_out)
            gap = Token(f"… {counted(count, unit)} …", left_out[0].start, count, "gap")
            yield from [gap] if len(gap.text) < _width(left_out) else left_out
        if index < len(whole):
            yield whole[index]


def _width(tokens: Sequence[Token]) -> int:
    return sum(len(token.text) + 1 for token in tokens) - 1
