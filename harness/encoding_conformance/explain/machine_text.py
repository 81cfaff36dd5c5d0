"""The machine of an encoding in words, and as a graph for Graphviz."""

from __future__ import annotations

from collections.abc import Iterator

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.notation import sequence_text
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.core.text import counted
from encoding_conformance.models.state_machine import LARGEST, End, Machine, Target

_DEFAULT = End.ILL_FORMED
"""The end that is not listed for each state, because most bytes lead to it."""


def machine_lines(encoding: Encoding, machine: Machine) -> Iterator[str]:
    """Yields what each byte does in each state, a line for each target, and how to tell the state from all others."""
    yield f"{encoding.id}: {counted(len(machine.access), 'state')}; kinds of bytes that are treated alike: {len(machine.classes)}"
    if encoding.values.last > LARGEST and machine.longest:
        yield f"Codes of more than {machine.longest} bytes are ill-formed to this machine, which would otherwise have no end."
    for state in range(len(machine.access)):
        yield ""
        yield f"{state}  {_name(machine, state)}"
        for target, found in _targets(machine, state):
            yield f"   {found!s:<28}  {_meaning(target)}"
        if _DEFAULT in machine.targets[state]:
            yield f"   {'any other byte':<28}  {_DEFAULT.value}"
        if any(machine.identifiers[state]):
            told = ", ".join(sequence_text(each) for each in machine.identifiers[state] if each)
            yield f"   This state differs from all others in which of these bytes complete the code: {told}"


GRAPH_STYLE = "  rankdir=LR; node [shape=circle, fontname=monospace]; edge [fontname=monospace];"
"""How each graph is drawn."""


def graph(encoding: Encoding, machine: Machine) -> str:
    """Returns the machine in the language of Graphviz. Ill-formed bytes are left out, and a complete code leads to the end."""
    return "\n".join([f"digraph {quoted(encoding.id)} {{", GRAPH_STYLE, *states_graph(machine), "}", ""])


def states_graph(machine: Machine) -> Iterator[str]:
    """Yields the lines of a graph with the states and what leads from one to the next."""
    yield f"  end [shape=doublecircle, label={quoted('complete')}];"
    for state in range(len(machine.access)):
        yield f"  s{state} [label={quoted(state_label(machine.access[state]))}];"
        for target, found in _targets(machine, state):
            to = f"s{target}" if isinstance(target, int) else "end"
            yield edge(f"s{state}", to, found, "style=dashed" if target is End.SILENT else "")


def state_label(access: bytes) -> str:
    """Returns the label of the state to which these bytes lead."""
    return sequence_text(access) if access else "begin"


def edge(source: str, to: str, found: RangeSet, style: str = "") -> str:
    """Returns the line of a graph that says which bytes lead from one node to another."""
    return f"  {source} -> {to} [label={quoted(str(found).replace(' ', chr(10)))}{style and f', {style}'}];"


def _targets(machine: Machine, state: int) -> list[tuple[Target, RangeSet]]:
    found: dict[Target, list[tuple[int, int]]] = {}
    for byte, target in enumerate(machine.targets[state]):
        if target is not _DEFAULT:
            found.setdefault(target, []).append((byte, byte))
    return [(target, RangeSet.of(members)) for target, members in found.items()]


def _name(machine: Machine, state: int) -> str:
    return f"behind {sequence_text(machine.access[state])}" if state else "where a code begins"


def _meaning(target: Target) -> str:
    return f"state {target}" if isinstance(target, int) else target.value


def quoted(text: str) -> str:
    """Returns a text as the language of Graphviz writes it."""
    return '"' + text.replace("\n", "\\n") + '"'
