"""`python -m workshop mutants`, and how it shows what killed each mutant."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from encoding_conformance.checks.catalogue import CHECKS, GROWTH
from encoding_conformance.commands.arguments import encodings_option, jobs_option, output_file, seed_option
from encoding_conformance.core.identity import Id, check_id
from encoding_conformance.core.requirement import Service
from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.data_files.services import services
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.report.console import RunProgress, console
from encoding_conformance.report.html import templates
from encoding_conformance.runner.plan import must_be_known
from workshop.mutation.kill_matrix import Fate, KillMatrix, fate
from workshop.mutation.selection import mutants
from workshop.mutation.trial import trials


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

    A mutant is a codec with one mistake. Exit status: 0 if every mutant is killed and, in a run of all mutants, every check and
    requirement is broken by one; 1 otherwise.
    """
    suite = load_suite()
    must_be_known(encodings, suite.encodings)
    wanted, served = encodings or tuple(suite.encodings), serving(suite, encodings)
    selected, finished, everything = mutants(encodings, pattern), [], not (encodings or pattern)
    for file in filter(None, (json_file, html_file)):
        file.touch()  # so that it fails at once if it cannot be written
    with RunProgress(len(selected)) as progress:
        for trial in trials(suite, selected, encodings, served, seed, jobs):
            progress.count()
            finished.append(trial)
    vectors = [vector.id for id in wanted for vector in suite.vectors_of(id)]
    matrix = KillMatrix(list(zip(selected, finished)), vectors, list(_checks(suite, wanted)), list(served), served)
    show(console(), matrix, everything)
    if json_file:
        write_json(json_file, matrix, seed)
    if html_file:
        write_html(html_file, matrix, seed, everything)
    return 0 if matrix.holds(everything) else 1


def serving(suite: Suite, encodings: Collection[str]) -> dict[str, frozenset[Id]]:
    """Returns the ids of the vectors and checks that serve each requirement of these encodings, or of all if there are none."""
    wanted = set(encodings or suite.encodings)
    return {each.requirement.id: _ids(each) for each in services(suite) if wanted & set(each.requirement.encodings)}


def _ids(service: Service) -> frozenset[Id]:
    checks = (check_id(id, check) for id in service.requirement.encodings for check in service.checks)
    return frozenset([*(vector.id for vector in service.vectors), *checks])


def _checks(suite: Suite, encodings: Sequence[str]) -> Iterator[Id]:
    """Yields the checks of these encodings that have cases."""
    for id, check in product(encodings, CHECKS.values()):
        if not check.why_not(suite.encodings[id]) and check.name != GROWTH:
            yield check_id(id, check.name)


_SHOWN = 40
"""The most ids of a list that are shown. The others are counted."""

_MEANING = {
    Fate.BOTH: "killed by vectors, and by checks without them",
    Fate.VECTORS: "killed by vectors alone",
    Fate.CHECKS: "killed by checks alone",
    Fate.THOROUGH: "killed by checks of a thorough run alone",
    Fate.SURVIVED: "killed by nothing",
    Fate.EQUIVALENT: "cannot be distinguished from the sound codec, for the reason listed",
    Fate.DOES_NOT_LOAD: "does not load, so it proves nothing",
}


def show(screen: Console, matrix: KillMatrix, everything: bool) -> None:
    """Shows a table of fates, and lists of problems. The lists of tests that fail on no mutant are shown only if `everything` was
    tried."""
    table = Table("mutants of", *Fate, "all")
    for column in table.columns[1:]:
        column.justify = "right"
    total: Counter[Fate] = Counter()
    for source, fates in matrix.fates.items():
        total += fates
        table.add_row(source, *_counts(fates))
    table.add_section()
    table.add_row("all", *_counts(total))
    screen.print(table)
    for title, ids in _lists(matrix, everything):
        _show_list(screen, title, ids)
    living = total.total() - total[Fate.EQUIVALENT] - total[Fate.DOES_NOT_LOAD]
    killed = living - total[Fate.SURVIVED]
    screen.print(
        f"{killed} of {living} mutants killed: {total[Fate.BOTH] + total[Fate.VECTORS]} by vectors,"
        f" {total[Fate.BOTH] + total[Fate.CHECKS]} by checks,"
        f" {total[Fate.THOROUGH]} by a thorough run alone; {total[Fate.EQUIVALENT]} more are equivalent,"
        f" {total[Fate.DOES_NOT_LOAD]} do not load"
    )


def _counts(fates: Counter[Fate]) -> list[str]:
    return [str(fates[fate] or "·") for fate in Fate] + [str(fates.total())]


def _lists(matrix: KillMatrix, everything: bool) -> Iterator[tuple[str, Sequence[object]]]:
    """Yields the title and the items of each list. `str()` gives the text of an item."""
    yield "mutants that survive", matrix.survivors
    yield "mutants that are listed as equivalent, but were killed", matrix.not_equivalent
    yield (
        "mutants that break a requirement, but fail no vector and no check that serves it",
        [f"{a}: {b}" for a, b in matrix.unseen],
    )
    if everything:
        yield "requirements that no mutant breaks", matrix.unbroken
        yield "checks that no mutant breaks", matrix.idle_checks
        yield (
            "vectors that fail on no mutant (of large inputs: on none that other vectors do not kill)",
            matrix.idle_vectors,
        )


def _show_list(screen: Console, title: str, ids: Sequence[object]) -> None:
    if not ids:
        return
    screen.print(f"{title} ({len(ids)}):")
    for id in ids[:_SHOWN]:
        screen.print(f"  {id}", soft_wrap=True)
    if len(ids) > _SHOWN:
        screen.print(f"  … and {len(ids) - _SHOWN} more; --json FILE has them all")


def write_json(path: Path, matrix: KillMatrix, seed: int) -> None:
    """Writes one JSON object for each mutant, and then one with the tests that fail on no mutant. Raises OSError if the
    file cannot be written."""
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in _lines(matrix, seed)), "utf-8")


def _lines(matrix: KillMatrix, seed: int) -> Iterator[dict[str, Any]]:
    yield {"type": "header", "seed": seed}
    for mutant, trial in matrix.tried:
        yield {
            "type": "mutant",
            "id": mutant.id,
            "encodings": mutant.encodings,
            "breaks": mutant.breaks,
            "fate": fate(mutant, trial),
            "equivalent": mutant.equivalent or None,
            "vectors": list(map(str, trial.vectors)),
            "checks": list(map(str, trial.checks)),
        }
    yield {
        "type": "footer",
        "idle_vectors": list(map(str, matrix.idle_vectors)),
        "idle_checks": matrix.idle_checks,
        "unbroken_requirements": matrix.unbroken,
    }


def write_html(path: Path, matrix: KillMatrix, seed: int, everything: bool) -> None:
    """Writes a page with the fates, the lists that `show` shows, and a table of mutants and checks. Raises OSError."""
    checks = list(dict.fromkeys(each.name for each in matrix.checks))
    rows = [
        (mutant, fate(mutant, trial), trial.vectors, [any(each.name == check for each in trial.checks) for check in checks])
        for mutant, trial in matrix.tried
    ]
    page = (
        templates("workshop.mutation")
        .get_template("mutants.html")
        .render(
            seed=seed,
            fates=list(Fate),
            meaning=_MEANING,
            matrix=matrix,
            checks=checks,
            rows=rows,
            lists=_lists(matrix, everything),
        )
    )
    path.write_text(page, encoding="utf-8")
