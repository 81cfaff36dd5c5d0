"""`conform mutants`"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

import click

from encoding_conformance.checks.catalogue import CHECKS
from encoding_conformance.commands.arguments import encodings_option, jobs_option, load_suite, output_file, seed_option
from encoding_conformance.core.identity import Id, LawId, check_id
from encoding_conformance.core.requirement import Service
from encoding_conformance.report.console import console, progress
from encoding_conformance.runner.plan import must_be_known
from encoding_conformance.runner.suites import services
from encoding_conformance.specification.suite import Suite
from workshop.mutation.matrix import KillMatrix
from workshop.mutation.rendering import show, write_html, write_json
from workshop.mutation.run import trials
from workshop.mutation.selection import mutants
from workshop.mutation.trial import LawIn


@click.command("mutants")
@encodings_option
@click.option(
    "-k",
    "pattern",
    default="",
    metavar="PATTERN",
    help="Only the mutants whose ids contain PATTERN, or match it if it has * or ?.",
)
@click.option("--json", "json_file", type=output_file, help="Write each mutant and what kills it as a line of JSON.")
@click.option("--html", "html_file", type=output_file, help="Write the whole matrix as an HTML page.")
@jobs_option
@seed_option
def command(
    encodings: tuple[str, ...],
    pattern: str,
    json_file: Path | None,
    html_file: Path | None,
    jobs: int,
    seed: int,
) -> int:
    """Test the suite with mutants, and show what kills each.

    A mutant is a codec with one mistake. Exit status: 0 if every mutant is killed and, in a run of all mutants, every law and
    requirement is broken by one; 1 otherwise.
    """
    suite = load_suite(())
    must_be_known(encodings, suite.encodings)
    wanted = encodings or tuple(suite.encodings)
    bound = [service for service in services(suite) if set(service.requirement.encodings) & set(wanted)]
    served = {service.requirement.id: _serving(service) for service in bound}
    tried, found, everything = mutants(encodings, pattern), [], not (encodings or pattern)
    for file in filter(None, (json_file, html_file)):
        file.touch()  # so that it fails at once if it cannot be written
    with progress(len(tried)) as bar:
        for trial in trials(suite, tried, encodings, served, seed, jobs):
            bar.advance(bar.task_ids[0])
            found.append(trial)
    vectors = [vector.id for id in wanted for vector in suite.vectors_of(id)]
    matrix = KillMatrix(list(zip(tried, found)), vectors, list(_laws(suite, wanted)), list(served), served)
    show(console(), matrix, everything)
    if json_file:
        write_json(json_file, matrix, seed)
    if html_file:
        write_html(html_file, matrix, seed, everything)
    return 0 if matrix.holds(everything) else 1


def _laws(suite: Suite, encodings: Sequence[str]) -> Iterator[LawIn]:
    """The laws of these encodings."""
    for id, check in product(encodings, CHECKS.values()):
        if not check.applies(suite.encodings[id]):
            yield from (LawIn(id, LawId(check.name, law.name, kind)) for kind, law in check.laws)


def _serving(service: Service) -> frozenset[Id]:
    """The ids of the vectors and checks that serve a requirement."""
    checks = (check_id(id, check) for id in service.requirement.encodings for check in service.checks)
    return frozenset([*(vector.id for vector in service.vectors), *checks])
