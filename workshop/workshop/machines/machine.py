"""`python -m workshop machine`: the finite-state machine of an encoding, and how commands draw machines."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from encoding_conformance.commands.arguments import encoding_named, output_file, vectors_option
from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.data_files.problems import WrongUsage
from encoding_conformance.models.model import goes_in_steps
from encoding_conformance.models.state_machine import machine_of
from workshop.machines.text import graph, machine_lines

Command = TypeVar("Command", bound=Callable[..., Any])

_DOT = "dot"


def graph_options(command: Command) -> Command:
    """Adds the options `--dot` and `--svg`, as the parameters `dot_file` and `svg_file` of `write_graph`."""
    dot = click.option("--dot", "dot_file", type=output_file, help="Also write the machine as a graph for Graphviz.")
    drawn = "Also draw the machine, with the program dot of Graphviz."
    svg = click.option("--svg", "svg_file", type=output_file, callback=_drawable, help=drawn)
    return dot(svg(command))


def must_be_able_to_draw() -> None:
    """Raises WrongUsage if Graphviz is not installed, before anything is learned in vain."""
    if not shutil.which(_DOT):
        raise WrongUsage(f"the program {_DOT} of Graphviz, which draws machines, is not installed")


def _drawable(context: click.Context, parameter: click.Parameter, svg_file: Path | None) -> Path | None:
    if svg_file:
        must_be_able_to_draw()
    return svg_file


def write_graph(title: str, graph: str, dot_file: Path | None, svg_file: Path | None) -> None:
    """Writes a graph in the language of Graphviz to a file, and draws it. Raises WrongUsage if it cannot be drawn."""
    if dot_file:
        dot_file.write_text(graph, encoding="utf-8")
    if svg_file:
        svg_file.write_text(_drawn(title, graph), encoding="utf-8")


def _drawn(title: str, graph: str) -> str:
    try:
        done = subprocess.run([_DOT, "-Tsvg"], input=graph, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise WrongUsage(f"the program {_DOT} of Graphviz did not draw {title}: {error}") from None
    return done.stdout


@click.command("machine")
@click.argument("encoding_id", metavar="ENCODING")
@vectors_option
@graph_options
def command(encoding_id: str, folders: tuple[Path, ...], dot_file: Path | None, svg_file: Path | None) -> int:
    """Show the finite-state machine of an encoding.

    It is the smallest machine for the tables of the encoding. docs/completeness.md says what a run proves with it.

    Exit status: 0; or 2 if ENCODING is unknown or is not encoded value by value, or if dot cannot be started.
    """
    encoding = encoding_named(encoding_id, load_suite(folders).encodings)
    if not goes_in_steps(encoding):
        raise WrongUsage(f"{encoding_id} is not encoded value by value, so it has no machine")
    machine = machine_of(encoding)
    write_graph(encoding_id, graph(encoding, machine), dot_file, svg_file)
    for line in machine_lines(encoding, machine):
        click.echo(line)
    return 0
