"""Makes a page of all decoders whose machines differ from their specifications', with pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from encoding_conformance.commands.arguments import output_file, without_missing
from encoding_conformance.core.notation import sequence_text
from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.models.state_machine import machine_of
from encoding_conformance.report.markdown import plain, row
from encoding_conformance.runner import plan, registry
from encoding_conformance.runner.plan import Unit
from workshop.links import anchors
from workshop.machines.decoder import CannotLearn, can_be_learned
from workshop.machines.learn import Lesson, learn
from workshop.machines.machine import must_be_able_to_draw, write_graph
from workshop.machines.text import learned_graph, learned_lines

_PAGE = """\
# Machines of decoders

<!-- Do not edit this page: `python -m workshop machines` generates it. -->

The decoders of {learned} implementations, all that were installed, were learned
([how](learning.md)), in each encoding whose machine has more than one state. Here are those that
are not the machine of their specification. In the pictures, what differs is red.
The manifest of an implementation says whether a difference is a bug, a choice or a limit.
"""

_MOST_STATES = 40
"""The number of states of a machine that is drawn."""


class Learned(NamedTuple):
    """A unit and its lesson, or why it cannot be learned."""

    unit: Unit
    lesson: Lesson | CannotLearn

    @property
    def title(self) -> str:
        return f"{self.unit.name}, {self.unit.encoding.id}"

    @property
    def is_same(self) -> bool:
        return isinstance(self.lesson, Lesson) and self.lesson.comparison.is_same

    @property
    def picture(self) -> str:
        """The name of the picture; empty if nothing can be drawn."""
        if self.is_same or isinstance(self.lesson, CannotLearn) or len(self.lesson.comparison.names) > _MOST_STATES:
            return ""
        return f"{self.unit.name}-{self.unit.encoding.id}.svg"

    def text(self) -> Iterator[str]:
        """Yields the lesson in words."""
        if isinstance(self.lesson, CannotLearn):
            yield f"The machine cannot be learned: decode {sequence_text(self.lesson.data)}: {self.lesson}"
        else:
            yield from learned_lines(
                self.unit.name, self.unit.encoding, self.lesson.comparison, self.lesson.shown, self.lesson.inputs
            )


def page(decoders: Sequence[Learned], pictures: str) -> str:
    """Returns the page. `pictures` is the path of their folder from there."""
    learned = len({each.unit.name for each in decoders})
    lines = [
        _PAGE.format(learned=learned),
        row(["encoding", "decoders with the machine of the specification", "with another one"]),
        row(["---"] * 3),
    ]
    links = anchors([each.title for each in decoders if not each.is_same])
    for id in dict.fromkeys(each.unit.encoding.id for each in decoders):
        mine = [each for each in decoders if each.unit.encoding.id == id]
        others = ", ".join(f"[{plain(each.unit.name)}]({links[each.title]})" for each in mine if not each.is_same)
        lines.append(row([id, str(sum(each.is_same for each in mine)), others]))
    for each in decoders:
        if not each.is_same:
            lines += ["", f"## {plain(each.title)}", "", "```", *each.text(), "```"]
            lines += ["", f"![Both machines]({pictures}/{each.picture})"] if each.picture else []
    return "\n".join([*lines, ""])


@click.command("machines")
@click.argument("file", type=output_file, metavar="PAGE.md")
def command(file: Path) -> None:
    """Learn the decoders of all implementations that are installed, and write a page of those that differ. Their pictures go into
    a folder beside the page with the same name."""
    must_be_able_to_draw()
    suite = load_suite()
    learnable = [id for id, each in suite.encodings.items() if can_be_learned(each) and len(machine_of(each).access) > 1]
    units = plan.units(suite, without_missing(registry.own()), learnable)
    decoders = [Learned(unit, _lesson(unit)) for unit in sorted(units, key=lambda unit: learnable.index(unit.encoding.id))]
    folder = file.with_suffix("")
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.svg"):
        old.unlink()
    for each in decoders:
        if each.picture and isinstance(each.lesson, Lesson):
            write_graph(
                each.title, learned_graph(each.unit.name, each.unit.encoding, each.lesson.comparison), None, folder / each.picture
            )
    file.write_text(page(decoders, folder.name), encoding="utf-8")


def _lesson(unit: Unit) -> Lesson | CannotLearn:
    click.echo(f"{unit.name}, {unit.encoding.id}", err=True)
    try:
        return learn(unit)
    except CannotLearn as error:
        return error
