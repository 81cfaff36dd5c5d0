"""The options with which commands draw machines."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from encoding_conformance.commands.arguments import output_file

Command = TypeVar("Command", bound=Callable[..., Any])


def graph_options(command: Command) -> Command:
    """Adds the options `--dot` and `--svg`, which are the parameters `dot_file` and `svg_file` of `write_graph`."""
    dot = click.option("--dot", "dot_file", type=output_file, help="Also write the machine as a graph for Graphviz.")
    svg = click.option("--svg", "svg_file", type=output_file, help="Also draw the machine, with the program dot of Graphviz.")
    return dot(svg(command))


def write_graph(what: str, graph: str, dot_file: Path | None, svg_file: Path | None) -> None:
    """Writes a graph in the language of Graphviz to a file, and draws it. Raises ClickException if it cannot be drawn."""
    if dot_file:
        dot_file.write_text(graph, encoding="utf-8")
    if svg_file:
        svg_file.write_text(_drawn(what, graph), encoding="utf-8")


def _drawn(what: str, graph: str) -> str:
    try:
        done = subprocess.run(["dot", "-Tsvg"], input=graph, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise click.ClickException(f"--svg: the program dot of Graphviz did not draw {what}: {error}") from None
    return done.stdout
