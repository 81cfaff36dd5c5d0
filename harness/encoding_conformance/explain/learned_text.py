"""The machine of an implementation's decoder in words, and as a graph beside that of the specification."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.notation import sequence_text
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.core.text import abridged, counted
from encoding_conformance.explain.machine_text import GRAPH_STYLE, edge, quoted, state_label, states_graph
from encoding_conformance.models.machine_difference import Comparison, Difference, Met, Reaction
from encoding_conformance.models.state_machine import Target

MOST = 30
"""The number of differences that are shown."""

_LONGEST = 60
"""The number of characters of an outcome that are shown."""


class Shown(NamedTuple):
    """A difference, and the outcomes of its example in words."""

    difference: Difference
    expected: str
    got: str


def learned_lines(name: str, encoding: Encoding, comparison: Comparison, shown: Sequence[Shown], asked: int) -> Iterator[str]:
    """Yields what was learned of the decoder of an implementation, and its differences. `shown` are the first of these, and
    `asked` is the number of inputs."""
    learned, differences = comparison.learned, comparison.distinct
    if comparison.is_same:
        yield f"{name}, {encoding.id}: the decoder is the machine of the specification."
    else:
        yield f"{name}, {encoding.id}: the decoder is not the machine of the specification."
    states = f"{counted(len(comparison.machine.access), 'state')} in the specification, {len(comparison.names)} in the decoder"
    yield f"{states}; {counted(asked, 'input')} asked; {counted(len(differences), 'difference')}."
    if len(comparison.names) < len(comparison.machine.access) and not differences:
        yield "The decoder has fewer states because it always does the same where the specification is silent."
    if learned.unexplained is not None:
        yield f"The search ended here, so there are more states. One of them shows with {sequence_text(learned.unexplained)}"
    for met, group in groupby(shown, attrgetter("difference.met")):
        yield from ("", _where(comparison, met))
        for each in group:
            yield from _difference_lines(comparison, each)
    if len(differences) > len(shown):
        yield from ("", f"{counted(len(differences) - len(shown), 'more difference')} not shown")


def _difference_lines(comparison: Comparison, shown: Shown) -> Iterator[str]:
    difference = shown.difference
    if difference.tried:
        expected = _expected(comparison, difference.expected)
        yield f"   {difference.tried!s:<12}  expected {expected}, got {_got(comparison, difference.got)}"
    expected, got = abridged(shown.expected, _LONGEST), abridged(shown.got, _LONGEST)
    yield f"   {'':<12}  {sequence_text(difference.example)}: expected {expected}, got {got}"


def _where(comparison: Comparison, met: Met) -> str:
    where = _behind(met.access)
    if met.extra:
        return (
            f"{where}, in an extra state: to the specification, this is the state {_behind(comparison.machine.access[met.state])}"
        )
    return where


def _expected(comparison: Comparison, target: Target) -> str:
    return f"the state {_behind(comparison.machine.access[target])}" if isinstance(target, int) else target.value


def _got(comparison: Comparison, state: int) -> str:
    answer = comparison.learned.answers[state]
    if state not in comparison.names:
        return "ill-formed"
    return f"the state {_behind(comparison.names[state])}" if answer is Reaction.REJECTED else answer.value


def _behind(access: bytes) -> str:
    return f"behind {sequence_text(access)}" if access else "where a code begins"


def learned_graph(name: str, encoding: Encoding, comparison: Comparison) -> str:
    """Returns the machines of the specification and of an implementation side by side, in the language of Graphviz. What differs
    is red. Ill-formed bytes are left out where the specification does so as well."""
    return "\n".join(
        [
            f"digraph {quoted(f'{name}, {encoding.id}')} {{",
            f"{GRAPH_STYLE} graph [fontname=monospace];",
            f"  subgraph cluster_specification {{ label={quoted('the specification')};",
            *states_graph(comparison.machine),
            "  }",
            f"  subgraph cluster_implementation {{ label={quoted(name)};",
            *_learned_graph(comparison),
            "  }",
            "}",
            "",
        ]
    )


def _learned_graph(comparison: Comparison) -> Iterator[str]:
    """Yields the states of an implementation. A complete code leads to the end unless the state there is one of its own."""
    if any(0 in comparison.learned.targets[state] for state in comparison.names):
        yield f"  complete [shape=doublecircle, label={quoted(Reaction.ACCEPTED.value)}];"
    differing = {(each.met.learned, byte) for each in comparison.differences for byte in each.tried}
    if any(each.got not in comparison.names for each in comparison.differences):
        yield f"  refused [shape=box, color=red, label={quoted('ill-formed')}];"
    for state, access in comparison.names.items():
        answer, row = comparison.learned.answers[state], comparison.learned.targets[state]
        if answer not in (Reaction.ACCEPTED, Reaction.REJECTED):
            yield f"  l{state} [shape=box, color=red, label={quoted(answer.value)}];"
            continue
        shape = ", shape=doublecircle" if state and answer is Reaction.ACCEPTED else ""
        yield f"  l{state} [label={quoted(state_label(access))}{shape}];"
        alike: dict[tuple[int, bool], list[int]] = {}
        for byte, target in enumerate(row):
            alike.setdefault((target, (state, byte) in differing), []).append(byte)
        for (target, differs), found in alike.items():
            if target in comparison.names or differs:
                to = f"l{target}" if target in comparison.names else "refused"
                tried = RangeSet.of((byte, byte) for byte in found)
                yield edge(f"l{state}", to if target else "complete", tried, "color=red, fontcolor=red" if differs else "")
