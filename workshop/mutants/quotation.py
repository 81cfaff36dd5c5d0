"""Finds quoted fragments of a module, and replaces them. It compares syntax, and so ignores comments, layout and
annotations.

A quotation is an expression, or one or more statements. If it ends with a colon, as `if value < form.first:` does, the
body of its last statement is not compared and stays as it is.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from functools import cache
from types import CodeType
from typing import NamedTuple

_ANNOTATIONS = ("annotation", "returns")
_BODIES = ("body", "orelse")


class Place(NamedTuple):
    """A node, its field in the parent, and its index if the field is a list."""

    parent: ast.AST
    field: str
    at: int | None
    node: ast.expr | ast.stmt

    def window(self, size: int) -> list[ast.AST]:
        """Returns up to `size` nodes of the field, beginning with this one."""
        return [self.node] if self.at is None else getattr(self.parent, self.field)[self.at : self.at + size]


class Change(NamedTuple):
    """The replacement of a number of `quoted` nodes by other nodes. If `is_head`, the last of these gets the body of the last
    quoted node."""

    place: Place
    quoted: int
    nodes: list[ast.AST]
    is_head: bool

    def make(self) -> None:
        """Replaces the nodes in the tree."""
        parent, field, at, _ = self.place
        nodes = self.nodes
        if self.is_head:
            *before, head = nodes
            nodes = [*before, _with_bodies_of(self.place.window(self.quoted)[-1], head)]
        if at is None:
            setattr(parent, field, *nodes)
        else:
            siblings = getattr(parent, field)
            setattr(parent, field, [*siblings[:at], *nodes, *siblings[at + self.quoted :]])


class Source:
    """A module whose fragments can be replaced."""

    def __init__(self, name: str, text: str):
        self.name = name
        self._tree = ast.parse(text)
        self._places: defaultdict[type[ast.AST], list[Place]] = defaultdict(list)
        for place in _places(self._tree):
            self._places[_kind(place.node)].append(place)

    def rewritten(self, edits: Iterable[tuple[str, str]]) -> CodeType:
        """Returns the code of the module with each quotation replaced. An edit is a quotation and its replacement.

        Raises ValueError if a quotation is not found exactly once, and SyntaxError if a quotation or a replacement is not
        Python.
        """
        changes = [self._change(was, now) for was, now in edits]
        # Changes are made from the end to the beginning, because each moves the nodes after it and may be in a head's body.
        changes.sort(key=lambda change: (change.place.node.lineno, change.place.node.col_offset), reverse=True)
        sound = [(parent, field, getattr(parent, field)) for (parent, field, *_), *_ in changes]
        try:
            for change in changes:
                change.make()
            return compile(self._tree, self.name, "exec", dont_inherit=True)
        finally:
            for parent, field, value in sound:
                setattr(parent, field, value)

    def _change(self, was: str, now: str) -> Change:
        is_head = was.endswith(":")
        quoted = _statements(was, is_head) if is_head else _fragment(was)
        candidates = self._places[_kind(quoted[0])] if quoted else []
        places = [place for place in candidates if _is_at(quoted, place, is_head)]
        if len(places) != 1:
            raise ValueError(f"{self.name}: expected this quotation once, found it {len(places)} times: {was}")
        nodes = _fragment(now) if isinstance(quoted[0], ast.expr) else _statements(now, is_head)
        return Change(places[0], len(quoted), nodes, is_head)


def _places(parent: ast.AST) -> Iterator[Place]:
    """Yields the places of the expressions and statements below a node."""
    for field, value in ast.iter_fields(parent):
        children: Iterable[tuple[int | None, object]] = enumerate(value) if isinstance(value, list) else [(None, value)]
        for at, child in children:
            if isinstance(child, ast.expr | ast.stmt):
                yield Place(parent, field, at, child)
            if isinstance(child, ast.AST):
                yield from _places(child)


def _kind(node: ast.AST) -> type[ast.AST]:
    """Returns the type of a node. An assignment with an annotation has the same type as one without."""
    return ast.Assign if isinstance(node, ast.AnnAssign) else type(node)


@cache
def _statements(text: str, is_head: bool = False) -> list[ast.AST]:
    return [*ast.parse(f"{text} ..." if is_head else text).body]


def _fragment(text: str) -> list[ast.AST]:
    """Returns the expression or the statements that a text contains."""
    statements = _statements(text)
    return [statements[0].value] if len(statements) == 1 and isinstance(statements[0], ast.Expr) else statements


def _is_at(quoted: list[ast.AST], place: Place, is_head: bool) -> bool:
    nodes = place.window(len(quoted))
    if len(nodes) != len(quoted):
        return False
    ignored = (*_ANNOTATIONS, *_BODIES) if is_head else _ANNOTATIONS
    return _same(quoted[:-1], nodes[:-1]) and _same(quoted[-1], nodes[-1], ignored)


def _same(quoted: object, actual: object, ignored: Sequence[str] = _ANNOTATIONS) -> bool:
    """Returns whether two parts of syntax trees are the same, except for the `ignored` fields and annotations inside
    them."""
    if isinstance(quoted, ast.Assign) and isinstance(actual, ast.AnnAssign):
        return _same([quoted.targets, quoted.value], [[actual.target], actual.value])
    if type(quoted) is not type(actual):
        return False
    if isinstance(quoted, ast.AST):
        return all(_same(getattr(quoted, name), getattr(actual, name)) for name in quoted._fields if name not in ignored)
    if isinstance(quoted, list) and isinstance(actual, list):
        return len(quoted) == len(actual) and all(map(_same, quoted, actual))
    return quoted == actual


def _with_bodies_of(node: ast.AST, head: ast.AST) -> ast.AST:
    whole = copy(head)
    for name in _BODIES:
        if hasattr(node, name):
            setattr(whole, name, getattr(node, name))
    return whole
