"""`python -m workshop learn`: the finite-state machine of an implementation's decoder."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from encoding_conformance.adapters.restarting_session import RestartingSession
from encoding_conformance.checks.judging import Perform
from encoding_conformance.commands.arguments import (
    OnlyOptions,
    encoding_named,
    present,
    vectors_option,
)
from encoding_conformance.commands.main import AT_FAULT
from encoding_conformance.core.notation import failure_text, outcome_text, sequence_text
from encoding_conformance.core.operation import Decode
from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.data_files.problems import HarnessError, WrongUsage
from encoding_conformance.models import permitted
from encoding_conformance.models.replacement import instead
from encoding_conformance.models.state_machine import machine_of
from encoding_conformance.runner import plan, registry
from encoding_conformance.runner.plan import Unit, complete_session, repeat_command
from workshop.machines.decoder import CannotLearn, Decoder, can_be_learned, extended, likely
from workshop.machines.difference import Comparison
from workshop.machines.machine import graph_options, write_graph
from workshop.machines.text import MOST, Shown, learned_graph, learned_lines

NO_MACHINE = 1


@click.command("learn", cls=OnlyOptions)
@click.option(
    "-i",
    "selector",
    required=True,
    metavar="NAME|PATH",
    help="An implementation: its name or its folder.",
)
@click.option("-e", "encoding_id", required=True, metavar="ENCODING", help="An encoding.")
@vectors_option
@graph_options
def command(selector: str, encoding_id: str, folders: tuple[Path, ...], dot_file: Path | None, svg_file: Path | None) -> int:
    """Learn the machine of a decoder, and show how it differs.

    It is compared with the specification's machine. The decoder only decodes: each byte in each of its states, and inputs that
    distinguish these states. The graphs have both machines, with the differences in red. workshop/docs/learning.md says what
    is found and what is not.

    Exit status: 0 if it is the machine of the specification; 1 if not, or if the decoder does not behave as a machine; 2 for
    wrong usage; 3 if the implementation cannot run, or its adapter is at fault.
    """
    if selector == registry.ALL:
        raise WrongUsage("-i all: one implementation is learned at a time")
    suite = load_suite(folders)
    encoding = encoding_named(encoding_id, suite.encodings)
    if not can_be_learned(encoding):
        raise WrongUsage(f"in {encoding_id}, bytes depend on the values before them, so that its decoders are not small machines")
    (unit,) = plan.units(suite, present(registry.selected([selector], suite.encodings)), [encoding_id])
    try:
        lesson = learn(unit)
    except CannotLearn as error:
        click.echo(f"{unit.name}, {encoding_id}: the machine of the decoder cannot be learned.")
        click.echo(f"decode {encoding_id} {sequence_text(error.data)}: {error}")
        return AT_FAULT if error.adapter else NO_MACHINE
    write_graph(f"{unit.name}, {encoding_id}", learned_graph(unit.name, encoding, lesson.comparison), dot_file, svg_file)
    for line in learned_lines(unit.name, encoding, lesson.comparison, lesson.shown, lesson.inputs):
        click.echo(line)
    if lesson.shown:
        click.echo("")
        example = sequence_text(lesson.shown[0].difference.example)
        click.echo(f"to explain the first input: conform explain {encoding_id} decode {example}")
        click.echo(f"to run all vectors and checks: {repeat_command(unit)}")
    return 0 if lesson.comparison.is_same else NO_MACHINE


class Lesson(NamedTuple):
    """The comparison of a learned machine with the specification's, the first differences with their outcomes, and the number of
    inputs that were run."""

    comparison: Comparison
    shown: Sequence[Shown]
    inputs: int


def learn(unit: Unit) -> Lesson:
    """Learns the machine of a decoder. Raises HarnessError if it does not start or lacks the encoding, or CannotLearn."""
    with RestartingSession(unit.implementation) as session:
        if failure := session.failure_to_offer(unit.encoding.id):
            raise HarnessError(f"{unit.name}: {failure_text(failure)}")
        perform = complete_session(session, unit.encoding, unit.limits).perform
        decoder = Decoder(unit.encoding, unit.limits, perform)
        comparison = Comparison(machine_of(unit.encoding), decoder.learned(_inputs(unit)))
        return Lesson(comparison, list(_shown(unit, perform, comparison)), decoder.input_count)


def _inputs(unit: Unit) -> Iterator[bytes]:
    """Yields inputs that may show more states, from test vectors of this encoding and of those that have more values."""
    extensions = extended(unit.encoding, unit.suite.encodings.values())
    for encoding in (unit.encoding, *extensions):
        operations = (vector.operation for vector in unit.suite.vectors_of(encoding.id))
        yield from likely((each.input for each in operations if isinstance(each, Decode)), extensions)


def _shown(unit: Unit, perform: Perform, comparison: Comparison) -> Iterator[Shown]:
    """Runs the examples of the first differences again, for their whole outcomes."""
    first = comparison.distinct[:MOST]
    operations = [Decode(unit.encoding.id, each.example) for each in first]
    for difference, operation, outcome in zip(first, operations, perform(operations)):
        expected = instead(unit.encoding, operation, permitted(unit.encoding, operation), unit.limits.replacing)
        yield Shown(difference, " or ".join(map(outcome_text, expected)), outcome_text(outcome))
