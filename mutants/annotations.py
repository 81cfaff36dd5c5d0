"""What a module says to type checkers alone, which is no code: a mutant by syntax neither changes it nor is named by it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from itertools import accumulate
from typing import NamedTuple

import libcst as cst
from libcst.metadata import CodeSpan


def is_for_type_checkers(node: cst.CSTNode) -> bool:
    """Whether a node is an annotation, or a branch on `TYPE_CHECKING`."""
    if isinstance(node, cst.If):
        return isinstance(node.test, cst.Name) and node.test.value == "TYPE_CHECKING"
    return isinstance(node, cst.Annotation)


ANNOTATED = (cst.Param, cst.FunctionDef, cst.AnnAssign)
"""The nodes that have annotations."""


class Cut(NamedTuple):
    """Bytes of a source, and what stands there where nothing is annotated."""

    start: int
    end: int
    instead: bytes = b""


class Bare:
    """A source, in bytes, as it would be without annotations."""

    def __init__(self, octets: bytes, cuts: Iterable[Cut]):
        self._cuts = sorted(cuts)
        self._ends = [cut.end for cut in self._cuts]
        self._moved = [0, *accumulate(len(cut.instead) - (cut.end - cut.start) for cut in self._cuts)]
        kept = zip([0, *self._ends], [*(cut.start for cut in self._cuts), len(octets)])
        instead = [*(cut.instead for cut in self._cuts), b""]
        self.octets = b"".join(octets[start:end] + other for (start, end), other in zip(kept, instead))

    def place(self, offset: int) -> int:
        """Where a byte of the source is that is in no annotation."""
        return offset + self._moved[bisect_right(self._ends, offset)]


def cuts(node: cst.CSTNode, spans: Mapping[cst.CSTNode, CodeSpan], octets: bytes) -> Iterable[Cut]:
    """The annotation of a parameter, of a function's result, or of a variable to which something is assigned."""

    def end(of: cst.CSTNode) -> int:
        return spans[of].start + spans[of].length

    match node:
        case cst.Param(name=name, annotation=cst.Annotation(annotation=kind), default=None):
            yield Cut(end(name), end(kind))
        case cst.Param(
            name=name,
            annotation=cst.Annotation(annotation=kind),
            equal=cst.AssignEqual(whitespace_after=cst.SimpleWhitespace(value=blanks)),
        ):
            yield Cut(end(name), octets.index(b"=", end(kind)) + 1 + len(blanks), b"=")
        case cst.FunctionDef(returns=cst.Annotation(annotation=kind)):
            yield Cut(octets.rindex(b")", 0, spans[kind].start) + 1, end(kind))
        case cst.AnnAssign(target=target, annotation=cst.Annotation(annotation=kind), value=cst.BaseExpression()):
            yield Cut(end(target), end(kind))
