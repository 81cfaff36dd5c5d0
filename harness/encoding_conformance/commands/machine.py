"""`conform machine`: the finite-state machine of an encoding."""

from __future__ import annotations

from pathlib import Path

import click

from encoding_conformance.commands.arguments import encoding_named, load_suite, vectors_option
from encoding_conformance.commands.graphs import graph_options, write_graph
from encoding_conformance.explain.machine_text import graph, machine_lines
from encoding_conformance.models.model import goes_in_steps
from encoding_conformance.models.state_machine import machine_of
from encoding_conformance.runner.registry import UnknownName


@click.command("machine")
@click.argument("encoding_id", metavar="ENCODING")
@vectors_option
@graph_options
def command(encoding_id: str, folders: tuple[Path, ...], dot_file: Path | None, svg_file: Path | None) -> int:
    """Show the finite-state machine of an encoding.

    It is the smallest one that the tables of the encoding give. docs/completeness.md says what a run proves with it.

    Exit status: 0; or 2 if ENCODING is unknown or does not go value by value, or if dot cannot be started.
    """
    encoding = encoding_named(encoding_id, load_suite(folders).encodings)
    if not goes_in_steps(encoding):
        raise UnknownName(f"{encoding_id} has no tables that go value by value, so it has no machine of one code")
    machine = machine_of(encoding)
    write_graph(encoding_id, graph(encoding, machine), dot_file, svg_file)
    for line in machine_lines(encoding, machine):
        click.echo(line)
    return 0
