"""The changes of a node by mutants by syntax: they replace a comparison, a constant, an operator or a branch."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

_OTHERS: dict[type[cst.CSTNode], tuple[type[cst.CSTNode], ...]] = {
    # comparisons: off by one, and negated
    cst.LessThan: (cst.LessThanEqual, cst.GreaterThanEqual),
    cst.LessThanEqual: (cst.LessThan, cst.GreaterThan),
    cst.GreaterThan: (cst.GreaterThanEqual, cst.LessThanEqual),
    cst.GreaterThanEqual: (cst.GreaterThan, cst.LessThan),
    cst.Equal: (cst.NotEqual,),
    cst.NotEqual: (cst.Equal,),
    cst.In: (cst.NotIn,),
    cst.NotIn: (cst.In,),
    cst.Is: (cst.IsNot,),
    cst.IsNot: (cst.Is,),
    # operators: a related one
    cst.Add: (cst.Subtract,),
    cst.Subtract: (cst.Add,),
    cst.Multiply: (cst.FloorDivide,),
    cst.FloorDivide: (cst.Multiply,),
    cst.Modulo: (cst.FloorDivide,),
    cst.Power: (cst.Multiply,),
    cst.LeftShift: (cst.RightShift,),
    cst.RightShift: (cst.LeftShift,),
    cst.BitAnd: (cst.BitOr,),
    cst.BitOr: (cst.BitAnd,),
    cst.BitXor: (cst.BitOr,),
    cst.AddAssign: (cst.SubtractAssign,),
    cst.SubtractAssign: (cst.AddAssign,),
    cst.BitOrAssign: (cst.BitAndAssign,),
    cst.And: (cst.Or,),
    cst.Or: (cst.And,),
}

_BRANCHES = (cst.If, cst.IfExp, cst.While, cst.CompIf)

_DROPPED = (cst.AugAssign, cst.Raise, cst.Break, cst.Continue)
"""A mutant replaces each of these statements with `pass`."""


def others(node: cst.CSTNode) -> Iterator[tuple[cst.CSTNode, cst.CSTNode]]:
    """Yields the changes of a node as pairs of the replaced part and its replacement. Each change makes one mutant."""
    for other in _OTHERS.get(type(node), ()):
        yield node, _as(node, other)
    if isinstance(node, cst.Integer):
        for by in (1, -1):
            yield node, cst.parse_expression(_written_like(node.value, node.evaluated_value + by))
    elif isinstance(node, cst.UnaryOperation) and not isinstance(node.operator, cst.Plus):
        yield node, node.expression
    elif isinstance(node, _BRANCHES):
        for answer in ("True", "False"):
            yield node.test, cst.Name(answer)
    elif isinstance(node, _DROPPED) or _sets_an_attribute(node):
        yield node, cst.Pass()


def _as(node: cst.CSTNode, other: type[cst.CSTNode]) -> cst.CSTNode:
    """Returns another operator with the same whitespace around it."""
    blanks = {name: getattr(node, name) for name in ("whitespace_before", "whitespace_after") if hasattr(node, name)}
    return other(**blanks)


def _written_like(number: str, value: int) -> str:
    """Returns the value as text in the base of `number`. A negative value is in parentheses."""
    prefix = number[:2] if number[:2] in ("0x", "0b") else ""
    written = prefix + format(abs(value), {"0x": "X", "0b": "b"}.get(prefix, "d"))
    return f"(-{written})" if value < 0 else written


def _sets_an_attribute(node: cst.CSTNode) -> bool:
    if isinstance(node, cst.AnnAssign):
        return node.value is not None and isinstance(node.target, cst.Attribute)
    return isinstance(node, cst.Assign) and isinstance(node.targets[0].target, cst.Attribute)
