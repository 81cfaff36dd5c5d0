"""The machines of an encoding and of an implementation's decoder, in words and as graphs for Graphviz."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.notation import sequence_text
from encoding_conformance.core.ranges import RangeSet, indexes_of_each
from encoding_conformance.core.text import abridged, counted
from encoding_conformance.models.state_machine import LARGEST, End, Machine, Target
from workshop.machines.difference import Comparison, Difference, Met, Reaction

_DEFAULT = End.ILL_FORMED
"""The end that is not listed for each state, because most bytes lead to it."""


def machine_lines(encoding: Encoding, machine: Machine) -> Iterator[str]:
    """Yields the effect of each byte in each state, a line for each target, and what distinguishes the state from all others."""
    yield f"{encoding.id}: {counted(len(machine.access), 'state')}; classes of bytes: {len(machine.classes)}"
    if encoding.values.last > LARGEST and machine.longest:
        yield f"This machine treats values of more than {machine.longest} bytes as ill-formed; otherwise it would be infinite."
    for state in range(len(machine.access)):
        yield ""
        yield f"{state}  {_after(machine.access[state])}"
        for target, tried in _targets(machine, state):
            yield f"   {tried!s:<28}  {f'state {target}' if isinstance(target, int) else target.value}"
        if _DEFAULT in machine.targets[state]:
            yield f"   {'any other byte':<28}  {_DEFAULT.value}"
        if any(machine.identifiers[state]):
            suffixes = ", ".join(sequence_text(each) for each in machine.identifiers[state] if each)
            yield f"   This state differs from all others in which of these bytes complete the value: {suffixes}"


_GRAPH_STYLE = "  rankdir=LR; node [shape=circle, fontname=monospace]; edge [fontname=monospace];"
"""How each graph is drawn."""


def graph(encoding: Encoding, machine: Machine) -> str:
    """Returns the machine in the language of Graphviz. Ill-formed bytes are left out, and a complete value leads to the end."""
    return "\n".join([f"digraph {_quoted(encoding.id)} {{", _GRAPH_STYLE, *_states_graph(machine), "}", ""])


def _states_graph(machine: Machine) -> Iterator[str]:
    """Yields the lines of a graph with the states and their transitions."""
    yield f"  end [shape=doublecircle, label={_quoted('complete')}];"
    for state in range(len(machine.access)):
        yield f"  s{state} [label={_quoted(_state_label(machine.access[state]))}];"
        for target, tried in _targets(machine, state):
            to = f"s{target}" if isinstance(target, int) else "end"
            yield _edge(f"s{state}", to, tried, "style=dashed" if target is End.SILENT else "")


def _state_label(access: bytes) -> str:
    return sequence_text(access) if access else "begin"


def _edge(source: str, to: str, tried: RangeSet, style: str = "") -> str:
    """Returns the line of a graph that says which bytes lead from one node to another."""
    return f"  {source} -> {to} [label={_quoted(str(tried).replace(' ', chr(10)))}{style and f', {style}'}];"


def _targets(machine: Machine, state: int) -> list[tuple[Target, RangeSet]]:
    return [(target, tried) for target, tried in indexes_of_each(machine.targets[state]).items() if target is not _DEFAULT]


def _after(access: bytes) -> str:
    return f"after {sequence_text(access)}" if access else "at the start of a value"


def _quoted(text: str) -> str:
    return '"' + text.replace("\n", "\\n") + '"'


MOST = 30
"""The number of differences that are shown."""

_LONGEST = 60
"""The number of characters of an outcome that are shown."""


class Shown(NamedTuple):
    """A difference, and the outcomes of its example in words."""

    difference: Difference
    expected: str
    got: str


def learned_lines(name: str, encoding: Encoding, comparison: Comparison, shown: Sequence[Shown], inputs: int) -> Iterator[str]:
    """Yields a summary of the learned decoder of an implementation, and its differences. `shown` are the first of these, and
    `inputs` is the number of inputs."""
    learned, differences = comparison.learned, comparison.distinct
    if comparison.is_same:
        yield f"{name}, {encoding.id}: the decoder is the machine of the specification."
    else:
        yield f"{name}, {encoding.id}: the decoder is not the machine of the specification."
    states = f"{counted(len(comparison.machine.access), 'state')} in the specification, {len(comparison.names)} in the decoder"
    yield f"{states}; {counted(inputs, 'input')} run; {counted(len(differences), 'difference')}."
    if len(comparison.names) < len(comparison.machine.access) and not differences:
        yield "The decoder has fewer states because it always does the same where the specification is silent."
    if learned.unexplained is not None:
        yield f"The search ended early, so there are more states. This input shows one: {sequence_text(learned.unexplained)}"
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
    state = _after(met.access)
    if met.extra:
        return (
            f"{state}, in an extra state: in the specification, this is the state {_after(comparison.machine.access[met.state])}"
        )
    return state


def _expected(comparison: Comparison, target: Target) -> str:
    return f"the state {_after(comparison.machine.access[target])}" if isinstance(target, int) else target.value


def _got(comparison: Comparison, state: int) -> str:
    answer = comparison.learned.answers[state]
    if state not in comparison.names:
        return "ill-formed"
    return f"the state {_after(comparison.names[state])}" if answer is Reaction.REJECTED else answer.value


def learned_graph(name: str, encoding: Encoding, comparison: Comparison) -> str:
    """Returns the machines of the specification and of an implementation side by side, in the language of Graphviz. Differences
    are red. Ill-formed bytes are left out where the specification does so as well."""
    return "\n".join(
        [
            f"digraph {_quoted(f'{name}, {encoding.id}')} {{",
            f"{_GRAPH_STYLE} graph [fontname=monospace];",
            f"  subgraph cluster_specification {{ label={_quoted('the specification')};",
            *_states_graph(comparison.machine),
            "  }",
            f"  subgraph cluster_implementation {{ label={_quoted(name)};",
            *_learned_graph(comparison),
            "  }",
            "}",
            "",
        ]
    )


def _learned_graph(comparison: Comparison) -> Iterator[str]:
    """Yields the states of an implementation. A complete value leads to the end unless it leads to a state of its own."""
    if any(0 in comparison.learned.targets[state] for state in comparison.names):
        yield f"  complete [shape=doublecircle, label={_quoted(Reaction.ACCEPTED.value)}];"
    differing = {(each.met.learned, byte) for each in comparison.differences for byte in each.tried}
    if any(each.got not in comparison.names for each in comparison.differences):
        yield f"  refused [shape=box, color=red, label={_quoted('ill-formed')}];"
    for state, access in comparison.names.items():
        answer, row = comparison.learned.answers[state], comparison.learned.targets[state]
        if answer not in (Reaction.ACCEPTED, Reaction.REJECTED):
            yield f"  l{state} [shape=box, color=red, label={_quoted(answer.value)}];"
            continue
        shape = ", shape=doublecircle" if state and answer is Reaction.ACCEPTED else ""
        yield f"  l{state} [label={_quoted(_state_label(access))}{shape}];"
        each = ((target, (state, byte) in differing) for byte, target in enumerate(row))
        for (target, differs), tried in indexes_of_each(each).items():
            if target in comparison.names or differs:
                to = f"l{target}" if target in comparison.names else "refused"
                yield _edge(f"l{state}", to if target else "complete", tried, "color=red, fontcolor=red" if differs else "")
