"""`conform list`"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from encoding_conformance.adapters import installation
from encoding_conformance.checks.catalogue import CHECKS
from encoding_conformance.commands.arguments import vectors_option
from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.data_files.services import services
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.report.example import outcome_shortly, sequence_shortly
from encoding_conformance.runner import registry

Rows = Iterator[tuple[str, ...]]


def encodings(suite: Suite) -> Rows:
    yield "id", "title", "section", "values", "claims and denials"
    for encoding in suite.encodings.values():
        claims = [name if property.claimed else f"not {name}" for name, property in encoding.properties.items()]
        yield encoding.id, encoding.title, encoding.section, encoding.kind, ", ".join(claims)


def implementations(suite: Suite) -> Rows:
    yield "name", "title", "encodings", "requirements"
    for each in registry.selected([registry.ALL], suite.encodings):
        state = "there"
        if missing := each.missing():
            commands = installation.to_get(each, missing)
            state = f"missing: {', '.join(missing)}" + (f"; to get it: {' && '.join(commands)}" if commands else "")
        yield each.name, each.title, " ".join(each.encodings), state


def checks(suite: Suite) -> Rows:
    yield "name", "what must hold", "applies to"
    for check in CHECKS.values():
        applying = [id for id, encoding in suite.encodings.items() if not check.why_not(encoding)]
        everywhere = len(applying) == len(suite.encodings)
        yield check.name, check.text, "every encoding" if everywhere else " ".join(applying)


def vectors(suite: Suite) -> Rows:
    yield "id", "operation", "input", "permitted"
    for vector in suite.all_vectors:
        permitted = " | ".join(map(outcome_shortly, vector.permitted))
        operation = vector.operation
        yield str(vector.id), operation.kind, sequence_shortly(operation.input, operation.cuts), permitted


def requirements(suite: Suite) -> Rows:
    yield "id", "section", "by hand", "edge cases", "checks", "requirement"
    for service in services(suite):
        requirement, checks = service.requirement, " ".join(service.checks)
        counts = str(len(service.by_hand)), str(service.edge_cases)
        yield requirement.id, requirement.section, *counts, checks, requirement.text


LISTS: dict[str, Callable[[Suite], Rows]] = {
    each.__name__: each for each in (encodings, implementations, checks, vectors, requirements)
}


@click.command("list")
@click.argument("what", type=click.Choice(list(LISTS)), required=False)
@vectors_option
def command(what: str | None, folders: tuple[Path, ...]) -> int:
    """List encodings, implementations, checks and other things.

    Without an argument, it shows the number of each.
    If the output is not a terminal, columns are separated by tabs.
    """
    suite = load_suite(folders)
    if what is None:
        for name, listed in LISTS.items():
            click.echo(f"{sum(1 for _ in listed(suite)) - 1:6} {name}")
        return 0
    head, *rows = LISTS[what](suite)
    if not sys.stdout.isatty():
        click.echo("".join("\t".join(row) + "\n" for row in (head, *rows)), nl=False)
        return 0
    from rich.table import Table  # slow to import, and pipes do not need it

    from encoding_conformance.report.console import console

    table = Table(*head)
    for row in rows:
        table.add_row(*row)
    console().print(table)
    return 0
