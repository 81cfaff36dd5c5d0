"""Finds the parts of a module that only type checkers read. No mutant changes them, and no mutant's id contains them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from itertools import accumulate
from typing import NamedTuple

import libcst as cst
from libcst.metadata import CodeSpan


def is_for_type_checkers(node: cst.CSTNode) -> bool:
    """Returns whether a node is an annotation or a branch on `TYPE_CHECKING`."""
    if isinstance(node, cst.If):
        return isinstance(node.test, cst.Name) and node.test.value == "TYPE_CHECKING"
    return isinstance(node, cst.Annotation)


ANNOTATED = (cst.Param, cst.FunctionDef, cst.AnnAssign)
"""The types of nodes that can contain an annotation."""


class Cut(NamedTuple):
    """A range of bytes of a source that belongs to an annotation. `instead` replaces it if the annotation is removed."""

    start: int
    end: int
    instead: bytes = b""


class Bare:
    """The bytes of a source without its annotations."""

    def __init__(self, octets: bytes, cuts: Iterable[Cut]):
        self._cuts = sorted(cuts)
        self._ends = [cut.end for cut in self._cuts]
        self._moved = [0, *accumulate(len(cut.instead) - (cut.end - cut.start) for cut in self._cuts)]
        kept = zip([0, *self._ends], [*(cut.start for cut in self._cuts), len(octets)])
        instead = [*(cut.instead for cut in self._cuts), b""]
        self.octets = b"".join(octets[start:end] + other for (start, end), other in zip(kept, instead))

    def offset_of(self, offset: int) -> int:
        """Converts an offset in the source to the offset of the same byte without annotations. The byte must not be in
        an annotation."""
        return offset + self._moved[bisect_right(self._ends, offset)]


def cuts(node: cst.CSTNode, spans: Mapping[cst.CSTNode, CodeSpan], octets: bytes) -> Iterable[Cut]:
    """Yields the annotation in a node: of a parameter, of a function's result, or of an assigned variable."""

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
